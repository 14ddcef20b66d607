// Failed logins, and how they delay what comes next. After five in fifteen minutes for one username and address the next
// attempt must wait, longer each time; so it must after twenty for one username from everywhere, and after thirty from one
// address for any names, but for a username at an address where it has logged in lately.
import { addressGroup } from '#values/address-group.ts';
import type { Tx } from '#sql/database.ts';
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
export function isKnownAttempt(tx: Tx, attempt: LoginAttempt): Promise<boolean> {
  return isKnownAddress(tx, keyOf(attempt));
}

/**
 * Seconds until the next attempt is looked at; 0: now. Where the username has logged in lately, neither failures of other
 * names nor those from elsewhere delay it; guesses at it there are counted by themselves.
 */
export async function loginDelay(tx: Tx, attempt: LoginAttempt): Promise<number> {
  const own = await failures.ownDelay(tx, attempt);
  const others = Math.max(
    await failures.delayOfAddress(tx, attempt),
    await failures.delayOfName(tx, attempt),
  );
  return others > own && !(await isKnownAttempt(tx, attempt)) ? others : own;
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
export async function forgiveAddress(tx: Tx, attempt: LoginAttempt): Promise<void> {
  await forgetFailures(tx, attempt);
  await rememberAddress(tx, keyOf(attempt));
}

/** Forgets the failures of a user name at one address. */
export async function forgetFailures(tx: Tx, { accountId, username, address }: LoginAttempt): Promise<void> {
  await deleteFailuresFrom.run(tx, [accountId, usernameHash(username), addressGroup(address)]);
}

const deleteFailures = statement((db, value) =>
  db.deleteFrom('login_failures').where('account_id', '=', value(0)).where('username_hash', '=', value(1)),
);

/** Forgets the failures of a user name from everywhere: when an administrator unblocks it. */
export async function forgetAllFailures(
  tx: Tx,
  { accountId, username }: Pick<LoginAttempt, 'accountId' | 'username'>,
): Promise<void> {
  await deleteFailures.run(tx, [accountId, usernameHash(username)]);
}
