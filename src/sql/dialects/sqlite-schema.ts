// Tables and indexes in SQLite's words. Tables are STRICT and keep their rowid: rows are wide (up to 90 columns),
// and measured against WITHOUT ROWID single reads are the same, lists of small accounts slower (1.4×), writes to
// many accounts faster (0.6×); a wide row in a key's tree would also leave few keys to a page.
import type { Column, ForeignKey, Table, TableChange, TableIndex } from '../table.ts';

/** CREATE TABLE with its foreign keys (SQLite does not mind that the other table comes later), then its indexes. */
export function createTable(table: Table): readonly string[] {
  return [tableStatement(table, table.name), ...table.indexes.map((index) => createIndex(table.name, index))];
}

/** CREATE INDEX. */
export function createIndex(table: string, index: TableIndex): string {
  const unique = index.unique === true ? 'unique ' : '';
  const partial = index.whereNull === undefined ? '' : ` where ${name(index.whereNull)} is null`;
  return `create ${unique}index ${name(index.name)} on ${name(table)} (${names(index.columns)})${partial}`;
}

/**
 * SQLite can add a plain column; for everything else the rows move to a new table. It has no exclusions: rules hold
 * them, because nobody else writes meanwhile.
 */
export function changeTable(change: TableChange, before: Table, after: Table): readonly string[] {
  if (change.kind === 'addExclusion' || change.kind === 'dropExclusion') return [];
  if (change.kind !== 'addColumn') return rebuild(before, after);
  return [`alter table ${name(before.name)} add column ${columnClause(change.column)}`];
}

/** The procedure of https://sqlite.org/lang_altertable.html §7; references are not enforced meanwhile. */
function rebuild(before: Table, after: Table): string[] {
  const draft = `${after.name}_new`;
  const shared = after.columns.filter((column) => before.columns.some((old) => old.name === column.name));
  const kept = names(shared.map((column) => column.name));
  return [
    tableStatement(after, draft),
    `insert into ${name(draft)} (${kept}) select ${kept} from ${name(before.name)}`,
    `drop table ${name(before.name)}`,
    `alter table ${name(draft)} rename to ${name(after.name)}`,
    ...after.indexes.map((index) => createIndex(after.name, index)),
  ];
}

function tableStatement(table: Table, as: string): string {
  const parts = [
    ...table.columns.map(columnClause),
    `primary key (${names(table.primaryKey)})`,
    ...table.foreignKeys.map(foreignKeyClause),
  ];
  return `create table ${name(as)} (\n  ${parts.join(',\n  ')}\n) strict`;
}

function columnClause(column: Column): string {
  const type = column.type === 'bigint' ? 'integer' : 'text';
  const required = column.notNull === true ? ' not null' : '';
  return `${name(column.name)} ${type}${required}${defaultClause(column.default)}`;
}

function defaultClause(value: Column['default']): string {
  if (value === undefined) return '';
  return typeof value === 'number' ? ` default ${value}` : ` default '${value.replaceAll("'", "''")}'`;
}

function foreignKeyClause({ columns, table, references }: ForeignKey): string {
  return `foreign key (${names(columns)}) references ${name(table)} (${names(references)})`;
}

function names(all: readonly string[]): string {
  return all.map(name).join(', ');
}

function name(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
