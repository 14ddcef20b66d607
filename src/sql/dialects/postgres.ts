// What PostgreSQL does in its own way. Everything keeps within what Citus can spread over nodes: see ADR 10.
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type Expression,
  type RawBuilder,
} from 'kysely';
import type { AnyDatabase, Dialect } from '../dialect.ts';
import { constraintOf, isStorageFull, isUnavailable } from './postgres-errors.ts';
import {
  changeTable,
  createForeignKeys,
  createIndex,
  createTable,
  fenceTable,
  lockTable,
  unfenceTable,
} from './postgres-schema.ts';

/** PostgreSQL 15 and later. */
export const postgresDialect: Dialect = {
  name: 'postgres',
  wantsMeaning: true,
  builder: new Kysely<AnyDatabase>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
  parameter: (value) => value,
  isOneOf: (column, list, type) =>
    sql<boolean>`${column} = any(${list}::${sql.raw(type === 'integer' ? 'bigint' : 'text')}[])`,
  isOnPath: (path, list) => sql<boolean>`string_to_array(${path}, '/') && ${list}::text[]`,
  listParameter: (values) => values,
  rowsParameter: (rows) => JSON.stringify(rows),
  rowsOf: (rows, columns) => {
    const values = columns.map(({ name, type }, index) => {
      const text = sql`value ->> ${sql.lit(index)}`;
      return type === 'bigint'
        ? sql`(${text})::bigint as ${sql.ref(name)}`
        : sql`(${text}) collate "C" as ${sql.ref(name)}`;
    });
    return sql`(select ${sql.join(values)} from json_array_elements(${rows}::json) as value)`;
  },
  fold,
  contains: (text, part) => sql<boolean>`strpos(${fold(text)}, ${fold(part)}) > 0`,
  momentText: (moment, zone) =>
    sql<string>`to_char(to_timestamp(${moment}) at time zone ${zoneNamed(zone)}, 'YYYY-MM-DD HH24:MI:SS')`,
  decimalText: (units, scale) => sql<string>`trim_scale(${units} * ${sql.raw(`1e-${scale}`)}::numeric)::text`,
  jsonArray: (column, orderBy) => sql<string>`json_agg(${column} order by ${orderBy})::text`,
  jsonMember: (object, name, type) => {
    const text = sql`(${object}::json ->> ${sql.lit(name)})`;
    return type === 'integer' ? sql`${text}::bigint` : sql`(${text} collate "C")`;
  },
  withoutJsonMember: (object, name) => sql<string>`nullif((${object}::jsonb - ${sql.lit(name)})::text, '{}')`,
  updateMany: sql`update`,
  createTable,
  createForeignKeys,
  createIndex,
  changeTable,
  lockTable,
  fenceTable,
  unfenceTable,
  // It counts by itself.
  describeTables: () => [],
  constraintOf,
  isStorageFull,
  isUnavailable,
};

/** Four names of zones mean one offset all year to PostgreSQL, which takes them for abbreviations: their other names do not. */
function zoneNamed(zone: Expression<unknown>): RawBuilder<string> {
  return sql<string>`(case upper(${zone}::text) when 'CET' then 'Europe/Brussels' when 'MET' then 'Europe/Brussels'
    when 'EET' then 'Europe/Athens' when 'WET' then 'Europe/Lisbon' else ${zone}::text end)`;
}

/**
 * ICU's rules for no language in particular are those of `toLowerCase` in JavaScript; a last small sigma is written as
 * any other. The result is compared by code points, as on SQLite.
 */
function fold(text: Expression<unknown>): RawBuilder<string> {
  return sql<string>`replace(lower((${text})::text collate "und-x-icu"), 'ς', 'σ') collate "C"`;
}
