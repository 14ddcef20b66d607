// What looks at the rows of an account that moves in, and how it names one that does not fit.
import { AccountError } from '#accounts/account-error.ts';
import type { Row } from '#resource/rule.ts';

/** What looks at each row of some table, and at the end. Both throw an AccountError. */
export interface RowCheck {
  readonly row: (row: Row) => void;
  readonly end: () => void;
}

/** A sentence that names the row, its column, and what the value would have to be. */
export function misfit(
  where: { readonly table: string; readonly row: Row; readonly column: string },
  expected: string,
): AccountError {
  const shown = (value: unknown): string => JSON.stringify(value).slice(0, 100);
  const { table, row, column } = where;
  return new AccountError(
    `The row of ${table} with id ${shown(row['id'])} holds ${shown(row[column])} in ${column}: it must be ${expected}.`,
  );
}
