// Tables and indexes in PostgreSQL's words. Text compares by code points (collation "C"), whatever the database's own
// collation is. Indexes put empty values first, as every order by in the service does.
import { createHash } from 'node:crypto';
import type { Column, Exclusion, ForeignKey, Table, TableChange, TableIndex } from '../table.ts';

/** CREATE TABLE, its indexes, and the fence around the rows of each account. Foreign keys come later. */
export function createTable(table: Table): readonly string[] {
  const key = `constraint ${name(`${table.name}_pkey`)} primary key (${names(table.primaryKey)})`;
  const parts = [...table.columns.map(columnClause), key];
  return [
    `create table ${name(table.name)} (\n  ${parts.join(',\n  ')}\n)`,
    ...table.indexes.map((index) => createIndex(table.name, index)),
    ...(table.exclusions ?? []).flatMap((exclusion) => addExclusion(table.name, exclusion)),
    ...(table.scope === 'account' ? policyOf(table.name) : []),
  ];
}

/** ALTER TABLE for each foreign key. */
export function createForeignKeys(table: Table): readonly string[] {
  return table.foreignKeys.map((foreignKey) => addForeignKey(table.name, foreignKey));
}

/** CREATE INDEX. */
export function createIndex(table: string, index: TableIndex): string {
  const unique = index.unique === true ? 'unique ' : '';
  const partial = index.whereNull === undefined ? '' : ` where ${name(index.whereNull)} is null`;
  const columns = index.columns.map(indexColumn).join(', ');
  return `create ${unique}index ${name(index.name)} on ${name(table)} (${columns})${partial}`;
}

/** One change of a table; Citus wants a statement for each. Foreign keys come later. */
export function changeTable(change: TableChange, before: Table): readonly string[] {
  const table = name(before.name);
  switch (change.kind) {
    case 'addColumn':
      return [`alter table ${table} add column ${columnClause(change.column)}`];
    case 'dropColumn':
      return [`alter table ${table} drop column ${name(change.column)}`];
    case 'changeColumn':
      return changeColumn(table, change.column);
    case 'addForeignKey':
      return [];
    case 'dropForeignKey':
      return [`alter table ${table} drop constraint ${name(foreignKeyName(before.name, change.foreignKey))}`];
    case 'addExclusion':
      return addExclusion(before.name, change.exclusion);
    case 'dropExclusion':
      return [`alter table ${table} drop constraint ${name(change.exclusion.name)}`];
  }
}

/** Keeps others from changing the table until the transaction ends; they may read it. */
export function lockTable(table: string): readonly string[] {
  return [`lock table ${name(table)} in exclusive mode`];
}

/** Binds the owner of the table too: nobody sees or changes rows of another account than the transaction's. */
export function fenceTable({ name: table, scope }: Table): readonly string[] {
  return scope === 'account' ? [`alter table ${name(table)} force row level security`] : [];
}

/** Lets the owner work with the rows of all accounts, until {@link fenceTable}: for migrations. */
export function unfenceTable({ name: table, scope }: Table): readonly string[] {
  return scope === 'account' ? [`alter table ${name(table)} no force row level security`] : [];
}

/** The setting that a transaction gives the account whose rows it works with. */
export const accountSetting = 'app.account_id';

function policyOf(table: string): string[] {
  const own = `account_id = nullif(current_setting('${accountSetting}', true), '')::bigint`;
  return [
    `create policy account_rows on ${name(table)} using (${own})`,
    `alter table ${name(table)} enable row level security`,
  ];
}

function columnClause(column: Column): string {
  const type = column.type === 'bigint' ? 'bigint' : 'text collate "C"';
  const required = column.notNull === true ? ' not null' : '';
  const value = column.default === undefined ? '' : ` default ${literal(column.default)}`;
  return `${name(column.name)} ${type}${required}${value}`;
}

function changeColumn(table: string, column: Column): string[] {
  const where = `alter table ${table} alter column ${name(column.name)}`;
  const value = column.default === undefined ? 'drop default' : `set default ${literal(column.default)}`;
  return [`${where} ${column.notNull === true ? 'set' : 'drop'} not null`, `${where} ${value}`];
}

/** Ids are never empty, and lists end with `id asc`. */
function indexColumn(column: string): string {
  return column === 'id' || column === 'account_id' ? name(column) : `${name(column)} nulls first`;
}

function addForeignKey(table: string, foreignKey: ForeignKey): string {
  const { columns, table: target, references } = foreignKey;
  return `alter table ${name(table)} add constraint ${name(foreignKeyName(table, foreignKey))} foreign key (${names(columns)}) references ${name(target)} (${names(references)})`;
}

/** The name of a foreign key. PostgreSQL keeps 63 characters of it. */
export function foreignKeyName(table: string, { columns }: ForeignKey): string {
  const full = [table, ...columns, 'fkey'].join('_');
  if (full.length <= 63) return full;
  return `${full.slice(0, 54)}_${createHash('sha256').update(full).digest('hex').slice(0, 8)}`;
}

/**
 * Whole numbers in an index of ranges need the extension, which the owner of a database may create. One that is there may
 * belong to another role, and Citus looks at that before it looks whether anything is to be done.
 */
const needExtension = `do $$ begin
  if not exists (select 1 from pg_extension where extname = 'btree_gist') then create extension btree_gist; end if;
end $$`;

function addExclusion(table: string, { name: constraint, columns, from, until }: Exclusion): string[] {
  const equal = columns.map((column) => `${name(column)} with =`).join(', ');
  return [
    needExtension,
    `alter table ${name(table)} add constraint ${name(constraint)} exclude using gist (${equal}, int8range(${name(from)}, ${name(until)}) with &&)`,
  ];
}

function literal(value: number | string): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

function names(all: readonly string[]): string {
  return all.map(name).join(', ');
}

function name(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
