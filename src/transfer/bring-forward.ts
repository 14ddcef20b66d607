// Rows of an older schema → rows of this one: they are put into a database of their own and migrated there by the very
// migrations that every database goes through.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertAccount } from '#sql/accounts.ts';
import type { Migration } from '#sql/migrations/load-migrations.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import type { Operation } from '#sql/migrations/operation.ts';
import { openDatabase } from '#sql/open-database.ts';
import { fillTables } from './fill-tables.ts';
import { databaseSource, type RowSource } from './row-source.ts';

/** What bringing forward needs. */
export interface Forward {
  /** Every migration of this program. */
  readonly migrations: readonly Migration[];
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

const observe = (): void => {};
const accountId = 1;

/** Hands the rows on as they are in the newest schema; what was needed meanwhile is gone afterwards. */
export async function broughtForward<T>(
  source: RowSource,
  { migrations, clock }: Forward,
  work: (source: RowSource) => Promise<T>,
): Promise<T> {
  if (source.migrations.length === migrations.length) return work(source);
  const folder = await mkdtemp(join(tmpdir(), `hourbook-import-${process.pid}-`));
  const database = await openDatabase({ url: `sqlite:${join(folder, 'import.db')}`, clock, observe });
  try {
    await migrate(database, { observe, migrations: source.migrations.map(withoutReferences) });
    await database.write(accountId, (tx) => insertAccount(tx, { id: accountId, ...source.account }));
    await fillTables(source, { accountId, step: (step) => database.write(accountId, step) });
    await migrate(database, { observe, migrations: migrations.map(withoutReferences) });
    return await work(
      await databaseSource(database, { account: { id: accountId, ...source.account }, migrations }),
    );
  } finally {
    await database.close();
    await rm(folder, { recursive: true });
  }
}

/** Here are none of the installation's own rows to refer to; references are checked where the account moves in. */
function withoutReferences({ version, name, load }: Migration): Migration {
  return {
    version,
    name,
    load: async () => (await load()).flatMap(withoutReference),
  };
}

function withoutReference(operation: Operation): readonly Operation[] {
  switch (operation.kind) {
    case 'createTable':
      return [{ ...operation, table: { ...operation.table, foreignKeys: [] } }];
    case 'addForeignKey':
    case 'dropForeignKey':
      return [];
    default:
      return [operation];
  }
}
