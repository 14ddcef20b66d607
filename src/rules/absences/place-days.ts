// A day of absence belongs to the department that the person has on it: it follows when departments change.
import type { Rule } from '#resource/rule.ts';
import { earlierDate } from '#values/date-range.ts';
import { approvedDays } from '../accounts/keep-approved-day.ts';
import { anyDiffers, rowId } from '../change.ts';
import { sinceEver } from '../schedules/history.ts';
import { calendarOf } from './person-calendar.ts';
import { forEver } from './public-holiday-days.ts';

const validFrom = 'department_id_valid_from';

/** After a person got another department: moves the days of absence from then on, but for approved ones. */
export const placeDays: Rule = async (change, view) => {
  if (change.verb !== 'update' || !anyDiffers(change, ['department_id', validFrom])) return;
  const { before, after } = change;
  const is = (after[validFrom] ?? sinceEver) as string;
  const from = earlierDate(is, (before?.[validFrom] ?? is) as string);
  const days = await view.find(
    'absenceDays',
    [
      { column: 'user_id', is: '=', value: rowId(change) },
      { column: 'date', is: '>=', value: from },
      { column: 'request_id', is: 'not null' },
    ],
    { orderBy: ['date'] },
  );
  const last = days.at(-1)?.['date'];
  if (last === undefined) return;
  const calendar = await calendarOf(
    rowId(change),
    { from: days[0]?.['date'] as string, to: last as string },
    view,
  );
  const approved = await approvedDays(view, rowId(change), { from, to: forEver });
  const changes = days
    .filter((day) => !approved.has(day['date'] as string))
    .map((day) => ({
      row: day,
      values: { user_department_id: calendar(day['date'] as string).departmentId },
    }));
  await view.updateAll('absenceDays', changes);
};
