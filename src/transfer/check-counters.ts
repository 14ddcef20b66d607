// Counters of ids: each stands behind every id that was given, those of deleted rows among them, or ids come twice.
import { AccountError } from '#accounts/account-error.ts';
import type { Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import type { RowCheck } from './row-check.ts';

/** The row of a person's status has the id of the person. */
const countedElsewhere: ReadonlySet<string> = new Set(['user_status_overview']);

/** Makes the checks of all tables, which share what they have found. */
export function checkCounters(stored: readonly Resource[]): {
  readonly of: (table: string) => RowCheck;
  readonly end: () => void;
} {
  const newest = new Map<string, number>();
  const next = new Map<string, number>();
  const tables = new Map(stored.map(({ name, table }) => [name, table]));
  const saw = (table: string, id: unknown): void => {
    if (typeof id === 'number') newest.set(table, Math.max(newest.get(table) ?? 0, id));
  };
  const look = (table: string, row: Row): void => {
    if (table === 'row_counters') next.set(String(row['sequence']), row['next_id'] as number);
    else saw(table, row['id']);
    const deletedFrom = table === 'deletions' ? tables.get(String(row['resource'])) : undefined;
    if (deletedFrom !== undefined) saw(deletedFrom, row['row_id']);
  };
  return {
    of: (table) => ({ row: (row) => look(table, row), end: () => {} }),
    end() {
      for (const [table, id] of newest) {
        const counted = next.get(table);
        if (countedElsewhere.has(table) || (counted !== undefined && counted > id)) continue;
        throw new AccountError(
          `The counter of ${table} says ${counted ?? 'nothing'} in row_counters: it must be more than ${id}, the newest id that was given.`,
        );
      }
    },
  };
}
