// The storage engines that every contract test runs on. A test loops over them; none is named in a test.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import { createPostgres } from './postgres-databases.ts';

/** A database of one test or file of tests. */
export interface ScratchDatabase {
  /** As `--database` takes it. */
  readonly url: string;
  readonly remove: () => Promise<void>;
}

/** One storage engine. */
export interface StorageEngine {
  readonly name: 'sqlite' | 'postgres';
  /** A new database: empty, or with the present schema already, which saves time. */
  create(options?: { readonly empty?: boolean }): Promise<ScratchDatabase>;
}

/** The default engine. */
export const sqliteEngine: StorageEngine = {
  name: 'sqlite',
  async create() {
    const directory = await mkdtemp(join(tmpdir(), 'hourbook-test-'));
    return {
      url: `sqlite:${join(directory, 'hourbook.db')}`,
      remove: () => rm(directory, { recursive: true, force: true }),
    };
  },
};

/** Address of the scratch server that test/run.ts has started. */
const server = process.env['HOURBOOK_TEST_POSTGRES'] ?? '';

/** PostgreSQL, if the machine has it. */
export const postgresEngine: StorageEngine | null =
  server === '' ? null : { name: 'postgres', create: (options) => createPostgres(server, options) };

/** All engines this machine can test. */
export const storageEngines: readonly StorageEngine[] = [sqliteEngine, postgresEngine].filter(
  (engine) => engine !== null,
);

/** Declares a block of tests once for each storage engine. */
export function describeOnEveryEngine(title: string, declare: (engine: StorageEngine) => void): void {
  for (const engine of storageEngines) describe(`${title} (${engine.name})`, () => declare(engine));
}
