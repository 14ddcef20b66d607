// An approved day is frozen: nothing that its account says can change until the approval is taken back.
import { ApiError } from '#errors/api-error.ts';
import type { ReadView, Row, Rule, View } from '#resource/rule.ts';
import { earlierDate, laterDate } from '#values/date-range.ts';
import { anyDiffers } from '../change.ts';
import type { DateRange } from '../schedules/person-days.ts';
import { findDay, isApproved, type PersonDay } from './day-account.ts';
import { together } from '#resource/missing.ts';

/** Refuses changes of the account of an approved day. */
export const refuseChangeOfApprovedDay: Rule<'timesheetAccountings'> = (change) => {
  const { before } = change;
  if (before === null || !isApproved(before) || !anyDiffers<Row>(change, [...change.given])) return;
  throw lockedDay(before, { field: 'id', value: before.id });
};

/** Refuses to do anything to the day if it is approved. */
export function refuseApprovedDay(view: View, day: PersonDay): void {
  const row = findDay(view, day);
  if (row !== undefined && isApproved(row)) throw lockedDay(row, { field: 'date', value: day.date });
}

/** Refuses what would change one of the dates for a person if its day is approved; `sent` is what would. */
export function refuseApprovedDates(
  view: ReadView,
  {
    userId,
    dates,
    sent,
  }: { readonly userId: number; readonly dates: readonly string[]; readonly sent: Sent },
): void {
  if (dates.length === 0) return;
  const range = { from: dates.reduce(earlierDate), to: dates.reduce(laterDate) };
  const approved = approvedDays(view, userId, range);
  for (const date of dates.toSorted()) {
    const locked = approved.get(date);
    if (locked !== undefined) throw lockedDay(locked, sent);
  }
}

/** The approved days of a person in the range, by date. */
export function approvedDays(
  view: ReadView,
  userId: number,
  { from, to }: DateRange,
): ReadonlyMap<string, Row<'timesheetAccountings'>> {
  const approvedIn = (
    column: 'approved_by_user' | 'approved_by_admin',
  ): readonly Row<'timesheetAccountings'>[] =>
    view.find(
      'timesheetAccountings',
      [
        { column: 'user_id', is: '=', value: userId },
        { column: 'date', is: '>=', value: from },
        { column: 'date', is: '<=', value: to },
        { column, is: '=', value: 1 },
      ],
      { asStored: true },
    );
  const found = together([() => approvedIn('approved_by_user'), () => approvedIn('approved_by_admin')]);
  return new Map(found.flat().map((row) => [row.date, row]));
}

/** A field that was sent, and its value. */
export interface Sent {
  readonly field: string;
  readonly value: unknown;
}

/** The refusal of whatever would change an approved day; `field` is what was sent. */
export function lockedDay(day: Row<'timesheetAccountings'>, { field, value }: Sent): ApiError {
  const message =
    `${field} is ${String(value)}; ${day.date} of user ${day.user_id} is approved and frozen, ` +
    'and its approval must first be taken back (timesheetAccountings/unapprove).';
  const data = {
    resource: 'timesheetAccountings',
    id: day.id,
    user_id: day.user_id,
    date: day.date,
  };
  return new ApiError('locked', message, { field, data });
}
