// grant_type=password (RFC 6749 §4.3).
import { logIn } from '../log-in.ts';
import { requireParameter } from '../token-parameters.ts';
import { issueTokens } from '../tokens.ts';
import { suspendedAccount, type Grant } from './grant.ts';

/** Gives tokens that act with the rights of the user. */
export const password: Grant = (service, { client, parameters, remoteAddress }) => {
  const { accountId, clientId } = client;
  return logIn(service, {
    accountId,
    suspended: client.accountSuspended ? suspendedAccount(client) : null,
    username: requireParameter(parameters, 'username'),
    password: requireParameter(parameters, 'password'),
    remoteAddress,
    give: (tx, userId) => issueTokens(tx, { accountId, clientId, userId }, service),
  });
};
