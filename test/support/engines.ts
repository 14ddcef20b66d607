// The storage engines that tests run on. A test loops over them and names none.
import { rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import { migrate } from '#sql/migrations/migrate.ts';
import { openDatabase } from '#sql/open-database.ts';
import { createPostgres } from './postgres-databases.ts';

/** A database of one test or file of tests. */
export interface ScratchDatabase {
  /** As `--database` takes it. */
  readonly url: string;
  /** Of the role that owns the tables, where it is another one. */
  readonly ownerUrl?: string;
  readonly remove: () => Promise<void>;
}

/** One storage engine. */
export interface StorageEngine {
  readonly name: 'sqlite' | 'postgres';
  /** A new database: empty, or with the present schema already, which saves time. */
  create(options?: { readonly empty?: boolean }): Promise<ScratchDatabase>;
}

/** The default engine. The schema is made once in a process, and its file copied. */
export const sqliteEngine: StorageEngine = {
  name: 'sqlite',
  async create({ empty = false } = {}) {
    const directory = await mkdtemp(join(tmpdir(), 'hourbook-test-'));
    const file = join(directory, 'hourbook.db');
    if (!empty) await copyFile(await sqliteTemplate(), file);
    return { url: `sqlite:${file}`, remove: () => removeFolder(directory) };
  },
};

/** Address of the scratch server that test/run.ts has started. */
const server = process.env['HOURBOOK_TEST_POSTGRES'] ?? '';

/** Address of a coordinator of Citus, as its superuser, where test/run.ts wants its databases in place of that server's. */
export const citus = process.env['HOURBOOK_TEST_CITUS'] ?? '';

/** PostgreSQL, if the machine has it and the file's place names it. */
export const postgresEngine: StorageEngine | null = postgresOf(citus === '' ? server : citus);

function postgresOf(address: string): StorageEngine | null {
  if (address === '') return null;
  return {
    name: 'postgres',
    create: async (options) => {
      if (citus === '') return createPostgres(address, options);
      // What it needs of migrations waits while it loads, and test files that load meanwhile would lose their names.
      if (options?.empty === true) {
        const { createCitus } = await import('./citus-databases.ts');
        return createCitus(address, options);
      }
      const { borrowCitus } = await import('./citus-pool.ts');
      return borrowCitus(address);
    },
  };
}

/** The engines that test/places.ts gives this file; a file that is run by itself has SQLite. */
const names = (process.env['HOURBOOK_TEST_ENGINES'] ?? 'sqlite').split(',');

/** All engines that this file is tested on. */
export const storageEngines: readonly StorageEngine[] = [sqliteEngine, postgresEngine].filter(
  (engine) => engine !== null && names.includes(engine.name),
) as readonly StorageEngine[];

/** Declares a block of tests once for each storage engine. */
export function describeOnEveryEngine(title: string, declare: (engine: StorageEngine) => void): void {
  for (const engine of storageEngines) describe(`${title} (${engine.name})`, () => declare(engine));
}

/** Again for a while: a thread that writes checkpoints may make a file once more before it ends. */
function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

let template: Promise<string> | undefined;

/** A file with the present schema and no row of an account. */
function sqliteTemplate(): Promise<string> {
  template ??= makeSqliteTemplate();
  return template;
}

async function makeSqliteTemplate(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'hourbook-template-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'hourbook.db');
  const observe = (): void => {};
  const database = await openDatabase({ url: `sqlite:${file}`, clock: Date.now, observe });
  try {
    await migrate(database, { observe });
  } finally {
    await database.close();
  }
  return file;
}
