// POST /<account>/auth/oauth2/revoke (RFC 7009): a client logs out. Either token of a login ends the whole login.
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import { authenticateClient } from './authenticate-client.ts';
import { answering, reportingFailure, requirePost, type OAuthEndpoint } from './client-endpoint.ts';
import { readClientSecret } from './client-secret.ts';
import { requireAccount } from './find-account.ts';
import type { TokenService } from './grants/grant.ts';
import { accountOfToken } from './opaque-token.ts';
import { OAuthError, oauthResponse } from './oauth-error.ts';
import { readTokenParameters, requireParameter } from './token-parameters.ts';
import { findToken, revokeFamily } from './tokens.ts';

type RevokeService = Pick<TokenService, 'database' | 'observe'>;

/** Makes the endpoint. An unknown token is no error: it is already what the client wants it to be (§2.2). */
export function createRevokeEndpoint(service: RevokeService): OAuthEndpoint {
  return (request, account) => answering(() => revoke(service, request, account));
}

async function revoke(service: RevokeService, request: HttpRequest, account: string): Promise<HttpResponse> {
  requirePost(request);
  const addressed = await requireAccount(service.database, account);
  const parameters = readTokenParameters(request);
  const token = requireParameter(parameters, 'token');
  const presented = readClientSecret(request, parameters);
  const { remoteAddress } = request;
  const failure = { observe: service.observe, account, clientId: presented.clientId, remoteAddress };
  const client = await reportingFailure(failure, () =>
    authenticateClient(service.database, {
      account: addressed,
      presented,
      remoteAddress: request.remoteAddress,
    }),
  );
  const { accountId, clientId } = client;
  await service.database.write(accountId, async (tx) => {
    const stored =
      accountOfToken(token) === accountId ? await findToken(tx, { accountId, token }) : undefined;
    if (stored === undefined) return;
    if (stored.clientId !== clientId) throw otherClient();
    await tx.unit((unit) => revokeFamily(unit, { accountId, family: stored.family }));
  });
  return oauthResponse({ status: 200, value: {} });
}

function otherClient(): OAuthError {
  return new OAuthError({
    status: 400,
    error: 'invalid_grant',
    description: 'The token was given to another client.',
  });
}
