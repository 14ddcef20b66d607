// What a wrong password leads to, wherever it is given: the next attempt waits, longer each time.
import type { UnitTx } from '#sql/database.ts';
import { countFailedLogin } from './login-user.ts';
import { loginDelay, recordFailure, type LoginAttempt } from './throttle.ts';

const nobody = 0;

/** A wrong password for a user, or for an unknown user name. */
export interface FailedLogin {
  readonly attempt: LoginAttempt;
  readonly userId: number | undefined;
}

/**
 * Counts the failure and answers 0; or answers the seconds to wait and counts nothing, because guesses that are sent all
 * at once pass the first look at the counter together, and only as many as are free may be looked at.
 */
export function countFailure(tx: UnitTx, { attempt, userId }: FailedLogin): number {
  const delay = loginDelay(tx, attempt);
  if (delay > 0) return delay;
  recordFailure(tx, attempt);
  countFailedLogin(tx, { accountId: attempt.accountId, userId: userId ?? nobody });
  return 0;
}
