// What a holiday account holds at the end of each day, worked out by walking from day to day: plain loops and fractions,
// none of the server's rules. And random accounts to try it on.
import fc from 'fast-check';
import type { HolidayAccount, HolidayTerm, Movement } from '#domain/holidays/holiday-account.ts';
import { dateAfter } from '#values/date-range.ts';

/** Day after day, from the start of the account to the end of the holiday year that holds the date, or to the exit. */
export function walk(account: HolidayAccount, until: string): ReadonlyMap<string, number> {
  const balances = new Map<string, number>();
  const last = account.exit !== null && account.exit < until ? account.exit : until;
  if (account.start > last) return balances;
  const [adjustedOn, takenOn] = [byDate(account.adjusted), byDate(account.granted)];
  let [balance, begun] = [0, false];
  for (const year of yearsOf(account, last)) {
    const days = year.dates.filter(
      (date) => date >= account.start && (account.exit === null || date <= account.exit),
    );
    const entitled = entitledTo(account, year, days);
    let [carried, taken, adjusted] = [0, 0, 0];
    for (const [index, date] of days.entries()) {
      if (entitled !== null) {
        if (index === 0) {
          carried = begun ? balance : account.initial;
          const most = begun ? lastOf(account.rules, date)?.most : undefined;
          if (most !== undefined && carried > most) carried = most;
          balance = carried + entitled;
          begun = true;
        }
        const [added, used] = [adjustedOn.get(date) ?? 0, takenOn.get(date) ?? 0];
        [adjusted, taken, balance] = [adjusted + added, taken + used, balance + added - used];
        const unused = carried - taken - (adjusted < 0 ? -adjusted : 0);
        if (unused > 0 && isExpiry(lastOf(account.rules, date)?.expires, date)) {
          balance -= unused;
          carried -= unused;
        }
      }
      balances.set(date, balance);
    }
  }
  return balances;
}

function byDate(movements: readonly Movement[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { date, days } of movements) sums.set(date, (sums.get(date) ?? 0) + days);
  return sums;
}

interface Year {
  readonly dates: readonly string[];
  /** How many days the whole year has of which these are some or all. */
  readonly length: number;
}

function yearsOf(account: HolidayAccount, last: string): readonly Year[] {
  const years: Year[] = [];
  let [date, dates, mode] = [firstOf(account), [] as string[], ''];
  mode = modeOn(account, date);
  const length = (): number => lengthOf(account.entry, mode, dates[0] as string);
  for (; ; date = dateAfter(date, 1)) {
    const changes = account.terms.some(({ from, mode: other }) => from === date && other !== mode);
    if (dates.length > 0 && (changes || isFirst(account.entry, mode, date))) {
      years.push({ dates, length: length() });
      if (date > last) return years;
      [dates, mode] = [[], modeOn(account, date)];
    }
    dates.push(date);
  }
}

/** Back from the start to where the year begins that holds it. */
function firstOf(account: HolidayAccount): string {
  const mode = modeOn(account, account.start);
  let date = account.start;
  while (!isFirst(account.entry, mode, date) && modeOn(account, dateAfter(date, -1)) === mode)
    date = dateAfter(date, -1);
  return date;
}

function modeOn({ terms }: HolidayAccount, date: string): string {
  return (lastOf(terms, date) ?? (terms[0] as HolidayTerm)).mode;
}

function isFirst(entry: string | null, mode: string, date: string): boolean {
  if (mode === 'calendar_year' || entry === null) return date.endsWith('-01-01');
  if (date.slice(5) === entry.slice(5)) return true;
  return entry.endsWith('-02-29') && date.endsWith('-02-28') && dateAfter(date, 1).endsWith('-03-01');
}

function lengthOf(entry: string | null, mode: string, date: string): number {
  let [first, next, length] = [date, dateAfter(date, 1), 1];
  for (; !isFirst(entry, mode, first); first = dateAfter(first, -1)) length += 1;
  for (; !isFirst(entry, mode, next); next = dateAfter(next, 1)) length += 1;
  return length;
}

/** A sum of fractions with a denominator that fits every week; half a hundredth is rounded up. */
function entitledTo(account: HolidayAccount, { length }: Year, days: readonly string[]): number | null {
  let [parts, counts] = [0n, false];
  for (const date of days) {
    const { amount, week } = lastOf(account.terms, date) ?? (account.terms[0] as HolidayTerm);
    if (amount === null) continue;
    counts = true;
    const has = lastOf(account.weeks, date)?.value;
    const whole = week === null || week === 0 || has === undefined;
    parts += BigInt(amount) * (whole ? 420n : (420n * BigInt(has)) / BigInt(week));
  }
  if (!counts) return null;
  const units = 420n * BigInt(length);
  return Number((2n * parts + units) / (2n * units));
}

function isExpiry(monthDay: string | null | undefined, date: string): boolean {
  if (monthDay == null) return false;
  if (monthDay !== '02-29') return date.endsWith(monthDay);
  return date.endsWith('-02-29') || (date.endsWith('-02-28') && dateAfter(date, 1).endsWith('-03-01'));
}

function lastOf<T extends { readonly from: string }>(list: readonly T[], date: string): T | undefined {
  let found: T | undefined;
  for (const one of list) if (one.from <= date) found = one;
  return found;
}

const span = 1_300;
const date = fc.integer({ min: 0, max: span }).map((days) => dateAfter('2023-01-01', days));
const sorted = <T extends { readonly from: string }>(list: readonly T[]): readonly T[] =>
  list.toSorted((a, b) => (a.from < b.from ? -1 : 1));
const halves = (min: number, max: number) =>
  fc.integer({ min: min / 50, max: max / 50 }).map((half) => half * 50);

const term = fc.record({
  from: date,
  amount: fc.option(fc.constantFrom(0, 50, 1250, 2000, 2500, 3000), { freq: 8 }),
  week: fc.option(fc.integer({ min: 0, max: 7 }), { freq: 8 }),
  mode: fc.constantFrom('calendar_year' as const, 'entry_date' as const),
});
const rule = fc.record({
  from: date,
  expires: fc.option(fc.constantFrom('01-01', '02-29', '03-31', '06-30', '12-31'), { freq: 5 }),
  most: fc.constantFrom(0, 500, 36_600),
});
const movements = (amount: fc.Arbitrary<number>, maxLength: number) =>
  fc
    .array(fc.record({ date, days: amount, source: fc.integer({ min: 1, max: 5 }) }), { maxLength })
    .map((list) => list.toSorted((a, b) => (a.date < b.date ? -1 : 1)));

const from = ({ from: first }: { readonly from: string }): string => first;

/** Any account of some years, with everything that can be in one. */
export const anyAccount: fc.Arbitrary<HolidayAccount> = fc
  .record({
    start: date,
    entry: fc.option(fc.oneof(date, fc.constant('2020-02-29')), { freq: 5 }),
    exit: fc.option(date, { freq: 2 }),
    initial: halves(-500, 1500),
    terms: fc.uniqueArray(term, { minLength: 1, maxLength: 4, selector: from }).map(sorted),
    weeks: fc
      .uniqueArray(fc.record({ from: date, value: fc.integer({ min: 0, max: 7 }) }), {
        maxLength: 3,
        selector: from,
      })
      .map(sorted),
    rules: fc.uniqueArray(rule, { maxLength: 3, selector: from }).map(sorted),
    adjusted: movements(halves(-500, 500), 4),
    granted: movements(halves(50, 100), 30),
  })
  .map((account) => ({ ...account, requested: [] }));

/** The last date of random accounts. */
export const lastDate = '2026-12-31';
