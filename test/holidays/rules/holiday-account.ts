// Short ways to make holiday ledgers for tests.
import type { HolidayAccount, Movement } from '#domain/holidays/holiday-account.ts';
import { holidayLedger, sumOf, type EntryKind, type LedgerEntry } from '#domain/holidays/holiday-ledger.ts';

/** Since ever 20 days a calendar year; employed since 2025-01-01. */
export function accountOf(more: Partial<HolidayAccount> = {}): HolidayAccount {
  return {
    start: '2025-01-01',
    entry: '2025-01-01',
    exit: null,
    initial: 0,
    terms: [{ from: '2025-01-01', amount: 2000, week: 5, mode: 'calendar_year' }],
    weeks: [{ from: '0001-01-01', value: 5 }],
    rules: [],
    adjusted: [],
    granted: [],
    requested: [],
    ...more,
  };
}

/** Whole days in a row, each of one absence. */
export function daysFrom(first: string, count: number, source = 1): readonly Movement[] {
  return Array.from({ length: count }, (_, index) => ({
    date: Temporal.PlainDate.from(first).add({ days: index }).toString(),
    days: 100,
    source,
  }));
}

/** What entries of a kind sum up to, in days. */
export function daysOfKind(ledger: readonly LedgerEntry[], kind: EntryKind): number {
  return sumOf(ledger.filter((entry) => entry.kind === kind)) / 100;
}

/** The balance at the end of a date, in days. */
export function balanceOn(account: HolidayAccount, date: string): number {
  const until = `${Number(date.slice(0, 4)) + 1}-12-31`;
  return sumOf(holidayLedger(account, until).filter((entry) => entry.date <= date)) / 100;
}
