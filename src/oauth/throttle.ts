// Failed logins, counted in the database so that all server processes share them (decisions §7).
// After five in fifteen minutes for one user name and address the next attempt must wait, longer each time; so it must
// after twenty for one user name from everywhere, but where that name has logged in of late, and after thirty from one
// address for any names.
import { addressGroup } from '#values/address-group.ts';
import { foldText } from '#values/folded-text.ts';
import type { Tx } from '#sql/database.ts';
import { statement } from '#sql/statement.ts';
import { isKnownAddress, rememberAddress, type AddressKey } from './known-addresses.ts';
import { hashSecret, randomName } from './opaque-token.ts';

/** Who tries to log in, whether or not such a user exists. */
export interface LoginAttempt {
  readonly accountId: number;
  readonly username: string;
  readonly address: string;
}

const windowSeconds = 900;

/** How failures of one kind delay: so many do not, the next waits for the first delay, and so on, twice as long each time. */
interface Patience {
  readonly free: number;
  readonly first: number;
  readonly longest: number;
}

const ofNameAndAddress: Patience = { free: 5, first: 10, longest: windowSeconds };
/** Others who try a name from many addresses delay its owner at new addresses only, and for five minutes at the most. */
const ofName: Patience = { free: 20, first: 10, longest: 300 };
/** Many people of one office have one address. */
const ofAddress: Patience = { free: 30, first: 1, longest: 60 };

/** Seconds to wait after this many failures in the window: none below five, then 10, 20, 40 … up to 900. */
export function delayAfter(failures: number, { free, first, longest } = ofNameAndAddress): number {
  return failures < free ? 0 : Math.min(longest, first * 2 ** (failures - free));
}

const recentFailures = statement((db, value) =>
  db
    .selectFrom('login_failures')
    .select(({ fn }) => [fn.countAll().as('failures'), fn.max('failed_at').as('latest')])
    .where('account_id', '=', value(0))
    .where('username_hash', '=', value(1))
    .where('address', '=', value(2))
    .where('failed_at', '>', value(3)),
);

const recentFailuresOfName = statement((db, value) =>
  db
    .selectFrom('login_failures')
    .select(({ fn }) => [fn.countAll().as('failures'), fn.max('failed_at').as('latest')])
    .where('account_id', '=', value(0))
    .where('username_hash', '=', value(1))
    .where('failed_at', '>', value(2)),
);

const recentFailuresOfAddress = statement((db, value) =>
  db
    .selectFrom('login_failures')
    .select(({ fn }) => [fn.countAll().as('failures'), fn.max('failed_at').as('latest')])
    .where('account_id', '=', value(0))
    .where('address', '=', value(1))
    .where('failed_at', '>', value(2)),
);

/** As {@link loginDelay}, by the failures of this name at this address alone. */
export async function ownDelay(tx: Tx, { accountId, username, address }: LoginAttempt): Promise<number> {
  const key = [accountId, usernameHash(username), addressGroup(address), tx.now - windowSeconds];
  return delayOf(tx, await recentFailures.get(tx, key), ofNameAndAddress);
}

/** Whether the username has logged in at the network of the address within the last 90 days. */
export function isKnownAttempt(tx: Tx, attempt: LoginAttempt): Promise<boolean> {
  return isKnownAddress(tx, keyOf(attempt));
}

/** Seconds until the next attempt is looked at; 0: now. */
export async function loginDelay(tx: Tx, { accountId, username, address }: LoginAttempt): Promise<number> {
  const [name, group, since] = [usernameHash(username), addressGroup(address), tx.now - windowSeconds];
  const delays = [
    await ownDelay(tx, { accountId, username, address }),
    delayOf(tx, await recentFailuresOfAddress.get(tx, [accountId, group, since]), ofAddress),
  ];
  const delay = delayOf(tx, await recentFailuresOfName.get(tx, [accountId, name, since]), ofName);
  if (delay > 0 && !(await isKnownAddress(tx, keyOf({ accountId, username, address })))) delays.push(delay);
  return Math.max(...delays);
}

function keyOf({ accountId, username, address }: LoginAttempt): AddressKey {
  return { accountId, usernameHash: usernameHash(username), address: addressGroup(address) };
}

/** How often an attempt of this name was counted in the last fifteen minutes, from everywhere. */
export async function countRecent(
  tx: Tx,
  { accountId, username }: Pick<LoginAttempt, 'accountId' | 'username'>,
): Promise<number> {
  const since = tx.now - windowSeconds;
  const row = await recentFailuresOfName.get(tx, [accountId, usernameHash(username), since]);
  return Number(row?.['failures']);
}

function delayOf(tx: Tx, row: Readonly<Record<string, unknown>> | undefined, patience: Patience): number {
  const latest = row?.['latest'] as number | null | undefined;
  if (latest === null || latest === undefined) return 0;
  return Math.max(0, latest + delayAfter(Number(row?.['failures']), patience) - tx.now);
}

const insertFailure = statement((db, value) =>
  db.insertInto('login_failures').values({
    account_id: value(0),
    id: value(1),
    username_hash: value(2),
    address: value(3),
    failed_at: value(4),
  }),
);

/** Counts a failed attempt. */
export async function recordFailure(tx: Tx, { accountId, username, address }: LoginAttempt): Promise<void> {
  const group = addressGroup(address);
  await insertFailure.run(tx, [accountId, randomName(16), usernameHash(username), group, tx.now]);
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

const deleteOldFailures = statement((db, value) =>
  db.deleteFrom('login_failures').where('account_id', '=', value(0)).where('failed_at', '<=', value(1)),
);

/** Removes an account's failures that no longer count. */
export function purgeFailures(tx: Tx, accountId: number): Promise<number> {
  return deleteOldFailures.run(tx, [accountId, tx.now - windowSeconds]);
}

/** People type passwords into the wrong field, so what they typed is not kept as it is. */
function usernameHash(username: string): string {
  return hashSecret(foldText(username));
}
