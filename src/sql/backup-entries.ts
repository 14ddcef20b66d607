// What a backup holds beside its manifest and beside what SQLite makes by itself. The type of an entry counts, not only its
// name: SQLite runs a trigger that has the name of the manifest, or a name that SQLite keeps for itself.
import type Sqlite from 'better-sqlite3';

/** An entry of the schema; `sql` is empty for indexes that SQLite makes for keys. */
export interface SchemaEntry {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

const ownOfSqlite = `name like 'sqlite\\_%' escape '\\' and (type = 'table' or (type = 'index' and sql is null))`;

/** The entries of a schema by name, without the table `manifest` and without tables and indexes of SQLite's own. */
export function schemaEntries(database: Sqlite.Database, manifest: string): readonly SchemaEntry[] {
  const sql = `select type, name, sql from sqlite_schema
    where not (type = 'table' and name = ?) and not (${ownOfSqlite}) order by name`;
  return database.prepare(sql).all(manifest) as SchemaEntry[];
}
