// `hourbook account resume NAME`: opens a suspended account again.
import { resumeAccount } from '#accounts/suspend-account.ts';
import type { Command } from '../command.ts';
import { switchAccount } from '../switch-account.ts';

/** Resumes an account. */
export const command: Command = {
  name: 'account resume',
  summary: 'Opens a suspended account again',
  arguments: [{ name: 'NAME', doc: 'Name of the account.' }],
  options: [],
  run: (context) =>
    switchAccount(context, {
      turn: resumeAccount,
      suspended: false,
      changedText: 'is open again',
      unchangedText: 'was not suspended',
    }),
};
