// What rules and actions of the API can do to logins; the engine is given it by the composition root.
import { ApiError } from '#errors/api-error.ts';
import type { Database, Tx } from '#sql/database.ts';
import { countFailure } from './failed-login.ts';
import { findUser, type UserKey } from './login-user.ts';
import { ownerOfCode } from './one-time-codes.ts';
import type { Passwords } from './passwords.ts';
import {
  forgetAllFailures,
  forgetFailures,
  loginDelay,
  recordFailure,
  type LoginAttempt,
} from './throttle.ts';
import { revokeFamily, revokeUserTokens } from './tokens.ts';

interface ProofService {
  readonly database: Database;
  readonly passwords: Passwords;
}

/** A password that somebody who is logged in gives again. */
export interface Proof extends UserKey {
  readonly address: string;
  readonly password: string;
}

/** The tools; all but `prove` work inside a transaction. */
export function createLoginTools(service: ProofService) {
  return {
    endAll: revokeUserTokens,
    end: revokeFamily,
    forgive: forgetAllFailures,
    countAttempt,
    ownerOfCode,
    prove: (proof: Proof) => provePassword(service, proof),
  };
}

async function countAttempt(tx: Tx, attempt: LoginAttempt): Promise<void> {
  const delay = await loginDelay(tx, attempt);
  if (delay > 0) throw tooManyAttempts(delay);
  await recordFailure(tx, attempt);
}

/** Counted like a login: whoever stole a token must not find out the password with it. */
async function provePassword(
  { database, passwords }: ProofService,
  { accountId, userId, address, password }: Proof,
): Promise<string> {
  const known = await database.read(accountId, async (tx) => {
    const user = await findUser(tx, { accountId, userId });
    const attempt = { accountId, username: user?.username ?? '', address };
    return { user, attempt, delay: await loginDelay(tx, attempt) };
  });
  if (known.delay > 0) throw tooManyAttempts(known.delay);
  const hash = known.user?.passwordHash ?? null;
  const matches = await passwords.verify(hash, password);
  const delay = await database.write(accountId, (tx) =>
    matches ? forgiveUnlessLate(tx, known.attempt) : countFailure(tx, { attempt: known.attempt, userId }),
  );
  if (delay > 0) throw tooManyAttempts(delay);
  if (matches && hash !== null) return hash;
  throw new ApiError('wrong_password', 'old_password is not the password that holds now.', {
    field: 'old_password',
  });
}

async function forgiveUnlessLate(tx: Tx, attempt: LoginAttempt): Promise<number> {
  const delay = await loginDelay(tx, attempt);
  if (delay === 0) await forgetFailures(tx, attempt);
  return delay;
}

function tooManyAttempts(delay: number): ApiError {
  const message = `There were too many attempts; the next is possible in ${delay} seconds.`;
  return new ApiError('too_many_attempts', message, { data: { retry_after: delay } });
}
