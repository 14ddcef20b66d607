// Who may see a restricted part of the tree follows from who leads projects and who is assigned to nodes. Before one
// of these changes, the access of the users concerned is recorded (decisions §5).
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { anyDiffers, referenceIn, rowId } from '../change.ts';

/** Before a row of nodesToUsers opens or closes a node to its person: theirs. */
export const recordAccessOfAssigned: Rule<'nodesToUsers'> = (change, view) => {
  const { verb, before, after } = change;
  const opens = verb !== 'delete' && after.access === 1;
  if (!opens && before?.access !== 1) return;
  if (verb === 'update' && !anyDiffers(change, ['access', 'access_start', 'access_end'])) return;
  view.recordAccess([after.user]);
};

/**
 * Before a project is created with a leader or gets another: theirs; before a node is deleted: those of its leader and
 * of all who are assigned to it.
 */
export const recordAccessOfNode: Rule<'projects' | 'tasks'> = (change, view) => {
  const { verb, before, after } = change;
  const leads = [before, verb === 'delete' ? null : after].map(leaderOf);
  const leaders = verb === 'delete' || leads[0] !== leads[1] ? leads.filter((id) => id !== null) : [];
  const assigned = verb === 'delete' ? assignedTo(change, view) : [];
  view.recordAccess([...new Set([...leaders, ...assigned])]);
};

/** Only projects have one. */
function leaderOf(node: Row<'projects' | 'tasks'> | null): number | null {
  return node !== null && 'project_leader_id' in node ? referenceIn(node, 'project_leader_id') : null;
}

function assignedTo(change: Change<'projects' | 'tasks'>, view: View): readonly number[] {
  const rows = view.find('nodesToUsers', [
    { column: 'node', is: '=', value: rowId(change) },
    { column: 'access', is: '=', value: 1 },
  ]);
  return rows.map((row) => row.user);
}
