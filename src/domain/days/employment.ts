// From when to when a person's days count.
import { ApiError } from '#errors/api-error.ts';
import type { Row } from '#resource/rule.ts';
import { allDates, datesBetween, earlierDate, laterDate } from '#values/date-range.ts';
import { formerEmployments } from '#values/employment.ts';
import { localText } from '#values/time-zone.ts';
import type { DateRange } from '../schedules/person-days.ts';

/** What of a row of `users` says when the person is employed, and how far the account is. */
export type Employee = Pick<
  Row<'users'>,
  | 'id'
  | 'entry_date'
  | 'exit_date'
  | 'payroll_accounting_starts_at'
  | 'payroll_accounting_initial_value_working_time_total_balance'
  | 'former_employments'
  | 'accounted_until'
  | 'begun_until'
  | 'timezone'
>;

/** First and last day, inclusive; `null` is open. */
export interface Days {
  readonly from: string | null;
  readonly to: string | null;
}

/** An employment; `from` and `to` are the days of its working time account: from its start, else from entry, to exit. */
export interface Employment extends Days {
  /** First day of employment. */
  readonly entry: string | null;
  /** Seconds with which its account begins. */
  readonly initial: number;
}

/** The present employment of a person, as the row of `users` says. */
function presentEmployment(user: Employee): Employment {
  const entry = user.entry_date;
  return {
    entry,
    from: user.payroll_accounting_starts_at ?? entry,
    to: user.exit_date,
    initial: (user.payroll_accounting_initial_value_working_time_total_balance ?? 0) * 36,
  };
}

/** All employments of a person in their order. */
export function employmentsOf(user: Employee): readonly Employment[] {
  const former = formerEmployments(user).map(({ entry, exit, start, initial }): Employment => ({
    entry,
    from: start ?? entry,
    to: exit,
    initial: initial * 36,
  }));
  return [...former, presentEmployment(user)];
}

function firstEmployment(user: Employee): Employment {
  return employmentsOf(user)[0] ?? presentEmployment(user);
}

/** Whether the person (a row of `users`) was employed before the present employment. */
export function hasReturned(user: Employee): boolean {
  return user.former_employments !== null;
}

/** The employment in whose working time account a date lies; `null`: none. */
export function employmentOn(user: Employee, date: string): Employment | null {
  const present = presentEmployment(user);
  if (!hasReturned(user) || isWithin(present, date)) return isWithin(present, date) ? present : null;
  return employmentsOf(user).find((one) => isWithin(one, date)) ?? null;
}

/** The employment whose account begins on the date after that of another; `null`: none. */
export function accountBeginning(user: Employee, date: string): Employment | null {
  if (!hasReturned(user)) return null;
  return employmentsOf(user).find(({ from }, index) => index > 0 && from === date) ?? null;
}

function isWithin({ from, to }: Days, date: string): boolean {
  return (from === null || from <= date) && (to === null || date <= to);
}

/** Seconds with which the working time account began. */
export function initialBalance(user: Employee): number {
  return firstEmployment(user).initial;
}

/** The days of a person's working time accounts: from the start of the first to the end of the last. */
export function accountedDays(user: Employee): Days {
  return { from: firstEmployment(user).from, to: presentEmployment(user).to };
}

/** No account begins earlier: what a person was paid for before is not worked out day by day. */
const firstAccounted = '1970-01-01';

/**
 * The days for which there are rows: from the start of the account to exit, at most to the day up to which the server has
 * filled it; `null` for a person without a start.
 */
export function accountRange(user: Employee): DateRange | null {
  const { from, to } = accountedDays(user);
  const until = user.accounted_until;
  if (from === null || until === null) return null;
  return { from: laterDate(from, firstAccounted), to: to === null ? until : earlierDate(to, until) };
}

/** The last day of next year on the person's clocks: up to there accounts are filled. */
export function lastDayToFill(user: Pick<Employee, 'timezone'>, now: number): string {
  return `${Number(todayOf(user, now).slice(0, 4)) + 1}-12-31`;
}

/** Every date for which there is a row. */
export function accountedDates(user: Employee): readonly string[] {
  const range = accountRange(user);
  if (range === null) return [];
  return employmentsOf(user).flatMap(({ from, to }) => {
    const [first, last] = [laterDate(range.from, from ?? range.from), earlierDate(range.to, to ?? range.to)];
    return first <= last ? datesBetween(first, last) : [];
  });
}

/** The date, or the last day of the employment before it where the person has left. */
export function lastDayUntil(user: Employee, date: string): string {
  const begun = employmentsOf(user).findLast(({ from }) => from === null || from <= date);
  return earlierDate(date, begun?.to ?? date);
}

/** Whether the account has no row of the day after this one, because the employment ends. */
export function isLastDay(user: Employee, date: string): boolean {
  return employmentOn(user, date)?.to === date;
}

/**
 * Whether the date lies in the person's working time account. Rows of other days are there because people wrote on
 * them, and stand in no balance, report or export.
 */
export function isAccounted(user: Employee, date: string): boolean {
  return employmentOn(user, date) !== null;
}

/** The parts of the range that lie in the person's working time accounts, in their order. */
export function accountedWithin(user: Employee, range: DateRange): readonly DateRange[] {
  return employmentsOf(user)
    .map(({ from, to }) => ({
      from: laterDate(range.from, from ?? range.from),
      to: earlierDate(range.to, to ?? range.to),
    }))
    .filter(({ from, to }) => from <= to);
}

/** The last date that has begun for a person (a row of `users`); every date for a person of whom it was never noted. */
export function begunUntil(user: Pick<Employee, 'begun_until'>): string {
  return user.begun_until ?? allDates.to;
}

/** Whether the date has begun on the person's clocks, as far as the account says. */
export function hasBegun(user: Employee, date: string): boolean {
  return date <= begunUntil(user);
}

/** Refuses a date outside of the person's working time account. */
export function refuseUnaccounted(user: Employee, date: string): void {
  if (isAccounted(user, date)) return;
  const { from, to } = accountedDays(user);
  const [first, last] = [from ?? 'the beginning', to ?? 'on'];
  const message = `date is ${date}; the working time account of user ${user.id} goes from ${first} ${to === null ? last : `to ${last}`}.`;
  throw new ApiError('rule_broken', message, { field: 'date' });
}

/** The date on the person's clocks. */
export function todayOf(user: Pick<Employee, 'timezone'>, now: number): string {
  return localText(now, user.timezone ?? 'UTC').slice(0, 10);
}
