// One holiday year of a person as it stands on a day. Pure; days are hundredths.
import { dateAfter, laterDate } from '#values/date-range.ts';
import { termOn, type HolidayAccount } from './holiday-account.ts';
import { expiryDates } from './expiry-dates.ts';
import { holidayLedger, sumOf, type EntryKind, type LedgerEntry } from './holiday-ledger.ts';
import { holidayYearAt, type Days } from './holiday-year.ts';
import { holidayYears, type HolidayYear } from './holiday-years.ts';

/** A holiday year of a person. */
export interface YearBalance {
  readonly period: Days;
  /** Left over from the years before, or what the account began with. */
  readonly carried: number;
  /** Carried and not taken in time, so far: until today, or the date if it is later. */
  readonly expired: number;
  /** The next day at whose end carried days expire, and how many unless they are taken; `null`: none. */
  readonly expiry: { readonly date: string; readonly days: number } | null;
  /** The last day on which days can be taken that are left when the year ends; `null`: they do not expire. */
  readonly leftOverUntil: string | null;
  /** Entitled to in this year, adjustments included. */
  readonly entitled: number;
  /** Granted up to today. */
  readonly taken: number;
  /** Carried and entitled, less taken and expired. */
  readonly left: number;
  /** Granted and still to come. */
  readonly granted: number;
  readonly requested: number;
  /** Left, less granted and requested. */
  readonly available: number;
}

/** Which year, and when it is looked at. */
interface Moment {
  readonly date: string;
  readonly today: string;
}

/**
 * The holiday year of an account that holds the date, as it stands `today`; of a date to come, without what will have
 * expired by then. What was asked for in the years before it counts as granted there: only what is available goes on into
 * the next year.
 */
export function yearBalance(account: HolidayAccount, { date, today }: Moment): YearBalance {
  const year = holidayYears(account, date).findLast(({ from, to }) => from <= date && date <= to);
  const period = year ?? holidayYearAt({ ...account, mode: termOn(account.terms, date).mode }, date);
  const ledger = holidayLedger(withRequestsBefore(account, period.from), date);
  const ofYear = ledger.filter((entry) => entry.year === year?.from);
  // Before the account there is nothing, and after it, or without an amount, what was left stands still.
  const carried = ofYear.length === 0 ? sumOf(ledger) : sumKinds(ofYear, ['initial', 'carry_over']);
  const [past, toCome] = parted(ofYear, (entry) => entry.date <= today);
  const taken = -sumKinds(past, ['taken']);
  const granted = -sumKinds(toCome, ['taken']);
  const requested = sumOf(account.requested.filter((one) => isWithin(period, one.date)));
  const entitled = sumKinds(ofYear, ['entitlement', 'pro_rata', 'adjustment']);
  const { expired, expiry } = expiries(account, { year, ofYear, seenOn: laterDate(date, today) });
  const left = carried + entitled - taken - expired;
  const available = left - granted - requested;
  const leftOverUntil = lastDayOf(account, dateAfter(period.to, 1));
  return {
    period,
    carried,
    expired,
    expiry,
    leftOverUntil,
    entitled,
    taken,
    left,
    granted,
    requested,
    available,
  };
}

/** Carried days can be taken to the end of the day on which they expire; too many of them go at once. */
function expiries(
  { rules }: HolidayAccount,
  {
    year,
    ofYear,
    seenOn,
  }: {
    readonly year: HolidayYear | undefined;
    readonly ofYear: readonly LedgerEntry[];
    readonly seenOn: string;
  },
): Pick<YearBalance, 'expired' | 'expiry'> {
  if (year === undefined) return { expired: 0, expiry: null };
  const { counted } = year;
  const [over, toCome] = parted(ofYear, (entry) => entry.date < seenOn || entry.date === counted.from);
  const next = expiryDates(rules, counted).find((date) => date >= seenOn && date !== counted.from);
  const onNext = toCome.filter((entry) => entry.date === next);
  return {
    expired: -sumKinds(over, ['expiry']),
    expiry: next === undefined ? null : { date: next, days: -sumKinds(onNext, ['expiry']) },
  };
}

/** What is left is carried into the year that begins on the day, if the account has one: else it stands. */
function lastDayOf(account: HolidayAccount, nextYear: string): string | null {
  const next = holidayYears(account, nextYear).find(({ from }) => from === nextYear);
  return next === undefined ? null : (expiryDates(account.rules, next.counted)[0] ?? null);
}

function withRequestsBefore(account: HolidayAccount, date: string): HolidayAccount {
  const asked = account.requested.filter((one) => one.date < date);
  return { ...account, granted: [...account.granted, ...asked] };
}

function isWithin({ from, to }: Days, date: string): boolean {
  return from <= date && date <= to;
}

function parted<T>(list: readonly T[], test: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [list.filter(test), list.filter((one) => !test(one))];
}

function sumKinds(entries: readonly LedgerEntry[], kinds: readonly EntryKind[]): number {
  return sumOf(entries.filter(({ kind }) => kinds.includes(kind)));
}
