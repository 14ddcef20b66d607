// The account that an address names.
import type { Tx } from '#sql/database.ts';
import { statement } from '#sql/statement.ts';

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
