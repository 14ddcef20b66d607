// The columns of `users` that logging in reads and writes. Password checks happen elsewhere, outside transactions.
import { parseAddressList, type AddressList } from '#values/address-list.ts';
import { employedUntil, type Employed } from '#values/employment.ts';
import { foldText } from '#values/folded-text.ts';
import type { UnitTx } from '#sql/database.ts';
import { statement } from '#sql/statement.ts';

/** A user as far as logging in is concerned. */
export interface LoginUser {
  readonly id: number;
  readonly username: string;
  /** Argon2id in PHC format; `null`: they have not chosen a password yet. */
  readonly passwordHash: string | null;
  readonly active: boolean;
  readonly blocked: boolean;
  /** When the person is employed. */
  readonly employed: Employed;
  readonly emailAddress: string | null;
  /** The address that waits until its link is opened. */
  readonly unconfirmedAddress: string | null;
  /** Whence alone they may log in and send requests; `null`: from everywhere. */
  readonly allowedAddresses: AddressList | null;
}

/** Points at one user. */
export interface UserKey {
  readonly accountId: number;
  readonly userId: number;
}

const columns = [
  'id',
  'username',
  'password',
  'active',
  'authentication_blocked',
  'email_address',
  'unconfirmed_email_address',
  'restrict_to_ip',
  'allowed_ips',
  'entry_date',
  'exit_date',
  'former_employments',
  'timezone',
] as const;

const userByName = statement((db, value) =>
  db
    .selectFrom('users')
    .select(columns)
    .where('account_id', '=', value(0))
    .where('username_folded', '=', value(1)),
);

const userById = statement((db, value) =>
  db.selectFrom('users').select(columns).where('account_id', '=', value(0)).where('id', '=', value(1)),
);

/** The user of this name in any letter case. */
export function findUserByName(
  tx: UnitTx,
  { accountId, username }: { readonly accountId: number; readonly username: string },
): LoginUser | undefined {
  return asUser(userByName.get(tx, [accountId, foldText(username)]));
}

/** The user with this id. */
export function findUser(tx: UnitTx, { accountId, userId }: UserKey): LoginUser | undefined {
  return asUser(userById.get(tx, [accountId, userId]));
}

/** Why the user may not log in whatever the password; `null`: they may. */
export function userFault(user: LoginUser | undefined, now: number): string | null {
  if (user === undefined) return 'unknown_user';
  if (!user.active) return 'user_inactive';
  if ((employedUntil(user.employed, now) ?? Infinity) <= now) return 'user_has_left';
  return user.blocked ? 'user_blocked' : null;
}

/** As {@link userFault}, for a login from this address. */
export function loginFault(
  user: LoginUser | undefined,
  { address, now }: { readonly address: string | null; readonly now: number },
): string | null {
  const fault = userFault(user, now);
  if (fault !== null || user === undefined || user.allowedAddresses === null) return fault;
  return user.allowedAddresses.includes(address ?? '') ? null : 'address_not_allowed';
}

const nowhere: AddressList = { text: '', includes: () => false };

/** Whence a user may log in, as their row says it. What cannot be read allows no address. */
export function allowedAddresses(row: Readonly<Record<string, unknown>>): AddressList | null {
  if (row['restrict_to_ip'] !== 1) return null;
  const list = parseAddressList((row['allowed_ips'] as string | null) ?? '');
  return 'badPart' in list ? nowhere : list;
}

const someHashes = statement((db, value) =>
  db
    .selectFrom('users')
    .select('password')
    .where('account_id', '=', value(0))
    .where('password', 'is not', null)
    .orderBy('id')
    .limit(100),
);

/** A hash of the cost that most of the account's hashes have; `null`: there is none. */
export function commonHash(tx: UnitTx, accountId: number): string | null {
  const hashes = someHashes.all(tx, [accountId]).map((row) => row['password'] as string);
  const byCost = Map.groupBy(hashes, (hash) => hash.split('$').slice(0, 4).join('$'));
  const [most] = [...byCost.values()].toSorted((a, b) => b.length - a.length);
  return most?.[0] ?? null;
}

const noteLogin = statement((db, value) =>
  db
    .updateTable('users')
    .set(({ eb }) => ({
      last_login: value(0),
      updated: value(3),
      unsuccessful_login_count: eb.lit(0),
      row_revision: eb('row_revision', '+', eb.lit(1)),
    }))
    .where('account_id', '=', value(1))
    .where('id', '=', value(2)),
);

/** Notes a login. Clients that synchronise see the row, since it shows `last_login`. */
export function recordLogin(tx: UnitTx, { accountId, userId }: UserKey): void {
  noteLogin.run(tx, [tx.now, accountId, userId, tx.stamp]);
}

const countFailure = statement((db, value) =>
  db
    .updateTable('users')
    .set(({ eb }) => ({
      unsuccessful_login_count: eb('unsuccessful_login_count', '+', eb.lit(1)),
      updated: value(0),
      row_revision: eb('row_revision', '+', eb.lit(1)),
    }))
    .where('account_id', '=', value(1))
    .where('id', '=', value(2)),
);

/** Counts a failed login. It ends no session and blocks no user: the next attempt waits. */
export function countFailedLogin(tx: UnitTx, { accountId, userId }: UserKey): void {
  countFailure.run(tx, [tx.stamp, accountId, userId]);
}

const clearBlock = statement((db, value) =>
  db
    .updateTable('users')
    .set(({ eb }) => ({
      authentication_blocked: eb.lit(0),
      unsuccessful_login_count: eb.lit(0),
      updated: value(0),
      row_revision: eb('row_revision', '+', eb.lit(1)),
    }))
    .where('account_id', '=', value(1))
    .where('id', '=', value(2)),
);

/** Lets a blocked user log in again and starts the count anew. */
export function unblockUser(tx: UnitTx, { accountId, userId }: UserKey): void {
  clearBlock.run(tx, [tx.stamp, accountId, userId]);
}

function asUser(row: Readonly<Record<string, unknown>> | undefined): LoginUser | undefined {
  if (row === undefined) return undefined;
  return {
    id: row['id'] as number,
    username: row['username'] as string,
    passwordHash: row['password'] as string | null,
    active: row['active'] === 1,
    blocked: row['authentication_blocked'] === 1,
    emailAddress: row['email_address'] as string | null,
    unconfirmedAddress: row['unconfirmed_email_address'] as string | null,
    employed: row,
    allowedAddresses: allowedAddresses(row),
  };
}
