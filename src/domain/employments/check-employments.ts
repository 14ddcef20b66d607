// Employments of a person follow one another: each ends before the next begins, and what is booked lies in one of them.
import { ApiError } from '#errors/api-error.ts';
import type { Rule } from '#resource/rule.ts';
import { anyDiffers, differs } from '../change.ts';
import { knownRow } from '../known-row.ts';
import { refuseBookingsBefore, refuseBookingsOutside } from '../time-tracking/check-employed.ts';
import {
  beginningOf,
  columnsOfEmployment,
  columnsOfUser,
  employmentRows,
  ordered,
  shownColumns,
  type EmploymentDates,
} from './employment-rows.ts';

/** Refuses employments that overlap, or that leave a booking outside. */
export const checkEmployments: Rule<'employments'> = (change, view) => {
  const { verb, after, before } = change;
  const userId = after.user_id;
  const others = employmentRows(view, userId).filter(({ id }) => id !== before?.id);
  const rows = ordered(verb === 'delete' ? others : [...others, after]);
  refuseOverlap(rows);
  const user = { ...knownRow(view, 'users', userId), ...columnsOfUser(rows) };
  refuseBookingsOutside(view, user);
  const isFirst = before !== null && others.every((other) => beginningOf(other) > beginningOf(before));
  if (isFirst && (verb === 'delete' || differs(change, 'entry_date'))) refuseBookingsBefore(view, user);
};

/** Refuses dates of the row of users that do not come after the employments before. */
export const checkPresent: Rule<'users'> = (change, view) => {
  const { verb, after } = change;
  if (verb !== 'update' || after.former_employments === null || !anyDiffers(change, shownColumns)) return;
  const rows = employmentRows(view, after.id);
  refuseOverlap([...rows.slice(0, -1), columnsOfEmployment(after)]);
};

function refuseOverlap(rows: readonly EmploymentDates[]): void {
  for (const [index, row] of rows.entries()) {
    const former = rows[index - 1];
    const { entry_date: entry, exit_date: exit } = row;
    if (entry !== null && exit !== null && exit < entry)
      throw refused('exit_date', exit, `it must not be before the entry_date, ${entry}`);
    if (former === undefined) continue;
    const left = former.exit_date;
    if (left === null)
      throw refused(
        'entry_date',
        entry,
        `the employment from ${former.entry_date ?? 'the beginning'} on has no exit_date`,
      );
    if (entry === null || entry <= left)
      throw refused('entry_date', entry, `it must be after ${left}, the exit_date of the employment before`);
    if (beginningOf(row) <= left)
      throw refused(
        'payroll_accounting_starts_at',
        row.payroll_accounting_starts_at,
        `it must be after ${left}, the exit_date of the employment before`,
      );
  }
}

function refused(field: string, value: unknown, why: string): ApiError {
  const sent = value == null ? 'empty' : String(value);
  return new ApiError('rule_broken', `${field} is ${sent}; ${why}.`, { field });
}
