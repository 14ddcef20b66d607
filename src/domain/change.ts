// Small questions about a change that every rule asks.
import { ApiError } from '#errors/api-error.ts';
import type { Row } from '#resource/rule.ts';

/** A row as it stood, if it did, and as it will stand. */
interface Versions<Of extends Row> {
  readonly before: Of | null;
  readonly after: NoInfer<Of>;
}

/** Whether the change gives the column another value than it had; always true on create. */
export function differs<Of extends Row>({ before, after }: Versions<Of>, column: keyof Of): boolean {
  return before === null || (before[column] ?? null) !== (after[column] ?? null);
}

/** Whether any of the columns gets another value. */
export function anyDiffers<Of extends Row>(change: Versions<Of>, columns: readonly (keyof Of)[]): boolean {
  return columns.some((column) => differs(change, column));
}

/** The id of the row that the change is about. */
export function rowId({ after }: { readonly after: { readonly id: number } }): number {
  return after.id;
}

/** A reference column as an id; `null` when it is empty or 0. */
export function referenceIn<Of extends Row>(row: Of, column: keyof Of): number | null {
  const value = row[column];
  return typeof value === 'number' && value !== 0 ? value : null;
}

/** The refusal of a reference to a row that does not exist. */
export function unknownReference(field: string, id: number, what: string): ApiError {
  return new ApiError('unknown_reference', `${field} is ${id}; there is no ${what} with this id.`, { field });
}
