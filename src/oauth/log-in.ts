// A username and a password → what a login gives. Whether the user exists, is active or blocked, or the password is wrong:
// the same steps are taken and the same answer is given. The password is checked between two transactions.
import { appendAudit } from '#sql/audit-entries.ts';
import type { Database, Tx, UnitTx } from '#sql/database.ts';
import { countFailure, type FailedLogin } from './failed-login.ts';
import { commonHash, findUserByName, loginFault, recordLogin, type LoginUser } from './login-user.ts';
import { OAuthError } from './oauth-error.ts';
import type { LoginTurns } from './login-turns.ts';
import type { Asker, Passwords } from './passwords.ts';
import { forgiveAddress, isKnownAttempt, loginDelay, type LoginAttempt } from './throttle.ts';
import { asUnit } from '#sql/transaction.ts';

/** What checking a login needs. */
export interface LoginService {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly turns: LoginTurns;
}

/** A login attempt, and what the server issues in the transaction that accepts it. */
export interface Login<T> {
  readonly accountId: number;
  /** What a user of a suspended account is told once the password is right; `null`: the account is not suspended. */
  readonly suspended: Error | null;
  readonly username: string;
  readonly password: string;
  readonly remoteAddress: string | null;
  readonly give: (tx: Tx, userId: number) => Promise<T>;
}

/** The reason of a refusal that comes before the password is looked at; `Retry-After` says how many seconds to wait. */
export const tooManyAttempts = 'too_many_attempts';

/**
 * Logs a user in. Throws {@link OAuthError} `invalid_grant` with the reason for the operator, and `overloaded` when too many
 * attempts wait.
 */
export async function logIn<T>(service: LoginService, login: Login<T>): Promise<T> {
  const { accountId, username, remoteAddress } = login;
  const attempt = { accountId, username, address: remoteAddress ?? '' };
  const { delay, known } = await service.database.read(
    accountId,
    asUnit((tx) => ({
      delay: loginDelay(tx, attempt),
      known: isKnownAttempt(tx, attempt),
    })),
  );
  if (delay > 0) throw waitFor(delay);
  return service.turns.run({ ...attempt, known }, (asker) => tryPassword(service, login, { attempt, asker }));
}

interface Turn {
  readonly attempt: LoginAttempt;
  readonly asker: Asker;
}

/** Looks at the delay once more: the attempts before this one have been counted meanwhile. */
async function tryPassword<T>(
  { database, passwords }: LoginService,
  login: Login<T>,
  { attempt, asker }: Turn,
): Promise<T> {
  const { accountId, remoteAddress } = login;
  const { user, now, delay, common } = await database.read(
    accountId,
    asUnit((tx) => ({
      user: findUserByName(tx, attempt),
      now: tx.now,
      delay: loginDelay(tx, attempt),
      common: commonHash(tx, accountId),
    })),
  );
  if (delay > 0) throw waitFor(delay);
  const matches = await passwords.verify(user?.passwordHash ?? null, login.password, common, asker);
  const fault = loginFault(user, { address: remoteAddress, now }) ?? (matches ? null : 'wrong_password');
  if (fault === null && login.suspended !== null) throw login.suspended;
  const outcome = await database.write(accountId, (tx) =>
    fault === null && user !== undefined
      ? succeed(tx, { attempt, user, give: login.give })
      : tx.unit((unit) => fail(unit, { attempt, userId: user?.id, reason: fault ?? 'unknown_user' })),
  );
  if (outcome instanceof OAuthError) throw outcome;
  return outcome;
}

interface Success<T> extends Pick<Login<T>, 'give'> {
  readonly attempt: LoginAttempt;
  readonly user: LoginUser;
}

/** Answers refusals instead of throwing them: a throw would undo what the transaction counted. */
async function succeed<T>(tx: Tx, success: Success<T>): Promise<T | OAuthError> {
  const refusal = await tx.unit((unit) => admit(unit, success));
  return refusal ?? success.give(tx, success.user.id);
}

function admit(tx: UnitTx, { attempt, user }: Omit<Success<unknown>, 'give'>): OAuthError | null {
  // Attempts under way, here or in another process, may have failed since the look at the counter.
  const delay = loginDelay(tx, attempt);
  if (delay > 0) return waitFor(delay);
  const present = findUserByName(tx, attempt);
  const fault = loginFault(present, { address: attempt.address, now: tx.now });
  if (fault !== null || present?.passwordHash !== user.passwordHash) {
    return wrongLogin(fault ?? 'password_changed');
  }
  forgiveAddress(tx, attempt);
  recordLogin(tx, { accountId: attempt.accountId, userId: user.id });
  appendAudit(
    { tx, accountId: attempt.accountId },
    { actor: 'user', userId: user.id, address: attempt.address, action: 'login' },
  );
  return null;
}

function fail(tx: UnitTx, failure: FailedLogin & { readonly reason: string }): OAuthError {
  const delay = countFailure(tx, failure);
  if (delay > 0) return waitFor(delay);
  const { attempt, userId = null, reason } = failure;
  appendAudit(
    { tx, accountId: attempt.accountId },
    {
      actor: 'nobody',
      userId,
      address: attempt.address,
      action: 'login_failed',
      after: JSON.stringify({ reason }),
    },
  );
  return wrongLogin(reason);
}

function wrongLogin(reason: string): OAuthError {
  return new OAuthError({
    status: 400,
    error: 'invalid_grant',
    description: 'The username or the password is wrong, or the user may not log in.',
    reason,
  });
}

function waitFor(delay: number): OAuthError {
  return new OAuthError({
    status: 400,
    error: 'invalid_grant',
    description: `Too many attempts to log in have failed; the next is possible in ${delay} seconds.`,
    headers: { 'retry-after': String(delay) },
    reason: tooManyAttempts,
  });
}
