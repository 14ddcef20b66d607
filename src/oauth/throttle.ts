// Failed logins, and how they delay what comes next. After five in fifteen minutes for one username and address the next
// attempt must wait, longer each time; so it must after twenty for one username from everywhere, and after thirty from one
// address for any names, but for a username at an address where it has logged in lately.
import { addressGroup } from '#values/address-group.ts';
import type { UnitTx } from '#sql/database.ts';
import { statement } from '#sql/statement.ts';
import { attemptCounts, usernameHash, type Attempt } from './attempt-counts.ts';
import { isKnownAddress, rememberAddress, type AddressKey } from './known-addresses.ts';

/** Who tries to log in, whether or not such a user exists. */
export type LoginAttempt = Attempt;

const failures = attemptCounts({ table: 'login_failures', name: 'username_hash', at: 'failed_at' });

/** As {@link loginDelay}, by the failures of this name at this address alone. */
export const ownDelay = failures.ownDelay;
/** Counts a failed attempt. */
export const recordFailure = failures.record;
/** Removes an account's failures that no longer count. */
export const purgeFailures = failures.purge;

/** Whether the username has logged in at the network of the address within the last 90 days. */
export function isKnownAttempt(tx: UnitTx, attempt: LoginAttempt): boolean {
  return isKnownAddress(tx, keyOf(attempt));
}

/**
 * Seconds until the next attempt is looked at; 0: now. Where the username has logged in lately, neither failures of other
 * names nor those from elsewhere delay it; guesses at it there are counted by themselves.
 */
export function loginDelay(tx: UnitTx, attempt: LoginAttempt): number {
  const own = failures.ownDelay(tx, attempt);
  const others = Math.max(failures.delayOfAddress(tx, attempt), failures.delayOfName(tx, attempt));
  return others > own && !isKnownAttempt(tx, attempt) ? others : own;
}

function keyOf({ accountId, username, address }: LoginAttempt): AddressKey {
  return { accountId, usernameHash: usernameHash(username), address: addressGroup(address) };
}

const deleteFailuresFrom = statement((db, value) =>
  db
    .deleteFrom('login_failures')
    .where('account_id', '=', value(0))
    .where('username_hash', '=', value(1))
    .where('address', '=', value(2)),
);

/** Forgets the failures of a user name at one address, which has proved to be theirs: after a login. */
export function forgiveAddress(tx: UnitTx, attempt: LoginAttempt): void {
  forgetFailures(tx, attempt);
  rememberAddress(tx, keyOf(attempt));
}

/** Forgets the failures of a user name at one address. */
export function forgetFailures(tx: UnitTx, { accountId, username, address }: LoginAttempt): void {
  deleteFailuresFrom.run(tx, [accountId, usernameHash(username), addressGroup(address)]);
}

const deleteFailures = statement((db, value) =>
  db.deleteFrom('login_failures').where('account_id', '=', value(0)).where('username_hash', '=', value(1)),
);

/** Forgets the failures of a user name from everywhere: when an administrator unblocks it. */
export function forgetAllFailures(
  tx: UnitTx,
  { accountId, username }: Pick<LoginAttempt, 'accountId' | 'username'>,
): void {
  deleteFailures.run(tx, [accountId, usernameHash(username)]);
}
