// `hourbook user unblock ACCOUNT USERNAME`: lets a user log in again after too many failed attempts.
import { unblockUser } from '#oauth/login-user.ts';
import { appendAudit } from '#sql/audit-entries.ts';
import { forgetAllFailures } from '#oauth/throttle.ts';
import type { Command } from '../command.ts';
import { requireAccount, requireUser, withDatabase } from '../with-database.ts';

/** Unblocks a user and forgets the failed logins. */
export const command: Command = {
  name: 'user unblock',
  summary: 'Lets a blocked user log in again, and forgets the failed logins under the name',
  arguments: [
    { name: 'ACCOUNT', doc: 'Name of the account.' },
    { name: 'USERNAME', doc: 'Login name of the user.' },
  ],
  options: [],
  async run(context) {
    const { arguments: words, print } = context;
    const username = words['USERNAME'] ?? '';
    const found = await withDatabase(context, async (database) => {
      const account = await requireAccount(database, words['ACCOUNT']);
      return database.write(account.id, async (tx) => {
        const user = await requireUser(tx, { account, username });
        const accountId = account.id;
        const told = { resource: 'users', rowId: user.id, action: 'user unblock' };
        await tx.unit((unit) => {
          unblockUser(unit, { accountId, userId: user.id });
          forgetAllFailures(unit, { accountId, username });
          appendAudit({ tx: unit, accountId }, { actor: 'command', ...told });
        });
        return { account: account.name, user_id: user.id };
      });
    });
    print({ text: `${username} can log in again.`, data: { ...found, username } });
  },
};
