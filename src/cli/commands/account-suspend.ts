// `hourbook account suspend NAME`: shuts an account; its data stays.
import { suspendAccount } from '#accounts/suspend-account.ts';
import type { Command } from '../command.ts';
import { requireAccount, withDatabase } from '../with-database.ts';

/** Suspends an account. */
export const command: Command = {
  name: 'account suspend',
  summary: 'Shuts an account: nobody gets in, its data stays',
  arguments: [{ name: 'NAME', doc: 'Name of the account.' }],
  options: [],
  async run(context) {
    const { account, changed } = await withDatabase(context, (database) =>
      database.write(async (tx) => {
        const found = await requireAccount(tx, context.arguments['NAME']);
        return { account: found.name, changed: await suspendAccount(tx, found.id) };
      }),
    );
    context.print({
      text: `The account ${account} ${changed ? 'is suspended' : 'was suspended already'}.`,
      data: { account, suspended: true, changed },
    });
  },
};
