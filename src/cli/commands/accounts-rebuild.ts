// `hourbook accounts rebuild ACCOUNT`: brings day and holiday accounts to what they follow from, while a server may go on.
import { AccountError } from '#accounts/account-error.ts';
import { rebuildAccounts } from '#accounts/check-accounts.ts';
import { openApp } from '#app';
import { CommandFailure, type Command } from '../command.ts';
import { countProgress } from '../count-progress.ts';
import { leaveEntries } from '../leave-entries.ts';
import { requireAccount } from '../with-database.ts';

/** Rebuilds; what is right already stays untouched. */
export const command: Command = {
  name: 'accounts rebuild',
  summary: 'Counts day and holiday accounts of people anew and writes what differs, while the service runs',
  arguments: [{ name: 'ACCOUNT', doc: 'Name of the account.' }],
  options: [{ flag: 'user', value: 'USERNAME', doc: 'Only of this person.' }],
  async run(context) {
    const { arguments: words, options, config, print, warn } = context;
    const app = await openApp(config, { mustExist: true });
    try {
      const { id, name: account } = await requireAccount(app.engine.database, words['ACCOUNT']);
      const username = options['user'] === undefined ? null : String(options['user']);
      const onPerson = countProgress('rebuilt', warn);
      const checked = await rebuildAccounts(app.engine, { account, username, onPerson });
      const changed = checked.filter(({ found }) => found > 0);
      const rows = changed.reduce((sum, { found }) => sum + found, 0);
      const after = { people: checked.length, rows, ...(username === null ? {} : { username }) };
      if (rows > 0)
        await leaveEntries(context, app.engine.database, {
          action: 'accounts rebuild',
          after,
          accounts: [id],
        });
      print({
        text: `${checked.length} accounts rebuilt: ${rows} rows of ${changed.length} people were written.`,
        data: {
          account,
          people: checked.length,
          changed: changed.map(({ person, found }) => ({
            user_id: person.id,
            username: person.username,
            rows: found,
          })),
        },
      });
    } catch (error) {
      if (error instanceof AccountError) throw new CommandFailure(error.message);
      throw error;
    } finally {
      await app.close();
    }
  },
};
