// What an account may be called.
import { accountNamePattern } from '#request/parse-address.ts';
import { accountNamed } from '#sql/accounts.ts';
import type { Tx } from '#sql/database.ts';
import { AccountError } from './account-error.ts';

/** First segments of addresses that are not accounts. */
const reservedNames = new Set([
  'v3',
  'v4',
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

/** The refusal of a name that another account has. */
export function nameTaken(name: string): AccountError {
  return new AccountError(`There is an account "${name}" already.`);
}
