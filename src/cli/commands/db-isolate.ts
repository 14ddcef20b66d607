// `hourbook db isolate`: gives an account of a spread database a node of its own.
import { isolateAccount } from '#sql/isolate-account.ts';
import type { Command } from '../command.ts';
import { leaveEntries } from '../leave-entries.ts';
import { asFailure, requireAccount, withDatabase } from '../with-database.ts';

/** Moves the account there and all others away, while the service goes on; begun anew it does what is left. */
export const command: Command = {
  name: 'db isolate',
  summary: 'Gives an account of a spread database a node of its own; the service goes on',
  arguments: [{ name: 'ACCOUNT', doc: 'Name of the account.' }],
  options: [
    {
      flag: 'node',
      value: 'HOST:PORT',
      doc: 'The node, as hourbook db status names it; the emptiest when left out.',
    },
  ],
  async run(context) {
    const { node } = context.options;
    const address = await asFailure(
      withDatabase(context, async (database) => {
        const { id } = await requireAccount(database, context.arguments['ACCOUNT']);
        const place = await isolateAccount(database, {
          accountId: id,
          step: context.warn,
          ...(typeof node === 'string' ? { address: node } : {}),
        });
        await leaveEntries(context, database, {
          action: 'db isolate',
          after: { node: place },
          accounts: [id],
        });
        return place;
      }),
    );
    context.print({
      text: `The account ${context.arguments['ACCOUNT']} has the node ${address} for itself.`,
      data: { account: context.arguments['ACCOUNT'], node: address },
    });
  },
};
