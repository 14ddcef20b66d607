// Schedules and calendars on which the past of people rests cannot be deleted, even if nobody has them any more.
import { ApiError } from '#errors/api-error.ts';
import type { Rule } from '#resource/rule.ts';
import { rowId } from '../change.ts';
import type { DatedColumn } from './keep-history.ts';

const examples = 3;

/** Refuses to delete a schedule that somebody has or had. */
export const keepFormerSchedule: Rule<'workSchedules'> = keepFormer('timesheet_template_id');

/** Refuses to delete a calendar of public holidays that somebody has or had. */
export const keepFormerTemplate: Rule<'publicHolidayTemplates'> = keepFormer('public_holiday_template_id');

function keepFormer(kind: DatedColumn): Rule<'workSchedules' | 'publicHolidayTemplates'> {
  return (change, view) => {
    if (change.verb !== 'delete') return;
    const found = view.find('personHistory', [
      { column: 'kind', is: '=', value: kind },
      { column: 'value_id', is: '=', value: rowId(change) },
    ]);
    const people = [...new Set(found.map((row) => row.user_id))];
    if (people.length === 0) return;
    const ids = people.slice(0, examples);
    const more = people.length > examples ? ' and more' : '';
    const message = `${change.resource} ${rowId(change)} is or was used by users ${ids.join(', ')}${more} (${kind}); deactivate it instead.`;
    throw new ApiError('in_use', message, { field: 'id', data: { resource: 'users', field: kind, ids } });
  };
}
