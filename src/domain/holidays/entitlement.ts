// How many days a holiday year entitles to: the yearly amount, by days of employment and working days a week. Pure.
import { countDates, dateAfter } from '#values/date-range.ts';
import { roundedQuotient } from '#values/decimal.ts';
import { valueOn } from '../schedules/history.ts';
import { termOn, type HolidayAccount } from './holiday-account.ts';
import type { HolidayYear } from './holiday-years.ts';
import type { Days } from './holiday-year.ts';

/** What a year entitles to, in hundredths of days. */
export interface Entitlement {
  /** The amount of a whole year, as it stands at the end of this one. */
  readonly yearly: number;
  /** The part of it that this year gives, rounded half up. */
  readonly days: number;
  /** How the part comes about. */
  readonly why: string;
}

/** Days on which one amount and one working week hold. */
interface Segment {
  readonly count: number;
  readonly amount: number;
  /** Working days of the week, and of the week for which the amount is meant; the same where either is unknown. */
  readonly week: number;
  readonly of: number;
}

/** Divisible by every number of working days a week. */
const everyWeek = 420;

/** The entitlement of a year; `null` when no amount holds in it: then the year does not count. */
export function entitlementOf(account: HolidayAccount, { counted, whole }: HolidayYear): Entitlement | null {
  const segments = segmentsOf(account, counted);
  const last = segments.at(-1);
  if (last === undefined) return null;
  const length = countDates(whole.from, whole.to);
  const parts = segments.map(
    ({ count, amount, week, of }) => BigInt(amount) * BigInt(count * week * (everyWeek / of)),
  );
  const sum = parts.reduce((total, part) => total + part, 0n);
  return {
    yearly: last.amount,
    days: Number(roundedQuotient(sum, BigInt(everyWeek * length))),
    why: segments.map((segment) => sentenceOf(segment, length)).join('; '),
  };
}

function segmentsOf(account: HolidayAccount, { from, to }: Days): readonly Segment[] {
  const { terms, weeks } = account;
  const inside = [...terms, ...weeks].map((one) => one.from).filter((date) => from < date && date <= to);
  const begins = [...new Set([from, ...inside])].sort();
  return begins.flatMap((begin, index) => {
    const next = begins[index + 1];
    const count = countDates(begin, next === undefined ? to : dateAfter(next, -1));
    const { amount, week } = termOn(terms, begin);
    return count === 0 || amount === null ? [] : [{ count, amount, ...weekOf(week, valueOn(weeks, begin)) }];
  });
}

function weekOf(meant: number | null, has: number | null): { readonly week: number; readonly of: number } {
  return meant === null || meant === 0 || has === null ? { week: 1, of: 1 } : { week: has, of: meant };
}

function sentenceOf({ count, amount, week, of }: Segment, length: number): string {
  const days = `${count} of ${length} days at ${amount / 100} a year`;
  return week === of ? days : `${days}, ${week} of ${of} working days a week`;
}
