// The account that an address names.
import type { Database, Tx } from '#sql/database.ts';
import { statement } from '#sql/statement.ts';
import { OAuthError } from './oauth-error.ts';

/** An account as far as logging in is concerned. */
export interface FoundAccount {
  readonly id: number;
  /** Lower case. */
  readonly name: string;
  readonly suspended: boolean;
}

const accountByName = statement((db, value) =>
  db.selectFrom('accounts').select(['id', 'name', 'suspended_at']).where('name', '=', value(0)),
);

/** The account of this name in any letter case, or `undefined`. */
export async function findAccount(tx: Tx, name: string): Promise<FoundAccount | undefined> {
  const row = await accountByName.get(tx, [name.toLowerCase()]);
  if (row === undefined) return undefined;
  return { id: row['id'] as number, name: row['name'] as string, suspended: row['suspended_at'] !== null };
}

/** The account in the address of an OAuth endpoint; throws {@link OAuthError} 404 when there is none. */
export async function requireAccount(database: Database, name: string): Promise<FoundAccount> {
  const found = await database.read(null, (tx) => findAccount(tx, name));
  if (found !== undefined) return found;
  throw new OAuthError({
    status: 404,
    error: 'invalid_request',
    description: `There is no account "${name}".`,
    reason: 'unknown_account',
  });
}
