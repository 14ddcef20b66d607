// Time trackings outside of employment, before any row is written: the service books none.
import { AccountError } from '#accounts/account-error.ts';
import { rowColumns, type RowValues } from '#sql/table-rows.ts';
import type { Table } from '#sql/table.ts';
import { employedUntil, formerEmployments, type Employed } from '#values/employment.ts';
import type { RowSource } from './row-source.ts';

const [people, trackings] = ['users', 'time_trackings'];

/** Reads people, then their trackings. Throws an AccountError that names the first tracking that reaches beyond an exit. */
export async function refuseUnemployed({ eachPage }: Pick<RowSource, 'eachPage'>): Promise<void> {
  const leavers = new Map<unknown, Employed>();
  await eachPage(
    ({ table }) => table.name === people,
    async ({ placed: { table }, rows }) => {
      const read = reader(table, ['id', 'entry_date', 'exit_date', 'timezone', 'former_employments']);
      for (const row of rows.map(read))
        if (row['exit_date'] !== null || row['former_employments'] !== null) leavers.set(row['id'], row);
    },
  );
  if (leavers.size === 0) return;
  await eachPage(
    ({ table }) => table.name === trackings,
    async ({ placed: { table }, rows }) => {
      const read = reader(table, ['id', 'user_id', 'start_instant', 'end_instant']);
      for (const row of rows.map(read)) refuseOutside(row, leavers.get(row['user_id']));
    },
  );
}

type Named = Readonly<Record<string, unknown>>;

function reader(table: Table, names: readonly string[]): (row: RowValues) => Named {
  const all = rowColumns(table).map(({ name }) => name);
  const places = names.map((name) => [name, all.indexOf(name)] as const);
  return (row) => Object.fromEntries(places.map(([name, place]) => [name, row[place] ?? null]));
}

function refuseOutside(tracking: Named, person: Employed | undefined): void {
  if (person === undefined) return;
  const start = tracking['start_instant'] as number;
  const until = employedUntil(person, start) ?? Infinity;
  if (start < until && ((tracking['end_instant'] as number | null) ?? start) <= until) return;
  const exits = [...formerEmployments(person).map(({ exit }) => exit), person.exit_date];
  const named = exits.filter((date) => date !== null).join(' and ');
  const what = `time_trackings ${tracking['id']} of users ${tracking['user_id']} reaches beyond the exit (${named})`;
  throw new AccountError(`The rows of the file do not fit together: ${what}.`);
}
