// POST /<account>/auth/oauth2/token: a list of named checks, then the grant (specification §5, RFC 6749).
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import { authenticateClient } from './authenticate-client.ts';
import { answering, reportingFailure, requirePost, type OAuthEndpoint } from './client-endpoint.ts';
import { readClientSecret } from './client-secret.ts';
import { requireAccount } from './find-account.ts';
import { clientCredentials } from './grants/client-credentials.ts';
import type { Grant, TokenService } from './grants/grant.ts';
import { password } from './grants/password.ts';
import { refreshToken } from './grants/refresh-token.ts';
import { OAuthError, oauthResponse } from './oauth-error.ts';
import { readTokenParameters, requireParameter } from './token-parameters.ts';
import type { IssuedTokens } from './tokens.ts';

const grants: ReadonlyMap<string, Grant> = new Map([
  ['client_credentials', clientCredentials],
  ['password', password],
  ['refresh_token', refreshToken],
]);

/** Makes the endpoint. It never throws {@link OAuthError}: refusals are answers. */
export function createTokenEndpoint(service: TokenService): OAuthEndpoint {
  return (request, account) => answering(() => giveToken(service, request, account));
}

async function giveToken(
  service: TokenService,
  request: HttpRequest,
  account: string,
): Promise<HttpResponse> {
  requirePost(request);
  const { remoteAddress } = request;
  const { observe } = service;
  const addressed = await reportingFailure({ observe, account, clientId: '', remoteAddress }, () =>
    requireAccount(service.database, account),
  );
  const parameters = readTokenParameters(request);
  const grantType = requireParameter(parameters, 'grant_type');
  const grant = requireGrant(grantType);
  const presented = readClientSecret(request, parameters);
  return reportingFailure({ observe, account, clientId: presented.clientId, remoteAddress }, async () => {
    const client = await authenticateClient(service.database, {
      account: addressed,
      presented,
      remoteAddress,
    });
    const tokens = await grant(service, { client, presented, parameters, remoteAddress });
    const { accountName, clientId } = client;
    observe({ kind: 'login_succeeded', account: accountName, clientId, grant: grantType });
    return oauthResponse({ status: 200, value: tokenAnswer(tokens) });
  });
}

function requireGrant(grantType: string): Grant {
  const grant = grants.get(grantType);
  if (grant !== undefined) return grant;
  throw new OAuthError({
    status: 400,
    error: 'unsupported_grant_type',
    description: `The grant_type must be one of ${[...grants.keys()].join(', ')}.`,
  });
}

function tokenAnswer({
  accessToken,
  expiresIn,
  refreshToken: refresh,
}: IssuedTokens): Record<string, unknown> {
  const common = { access_token: accessToken, token_type: 'bearer', expires_in: expiresIn };
  return refresh === null ? common : { ...common, refresh_token: refresh };
}
