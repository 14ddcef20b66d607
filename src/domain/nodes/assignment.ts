// What holds for a row of nodesToUsers: one for each person and node, sound periods, and access is not one's own to set.
import { ApiError } from '#errors/api-error.ts';
import type { Change, Rule } from '#resource/rule.ts';
import { differs } from '../change.ts';

/** What everyone may set of their own rows; the rest is for those who manage the person. */
const ownFields: readonly string[] = ['user', 'node', 'is_favourite', 'is_todo'];

/** Refuses access, dates, hours and rates that people would give themselves. */
export const protectAccess: Rule<'nodesToUsers'> = (change) => {
  const { accessContext, after, given } = change;
  if (accessContext.administrator || accessContext.hrManager || after.user !== accessContext.userId) return;
  const taken = [...given].find((name) => !ownFields.includes(name) && !isUnchanged(change, name));
  if (taken === undefined) return;
  const message = `${taken} of your own row of nodesToUsers is set by who manages you; you may set is_favourite and is_todo.`;
  throw new ApiError('field_not_allowed', message, { field: taken });
};

/** Sent back as it is, or on create as it would be anyway. */
function isUnchanged(change: Change, name: string): boolean {
  return change.before === null ? (change.after[name] ?? 0) === 0 : !differs(change, name);
}

/** Refuses a second row of the same person and node, naming the first. */
export const refuseSecondRow: Rule<'nodesToUsers'> = ({ verb, after }, view) => {
  if (verb !== 'create') return;
  const { user, node } = after;
  const [row] = view.find('nodesToUsers', [
    { column: 'user', is: '=', value: user },
    { column: 'node', is: '=', value: node },
  ]);
  if (row === undefined) return;
  const message = `node is ${node}; user ${user} has row ${row.id} of nodesToUsers for it already: change that one.`;
  throw new ApiError('not_unique', message, { field: 'node', data: { id: row.id } });
};

/** Refuses a period that ends before it begins. */
export const checkPeriods: Rule<'nodesToUsers'> = ({ verb, after }) => {
  if (verb === 'delete') return;
  for (const [first, last] of [
    ['access_start', 'access_end'],
    ['allow_tracking_from', 'allow_tracking_to'],
  ] as const) {
    const [begin, end] = [after[first], after[last]];
    if (begin === null || end === null || begin <= end) continue;
    const message = `${last} is ${end}; it must not be before ${first}, ${begin}.`;
    throw new ApiError('invalid_value', message, { field: last });
  }
};
