// Before a project or task is written: its place in the tree, its defaults, and no circles.
import { ApiError } from '#errors/api-error.ts';
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { referenceIn, rowId, unknownReference } from '../change.ts';
import { liesIn } from '../tree.ts';
import type { NodeRow } from './find-nodes.ts';
import { derivePlace } from './derive-place.ts';

/** Derives paths and inherited flags from the mother; refuses a mother that is the node itself or lies below it. */
export const placeNode: Rule<'projects' | 'tasks'> = (change, view) => {
  if (change.verb === 'delete') return;
  const { after } = change;
  after.mother_id = referenceIn(after, 'mother_id');
  const mother = motherOf(change, view);
  Object.assign(after, derivePlace(after, mother));
  after.view_id = String(rowId(change));
  after.view_order = after.sort_order ?? rowId(change);
  after.icon_name = after.custom_icon_name ?? (change.resource === 'tasks' ? 'task' : 'project');
  if (change.verb === 'create') after.initial_duration = after.target_duration;
  checkDates(after);
};

function motherOf(change: Change<'projects' | 'tasks'>, view: View): Row<'projects'> | null {
  const motherId = change.after.mother_id;
  if (motherId === null) {
    if (change.resource === 'projects') return null;
    const message = 'mother_id is empty; a task must lie below a project.';
    throw new ApiError('invalid_value', message, { field: 'mother_id' });
  }
  const mother = view.get('projects', motherId);
  if (mother === undefined) throw unknownReference('mother_id', motherId, 'project');
  if (!liesIn(mother.node_path, rowId(change))) return mother;
  const message = `mother_id is ${motherId}; a project cannot lie below itself (project ${rowId(change)}).`;
  throw new ApiError('rule_broken', message, { field: 'mother_id' });
}

function checkDates({ begin, deadline }: Pick<NodeRow, 'begin' | 'deadline'>): void {
  if (begin === null || deadline === null || begin <= deadline) return;
  const message = `deadline is ${deadline}; it must not be before begin, ${begin}.`;
  throw new ApiError('invalid_value', message, { field: 'deadline' });
}
