// Holiday years: from when to when, and how many days a person is entitled to in one. Pure; days are hundredths.
import type { Row } from '#resource/rule.ts';
import { countDates, dateAfter, earlierDate, laterDate } from '#values/date-range.ts';
import { roundedQuotient } from '#values/decimal.ts';

/** A holiday year, both ends included. */
export interface HolidayPeriod {
  readonly from: string;
  readonly to: string;
}

/** The holiday year that holds the date: the calendar year, or from one anniversary of entry to the next. */
export function periodAt(user: Row, date: string): HolidayPeriod {
  const entry = user['entry_date'];
  if (user['timesheet_holiday_calc_interval_mode'] !== 'entry_date' || typeof entry !== 'string') {
    return { from: `${date.slice(0, 4)}-01-01`, to: `${date.slice(0, 4)}-12-31` };
  }
  const anniversary = (year: number): string =>
    Temporal.PlainDate.from(entry)
      .add({ years: year - Number(entry.slice(0, 4)) })
      .toString();
  const year = Number(date.slice(0, 4));
  const first = anniversary(year) > date ? year - 1 : year;
  return { from: anniversary(first), to: dateAfter(anniversary(first + 1), -1) };
}

/** The holiday year after this one. */
export function periodAfter(user: Row, { to }: HolidayPeriod): HolidayPeriod {
  return periodAt(user, dateAfter(to, 1));
}

/** First day that counts: the one the person's record names, or the account's first, never before entry; `null`: any. */
export function countedFrom(user: Row): string | null {
  const named = user['timesheet_holiday_calc_starting_from'] ?? user['payroll_accounting_starts_at'];
  const [start, entry] = [named, user['entry_date']].map((date) => (typeof date === 'string' ? date : null));
  if (start == null || entry == null) return start ?? entry ?? null;
  return laterDate(start, entry);
}

/** Days for the part of the holiday year that counts, rounded half up. */
export function entitlement(user: Row, { from, to }: HolidayPeriod): number {
  const yearly = (user['timesheet_holiday_calc_yearly_amount'] ?? 0) as number;
  const [start, exit] = [countedFrom(user), user['exit_date']];
  const first = start === null ? from : laterDate(from, start);
  const last = typeof exit === 'string' ? earlierDate(to, exit) : to;
  const counted = BigInt(yearly) * BigInt(countDates(first, last));
  return Number(roundedQuotient(counted, BigInt(countDates(from, to))));
}
