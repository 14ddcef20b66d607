// Small questions about a change that every rule asks.
import { ApiError } from '#errors/api-error.ts';
import type { Change, Row } from '#resource/rule.ts';

/** Whether the change gives the column another value than it had; always true on create. */
export function differs(change: Change, column: string): boolean {
  return change.before === null || (change.before[column] ?? null) !== (change.after[column] ?? null);
}

/** Whether any of the columns gets another value. */
export function anyDiffers(change: Change, columns: readonly string[]): boolean {
  return columns.some((column) => differs(change, column));
}

/** The id of the row that the change is about. */
export function rowId(change: Pick<Change, 'after'>): number {
  return change.after['id'] as number;
}

/** A reference column as an id; `null` when it is empty or 0. */
export function referenceIn(row: Row, column: string): number | null {
  const value = row[column];
  return typeof value === 'number' && value !== 0 ? value : null;
}

/** The refusal of a reference to a row that does not exist. */
export function unknownReference(field: string, id: number, what: string): ApiError {
  return new ApiError('unknown_reference', `${field} is ${id}; there is no ${what} with this id.`, { field });
}
