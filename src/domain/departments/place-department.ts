// A department's place in the tree: its path, its order, no circles; the default department stays.
import { ApiError } from '#errors/api-error.ts';
import type { Rule, View } from '#resource/rule.ts';
import { differs, referenceIn, rowId, unknownReference } from '../change.ts';
import { liesIn, pathBelow } from '../tree.ts';

/** Derives `node_path` and `view_order` and refuses a mother that lies below. */
export const placeDepartment: Rule<'departments'> = (change, view) => {
  if (change.verb === 'delete') return;
  const { after } = change;
  const id = rowId(change);
  const motherId = referenceIn(after, 'mother_id');
  after.mother_id = motherId;
  after.view_order = after.sort_order ?? id;
  if (!differs(change, 'mother_id')) return;
  const motherPath = motherId === null ? null : pathOf(motherId, view);
  if (motherPath !== null && liesIn(motherPath, id)) {
    const message = `mother_id is ${motherId}; a department cannot lie below itself (department ${id}).`;
    throw new ApiError('rule_broken', message, { field: 'mother_id' });
  }
  after.node_path = pathBelow(motherPath, id);
};

function pathOf(motherId: number, view: View): string {
  const mother = view.get('departments', motherId);
  if (mother === undefined) throw unknownReference('mother_id', motherId, 'department');
  return mother.node_path;
}

/** Refuses to delete or deactivate the account's default department. */
export const keepDefaultDepartment: Rule<'departments'> = (change) => {
  if (change.before?.is_default !== 1) return;
  if (change.verb === 'update' && change.after.active === 1) return;
  const field = change.verb === 'delete' ? 'id' : 'active';
  const message = `${field} names department ${rowId(change)}; the account's default department must stay active.`;
  throw new ApiError('rule_broken', message, { field });
};
