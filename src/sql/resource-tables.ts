// From declared resources to tables. Resources may share a table; a shared column must mean the same everywhere.
import { createHash } from 'node:crypto';
import type { Stored } from '#resource/field-type.ts';
import type { Resource } from '#resource/resource.ts';
import type { Column, ColumnType, Exclusion, ForeignKey, Table, TableIndex } from './table.ts';

/** The tables that these resources need, in the order in which they first name them. */
export function resourceTables(resources: Iterable<Resource>): Table[] {
  const stored = [...resources].filter(
    ({ storage, flagView }) => (storage === 'account' || storage === 'installation') && flagView === null,
  );
  const byTable = Map.groupBy(stored, (resource) => resource.table);
  return [...byTable].map(([name, sharers]) => tableOf(name, sharers, stored));
}

function tableOf(name: string, sharers: readonly Resource[], all: readonly Resource[]): Table {
  const [scope, other] = [...new Set(sharers.map((resource) => resource.storage))];
  if (other !== undefined)
    throw new Error(`The table ${name} would hold both account and installation rows.`);
  const key = scope === 'account' ? ['account_id', 'id'] : ['id'];
  const foreignKeys = foreignKeysOf(name, sharers, all);
  const exclusions = exclusionsOf(name, sharers, key);
  return {
    name,
    scope: scope === 'account' ? 'account' : 'installation',
    columns: columnsOf(name, sharers, key),
    primaryKey: key,
    indexes: indexesOf({ name, sharers, key, foreignKeys }),
    foreignKeys,
    ...(exclusions.length === 0 ? {} : { exclusions }),
  };
}

function exclusionsOf(name: string, sharers: readonly Resource[], key: readonly string[]): Exclusion[] {
  return sharers.flatMap(({ exclusive }) => {
    if (exclusive === null) return [];
    const { columns, from, until } = exclusive;
    return { name: `${name}_exclusive`, columns: [...key.slice(0, -1), ...columns], from, until };
  });
}

function columnsOf(table: string, sharers: readonly Resource[], key: readonly string[]): Column[] {
  const columns = new Map<string, Column>();
  for (const name of key) columns.set(name, { name, type: 'bigint', notNull: true });
  columns.set('row_revision', { name: 'row_revision', type: 'bigint', notNull: true, default: 1 });
  const [first = new Map<string, Column>(), ...others] = sharers.map(declaredColumns);
  const names = new Set([first, ...others].flatMap((declared) => [...declared.keys()]));
  for (const name of names) {
    if (columns.has(name)) continue;
    const meanings = [first, ...others].map((declared) => declared.get(name));
    columns.set(name, merged(`${table}.${name}`, meanings));
  }
  return [...columns.values()];
}

/** Columns of one resource's own: stored fields, hidden columns, and what tells its rows in a shared table. */
function declaredColumns(resource: Resource): Map<string, Column> {
  const columns = new Map<string, Column>();
  for (const field of resource.fields.values()) {
    if (!field.stored || field.total !== undefined) continue;
    const type = columnType(field.type.column);
    columns.set(
      field.name,
      tableColumn({ name: field.name, type, notNull: field.required, default: field.default }),
    );
  }
  for (const [name, hidden] of Object.entries(resource.hidden)) {
    columns.set(
      name,
      tableColumn({ name, type: columnType(hidden.column), notNull: false, default: hidden.default }),
    );
  }
  for (const [name, value] of Object.entries(resource.fixed)) {
    const type = columns.get(name)?.type ?? (typeof value === 'number' ? 'bigint' : 'text');
    columns.set(name, tableColumn({ name, type, notNull: value !== null, default: undefined }));
  }
  return columns;
}

interface ColumnParts {
  readonly name: string;
  readonly type: ColumnType;
  readonly notNull: boolean;
  readonly default: Stored | undefined;
}

function tableColumn({ name, type, notNull, default: value }: ColumnParts): Column {
  return {
    name,
    type,
    ...(notNull ? { notNull } : {}),
    ...(value === undefined || value === null ? {} : { default: value }),
  };
}

function columnType(type: 'integer' | 'text'): ColumnType {
  return type === 'integer' ? 'bigint' : 'text';
}

/** What one resource lacks may be empty there; a default holds if all who have the column agree on it. */
function merged(place: string, meanings: readonly (Column | undefined)[]): Column {
  const known = meanings.filter((meaning) => meaning !== undefined);
  const { name, type, default: value } = known[0] as Column;
  if (known.some((meaning) => meaning.type !== type)) throw new Error(`${place} has two types.`);
  const notNull = meanings.every((meaning) => meaning?.notNull === true);
  const agreed = known.every((meaning) => meaning.default === value);
  return tableColumn({ name, type, notNull, default: agreed ? value : undefined });
}

function foreignKeysOf(table: string, sharers: readonly Resource[], all: readonly Resource[]): ForeignKey[] {
  const found = new Map<string, ForeignKey>();
  const kept = new Set(sharers.flatMap((resource) => [...resource.history]));
  for (const resource of sharers) {
    for (const { name, relation, stored } of resource.fields.values()) {
      if (relation === undefined || !stored || kept.has(name)) continue;
      const target =
        all.find((other) => other.name === relation) ?? all.find((other) => other.table === relation);
      const foreignKey = target === undefined ? null : foreignKeyTo(target, name, resource);
      if (foreignKey === null) continue;
      if ((found.get(name)?.table ?? foreignKey.table) !== foreignKey.table) {
        throw new Error(`${table}.${name} would refer to two tables.`);
      }
      found.set(name, foreignKey);
    }
  }
  return [...found.values()];
}

/** `null`: a table replicated to every node cannot refer to one that is spread over them. */
function foreignKeyTo(target: Resource, column: string, from: Resource): ForeignKey | null {
  if (target.storage === 'installation')
    return { columns: [column], table: target.table, references: ['id'] };
  if (from.storage === 'installation') return null;
  return { columns: ['account_id', column], table: target.table, references: ['account_id', 'id'] };
}

interface IndexParts {
  readonly name: string;
  readonly sharers: readonly Resource[];
  readonly key: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
}

function indexesOf({ name, sharers, key, foreignKeys }: IndexParts): TableIndex[] {
  const prefix = key.slice(0, -1);
  const indexes = new Map<string, TableIndex>();
  const add = (given: readonly string[], more: Partial<TableIndex> = {}): void => {
    // Lists come by id: an index that ends with it gives a page in order, without a look at the whole account.
    const ordered = more.unique === true || given.includes('id') ? given : [...given, 'id'];
    const columns = more.whereNull === undefined ? ordered : given;
    const full = [...prefix, ...columns];
    const index = { name: indexName(name, columns, more.whereNull), columns: full, ...more };
    if (indexes.get(index.name)?.unique !== true) indexes.set(index.name, index);
  };
  for (const resource of sharers) {
    if (resource.pair !== null) add(resource.pair, { unique: true });
    if (resource.idempotent !== null) add(resource.idempotent, { unique: true });
    for (const { columns, unique, whereNull } of resource.indexes) {
      add(columns, {
        ...(unique === true ? { unique } : {}),
        ...(whereNull === undefined ? {} : { whereNull }),
      });
    }
    const fixed = Object.keys(resource.fixed);
    if (fixed.length > 0) add([...fixed, 'id']);
    if (resource.lastChange !== null) add([...fixed, resource.lastChange, 'id']);
  }
  // Lists by relation come in id order, and deleting a row looks for those that refer to it.
  for (const { columns } of foreignKeys.filter((foreignKey) => foreignKey.columns.length === 2)) {
    if (!startsAnIndex([...columns, 'id'], [...indexes.values()])) add(columns.slice(1));
  }
  const all = [...indexes.values()];
  return all.filter(
    (index) => index.unique === true || index.whereNull !== undefined || !beginsAnother(index, all),
  );
}

function beginsAnother(index: TableIndex, all: readonly TableIndex[]): boolean {
  return startsAnIndex(
    index.columns,
    all.filter((other) => other.columns.length > index.columns.length),
  );
}

function startsAnIndex(columns: readonly string[], indexes: readonly TableIndex[]): boolean {
  return indexes.some(
    (index) =>
      index.whereNull === undefined && columns.every((column, place) => index.columns[place] === column),
  );
}

/** The name of an index over these columns, account aside. PostgreSQL keeps 63 characters of a name. */
export function indexName(table: string, columns: readonly string[], whereNull: string | undefined): string {
  const full = [table, ...columns, ...(whereNull === undefined ? [] : ['open', whereNull])].join('_');
  if (full.length <= 63) return full;
  return `${full.slice(0, 54)}_${createHash('sha256').update(full).digest('hex').slice(0, 8)}`;
}
