// Rows of a history as they should be, against those that are: the difference is written, nothing else.
import type { Row, View } from '#resource/rule.ts';

/**
 * Removes stored rows that say nothing wanted and adds the wanted ones that are missing, with the columns of `stamp`;
 * answers what it removed.
 */
export function storeEntries<Stored extends Row & { readonly id: number }>(
  view: View,
  {
    resource,
    stored,
    wanted,
    stamp = {},
  }: {
    readonly resource: string;
    readonly stored: readonly Stored[];
    readonly wanted: readonly Row[];
    readonly stamp?: Row;
  },
): readonly Stored[] {
  const gone = stored.filter((row) => !wanted.some((one) => says(row, one)));
  for (const row of gone) view.remove(resource, row.id);
  const added = wanted.filter((one) => !stored.some((row) => says(row, one)));
  const rows = added.map((one) => ({ ...one, ...stamp }));
  view.insertAll(resource, rows);
  return gone;
}

function says(row: Row, wanted: Row): boolean {
  return Object.entries(wanted).every(([column, value]) => row[column] === value);
}
