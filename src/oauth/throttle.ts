// Failed logins, counted in the database so that all server processes share them (decisions §7).
// After five in fifteen minutes for one user name and address the next attempt must wait, longer each time.
import { foldText } from '#values/folded-text.ts';
import type { Tx } from '#sql/database.ts';
import { statement } from '#sql/statement.ts';
import { hashSecret, randomName } from './opaque-token.ts';

/** Who tries to log in, whether or not such a user exists. */
export interface LoginAttempt {
  readonly accountId: number;
  readonly username: string;
  readonly address: string;
}

const windowSeconds = 900;
const freeFailures = 5;
const firstDelay = 10;

/** Seconds to wait after this many failures in the window: none below five, then 10, 20, 40 … up to 900. */
export function delayAfter(failures: number): number {
  return failures < freeFailures ? 0 : Math.min(windowSeconds, firstDelay * 2 ** (failures - freeFailures));
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

/** Seconds until the next attempt is looked at; 0: now. */
export async function loginDelay(tx: Tx, { accountId, username, address }: LoginAttempt): Promise<number> {
  const values = [accountId, usernameHash(username), address, tx.now - windowSeconds];
  const row = await recentFailures.get(tx, values);
  const latest = row?.['latest'] as number | null | undefined;
  if (latest === null || latest === undefined) return 0;
  return Math.max(0, latest + delayAfter(Number(row?.['failures'])) - tx.now);
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
  await insertFailure.run(tx, [accountId, randomName(16), usernameHash(username), address, tx.now]);
}

const deleteFailuresFrom = statement((db, value) =>
  db
    .deleteFrom('login_failures')
    .where('account_id', '=', value(0))
    .where('username_hash', '=', value(1))
    .where('address', '=', value(2)),
);

/** Forgets the failures of a user name at one address: after a login. */
export async function forgetFailures(tx: Tx, { accountId, username, address }: LoginAttempt): Promise<void> {
  await deleteFailuresFrom.run(tx, [accountId, usernameHash(username), address]);
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
