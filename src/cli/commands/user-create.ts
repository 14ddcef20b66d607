// `hourbook user create ACCOUNT USERNAME`: a person who can log in.
import { AccountError } from '#accounts/account-error.ts';
import { createUser } from '#accounts/create-user.ts';
import { openApp } from '#app';
import { ApiError } from '#errors/api-error.ts';
import { CommandFailure, type Command } from '../command.ts';
import { readSecret } from '../read-secret.ts';

/** Creates a user. */
export const command: Command = {
  name: 'user create',
  summary: 'Creates a user of an account',
  arguments: [
    { name: 'ACCOUNT', doc: 'Name of the account.' },
    { name: 'USERNAME', doc: 'Login name, unique in the account.' },
  ],
  options: [
    { flag: 'firstname', value: 'NAME', doc: 'Given name.', required: true },
    { flag: 'lastname', value: 'NAME', doc: 'Family name.', required: true },
    { flag: 'administrator', doc: 'The user administers the account.' },
  ],
  async run({ arguments: words, options, config, print, readInput }) {
    const password = await readSecret({ variable: 'HOURBOOK_PASSWORD', prompt: 'Password: ', readInput });
    const app = await openApp(config, { mustExist: true });
    try {
      const username = words['USERNAME'] ?? '';
      const created = await createUser(app.engine, {
        account: (words['ACCOUNT'] ?? '').toLowerCase(),
        entity: {
          username,
          password,
          firstname: options['firstname'],
          lastname: options['lastname'],
          internal_user_group: options['administrator'] === true ? 1 : 2,
        },
      });
      print({
        text: `User ${username} (id ${created.userId}) is there.`,
        data: { account: created.account, user_id: created.userId, username },
      });
    } catch (error) {
      if (error instanceof AccountError || error instanceof ApiError) throw new CommandFailure(error.message);
      throw error;
    } finally {
      await app.close();
    }
  },
};
