// How rows of employments and the row of their person say the same.
import type { ReadView, Row } from '#resource/rule.ts';
import { allDates } from '#values/date-range.ts';
import type { FormerEmployment } from '#values/employment.ts';

/** Column of users that holds what an employment's account begins with, in hundredths of hours. */
const initial = 'payroll_accounting_initial_value_working_time_total_balance';

/** Columns of users that show the last employment. */
export const shownColumns = ['entry_date', 'exit_date', 'payroll_accounting_starts_at', initial] as const;

/** What a row of employments says of the dates and the account. */
export type EmploymentDates = Pick<
  Row<'employments'>,
  'entry_date' | 'exit_date' | 'payroll_accounting_starts_at' | 'initial_balance'
>;

/** What the row of users says of employments. */
type UserDates = Pick<Row<'users'>, (typeof shownColumns)[number] | 'former_employments'>;

/** The employments of a person in their order. */
export function employmentRows(view: ReadView, userId: number): readonly Row<'employments'>[] {
  return ordered(view.find('employments', [{ column: 'user_id', is: '=', value: userId }]));
}

/** Rows of employments by the day on which they begin. */
export function ordered(rows: readonly Row<'employments'>[]): readonly Row<'employments'>[] {
  return rows.toSorted((one, other) => (beginningOf(one) < beginningOf(other) ? -1 : 1));
}

/** The first day of an employment's account; before all dates where it has none. */
export function beginningOf(row: EmploymentDates): string {
  return row.payroll_accounting_starts_at ?? row.entry_date ?? '';
}

/** What the row of users says of employments in their order. */
export function columnsOfUser(rows: readonly Row<'employments'>[]): UserDates {
  const last = rows.at(-1);
  const former = rows.slice(0, -1).map((row): FormerEmployment => ({
    id: row.id,
    entry: row.entry_date,
    // Only the last employment is without an end.
    exit: row.exit_date ?? allDates.to,
    start: row.payroll_accounting_starts_at,
    initial: row.initial_balance ?? 0,
  }));
  return {
    entry_date: last?.entry_date ?? null,
    exit_date: last?.exit_date ?? null,
    payroll_accounting_starts_at: last?.payroll_accounting_starts_at ?? null,
    [initial]: last?.initial_balance ?? 0,
    former_employments: former.length === 0 ? null : JSON.stringify(former),
  };
}

/** What the row of the last employment says, from the row of users. */
export function columnsOfEmployment(user: UserDates): EmploymentDates {
  return {
    entry_date: user.entry_date,
    exit_date: user.exit_date,
    payroll_accounting_starts_at: user.payroll_accounting_starts_at,
    initial_balance: user[initial] ?? 0,
  };
}
