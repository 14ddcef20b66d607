// `hourbook copy --from ADDRESS --to ADDRESS`: the whole installation into another, empty database.
import { copyInstallation, type Copying } from '#transfer/copy-installation.ts';
import type { CopiedTable } from '#transfer/copy-tally.ts';
import type { Database } from '#sql/database.ts';
import { leavingNothing } from '#sql/made-files.ts';
import { loadMigrations, schemaAfter, type Migration } from '#sql/migrations/load-migrations.ts';
import { appliedNames, assertKnown } from '#sql/migrations/ledger.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { openDatabase } from '#sql/open-database.ts';
import { CommandFailure, type Command, type CommandContext } from '../command.ts';
import { leaveEntries } from '../leave-entries.ts';
import { textTable } from '../text-table.ts';

const observe = (): void => {};

/** Copies all accounts; the source stays as it is. */
export const command: Command = {
  name: 'copy',
  summary:
    'Copies the whole installation into an empty database, of another kind or not (stop the service first)',
  arguments: [],
  options: [
    { flag: 'from', value: 'ADDRESS', doc: 'Database to copy; it stays as it is.', required: true },
    { flag: 'to', value: 'ADDRESS', doc: 'Database to fill; made when missing.', required: true },
  ],
  async run(context) {
    const { options, clock, print } = context;
    const migrations = await loadMigrations();
    const from = await openDatabase({ url: String(options['from']), clock, observe, readOnly: true });
    try {
      await assertCurrent(from, migrations);
      const url = String(options['to']);
      const copied = await leavingNothing(url, () => copyInto(url, { from, migrations, context }));
      const files = copied.find(({ table }) => table === 'files')?.rows ?? 0;
      if (files > 0)
        context.warn(
          `the bytes of ${files} files are not copied: they stay where --file-storage says, or beside the old database`,
        );
      const rows = copied.map((one) => [one.table, String(one.rows), one.sha256]);
      const total = copied.reduce((sum, one) => sum + one.rows, 0);
      print({
        text: `${textTable(['TABLE', 'ROWS', 'SHA-256 ON BOTH SIDES'], rows)}\n${total} rows; every table is the same on both sides.`,
        data: { tables: copied, rows: total },
      });
    } finally {
      await from.close();
    }
  },
};

async function copyInto(
  url: string,
  {
    from,
    migrations,
    context,
  }: Pick<Copying, 'from'> & { readonly migrations: readonly Migration[]; readonly context: CommandContext },
): Promise<readonly CopiedTable[]> {
  const { clock } = context;
  const to = await openDatabase({ url, clock, observe });
  try {
    await assertNotOlder(to, migrations);
    await migrate(to, { observe, migrations });
    const tables = (await schemaAfter(migrations)).values();
    const copied = await copyInstallation({ from, to, tables, clock });
    const rows = copied.reduce((sum, one) => sum + one.rows, 0);
    await leaveEntries(context, to, { action: 'copy', after: { rows } });
    return copied;
  } finally {
    await to.close();
  }
}

/** What is read must not be changed, so it is not migrated either. */
async function assertCurrent(from: Database, migrations: readonly Migration[]): Promise<void> {
  const names = await schemaOf(from);
  if (names.length === 0) throw new CommandFailure('the source is no database of Hourbook: it has no schema');
  if (assertKnown(names, migrations) < migrations.length) {
    throw new CommandFailure(
      `the source has the schema ${names.at(-1)}, older than this program's: run hourbook migrate on it first`,
    );
  }
}

/** An installation of an older version that stands there by mistake must not even be migrated. */
async function assertNotOlder(to: Database, migrations: readonly Migration[]): Promise<void> {
  const names = await schemaOf(to);
  if (names.length > 0 && assertKnown(names, migrations) < migrations.length)
    throw new CommandFailure(
      `the target holds an installation with the schema ${names.at(-1)}: copy into a new database`,
    );
}

async function schemaOf(database: Database): Promise<readonly string[]> {
  return database.read(null, appliedNames).catch((error: unknown) => {
    if (database.dialect.isUnavailable(error)) throw error;
    return [];
  });
}
