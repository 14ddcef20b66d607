// What must be appended to a ledger so that it says what it should. Nothing of it is ever changed. Pure.
import { sumOf, type EntryKind, type LedgerEntry } from './holiday-ledger.ts';

/** An entry as far as it is looked at again. */
export type StoredEntry = Omit<LedgerEntry, 'why'>;

/** New entries with which every account of the ledger (kind, date, holiday year, source) has the sum that is wanted. */
export function ledgerDifferences(
  stored: readonly StoredEntry[],
  wanted: readonly LedgerEntry[],
): readonly LedgerEntry[] {
  const has = Map.groupBy(stored, keyOf);
  const needs = Map.groupBy(wanted, keyOf);
  const changed = [...needs].flatMap(([key, entries]) => difference(has.get(key) ?? [], entries));
  const gone = [...has].filter(([key]) => !needs.has(key)).flatMap(([, entries]) => difference(entries, []));
  return [...changed, ...gone].sort((one, other) => (one.date < other.date ? -1 : 1));
}

function difference(stored: readonly StoredEntry[], wanted: readonly LedgerEntry[]): readonly LedgerEntry[] {
  const days = sumOf(wanted) - sumOf(stored);
  const like = wanted[0] ?? stored[0];
  if (days === 0 || like === undefined) return [];
  const { date, year, source } = like;
  const kind = groupOf(like.kind) === 'taken' ? (days < 0 ? 'taken' : 'returned') : like.kind;
  const why = kind === 'returned' ? 'Holiday given back' : (wanted[0]?.why ?? 'No longer due');
  return [{ kind, date, year, source, days, why }];
}

function keyOf({ kind, date, year, source }: StoredEntry): string {
  return `${groupOf(kind)} ${date} ${year} ${source}`;
}

/** What is returned cancels out what was taken. */
function groupOf(kind: EntryKind): EntryKind {
  return kind === 'returned' ? 'taken' : kind;
}
