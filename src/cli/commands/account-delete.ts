// `hourbook account delete NAME`: an account and all it holds, for good.
import { createInterface } from 'node:readline/promises';
import { deleteAccount } from '#accounts/delete-account.ts';
import { openFileStore } from '#files/open-file-store.ts';
import { loadMigrations, schemaAfter } from '#sql/migrations/load-migrations.ts';
import { CommandFailure, UsageError, type Command } from '../command.ts';
import { requireAccount, withDatabase } from '../with-database.ts';

/** Deletes an account after a confirmation. */
export const command: Command = {
  name: 'account delete',
  summary: 'Deletes an account and every row and file of it, for good',
  arguments: [{ name: 'NAME', doc: 'Name of the account.' }],
  options: [{ flag: 'yes', doc: 'Asks for no confirmation.' }],
  async run(context) {
    const { account, rows } = await withDatabase(context, async (database) => {
      const found = await requireAccount(database, context.arguments['NAME']);
      if (context.options['yes'] !== true) await confirm(found.name);
      const tables = (await schemaAfter(await loadMigrations())).values();
      const store = await openFileStore(context.config);
      const deletion = { accountId: found.id, tables, store };
      return { account: found.name, rows: await deleteAccount(database, deletion) };
    });
    context.observe({ kind: 'account_deleted', account, rows });
    context.print({
      text: `The account ${account} is gone, with ${rows} rows.`,
      data: { account, deleted: true, rows },
    });
  },
};

async function confirm(name: string): Promise<void> {
  if (!process.stdin.isTTY) throw new UsageError('add --yes to delete an account without being asked');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const asked = `This deletes all data of the account ${name}. Type its name to go on: `;
    const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const answer = await Promise.race([lines.question(asked), closed]);
    if (answer.trim().toLowerCase() !== name) throw new CommandFailure('nothing was deleted');
  } finally {
    lines.close();
  }
}
