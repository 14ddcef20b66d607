// `hourbook user passwd ACCOUNT USERNAME`: a new password for somebody who cannot get in.
import { setPasswordHash } from '#oauth/login-user.ts';
import { createPasswords } from '#oauth/passwords.ts';
import { revokeUserTokens } from '#oauth/tokens.ts';
import type { Command } from '../command.ts';
import { readSecret } from '../read-secret.ts';
import { requireAccount, requireUser, withDatabase } from '../with-database.ts';

/** Sets a user's password and ends all their tokens. */
export const command: Command = {
  name: 'user passwd',
  summary: 'Sets the password of a user (HOURBOOK_PASSWORD, or typed) and ends all their tokens',
  arguments: [
    { name: 'ACCOUNT', doc: 'Name of the account.' },
    { name: 'USERNAME', doc: 'Login name of the user.' },
  ],
  options: [],
  async run(context) {
    const { arguments: words, config, print, readInput } = context;
    const username = words['USERNAME'] ?? '';
    const found = await withDatabase(context, async (database) => {
      const { account, user } = await database.read(async (tx) => {
        const owner = await requireAccount(tx, words['ACCOUNT']);
        return { account: owner, user: await requireUser(tx, { account: owner, username }) };
      });
      const password = await readSecret({
        variable: 'HOURBOOK_PASSWORD',
        prompt: `New password of ${username}: `,
        readInput,
      });
      const passwordHash = await createPasswords(config).hash(password);
      const key = { accountId: account.id, userId: user.id };
      await database.write(async (tx) => {
        await setPasswordHash(tx, { ...key, passwordHash });
        await revokeUserTokens(tx, key);
      });
      return { account: account.name, user_id: user.id };
    });
    print({
      text: `${username} has a new password and must log in again.`,
      data: { ...found, username },
    });
  },
};
