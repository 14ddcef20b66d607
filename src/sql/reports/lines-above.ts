// Trees as pairs: each node with itself and with every node above it.
import { sql, type Expression, type RawBuilder } from 'kysely';

/** Columns `id` and `above_id`. Both trees name the node above in `mother_id`. */
export function linesAbove(
  table: 'nodes' | 'departments',
  account: Expression<unknown>,
): RawBuilder<unknown> {
  const own = sql`select id, id, mother_id from ${sql.table(table)} where account_id = ${account}`;
  const above = sql`select l.id, m.id, m.mother_id from line as l join ${sql.table(table)} as m on m.id = l.mother_id where m.account_id = ${account}`;
  return sql`with recursive line (id, above_id, mother_id) as (${own} union all ${above}) select id, above_id from line`;
}
