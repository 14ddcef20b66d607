// `hourbook user passwd ACCOUNT USERNAME`: a new password for a user who cannot log in.
import { setPassword } from '#accounts/set-password.ts';
import { openApp } from '#app';
import { ApiError } from '#errors/api-error.ts';
import { CommandFailure, type Command } from '../command.ts';
import { readSecret } from '../read-secret.ts';
import { requireAccount, requireUser } from '../with-database.ts';

/** Sets a user's password and ends all their tokens. */
export const command: Command = {
  name: 'user passwd',
  summary: 'Sets the password of a user (HOURBOOK_PASSWORD, or typed) and ends all their tokens',
  arguments: [
    { name: 'ACCOUNT', doc: 'Name of the account.' },
    { name: 'USERNAME', doc: 'Login name of the user.' },
  ],
  options: [],
  async run({ arguments: words, config, clock, print, readInput }) {
    const username = words['USERNAME'] ?? '';
    const { engine, close } = await openApp(config, { clock, mustExist: true });
    try {
      const account = await requireAccount(engine.database, words['ACCOUNT']);
      const user = await engine.database.read(account.id, (tx) => requireUser(tx, { account, username }));
      const password = await readSecret({
        variable: 'HOURBOOK_PASSWORD',
        prompt: `New password of ${username}: `,
        readInput,
      });
      await setPassword(engine, { account, userId: user.id, password });
      print({
        text: `${username} has a new password and must log in again.`,
        data: { account: account.name, user_id: user.id, username },
      });
    } catch (error) {
      if (error instanceof ApiError) throw new CommandFailure(error.message);
      throw error;
    } finally {
      await close();
    }
  },
};
