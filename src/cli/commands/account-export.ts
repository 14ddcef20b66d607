// `hourbook account export ACCOUNT --to FILE`: one account as a file that any installation can import.
import { exportAccount } from '#moving/export-account.ts';
import { loadMigrations } from '#sql/migrations/load-migrations.ts';
import type { Command } from '../command.ts';
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
  ],
  async run(context) {
    const file = String(context.options['to']);
    const migrations = await loadMigrations();
    const { account, rows, sha256, waitingMails } = await withDatabase(context, async (database) => {
      const { id, name } = await requireAccount(database, context.arguments['ACCOUNT']);
      return { account: name, ...(await exportAccount(database, { accountId: id, file, migrations })) };
    });
    if (waitingMails > 0)
      context.warn(`${waitingMails} mails wait to be sent; they are not in the file, but sent from here`);
    context.print({
      text: `${file} holds the account ${account}: ${rows} rows.\nHashes of passwords and secrets are among them: keep it as safe as the database.`,
      data: { file, account, rows, sha256, waiting_mails: waitingMails },
    });
  },
};
