// `hourbook account create NAME --admin USERNAME`: an account that scripts can use at once.
import { createAccount } from '#accounts/create-account.ts';
import { AccountError } from '#accounts/account-error.ts';
import { openApp } from '#app';
import { ApiError } from '#errors/api-error.ts';
import { CommandFailure, type Command } from '../command.ts';
import { leaveEntries } from '../leave-entries.ts';
import { workAnswers, workOptions } from '../new-account-answers.ts';
import { readSecret } from '../read-secret.ts';

/** Creates an account with its administrator. */
export const command: Command = {
  name: 'account create',
  summary: 'Creates an account with an administrator, a department, a project tree and settings',
  arguments: [{ name: 'NAME', doc: 'Name of the account as in addresses: letters, digits and hyphens.' }],
  options: [
    { flag: 'admin', value: 'USERNAME', doc: 'Login name of the administrator.', required: true },
    ...workOptions,
  ],
  async run(context) {
    const { arguments: words, options, config, print, readInput } = context;
    const variable = 'HOURBOOK_ADMIN_PASSWORD';
    const password = await readSecret({ variable, prompt: 'Password of the administrator: ', readInput });
    const { weeklyHours, ...work } = await workAnswers(options);
    const accountFrom = options['admin-account-from'];
    const app = await openApp(config);
    try {
      const created = await createAccount(app.engine, {
        name: words['NAME'] ?? '',
        admin: { username: String(options['admin']), password },
        ...work,
        weeklyHours: Number(weeklyHours),
        ...(accountFrom === undefined ? {} : { accountFrom: String(accountFrom) }),
      });
      await leaveEntries(context, app.engine.database, {
        action: 'account create',
        after: { administrator_id: created.administratorId },
        accounts: [created.accountId],
      });
      const text = `Account ${created.name} (id ${created.accountId}) is there; its administrator is ${String(options['admin'])}.`;
      print({
        text,
        data: {
          account: created.name,
          account_id: created.accountId,
          administrator_id: created.administratorId,
        },
      });
    } catch (error) {
      if (error instanceof AccountError || error instanceof ApiError) throw new CommandFailure(error.message);
      throw error;
    } finally {
      await app.close();
    }
  },
};
