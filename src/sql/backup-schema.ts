// Whether a database file has the schema that its migrations make, and nothing beside it: no trigger, no view, no table,
// no column that another hand put there.
import Sqlite from 'better-sqlite3';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { schemaEntries } from './backup-entries.ts';
import { manifest, migrationNames } from './backup-manifest.ts';
import { loadMigrations } from './migrations/load-migrations.ts';
import { assertKnown } from './migrations/ledger.ts';
import { migrate } from './migrations/migrate.ts';
import { openDatabase } from './open-database.ts';

/** Throws an Error that names the first thing in the copy of `file` that differs from what its migrations make. */
export async function assertSchema(copy: string, file: string): Promise<void> {
  const known = await loadMigrations();
  const count = assertKnown(migrationNames(copy), known);
  const folder = await mkdtemp(join(tmpdir(), `hourbook-schema-${process.pid}-`));
  try {
    const fresh = join(folder, 'fresh.db');
    const observe = (): void => {};
    const database = await openDatabase({ url: `sqlite:${fresh}`, clock: () => 0, observe });
    await migrate(database, { observe, migrations: known.slice(0, count) }).finally(() => database.close());
    const [expected, found] = [fresh, copy].map(entriesOf) as [Entries, Entries];
    for (const [name, text] of found) {
      if (expected.get(name) === text) continue;
      const what = expected.has(name) ? 'which is not what its migrations make' : 'which no migration makes';
      throw new Error(`${file} holds the ${name}, ${what}: it was changed after the backup.`);
    }
    const missing = [...expected.keys()].find((name) => !found.has(name));
    if (missing !== undefined)
      throw new Error(`${file} lacks the ${missing}: it was changed after the backup.`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Entries = ReadonlyMap<string, string>;

/** Statements by `table users`. */
function entriesOf(file: string): Entries {
  const database = new Sqlite(file, { readonly: true });
  try {
    const entries = schemaEntries(database, manifest);
    return new Map(entries.map(({ type, name, sql }) => [`${type} ${name}`, sql ?? '']));
  } finally {
    database.close();
  }
}
