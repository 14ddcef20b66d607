// What a backup says of itself, in a table of its own inside it: how many rows of which table, in which schema.
// It is what a restore holds the file against.
import { timingSafeEqual } from 'node:crypto';
import Sqlite from 'better-sqlite3';
import { sealOf } from './backup-seal.ts';

/** What a backup holds. */
export interface BackupContents {
  /** Name of the newest migration in it. */
  readonly schema: string;
  /** Epoch seconds. */
  readonly takenAt: number;
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** The table in which a backup says it. */
export const manifest = 'backup_manifest';

/** Checks a fresh copy, counts its rows, and writes both into it. Throws an Error if the copy is damaged. */
export function writeManifest(
  file: string,
  { takenAt, key }: { readonly takenAt: number; readonly key: string },
): BackupContents {
  return withFile(file, (database) => {
    assertIntact(database);
    const contents = { schema: newestMigration(database), takenAt, rows: countRows(database) };
    database.exec(`create table ${manifest} (contents text not null) strict`);
    const seal = key === '' ? null : sealOf(database, { key, contents, without: manifest });
    database
      .prepare(`insert into ${manifest} (contents) values (?)`)
      .run(JSON.stringify({ ...contents, seal }));
    return contents;
  });
}

/**
 * Checks a copy of the backup `file` against its own manifest, and its seal when there is a key. Throws an Error that says
 * what is wrong.
 */
export function readManifest(
  copy: string,
  { key, file }: { readonly key: string; readonly file: string },
): BackupContents {
  return withFile(copy, (database) => {
    assertIntact(database);
    if (!tableNames(database).includes(manifest))
      throw new Error(`${file} is a database, but no backup: it has no manifest.`);
    const text = database.prepare(`select contents from ${manifest}`).pluck().get() as string;
    const { seal, ...contents } = JSON.parse(text) as BackupContents & { seal?: string | null };
    const counted = countRows(database);
    const tables = new Set([...Object.keys(counted), ...Object.keys(contents.rows)]);
    const wrong = [...tables].filter((table) => counted[table] !== contents.rows[table]);
    if (wrong.length > 0)
      throw new Error(`${file} does not hold what its manifest says: ${wrong.join(', ')}.`);
    if (key !== '') assertSeal(seal ?? null, sealOf(database, { key, contents, without: manifest }), file);
    return contents;
  });
}

function assertSeal(seal: string | null, expected: string, file: string): void {
  if (seal === null)
    throw new Error(`${file} has no seal: it was written without HOURBOOK_BACKUP_KEY, which is set here.`);
  if (
    !timingSafeEqual(
      Buffer.from(expected),
      Buffer.from(seal.padEnd(expected.length).slice(0, expected.length)),
    )
  )
    throw new Error(
      `The seal of ${file} does not fit HOURBOOK_BACKUP_KEY: the file was changed, or sealed by another key.`,
    );
}

/** Takes the manifest out again. */
export function removeManifest(file: string): void {
  withFile(file, (database) => void database.exec(`drop table ${manifest}`));
}

/** Names of the migrations in a database file, in order; none when it never saw one. */
export function migrationNames(file: string): readonly string[] {
  return withFile(file, namesIn);
}

function withFile<T>(file: string, work: (database: Sqlite.Database) => T): T {
  const database = new Sqlite(file, { fileMustExist: true });
  try {
    database.pragma('synchronous = FULL');
    return work(database);
  } finally {
    database.close();
  }
}

function assertIntact(database: Sqlite.Database): void {
  const findings = database.pragma('integrity_check(10)', { simple: false }) as { integrity_check: string }[];
  const [first] = findings;
  if (first?.integrity_check !== 'ok')
    throw new Error(`${database.name} is damaged: ${first?.integrity_check}.`);
}

function tableNames(database: Sqlite.Database): string[] {
  const sql =
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name";
  return database.prepare(sql).pluck().all() as string[];
}

function countRows(database: Sqlite.Database): Record<string, number> {
  const tables = tableNames(database).filter((name) => name !== manifest);
  const count = (table: string): number =>
    database.prepare(`select count(*) from "${table}"`).pluck().get() as number;
  return Object.fromEntries(tables.map((table) => [table, count(table)]));
}

function newestMigration(database: Sqlite.Database): string {
  const newest = namesIn(database).at(-1);
  if (newest === undefined) throw new Error('The database has no schema yet: there is nothing to back up.');
  return newest;
}

function namesIn(database: Sqlite.Database): string[] {
  if (!tableNames(database).includes('schema_migrations')) return [];
  return database.prepare('select name from schema_migrations order by version').pluck().all() as string[];
}
