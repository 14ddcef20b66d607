// What must happen to a schema so that it becomes the declared one. What would lose data is refused: a person
// writes such a migration by hand.
import type { Column, ForeignKey, Table, TableIndex } from '../table.ts';
import type { Operation, TableMap } from './operation.ts';

/** The operations that lead from `current` to `declared`; none when they agree. Throws an Error naming what it refuses. */
export function compareTables(current: TableMap, declared: readonly Table[]): Operation[] {
  const refusals: string[] = [];
  const names = new Set(declared.map((table) => table.name));
  for (const name of current.keys()) {
    if (!names.has(name))
      refusals.push(`the table ${name} is no longer declared (write {kind: 'dropTable'})`);
  }
  const operations = declared.flatMap((table): Operation[] => {
    const before = current.get(table.name);
    return before === undefined
      ? [{ kind: 'createTable', table }]
      : compareTable(before, table, { current, refusals });
  });
  if (refusals.length > 0)
    throw new Error(`This needs a migration written by hand (see CONTRIBUTING.md): ${refusals.join('; ')}.`);
  return operations;
}

/** What the comparison of one table looks at and adds to. */
interface Around {
  readonly current: TableMap;
  readonly refusals: string[];
}

function compareTable(before: Table, after: Table, { current, refusals }: Around): Operation[] {
  if (before.scope !== after.scope) refusals.push(`${after.name} changes its scope`);
  if (!same(before.primaryKey, after.primaryKey)) refusals.push(`${after.name} changes its primary key`);
  const table = after.name;
  const indexes = difference(before.indexes, after.indexes);
  const foreignKeys = difference(before.foreignKeys, after.foreignKeys);
  const exclusions = difference(before.exclusions ?? [], after.exclusions ?? []);
  return [
    ...indexes.gone.map(({ name }): Operation => ({ kind: 'dropIndex', table, index: name })),
    ...foreignKeys.gone.map((foreignKey): Operation => ({ kind: 'dropForeignKey', table, foreignKey })),
    ...exclusions.gone.map((exclusion): Operation => ({ kind: 'dropExclusion', table, exclusion })),
    ...compareColumns(before, after, refusals),
    ...foreignKeys.come.flatMap((foreignKey): Operation[] => [
      ...emptied(before, foreignKey, { current, refusals }),
      { kind: 'addForeignKey', table, foreignKey },
    ]),
    ...indexes.come.map((index: TableIndex): Operation => ({ kind: 'createIndex', table, index })),
    ...exclusions.come.map((exclusion): Operation => ({ kind: 'addExclusion', table, exclusion })),
  ];
}

/** A column that held ids of nothing becomes a relation: what names no row is emptied. */
function emptied(
  before: Table,
  { columns, table: target, references }: ForeignKey,
  around: Around,
): Operation[] {
  const held = before.columns.find((column) => column.name === columns.at(-1));
  if (held === undefined) return [];
  const place = `"${before.name}"."${held.name}"`;
  if (held.notNull === true) {
    around.refusals.push(`${before.name}.${held.name} becomes a relation but cannot be emptied`);
    return [];
  }
  const pairs = columns.map(
    (name, index) => `"${target}"."${references[index]}" = "${before.name}"."${name}"`,
  );
  // A table that this migration makes has no rows.
  const named = around.current.has(target)
    ? ` and not exists (select 1 from "${target}" where ${pairs.join(' and ')})`
    : '';
  const statement = `update "${before.name}" set "${held.name}" = null where ${place} is not null${named}`;
  return [{ kind: 'statements', sqlite: [statement], postgres: [statement] }];
}

function compareColumns(before: Table, after: Table, refusals: string[]): Operation[] {
  const table = after.name;
  const old = new Map(before.columns.map((column) => [column.name, column]));
  const declared = new Set(after.columns.map((column) => column.name));
  for (const name of old.keys()) {
    if (!declared.has(name))
      refusals.push(`${table}.${name} is no longer declared (write {kind: 'dropColumn'})`);
  }
  return after.columns.flatMap((column): Operation[] => {
    const was = old.get(column.name);
    if (was === undefined) {
      if (column.notNull === true && column.default === undefined) {
        refusals.push(`${table}.${column.name} is new and required, so rows that exist need a default`);
      }
      return [{ kind: 'addColumn', table, column }];
    }
    if (same(was, column)) return [];
    refusals.push(...narrowings(`${table}.${column.name}`, was, column));
    return [{ kind: 'changeColumn', table, column }];
  });
}

function narrowings(place: string, before: Column, after: Column): string[] {
  if (before.type !== after.type) return [`${place} changes its type from ${before.type} to ${after.type}`];
  const required = after.notNull === true && before.notNull !== true;
  return required
    ? [`${place} becomes required: fill it first with {kind: 'statements'}, then 'changeColumn'`]
    : [];
}

function difference<T>(before: readonly T[], after: readonly T[]): { gone: T[]; come: T[] } {
  return {
    gone: before.filter((one) => !after.some((other) => same(one, other))),
    come: after.filter((one) => !before.some((other) => same(one, other))),
  };
}

/** Equal as data, whatever the order of keys. */
function same(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
