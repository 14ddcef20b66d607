// Reads what a person's holiday follows from.
import type { ReadView, Row } from '#resource/rule.ts';
import { allDates, laterDate } from '#values/date-range.ts';
import { employmentsOf, type Employee, type Employment } from '../days/employment.ts';
import { absenceStatus, holdingStatuses } from '../absence-days/absence-kind.ts';
import { workdaysOf } from '../schedules/workdays.ts';
import { daysTaken } from './days-taken.ts';
import type { CarryRule, HolidayAccount, HolidayTerm, Movement } from './holiday-account.ts';

/** What of a row of `users` says from when on there is a holiday account. */
export type Holidaymaker = Employee &
  Pick<
    Row<'users'>,
    | 'timesheet_holiday_calc_starting_from'
    | 'timesheet_holiday_calc_interval_mode'
    | 'payroll_accounting_initial_value_holiday'
  >;

/**
 * The holiday account of the last employment of a row of `users`; `null` when no amount a year was ever set: then there is
 * none.
 */
export function readHolidayAccount(view: ReadView, user: Holidaymaker): HolidayAccount | null {
  return readHolidayAccounts(view, user).at(-1) ?? null;
}

/** The holiday accounts of all employments in their order: each begins anew. */
export function readHolidayAccounts(view: ReadView, user: Holidaymaker): readonly HolidayAccount[] {
  const id = user.id;
  const terms = termRows(view, id);
  const first = terms.find((row) => row.yearly_amount !== null);
  if (first === undefined) return [];
  const named = user.timesheet_holiday_calc_starting_from;
  const initial = user.payroll_accounting_initial_value_holiday ?? 0;
  const shared = {
    terms: terms.map(termOf),
    weeks: workdaysOf(view, id),
    rules: carryRules(view),
    adjusted: adjustmentsOf(view, id),
    ...holidaysOf(view, id),
  };
  return employmentsOf(user).map(({ entry, from, to }, index): HolidayAccount => ({
    ...shared,
    start: startOf({ named, entry, from }) ?? first.entered_in,
    entry,
    exit: to,
    initial: index === 0 ? initial : 0,
  }));
}

/** Stands for the account of somebody who has none: nothing comes and nothing goes. */
export function withoutAccount(user: Holidaymaker): HolidayAccount {
  const mode = user.timesheet_holiday_calc_interval_mode ?? 'calendar_year';
  return {
    start: allDates.to,
    entry: user.entry_date,
    exit: null,
    initial: 0,
    terms: [{ from: allDates.from, amount: null, week: null, mode }],
    weeks: [],
    rules: [],
    adjusted: [],
    granted: [],
    requested: [],
  };
}

/** First day that counts: the one the person's record names, or the account's first, never before entry; or `null`. */
function startOf({
  named,
  entry,
  from,
}: Pick<Employment, 'entry' | 'from'> & { readonly named: string | null }): string | null {
  const start = named ?? from;
  return start === null || entry === null ? (start ?? entry) : laterDate(start, entry);
}

/** What a person was entitled to from when, by date: rows of `holidayTerms`. */
export function termRows(view: ReadView, userId: number): readonly Row<'holidayTerms'>[] {
  const ofUser = [{ column: 'user_id', is: '=', value: userId }] as const;
  return view.find('holidayTerms', ofUser, { orderBy: ['valid_from'] });
}

function termOf(row: Row<'holidayTerms'>): HolidayTerm {
  return {
    from: row.valid_from,
    amount: row.yearly_amount,
    week: row.week_days,
    mode: row.interval_mode,
  };
}

/** What became of days left over from when, by date. */
function carryRules(view: ReadView): readonly CarryRule[] {
  const rows = view.find('carryRules', [], { orderBy: ['valid_from'] });
  return rows.map((row) => ({
    from: row.valid_from,
    expires: row.expires,
    most: row.most,
  }));
}

/** Days added and taken off by hand, by date. */
function adjustmentsOf(view: ReadView, userId: number): readonly Movement[] {
  const rows = view.find(
    'timesheetActionLogs',
    [
      { column: 'user_id', is: '=', value: userId },
      { column: 'type', is: '=', value: 'holiday' },
      { column: 'request_id', is: 'null' },
    ],
    { orderBy: ['date'] },
  );
  return rows.map((row) => ({
    date: row.date,
    days: row.value ?? 0,
    source: row.id,
  }));
}

function holidaysOf(view: ReadView, userId: number): Pick<HolidayAccount, 'granted' | 'requested'> {
  const rows = view.find(
    'absenceDays',
    [
      { column: 'user_id', is: '=', value: userId },
      { column: 'type', is: '=', value: 'holiday' },
      { column: 'status', is: 'in', value: holdingStatuses },
    ],
    { orderBy: ['date'] },
  );
  const days = daysTaken(rows, userId, view);
  const movements = rows.map((row, index) => ({
    granted: row.status === absenceStatus.granted,
    movement: {
      date: row.date,
      days: days[index] ?? 0,
      source: row.request_id,
    },
  }));
  return {
    granted: movements.filter(({ granted }) => granted).map(({ movement }) => movement),
    requested: movements.filter(({ granted }) => !granted).map(({ movement }) => movement),
  };
}
