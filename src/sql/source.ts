// What a statement selects from: the table of a resource, or of a view the marked rows of the other's table. Engines
// merge such a selection with the statement around it, so that it is found by the same indexes.
import { sql, type RawBuilder } from 'kysely';
import type { Resource } from '#resource/resource.ts';

/** The source of a resource's rows, in which every field is a column of its name. */
export function sourceOf({ viewOf, table, fields }: Resource): RawBuilder<unknown> {
  if (viewOf === null) return sql.table(table);
  const columns = [...fields.keys()].map(
    (name) => sql`${sql.ref(viewOf.columns[name] ?? name)} as ${sql.ref(name)}`,
  );
  const kept = sql.join([sql.ref('account_id'), sql.ref('row_revision'), ...columns]);
  return sql`(select ${kept} from ${sql.table(table)} where ${sql.ref(viewOf.mark)} <> 0) as marked`;
}
