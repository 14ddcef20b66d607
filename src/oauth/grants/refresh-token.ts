// grant_type=refresh_token (RFC 6749 §6) with rotation: every use gives a new pair. A used token that comes back
// after the grace was stolen, or its successor was: the whole family ends (RFC 9700 §4.14.2).
// The access token of the old pair lives on until it expires: requests under way with it are not cut off.
import type { Tx } from '#sql/database.ts';
import { accountOfToken } from '../opaque-token.ts';
import { findUser, loginFault } from '../login-user.ts';
import { OAuthError } from '../oauth-error.ts';
import { requireParameter } from '../token-parameters.ts';
import { findToken, issueTokens, markTokenUsed, revokeFamily } from '../tokens.ts';
import type { IssuedTokens, StoredToken } from '../tokens.ts';
import { invalidGrant, suspendedAccount, type Grant, type GrantRequest, type TokenService } from './grant.ts';

/** Gives a new pair for a refresh token. */
export const refreshToken: Grant = async (service, request) => {
  const token = requireParameter(request.parameters, 'refresh_token');
  const outcome = await service.database.write(request.client.accountId, (tx) =>
    refresh(tx, { service, request, token }),
  );
  if (!(outcome instanceof OAuthError)) return outcome;
  if (outcome.reason === reused) {
    const { accountName, clientId } = request.client;
    service.observe({ kind: 'refresh_token_reused', account: accountName, clientId });
  }
  throw outcome;
};

interface Refresh {
  readonly service: TokenService;
  readonly request: GrantRequest;
  readonly token: string;
}

const reused = 'refresh_token_reused';

/** Answers refusals instead of throwing them: a throw would undo the revocation. */
async function refresh(tx: Tx, { service, request, token }: Refresh): Promise<IssuedTokens | OAuthError> {
  const { accountId, clientId } = request.client;
  const stored = accountOfToken(token) === accountId ? await findToken(tx, { accountId, token }) : undefined;
  const fault = tokenFault(stored, { now: tx.now, clientId, grace: service.refreshGrace });
  if (fault === reused && stored !== undefined) {
    const { family } = stored;
    await tx.unit((unit) => revokeFamily(unit, { accountId, family }));
  }
  if (stored === undefined || fault !== null) return wrongToken(fault ?? 'unknown_token');
  const userId = stored.userId ?? 0;
  const from = { address: request.remoteAddress, now: tx.now };
  const cannotLogIn = loginFault(await tx.unit((unit) => findUser(unit, { accountId, userId })), from);
  if (cannotLogIn !== null) return wrongToken(cannotLogIn);
  if (request.client.accountSuspended) return suspendedAccount(request.client);
  await markTokenUsed(tx, { accountId, token });
  return issueTokens(tx, { accountId, clientId, userId, family: stored.family }, service);
}

function tokenFault(
  stored: StoredToken | undefined,
  { now, clientId, grace }: { readonly now: number; readonly clientId: string; readonly grace: number },
): string | null {
  if (stored === undefined || stored.kind !== 'refresh') return 'unknown_token';
  if (stored.clientId !== clientId) return 'token_of_other_client';
  if (stored.revokedAt !== null) return 'token_revoked';
  if (stored.usedAt !== null && now - stored.usedAt > grace) return reused;
  return stored.expiresAt <= now ? 'token_expired' : null;
}

function wrongToken(reason: string): OAuthError {
  return invalidGrant('The refresh token is unknown, expired, revoked or was used before.', reason);
}
