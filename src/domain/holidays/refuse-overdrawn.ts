// Nobody takes more holiday than they have: with all open requests taken, no day from the wanted ones on may leave the
// account below zero, to the end of the last holiday year that is known or in which somebody has asked for a day.
import { ApiError } from '#errors/api-error.ts';
import type { Row, View } from '#resource/rule.ts';
import { dateAfter, earlierDate, laterDate } from '#values/date-range.ts';
import type { CostlyDay } from '../absence-days/count-days.ts';
import type { HolidayAccount, Movement } from './holiday-account.ts';
import { holidayLedger, sumOf, type LedgerEntry } from './holiday-ledger.ts';
import { holidayYears } from './holiday-years.ts';
import type { Days } from './holiday-year.ts';
import { readHolidayAccounts } from './read-holiday-account.ts';
import { knownRow } from '../known-row.ts';
import { accountedUntil } from './recalculate-holidays.ts';

/** Refuses days of holiday (in hundredths) that the person has not; without a yearly amount there is no limit. */
export function refuseOverdrawn(
  { userId, absence: source }: { readonly userId: number; readonly absence: number | null },
  wanted: readonly CostlyDay[],
  view: View,
): void {
  if (wanted.length === 0 || view.setting('holiday_negative_balance') === '1') return;
  const user = knownRow(view, 'users', userId);
  if (user.timesheet_holiday_calc_yearly_amount === null) return;
  const accounts = readHolidayAccounts(view, user);
  const account = accounts.findLast(({ start }) => start <= (wanted[0]?.date ?? '')) ?? accounts[0];
  if (account === undefined) return;
  const days = wanted.map(({ date, value }) => ({ date, days: value, source }));
  const lack = findLack(account, days, accountedUntil(user));
  if (lack !== null) throw overdrawn(user, lack);
}

const daysAhead = 3653;

/** The first holiday year that would be overdrawn. */
export interface Lack {
  readonly year: Days;
  /** What the days may take at most up to the end of that year, and what they take, in hundredths. */
  readonly available: number;
  readonly wanted: number;
}

/**
 * What there is not enough of when the days of one request are taken beside all others; `null`: nothing. Days more than
 * ten years after those that are known are not looked at. Pure.
 */
export function findLack(account: HolidayAccount, days: readonly Movement[], known: string): Lack | null {
  const dates = [...account.granted, ...account.requested, ...days].map(({ date }) => date);
  const until = earlierDate(dates.reduce(laterDate, known), dateAfter(known, daysAhead));
  const ledger = ledgerWith(account, days, until);
  const charged = ledger.filter(({ kind, source }) => kind === 'taken' && source === days[0]?.source);
  const first = charged[0];
  if (first === undefined) return null;
  const after = balancesOf(ledger).filter(({ date }) => first.date <= date);
  const below = after.find(({ balance }) => balance < 0);
  if (below === undefined) return null;
  const year = holidayYears(account, until).findLast(({ from }) => from <= below.date) as Days;
  const wanted = -sumOf(charged.filter(({ date }) => date <= year.to));
  const lowest = Math.min(...after.filter(({ date }) => date <= year.to).map(({ balance }) => balance));
  return { year, wanted, available: Math.max(0, wanted + lowest) };
}

function ledgerWith(
  account: HolidayAccount,
  days: readonly Movement[],
  until: string,
): readonly LedgerEntry[] {
  const others = account.requested.filter(({ source }) => source !== days[0]?.source);
  const granted = [...account.granted, ...others, ...days].sort((a, b) => (a.date < b.date ? -1 : 1));
  return holidayLedger({ ...account, granted, requested: [] }, until);
}

/** What stands at the end of each date on which something moves. */
function balancesOf(ledger: readonly LedgerEntry[]): readonly { date: string; balance: number }[] {
  const byDate = [...Map.groupBy(ledger, ({ date }) => date)].sort(([a], [b]) => (a < b ? -1 : 1));
  let balance = 0;
  return byDate.map(([date, entries]) => ({ date, balance: (balance += sumOf(entries)) }));
}

function overdrawn(user: Row<'users'>, { year: { from, to }, available, wanted }: Lack): ApiError {
  const message =
    `duration is too long: user ${user.id} has ${available / 100} days available in the holiday year ` +
    `from ${from} to ${to}, and this takes ${wanted / 100}.`;
  const data = { from, to, available: available / 100, wanted: wanted / 100 };
  return new ApiError('rule_broken', message, { field: 'duration', data });
}
