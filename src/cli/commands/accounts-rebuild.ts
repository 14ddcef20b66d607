// `hourbook accounts rebuild ACCOUNT`: brings day and holiday accounts to what they follow from, while a server may go on.
import { AccountError } from '#accounts/account-error.ts';
import { rebuildAccounts } from '#accounts/check-accounts.ts';
import { openApp } from '#app';
import { CommandFailure, type Command } from '../command.ts';
import { countProgress } from '../count-progress.ts';

/** Rebuilds; what is right already stays untouched. */
export const command: Command = {
  name: 'accounts rebuild',
  summary: 'Counts day and holiday accounts of people anew and writes what differs, while the service runs',
  arguments: [{ name: 'ACCOUNT', doc: 'Name of the account.' }],
  options: [{ flag: 'user', value: 'USERNAME', doc: 'Only of this person.' }],
  async run({ arguments: words, options, config, print, warn }) {
    const app = await openApp(config);
    try {
      const account = words['ACCOUNT'] ?? '';
      const username = options['user'] === undefined ? null : String(options['user']);
      const onPerson = countProgress('rebuilt', warn);
      const checked = await rebuildAccounts(app.engine, { account, username, onPerson });
      const changed = checked.filter(({ found }) => found > 0);
      const rows = changed.reduce((sum, { found }) => sum + found, 0);
      print({
        text: `${checked.length} accounts rebuilt: ${rows} rows of ${changed.length} people were written.`,
        data: {
          account: account.toLowerCase(),
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
