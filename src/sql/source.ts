// What a statement selects from: the table of a resource, of a flag view the flagged rows of the other's table, or rows
// with the blocks to which they belong. Engines merge such a selection with the statement around it, so that it is
// found by the same indexes.
import { sql, type Expression, type RawBuilder } from 'kysely';
import type { Blocks, Resource, FlagView } from '#resource/resource.ts';

/** The source of a resource's rows, in which every field is a column of its name. */
export function sourceOf(resource: Resource): RawBuilder<unknown> {
  if (resource.flagView !== null) return flaggedRows(resource, resource.flagView);
  if (resource.blocks !== null) return rowsWithBlocks(resource, resource.blocks);
  return sql.table(resource.table);
}

function flaggedRows({ table, fields }: Resource, { columns: below, flag }: FlagView): RawBuilder<unknown> {
  const columns = [...fields.keys()].map((name) => sql`${sql.ref(below[name] ?? name)} as ${sql.ref(name)}`);
  const kept = sql.join([sql.ref('account_id'), sql.ref('row_revision'), ...columns]);
  return sql`(select ${kept} from ${sql.table(table)} where ${sql.ref(flag)} <> 0) as marked`;
}

function rowsWithBlocks(resource: Resource, blocks: Blocks): RawBuilder<unknown> {
  const { table, fields, hidden, lastChange } = resource;
  const columns = [...fields.values()].map(({ name, total }) => {
    if (total !== undefined)
      return sql`coalesce(b.${sql.ref(total.before)}, 0) + d.${sql.ref(total.within)} as ${sql.ref(name)}`;
    if (name !== lastChange) return sql`d.${sql.ref(name)}`;
    const [own, block] = [sql`d.${sql.ref(name)}`, sql`b.${sql.ref(blocks.lastChange)}`];
    return sql`case when ${block} > ${own} then ${block} else ${own} end as ${sql.ref(name)}`;
  });
  const others = Object.keys(hidden).map((name) => sql`d.${sql.ref(name)}`);
  const revision = sql`d.row_revision + coalesce(b.row_revision, 0) as row_revision`;
  const kept = sql.join([sql`d.account_id`, revision, ...columns, ...others]);
  return sql`(select ${kept} from ${sql.table(table)} as d left join ${sql.table(blocks.table)} as b on ${ofBlock(blocks)}) as counted`;
}

/**
 * Whether a row, or its block, has changed since: what an index finds of either, while their later moment stands in none.
 * `compare` is given the last change of a table.
 */
export function changedInBlocks(
  { table, lastChange }: Resource,
  blocks: Blocks,
  {
    account,
    compare,
  }: {
    readonly account: Expression<unknown>;
    readonly compare: (column: RawBuilder<unknown>) => RawBuilder<boolean>;
  },
): RawBuilder<boolean> {
  const rows = sql`select d.id from ${sql.table(table)} as d where d.account_id = ${account} and ${compare(sql`d.${sql.ref(lastChange as string)}`)}`;
  const inBlocks = sql`select d.id from ${sql.table(blocks.table)} as b join ${sql.table(table)} as d on ${ofBlock(blocks)} where b.account_id = ${account} and ${compare(sql`b.${sql.ref(blocks.lastChange)}`)}`;
  return sql<boolean>`${sql.ref('id')} in (${rows} union all ${inBlocks})`;
}

function ofBlock({ column }: Blocks): RawBuilder<unknown> {
  return sql`b.account_id = d.account_id and b.id = d.${sql.ref(column)}`;
}
