// Rows that lack their counterpart in another table: an older version of the program wrote them.
import type { Tx } from './database.ts';
import { statement } from './statement.ts';

/** Which rows lack what: those of `table` whose id stands in no `column` of `other`. */
export interface Lack {
  readonly table: string;
  readonly other: string;
  readonly column: string;
}

/** A row of some account. */
export interface RowKey {
  readonly accountId: number;
  readonly id: number;
}

const known = new Map<string, ReturnType<typeof statement>>();

/** All of them, by account. */
export async function rowsWithout(tx: Tx, lack: Lack): Promise<readonly RowKey[]> {
  const key = `${lack.table} ${lack.other} ${lack.column}`;
  let missing = known.get(key);
  if (missing === undefined) known.set(key, (missing = selectMissing(lack)));
  return (await missing.all(tx, [])) as unknown as readonly RowKey[];
}

function selectMissing({ table, other, column }: Lack): ReturnType<typeof statement> {
  return statement((db) =>
    db
      .selectFrom(table)
      .leftJoin(other, (join) =>
        join
          .onRef(`${other}.account_id`, '=', `${table}.account_id`)
          .onRef(`${other}.${column}`, '=', `${table}.id`),
      )
      .select([`${table}.account_id as accountId`, `${table}.id as id`])
      .where(`${other}.id`, 'is', null)
      .orderBy(`${table}.account_id`)
      .orderBy(`${table}.id`),
  );
}
