// Codes of links, with which a user chooses a password or confirms an e-mail address, or an administrator logs in as a
// user. Only their hashes are stored. A new code replaces those of the user and purpose that would expire before it. A code is void once the user's
// password or mail address changes; that of an address also once another address is to be confirmed.
import type { CodePurpose } from '#resource/rule.ts';
import type { UnitTx } from '#sql/database.ts';
import { statement } from '#sql/statement.ts';
import { findUser, userFault, type LoginUser, type UserKey } from './login-user.ts';
import { hashSecret, newSecret } from './opaque-token.ts';

const forgetCodes = statement((db, value) =>
  db
    .deleteFrom('one_time_codes')
    .where('account_id', '=', value(0))
    .where('user_id', '=', value(1))
    .where('purpose', '=', value(2))
    .where('expires_at', '<=', value(3)),
);

const insertCode = statement((db, value) =>
  db.insertInto('one_time_codes').values({
    account_id: value(0),
    user_id: value(1),
    purpose: value(2),
    hash: value(3),
    bound_to: value(4),
    created_at: value(5),
    expires_at: value(6),
    made_by: value(7),
  }),
);

/** A code to be made: what it is good for, and for how many seconds. */
export interface CodeOrder extends UserKey {
  readonly purpose: CodePurpose;
  readonly lifetime: number;
  /** The administrator for whom it is; absent: for the user. */
  readonly madeBy?: number;
}

/** Makes a code; `null` when the user is gone. */
export function createCode(
  tx: UnitTx,
  { accountId, userId, purpose, lifetime, madeBy }: CodeOrder,
): string | null {
  const user = findUser(tx, { accountId, userId });
  if (user === undefined) return null;
  const code = tx.once(newSecret);
  const expires = tx.now + lifetime;
  // Anonymous clients can ask for a link that works for an hour; it must not end an invitation that works for days.
  forgetCodes.run(tx, [accountId, userId, purpose, expires]);
  const bound = bindingOf(user, purpose);
  const made = [accountId, userId, purpose, hashSecret(code)];
  insertCode.run(tx, [...made, bound, tx.now, expires, madeBy ?? null]);
  return code;
}

const codeByHash = statement((db, value) =>
  db
    .selectFrom('one_time_codes')
    .select(['user_id', 'bound_to', 'expires_at', 'made_by'])
    .where('account_id', '=', value(0))
    .where('hash', '=', value(1))
    .where('purpose', '=', value(2)),
);

/** A code as it is shown, and what it must be good for. */
export interface ShownCode {
  readonly accountId: number;
  readonly code: string;
  readonly purpose: CodePurpose;
}

/** The user to whom a code was mailed for this purpose; `null` when it does not work, or they may not log in. */
export function ownerOfCode(tx: UnitTx, shown: ShownCode): number | null {
  return findCode(tx, shown)?.userId ?? null;
}

interface FoundCode {
  readonly userId: number;
  readonly madeBy: number | null;
}

function findCode(tx: UnitTx, { accountId, code, purpose }: ShownCode): FoundCode | null {
  const row = codeByHash.get(tx, [accountId, hashSecret(code), purpose]);
  if (row === undefined || (row['expires_at'] as number) <= tx.now) return null;
  const user = findUser(tx, { accountId, userId: row['user_id'] as number });
  if (user === undefined || userFault(user, tx.now) !== null || bindingOf(user, purpose) !== row['bound_to'])
    return null;
  return { userId: user.id, madeBy: row['made_by'] as number | null };
}

const deleteCode = statement((db, value) =>
  db.deleteFrom('one_time_codes').where('account_id', '=', value(0)).where('hash', '=', value(1)),
);

/** Uses up the code of a login link. Answers as whom to log in and who does; `null` when it does not work. */
export function redeemLoginCode(
  tx: UnitTx,
  { accountId, code }: Omit<ShownCode, 'purpose'>,
): FoundCode | null {
  const found = findCode(tx, { accountId, code, purpose: 'login' });
  if (found !== null) deleteCode.run(tx, [accountId, hashSecret(code)]);
  return found;
}

const deleteExpired = statement((db, value) =>
  db.deleteFrom('one_time_codes').where('account_id', '=', value(0)).where('expires_at', '<=', value(1)),
);

/** Removes an account's expired codes. */
export function purgeCodes(tx: UnitTx, accountId: number): number {
  return deleteExpired.change(tx, [accountId, tx.now]);
}

function bindingOf(user: LoginUser, purpose: CodePurpose): string {
  const { passwordHash, emailAddress, unconfirmedAddress } = user;
  const confirmed = purpose === 'address' ? [unconfirmedAddress] : [];
  return hashSecret(JSON.stringify([passwordHash, emailAddress, ...confirmed]));
}
