// The newest second that an account's rows are stamped with.
import { sql } from 'kysely';
import type { Resource } from '#resource/resource.ts';
import type { AccountTx } from './store.ts';
import { statement, type Prepared } from './statement.ts';

const newestIn = new Map<string, Prepared>();

/** Epoch seconds; 0 when nothing is stamped. Deletions count as the rows do. */
export async function newestStamp(
  { tx, accountId }: AccountTx,
  resources: Iterable<Resource>,
): Promise<number> {
  const stamped: [table: string, column: string][] = [
    ['deletions', 'deleted_at'],
    ['former_sights', 'used_until'],
  ];
  for (const { storage, viewOf, table, lastChange } of resources)
    if (storage === 'account' && viewOf === null && lastChange !== null) stamped.push([table, lastChange]);
  let newest = 0;
  for (const [table, column] of stamped) {
    const row = await newestOf(table, column).get(tx, [accountId]);
    newest = Math.max(newest, Number(row?.['newest'] ?? 0));
  }
  return newest;
}

function newestOf(table: string, column: string): Prepared {
  const key = `${table} ${column}`;
  let known = newestIn.get(key);
  if (known === undefined) {
    known = statement((db, value) => ({
      compile: () =>
        sql`select max(${sql.ref(column)}) as newest from ${sql.table(table)} where account_id = ${value(0)}`.compile(
          db,
        ),
    }));
    newestIn.set(key, known);
  }
  return known;
}
