// `hourbook credentials revoke ACCOUNT CLIENT_ID`: ends a credential and all its tokens at once.
import { revokeCredential } from '#oauth/credentials.ts';
import { CommandFailure, type Command } from '../command.ts';
import { requireAccount, withDatabase } from '../with-database.ts';

/** Revokes a credential. */
export const command: Command = {
  name: 'credentials revoke',
  summary: 'Ends an API credential and every token given to it, at once',
  arguments: [
    { name: 'ACCOUNT', doc: 'Name of the account.' },
    { name: 'CLIENT_ID', doc: 'The credential, as credentials list shows it.' },
  ],
  options: [],
  async run(context) {
    const { arguments: words, print } = context;
    const clientId = words['CLIENT_ID'] ?? '';
    const account = await withDatabase(context, async (database) => {
      const { id: accountId, name } = await requireAccount(database, words['ACCOUNT']);
      const ended = await database.write(accountId, (tx) => revokeCredential(tx, { accountId, clientId }));
      if (!ended) throw new CommandFailure(`the account ${name} has no living credential "${clientId}"`);
      return name;
    });
    print({
      text: `The credential ${clientId} and its tokens no longer work.`,
      data: { account, client_id: clientId, revoked: true },
    });
  },
};
