// The entries of a holiday account as they should be: a function of stored facts, never of the clock. Pure; days are
// hundredths. They add up to the balance, over all of the account and within each holiday year.
import { carryRuleOn, type HolidayAccount, type Movement } from './holiday-account.ts';
import { entitlementOf, type Entitlement } from './entitlement.ts';
import { expiryDates } from './expiry-dates.ts';
import { holidayYears, type HolidayYear } from './holiday-years.ts';

/** What an entry is. `returned` takes back what an earlier entry has taken. */
export type EntryKind =
  'initial' | 'entitlement' | 'pro_rata' | 'carry_over' | 'expiry' | 'adjustment' | 'taken' | 'returned';

/** One entry. */
export interface LedgerEntry {
  readonly kind: EntryKind;
  /** From the end of this day on the balance holds it. */
  readonly date: string;
  /** First day of the holiday year to which it belongs. */
  readonly year: string;
  /** Id of the absence or of the logged adjustment from which it comes. */
  readonly source: number | null;
  readonly days: number;
  readonly why: string;
}

/** What the years before have left over, and which of them was the last. */
interface Held {
  readonly days: number;
  readonly year: string | null;
}

/** The entries of all holiday years that begin up to a date. A year without a yearly amount has none. */
export function holidayLedger(account: HolidayAccount, until: string): readonly LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  let held: Held = { days: account.initial, year: null };
  for (const year of holidayYears(account, until)) {
    const entitled = entitlementOf(account, year);
    if (entitled === null) continue;
    const ofYear = [
      ...broughtForward(held, year),
      ...entitlement(entitled, year),
      ...expiries(account, year, held),
      ...moved(account, year),
    ].filter(({ days }) => days !== 0);
    entries.push(...ofYear);
    held = { days: sumOf(ofYear.filter((one) => one.year === year.from)), year: year.from };
  }
  return entries;
}

/** The entries of accounts one after the other: what one leaves over ends on the day on which the next begins. */
export function ledgerOfAll(accounts: readonly HolidayAccount[], until: string): readonly LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  for (const account of accounts) {
    const ofAccount = holidayLedger(account, until);
    const [left, last] = [sumOf(entries), entries.at(-1)];
    if (left !== 0 && last !== undefined && account.start <= until)
      entries.push({
        kind: 'expiry',
        date: account.start,
        year: last.year,
        source: null,
        days: -left,
        why: 'Left over from the employment before',
      });
    entries.push(...ofAccount);
  }
  return entries;
}

/** The sum of the entries' days. */
export function sumOf(entries: readonly { readonly days: number }[]): number {
  return entries.reduce((sum, { days }) => sum + days, 0);
}

/** What is carried goes out of the year before and into this one; the account has it all the time. */
function broughtForward(
  { days, year: before }: Held,
  { from, counted }: HolidayYear,
): readonly LedgerEntry[] {
  const entry = { year: from, date: counted.from, source: null, days };
  if (before === null) return [{ ...entry, kind: 'initial', why: 'What the account begins with' }];
  return [
    { ...entry, kind: 'carry_over', year: before, days: -days, why: `To the year from ${from}` },
    { ...entry, kind: 'carry_over', why: `From the year from ${before}` },
  ];
}

function entitlement({ yearly, days, why }: Entitlement, { from, counted }: HolidayYear) {
  const entry = { year: from, date: counted.from, source: null };
  return [
    { ...entry, kind: 'entitlement' as const, days: yearly, why: `${yearly / 100} days a year` },
    { ...entry, kind: 'pro_rata' as const, days: days - yearly, why },
  ];
}

/** Carried days are taken first; what is left of them on the day set expires, and at once what is carried too much. */
function expiries(account: HolidayAccount, year: HolidayYear, held: Held): readonly LedgerEntry[] {
  const { counted } = year;
  const most = held.year === null ? held.days : carryRuleOn(account.rules, counted.from).most;
  const entry = { kind: 'expiry' as const, year: year.from, source: null };
  const tooMuch = Math.max(0, held.days - most);
  const entries = [
    { ...entry, date: counted.from, days: -tooMuch, why: `At most ${most / 100} days are carried over` },
  ];
  let left = held.days - tooMuch;
  for (const date of expiryDates(account.rules, counted)) {
    const rest = Math.max(0, left - usedUntil(account, { from: counted.from, to: date }));
    entries.push({ ...entry, date, days: -rest, why: 'Carried over and not taken' });
    left -= rest;
  }
  return entries;
}

/** Days granted, and what adjustments have taken off on balance. */
function usedUntil({ granted, adjusted }: HolidayAccount, days: { from: string; to: string }): number {
  return sumOf(within(granted, days)) + Math.max(0, -sumOf(within(adjusted, days)));
}

function moved(
  { granted, adjusted }: HolidayAccount,
  { from, counted }: HolidayYear,
): readonly LedgerEntry[] {
  const entry = ({ date, source }: Movement) => ({ year: from, date, source });
  return [
    ...within(adjusted, counted).map((one) => ({
      ...entry(one),
      kind: 'adjustment' as const,
      days: one.days,
      why: 'Adjusted by hand',
    })),
    ...within(granted, counted).map((one) => ({
      ...entry(one),
      kind: 'taken' as const,
      days: -one.days,
      why: 'Holiday granted',
    })),
  ];
}

function within(movements: readonly Movement[], { from, to }: { from: string; to: string }) {
  return movements.filter(({ date }) => from <= date && date <= to);
}
