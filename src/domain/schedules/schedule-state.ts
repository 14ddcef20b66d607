// What clients may do with a schedule follows from whether it is active and who has it.
import { ApiError } from '#errors/api-error.ts';
import type { Row, Rule, View } from '#resource/rule.ts';
import { referenceIn } from '../change.ts';
import { everHad, holdSinceEver } from './keep-versions.ts';

/** Derives `archived`, `editable` and `status`; a new schedule can be deleted unless it is the default. */
export const noteState: Rule<'workSchedules'> = ({ verb, after }) => {
  if (verb === 'delete') return;
  if (verb === 'create') after.deletable = after.is_default === 1 ? 0 : 1;
  Object.assign(after, useOf(after));
};

/** Refuses to change the days of an archived schedule. */
export const keepArchived: Rule<'workScheduleDayDefinitions' | 'workScheduleDays'> = (
  { after, verb },
  view,
) => {
  const id = referenceIn(after, 'timesheet_template_id');
  const schedule = id === null ? undefined : view.get('workSchedules', id);
  if (schedule?.archived !== 1) return;
  const field = verb === 'create' ? 'timesheet_template_id' : 'id';
  const message = `${field} belongs to schedule ${id}, which is archived; set its field active to 1 first.`;
  throw new ApiError('rule_broken', message, { field });
};

/** Notes that a person got or lost a schedule. */
export function renewUse(
  view: View,
  schedule: number,
  person: { readonly id: number; readonly hasIt: boolean },
): void {
  const row = view.get('workSchedules', schedule);
  if (row === undefined) return;
  const assigned_users = listAfter(row.assigned_users ?? '', person);
  const used = assigned_users !== '' || everHad(schedule, view);
  const use = useOf({ ...row, assigned_users });
  const deletable = used || row.is_default === 1 ? 0 : 1;
  view.update('workSchedules', schedule, { assigned_users, deletable, ...use });
  if (!used) holdSinceEver(schedule, view);
}

function useOf({ active, assigned_users }: Pick<Row<'workSchedules'>, 'active' | 'assigned_users'>): {
  archived: 0 | 1;
  editable: 0 | 1;
  status: 0 | 1;
} {
  const status = active === 1 ? 1 : 0;
  const archived = active !== 1 && (assigned_users ?? '') === '';
  return archived ? { archived: 1, editable: 0, status } : { archived: 0, editable: 1, status };
}

/** A new person has the largest id: it goes to the end, without a look at everybody. */
function listAfter(list: string, person: { readonly id: number; readonly hasIt: boolean }): string {
  const last = Number(list.slice(list.lastIndexOf(',') + 1));
  if (person.hasIt && person.id > last) return list === '' ? String(person.id) : `${list},${person.id}`;
  const ids = new Set(list.split(',').filter(Boolean).map(Number));
  if (person.hasIt) ids.add(person.id);
  else ids.delete(person.id);
  return [...ids].sort((a, b) => a - b).join(',');
}
