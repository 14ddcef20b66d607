// grant_type=client_credentials (RFC 6749 §4.4): a machine token, without refresh token.
import { issueTokens } from '../tokens.ts';
import { suspendedAccount, type Grant } from './grant.ts';

/** Gives the client a token of its own. */
export const clientCredentials: Grant = async (service, { client }) => {
  if (client.accountSuspended) throw suspendedAccount(client);
  const owner = { accountId: client.accountId, clientId: client.clientId, userId: null };
  return service.database.write(client.accountId, (tx) => issueTokens(tx, owner, service));
};
