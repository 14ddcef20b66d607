// `hourbook account export ACCOUNT --to FILE`: one account as a file that any installation can import.
import { openFileStore } from '#files/open-file-store.ts';
import { assertNewFolder, countFiles, exportFiles } from '#transfer/carry-files.ts';
import { exportAccount } from '#transfer/export-account.ts';
import type { Database } from '#sql/database.ts';
import { loadMigrations } from '#sql/migrations/load-migrations.ts';
import { CommandFailure, type Command, type CommandContext } from '../command.ts';
import { leaveEntries } from '../leave-entries.ts';
import { requireAccount, withDatabase } from '../with-database.ts';

/** Writes the file; never overwrites one. */
export const command: Command = {
  name: 'account export',
  summary: 'Writes one account to a file, while the service runs',
  arguments: [{ name: 'ACCOUNT', doc: 'Name of the account.' }],
  options: [
    {
      flag: 'to',
      value: 'FILE',
      doc: 'Where to write it; must not exist yet. Compressed when the name ends in .gz.',
      required: true,
    },
    {
      flag: 'files',
      value: 'FOLDER',
      doc: 'Where to copy the bytes of its files; must not exist yet. Without it they stay behind.',
    },
  ],
  async run(context) {
    const file = String(context.options['to']);
    const migrations = await loadMigrations();
    const key = context.config.backupKey;
    const folder = context.options['files'] === undefined ? null : String(context.options['files']);
    const { account, rows, sha256, waitingMails, files } = await withDatabase(context, async (database) => {
      const { id, name } = await requireAccount(database, context.arguments['ACCOUNT']);
      if (folder !== null) await assertNewFolder(folder);
      const exported = await exportAccount(database, { accountId: id, file, key, migrations });
      const carried = await carryFiles(context, { database, accountId: id, folder });
      const after = { file, rows: exported.rows, sha256: exported.sha256 };
      await leaveEntries(context, database, { action: 'account export', after, accounts: [id] });
      return { account: name, ...exported, files: carried };
    });
    if (waitingMails > 0)
      context.warn(`${waitingMails} mails wait to be sent; they are not in the file, but sent from here`);
    const folders = folder === null ? '' : ` ${folder} holds the bytes of ${files} files.`;
    context.print({
      text: `${file} holds the account ${account}: ${rows} rows.${folders}\nHashes of passwords and secrets are among them: keep it as safe as the database.`,
      data: { file, account, rows, sha256, waiting_mails: waitingMails, files },
    });
  },
};

/** Copies the bytes of the account's files if there is a folder for them; else says that they stay. */
async function carryFiles(
  { config, warn }: Pick<CommandContext, 'config' | 'warn'>,
  part: { readonly database: Database; readonly accountId: number; readonly folder: string | null },
): Promise<number> {
  const { database, accountId, folder } = part;
  const count = await countFiles({ database, accountId });
  if (folder === null) {
    if (count > 0) warn(`the account has ${count} files; their bytes stay behind without --files FOLDER`);
    return 0;
  }
  const store = await openFileStore(config);
  if (store === null)
    throw new CommandFailure('this installation keeps no files: say where, in HOURBOOK_FILE_STORAGE');
  return exportFiles({ database, accountId, store, folder });
}
