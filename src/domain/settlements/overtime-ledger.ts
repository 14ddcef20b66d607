// The rows of overtimeLedger that a person should have, and how they come to be.
import type { ReadView, Row, View } from '#resource/rule.ts';
import type { SettledDay } from './settle-days.ts';

type NewEntry = Omit<Row<'overtimeLedger'>, 'id' | 'updated'>;

/** Rows of the ledger that are needless, and rows without ids that are missing. */
export interface LedgerChange {
  readonly needless: readonly Row<'overtimeLedger'>[];
  readonly missing: readonly NewEntry[];
}

/**
 * Compares the ledger of a person with these days; entries before the first date stay. Approved days keep theirs, dates
 * without a day have none.
 */
export function ledgerChange(
  view: ReadView,
  userId: number,
  { from, days }: { readonly from: string; readonly days: readonly SettledDay[] },
): LedgerChange {
  const stored = view.find(
    'overtimeLedger',
    [
      { column: 'user_id', is: '=', value: userId },
      { column: 'date', is: '>=', value: from },
    ],
    { orderBy: ['date', 'id'] },
  );
  const byDate = Map.groupBy(stored, (row) => row.date);
  const right = new Set<string>();
  const missing: NewEntry[] = [];
  for (const { row, settlements } of days) {
    const { date } = row;
    const wanted = (settlements ?? []).map((one): NewEntry => ({ user_id: userId, date, ...one }));
    const isRight = settlements === null || sayTheSame(byDate.get(date) ?? [], wanted);
    if (isRight) right.add(date);
    else missing.push(...wanted);
  }
  return { needless: stored.filter((row) => !right.has(row.date)), missing };
}

/** Entries of a day stand in the order in which they were settled. */
function sayTheSame(rows: readonly Row<'overtimeLedger'>[], wanted: readonly NewEntry[]): boolean {
  return rows.length === wanted.length && rows.every((row, index) => says(row, wanted[index] ?? {}));
}

function says(row: Row, wanted: Row): boolean {
  return Object.entries(wanted).every(([name, value]) => (row[name] ?? null) === value);
}

/** What an approved day has settled and what its entries add up to, in seconds. */
export interface FrozenDay {
  readonly date: string;
  readonly settled: number;
  readonly entries: number;
}

/** Approved days whose entries do not add up to what they have settled. */
export function frozenOtherwise(
  view: ReadView,
  userId: number,
  days: readonly SettledDay[],
): readonly FrozenDay[] {
  const kept = days.filter(({ settlements }) => settlements === null);
  if (kept.length === 0) return [];
  const rows = view.find('overtimeLedger', [{ column: 'user_id', is: '=', value: userId }]);
  const sums = new Map<string, number>();
  for (const { date, hours } of rows) sums.set(date, (sums.get(date) ?? 0) + hours);
  return kept
    .map(({ row }) => ({
      date: row.date,
      settled: row.overtime_settled ?? 0,
      entries: sums.get(row.date) ?? 0,
    }))
    .filter(({ settled, entries }) => settled !== entries);
}

/** Writes what the ledger lacks and takes away what it should not have; answers how many rows that took. */
export function storeLedger(view: View, { needless, missing }: LedgerChange): number {
  view.removeAll('overtimeLedger', needless);
  view.insertAll('overtimeLedger', missing);
  return needless.length + missing.length;
}
