// People who have no row in the overview of statuses: those whom an older version of the program created.
import type { Tx } from './database.ts';
import { statement } from './statement.ts';

/** A person of some account. */
export interface PersonKey {
  readonly accountId: number;
  readonly userId: number;
}

const missing = statement((db) =>
  db
    .selectFrom('users')
    .leftJoin('user_status_overview', (join) =>
      join
        .onRef('user_status_overview.account_id', '=', 'users.account_id')
        .onRef('user_status_overview.id', '=', 'users.id'),
    )
    .select(['users.account_id as accountId', 'users.id as userId'])
    .where('user_status_overview.id', 'is', null)
    .orderBy('users.account_id')
    .orderBy('users.id'),
);

/** All of them, by account. */
export async function peopleWithoutStatus(tx: Tx): Promise<readonly PersonKey[]> {
  return (await missing.all(tx, [])) as unknown as readonly PersonKey[];
}
