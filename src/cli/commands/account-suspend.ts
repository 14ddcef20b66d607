// `hourbook account suspend NAME`: shuts an account; its data stays.
import { suspendAccount } from '#accounts/suspend-account.ts';
import type { Command } from '../command.ts';
import { switchAccount } from '../switch-account.ts';

/** Suspends an account. */
export const command: Command = {
  name: 'account suspend',
  summary: 'Shuts an account: nobody gets in, its data stays',
  arguments: [{ name: 'NAME', doc: 'Name of the account.' }],
  options: [],
  run: (context) =>
    switchAccount(context, {
      turn: suspendAccount,
      suspended: true,
      changedText: 'is suspended',
      unchangedText: 'was suspended already',
    }),
};
