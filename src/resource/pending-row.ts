// A child that stands only in its parent until it is written: what it is to become, kept as text in a hidden column.
import type { Stored } from './field-type.ts';
import type { Row } from './rule.ts';

/** What a pending child is to become. */
export interface PendingRow {
  /** Columns that it will have, over those of the row that the parent names, if it names one. */
  readonly row: Row;
  /** Which of them somebody chose; the others follow from these. */
  readonly given: readonly string[];
}

/** As the column keeps it. */
export function pendingRowText(pending: PendingRow): string {
  return JSON.stringify(pending);
}

/** What the column keeps; `null` when it is empty. */
export function pendingRow(text: Stored | undefined): PendingRow | null {
  return typeof text === 'string' ? (JSON.parse(text) as PendingRow) : null;
}
