// `hourbook account resume NAME`: opens a suspended account again.
import { resumeAccount } from '#accounts/suspend-account.ts';
import type { Command } from '../command.ts';
import { requireAccount, withDatabase } from '../with-database.ts';

/** Resumes an account. */
export const command: Command = {
  name: 'account resume',
  summary: 'Opens a suspended account again',
  arguments: [{ name: 'NAME', doc: 'Name of the account.' }],
  options: [],
  async run(context) {
    const { account, changed } = await withDatabase(context, (database) =>
      database.write(async (tx) => {
        const found = await requireAccount(tx, context.arguments['NAME']);
        return { account: found.name, changed: await resumeAccount(tx, found.id) };
      }),
    );
    context.print({
      text: `The account ${account} ${changed ? 'is open again' : 'was not suspended'}.`,
      data: { account, suspended: false, changed },
    });
  },
};
