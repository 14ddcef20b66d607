// A child that stands only in its parent until it is written: what it is to become, kept as text in a hidden column.
import type { Stored } from './field-type.ts';
import type { Row } from './rule.ts';

/** What a carried child is to become. */
export interface CarriedRow {
  /** Columns that it will have, over those of the row that the parent names, if it names one. */
  readonly row: Row;
  /** Which of them somebody chose; the others follow from these. */
  readonly given: readonly string[];
}

/** As the column keeps it. */
export function carriedText(carried: CarriedRow): string {
  return JSON.stringify(carried);
}

/** What the column keeps; `null` when it is empty. */
export function carriedRow(text: Stored | undefined): CarriedRow | null {
  return typeof text === 'string' ? (JSON.parse(text) as CarriedRow) : null;
}
