// What the page behind a mailed link shows before anything is typed: for whom it is, and what the password must be.
import type { Engine } from '#engine/engine.ts';
import { findAccount } from '#oauth/find-account.ts';
import { findUser } from '#oauth/login-user.ts';
import { passwordPolicy } from '#domain/users/check-password.ts';
import { loadSetting } from '#sql/load-account.ts';
import { asUnit } from '#sql/transaction.ts';

/** A link that works. */
export interface PasswordLink {
  readonly username: string;
  readonly minimumLength: number;
  /** Kinds of characters that the account asks for: `lowercase`, `digit` … */
  readonly needs: readonly string[];
}

/** The link of a code, or `null` when it does not work; an unknown account is no other case. */
export async function findPasswordLink(
  { database, logins }: Pick<Engine, 'database' | 'logins'>,
  { account, code }: { readonly account: string; readonly code: string },
): Promise<PasswordLink | null> {
  const found = await database.read(null, (tx) => findAccount(tx, account));
  if (found === undefined || found.suspended) return null;
  const accountId = found.id;
  return database.read(
    accountId,
    asUnit((tx) => {
      const userId = logins.ownerOfCode(tx, { accountId, code, purpose: 'password' });
      const user = userId === null ? undefined : findUser(tx, { accountId, userId });
      if (user === undefined) return null;
      const policy = passwordPolicy({ setting: (type) => loadSetting(tx, accountId, type) });
      return { username: user.username, minimumLength: policy.minimumLength, needs: policy.classes };
    }),
  );
}
