// The storage engines that every contract test runs on. A test loops over them; none is named in a test.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One storage engine. */
export interface StorageEngine {
  readonly name: string;
  /** A new, empty database, and how to remove it again. */
  create(): Promise<{ readonly url: string; readonly remove: () => Promise<void> }>;
}

/** All engines this machine can test. */
export const storageEngines: readonly StorageEngine[] = [
  {
    name: 'sqlite',
    async create() {
      const directory = await mkdtemp(join(tmpdir(), 'hourbook-test-'));
      return {
        url: `sqlite:${join(directory, 'hourbook.db')}`,
        remove: () => rm(directory, { recursive: true, force: true }),
      };
    },
  },
];
