// Columns beside the fields of a resource, which only the server reads.
import type { FieldType, Stored } from './field-type.ts';

/** A column that clients never see. */
export interface HiddenColumn {
  readonly column: 'integer' | 'text';
  readonly default?: Stored;
  /** No stored row lacks it; left out: if it has a `default`. */
  readonly filled?: boolean;
  /** The type of the values, where the server could not work with others: imports refuse those. */
  readonly type?: FieldType;
  /** Nothing that is shown follows from it: when it alone changes, the row stays as it was to everybody. */
  readonly unseen?: true;
}
