// What a migration is made of, as data, and what it makes of a schema. It must not know any engine.
import type { Table, TableChange, TableIndex } from '../table.ts';

/**
 * One step. `statements` are for moving data by hand, in each engine's words; they leave the schema alone. `{now}` in them
 * is the second of the migration's transaction: the stamp of rows that they change. `eachAccount` is for many rows, in a migration of
 * its own: its statements run for one account after another, each in a transaction of its own, and may run again, so they change
 * only what is not yet changed; `{account}` in them is the account.
 */
export type Operation =
  | { readonly kind: 'createTable'; readonly table: Table }
  | { readonly kind: 'dropTable'; readonly table: string }
  | { readonly kind: 'createIndex'; readonly table: string; readonly index: TableIndex }
  | { readonly kind: 'dropIndex'; readonly table: string; readonly index: string }
  | { readonly kind: 'statements'; readonly sqlite: readonly string[]; readonly postgres: readonly string[] }
  | {
      readonly kind: 'eachAccount';
      readonly sqlite: readonly string[];
      readonly postgres: readonly string[];
    }
  | TableChange;

/** Tables by name. */
export type TableMap = ReadonlyMap<string, Table>;

/** The schema after an operation. Throws an Error when the operation does not fit. */
export function applyOperation(tables: TableMap, operation: Operation): TableMap {
  switch (operation.kind) {
    case 'statements':
    case 'eachAccount':
      return tables;
    case 'createTable':
      if (tables.has(operation.table.name))
        throw new Error(`The table ${operation.table.name} exists already.`);
      return new Map(tables).set(operation.table.name, operation.table);
    case 'dropTable':
      existing(tables, operation.table);
      return new Map([...tables].filter(([name]) => name !== operation.table));
    default:
      return new Map(tables).set(operation.table, changed(existing(tables, operation.table), operation));
  }
}

/** The table of that name. Throws an Error when there is none. */
export function existing(tables: TableMap, name: string): Table {
  const table = tables.get(name);
  if (table === undefined) throw new Error(`There is no table ${name} to change.`);
  return table;
}

type InTable = Exclude<
  Operation,
  { readonly kind: 'createTable' | 'dropTable' | 'statements' | 'eachAccount' }
>;

function changed(table: Table, operation: InTable): Table {
  switch (operation.kind) {
    case 'createIndex':
      return { ...table, indexes: [...table.indexes, operation.index] };
    case 'dropIndex':
      return { ...table, indexes: without(table.indexes, (index) => index.name === operation.index) };
    case 'addColumn':
      return { ...table, columns: [...table.columns, operation.column] };
    case 'dropColumn':
      return { ...table, columns: without(table.columns, (column) => column.name === operation.column) };
    case 'changeColumn': {
      const { column } = operation;
      return { ...table, columns: table.columns.map((old) => (old.name === column.name ? column : old)) };
    }
    case 'addExclusion':
      return { ...table, exclusions: [...(table.exclusions ?? []), operation.exclusion] };
    case 'dropExclusion': {
      const { name } = operation.exclusion;
      return { ...table, exclusions: without(table.exclusions ?? [], (old) => old.name === name) };
    }
    case 'addForeignKey':
      return { ...table, foreignKeys: [...table.foreignKeys, operation.foreignKey] };
    case 'dropForeignKey': {
      const same = JSON.stringify(operation.foreignKey);
      return { ...table, foreignKeys: without(table.foreignKeys, (old) => JSON.stringify(old) === same) };
    }
  }
}

function without<T>(all: readonly T[], isGone: (one: T) => boolean): readonly T[] {
  const left = all.filter((one) => !isGone(one));
  if (left.length === all.length) throw new Error('There is nothing of this name to drop.');
  return left;
}
