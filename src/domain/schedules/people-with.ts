// Whom a schedule or a calendar of public holidays concerns: everybody in whose history it stands.
import type { View } from '#resource/rule.ts';
import type { DatedColumn } from './keep-history.ts';

/** The people who have, had or will have the schedule or calendar. */
export function peopleWith(
  view: View,
  { column, value }: { readonly column: DatedColumn; readonly value: number },
): readonly number[] {
  const rows = view.find('personHistory', [
    { column: 'kind', is: '=', value: column },
    { column: 'value_id', is: '=', value },
  ]);
  return [...new Set(rows.map((row) => row.user_id))];
}
