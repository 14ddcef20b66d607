// What an account may be called.
import { accountNamePattern, versions } from '#request/parse-address.ts';
import { accountNamed, insertAccount, type AccountRow } from '#sql/accounts.ts';
import type { Tx } from '#sql/database.ts';
import { AccountError } from './account-error.ts';

/** First segments of addresses that are not accounts. */
const reservedNames = new Set([
  ...versions,
  'userapi',
  'health',
  'metrics',
  'docs',
  'openapi.json',
  'favicon.ico',
  'robots.txt',
]);

/** Throws {@link AccountError} for what no account can be called. */
export function assertAccountName(name: string): void {
  if (accountNamePattern.test(name) && !reservedNames.has(name)) return;
  throw new AccountError(
    `The account name "${name}" cannot be; use 1 to 63 letters, digits and hyphens, and none of ${[...reservedNames].join(', ')}.`,
  );
}

/** Throws {@link AccountError} when there is an account of this name. */
export async function assertNameIsFree(tx: Tx, name: string): Promise<void> {
  if ((await accountNamed(tx, name)) !== undefined) throw nameTaken(name);
}

/**
 * Puts an account on the list. Throws {@link AccountError} when another has the name: only the list itself tells what an
 * engine with several writers has let others write meanwhile.
 */
export async function listAccount(tx: Tx, account: AccountRow): Promise<void> {
  try {
    await insertAccount(tx, account);
  } catch (error) {
    if (tx.dialect.constraintOf(error)?.kind === 'unique') throw nameTaken(account.name);
    throw error;
  }
}

function nameTaken(name: string): AccountError {
  return new AccountError(`There is an account "${name}" already.`);
}
