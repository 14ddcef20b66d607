// The ledger of a person's holiday is brought up to date, in the transaction that changes what it follows from.
import type { ReadView, Row, View } from '#resource/rule.ts';
import { allDates } from '#values/date-range.ts';
import { shiftTotals } from '../days/totals.ts';
import { ledgerOfAll, sumOf, type LedgerEntry } from './holiday-ledger.ts';
import { ledgerDifferences, type StoredEntry } from './ledger-differences.ts';
import { knownRow } from '../known-row.ts';
import { readHolidayAccounts } from './read-holiday-account.ts';

/** Appends what the ledger lacks, and moves the balances of the days; answers how many entries that took. */
export function recalculateHolidays(view: View, userId: number): number {
  const missing = missingEntries(view, userId);
  if (missing.length === 0) return 0;
  view.insertAll(
    'holidayEntries',
    missing.map((entry) => rowOf(userId, entry)),
  );
  shiftTotals(view, knownRow(view, 'users', userId), shiftsOf(missing));
  return missing.length;
}

/** The entries that the ledger lacks; none when it says what follows from the facts. */
export function missingEntries(view: ReadView, userId: number): readonly LedgerEntry[] {
  const user = view.get('users', userId);
  if (user === undefined) return [];
  const wanted = ledgerOfAll(readHolidayAccounts(view, user), accountedUntil(user));
  return ledgerDifferences(storedEntries(view, userId), wanted);
}

/** The last day up to which a person's accounts are filled; before every date when they are not yet. */
export function accountedUntil(user: Pick<Row<'users'>, 'accounted_until'>): string {
  return user.accounted_until ?? allDates.from;
}

/** The ledger of a person, in the order in which it was written. */
export function storedEntries(view: ReadView, userId: number): readonly StoredEntry[] {
  const rows = view.find('holidayEntries', [{ column: 'user_id', is: '=', value: userId }]);
  return rows.map((row) => ({
    kind: row.kind,
    date: row.date,
    year: row.holiday_year,
    source: row.source_id,
    days: row.days,
  }));
}

function rowOf(
  userId: number,
  { kind, date, year, source, days, why }: LedgerEntry,
): Omit<Row<'holidayEntries'>, 'id'> {
  return { user_id: userId, date, kind, days, holiday_year: year, source_id: source, why };
}

/** By how much the balance changes from which dates on. */
function shiftsOf(entries: readonly LedgerEntry[]) {
  return [...Map.groupBy(entries, ({ date }) => date)]
    .map(([date, ofDate]) => ({ date, balance: 0, holiday: sumOf(ofDate) }))
    .filter(({ holiday }) => holiday !== 0);
}
