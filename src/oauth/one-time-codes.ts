// Codes of mailed links, with which somebody without a password may choose one. Only their hashes are stored; the newest
// of a user is the only one. A code dies with the password and the mail address for which it was made.
import type { Tx } from '#sql/database.ts';
import { statement } from '#sql/statement.ts';
import { findUser, userFault, type LoginUser, type UserKey } from './login-user.ts';
import { hashSecret, newSecret } from './opaque-token.ts';

const forgetCodes = statement((db, value) =>
  db
    .deleteFrom('one_time_codes')
    .where('account_id', '=', value(0))
    .where('user_id', '=', value(1))
    .where('expires_at', '<=', value(2)),
);

const insertCode = statement((db, value) =>
  db.insertInto('one_time_codes').values({
    account_id: value(0),
    user_id: value(1),
    hash: value(2),
    bound_to: value(3),
    created_at: value(4),
    expires_at: value(5),
  }),
);

/** Makes a code that works for so many seconds; `null` when the user is gone. */
export async function createCode(
  tx: Tx,
  { accountId, userId, lifetime }: UserKey & { readonly lifetime: number },
): Promise<string | null> {
  const user = await findUser(tx, { accountId, userId });
  if (user === undefined) return null;
  const code = newSecret();
  const expires = tx.now + lifetime;
  // Anybody may ask for a link that works for an hour; it must not end an invitation that holds for days.
  await forgetCodes.run(tx, [accountId, userId, expires]);
  await insertCode.run(tx, [accountId, userId, hashSecret(code), bindingOf(user), tx.now, expires]);
  return code;
}

const codeByHash = statement((db, value) =>
  db
    .selectFrom('one_time_codes')
    .select(['user_id', 'bound_to', 'expires_at'])
    .where('account_id', '=', value(0))
    .where('hash', '=', value(1)),
);

/** The user to whom a code was mailed; `null` when it does not work, or they may not log in. */
export async function ownerOfCode(
  tx: Tx,
  { accountId, code }: { readonly accountId: number; readonly code: string },
): Promise<number | null> {
  const row = await codeByHash.get(tx, [accountId, hashSecret(code)]);
  if (row === undefined || (row['expires_at'] as number) <= tx.now) return null;
  const user = await findUser(tx, { accountId, userId: row['user_id'] as number });
  if (user === undefined || userFault(user) !== null) return null;
  return bindingOf(user) === row['bound_to'] ? user.id : null;
}

const deleteExpired = statement((db, value) =>
  db.deleteFrom('one_time_codes').where('account_id', '=', value(0)).where('expires_at', '<=', value(1)),
);

/** Removes an account's expired codes. */
export function purgeCodes(tx: Tx, accountId: number): Promise<number> {
  return deleteExpired.run(tx, [accountId, tx.now]);
}

function bindingOf({ passwordHash, emailAddress }: LoginUser): string {
  return hashSecret(JSON.stringify([passwordHash, emailAddress]));
}
