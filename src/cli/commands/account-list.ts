// `hourbook account list`: the accounts of this installation.
import { listAccounts } from '#accounts/list-accounts.ts';
import type { Command } from '../command.ts';
import { textTable } from '../text-table.ts';
import { withDatabase } from '../with-database.ts';

/** Lists all accounts. */
export const command: Command = {
  name: 'account list',
  summary: 'Lists the accounts of this installation',
  arguments: [],
  options: [],
  async run(context) {
    const accounts = await withDatabase(context, (database) => database.read(null, listAccounts));
    const rows = accounts.map(({ id, name, createdAt, suspendedAt }) => [
      name,
      String(id),
      isoOf(createdAt).slice(0, 10),
      suspendedAt === null ? 'active' : `suspended since ${isoOf(suspendedAt).slice(0, 10)}`,
    ]);
    const table = textTable(['ACCOUNT', 'ID', 'CREATED', 'STATE'], rows);
    context.print({
      text: rows.length === 0 ? 'There are no accounts yet; hourbook account create makes one.' : table,
      data: accounts.map(({ id, name, createdAt, suspendedAt }) => ({
        account: name,
        account_id: id,
        created: isoOf(createdAt),
        suspended: suspendedAt === null ? null : isoOf(suspendedAt),
      })),
    });
  },
};

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000', '');
}
