// grant_type=password (RFC 6749 §4.3). Whether the user exists, is active or blocked, or the password is wrong:
// the same steps are taken and the same answer is given. The password is checked between two transactions.
import type { Tx } from '#sql/database.ts';
import { countFailure, type FailedLogin } from '../failed-login.ts';
import { findUserByName, loginFault, recordLogin, type LoginUser } from '../login-user.ts';
import { OAuthError } from '../oauth-error.ts';
import { forgetFailures, loginDelay, type LoginAttempt } from '../throttle.ts';
import { requireParameter } from '../token-parameters.ts';
import { issueTokens, type IssuedTokens } from '../tokens.ts';
import { invalidGrant, type Grant, type TokenService } from './grant.ts';

/** Gives tokens that act with the rights of the user. */
export const password: Grant = async (service, { client, parameters, remoteAddress }) => {
  const username = requireParameter(parameters, 'username');
  const given = requireParameter(parameters, 'password');
  const attempt = { accountId: client.accountId, username, address: remoteAddress ?? '' };
  const { user, delay } = await service.database.read(client.accountId, async (tx) => ({
    user: await findUserByName(tx, attempt),
    delay: await loginDelay(tx, attempt),
  }));
  if (delay > 0) throw tooManyAttempts(delay);
  const matches = await service.passwords.verify(user?.passwordHash ?? null, given);
  const fault =
    loginFault(user, remoteAddress) ??
    (client.accountSuspended ? 'account_suspended' : matches ? null : 'wrong_password');
  const outcome = await service.database.write(client.accountId, (tx) =>
    fault === null && user !== undefined
      ? succeed(tx, { service, attempt, clientId: client.clientId, user })
      : fail(tx, { attempt, userId: user?.id, reason: fault ?? 'unknown_user' }),
  );
  if (outcome instanceof OAuthError) throw outcome;
  return outcome;
};

interface Success {
  readonly service: TokenService;
  readonly attempt: LoginAttempt;
  readonly clientId: string;
  readonly user: LoginUser;
}

/** Answers refusals instead of throwing them: a throw would undo what the transaction counted. */
async function succeed(
  tx: Tx,
  { service, attempt, clientId, user }: Success,
): Promise<IssuedTokens | OAuthError> {
  // Guesses sent all at once pass the first look at the counter together; here they queue, and only five count.
  const delay = await loginDelay(tx, attempt);
  if (delay > 0) return tooManyAttempts(delay);
  const now = await findUserByName(tx, attempt);
  const fault = loginFault(now, attempt.address);
  if (fault !== null || now?.passwordHash !== user.passwordHash) {
    return wrongLogin(fault ?? 'password_changed');
  }
  await forgetFailures(tx, attempt);
  await recordLogin(tx, { accountId: attempt.accountId, userId: user.id });
  return issueTokens(tx, { accountId: attempt.accountId, clientId, userId: user.id }, service);
}

async function fail(tx: Tx, failure: FailedLogin & { readonly reason: string }): Promise<OAuthError> {
  const delay = await countFailure(tx, failure);
  return delay > 0 ? tooManyAttempts(delay) : wrongLogin(failure.reason);
}

function wrongLogin(reason: string): OAuthError {
  return invalidGrant('The username or the password is wrong, or the user may not log in.', reason);
}

function tooManyAttempts(delay: number): OAuthError {
  return new OAuthError({
    status: 400,
    error: 'invalid_grant',
    description: `Too many attempts to log in have failed; the next is possible in ${delay} seconds.`,
    headers: { 'retry-after': String(delay) },
    reason: 'too_many_attempts',
  });
}
