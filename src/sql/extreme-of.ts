// The smallest or greatest number in a column of an account's rows.
import { sql } from 'kysely';
import type { AccountTx } from './database.ts';
import { statement, type Prepared } from './statement.ts';

/** Which one, and where. */
export interface Extreme {
  readonly which: 'min' | 'max';
  readonly table: string;
  readonly column: string;
}

const prepared = new Map<string, Prepared>();

/** Looks it up; `null` when no row of the account holds a number there. */
export async function extremeOf({ tx, accountId }: AccountTx, extreme: Extreme): Promise<number | null> {
  const key = Object.values(extreme).join(' ');
  let known = prepared.get(key);
  if (known === undefined) prepared.set(key, (known = prepare(extreme)));
  return ((await known.get(tx, [accountId]))?.['found'] ?? null) as number | null;
}

function prepare({ which, table, column }: Extreme): Prepared {
  return statement((db, value) => ({
    compile: () =>
      sql`select ${sql.raw(which)}(${sql.ref(column)}) as found from ${sql.table(table)} where account_id = ${value(0)}`.compile(
        db,
      ),
  }));
}
