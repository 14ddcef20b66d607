// The installation's list of accounts.
import { sql } from 'kysely';
import type { Tx } from './database.ts';
import { statement } from './statement.ts';
import { foldText } from '#values/folded-text.ts';

const named = statement((db, value) => db.selectFrom('accounts').select('id').where('name', '=', value(0)));

/** The id of the account with this name (lower case). */
export async function accountNamed(tx: Tx, name: string): Promise<number | undefined> {
  return (await named.get(tx, [name]))?.['id'] as number | undefined;
}

const all = statement((db) => db.selectFrom('accounts').select(['id', 'name']).orderBy('id'));

/** Every account, by id. */
export async function listAccountIds(tx: Tx): Promise<readonly { id: number; name: string }[]> {
  return (await all.all(tx, [])) as unknown as readonly { id: number; name: string }[];
}

const withFewerSettings = statement((db, value) =>
  db
    .selectFrom('general_settings')
    .select('account_id')
    .groupBy('account_id')
    .having(({ fn }) => fn.countAll(), '<', value(0))
    .orderBy('account_id'),
);

/** Accounts that have fewer than `count` settings: they were made before a newer version added some. */
export async function accountsWithFewerSettings(
  tx: Tx,
  count: number,
): Promise<readonly { id: number; name: string }[]> {
  const ids = new Set((await withFewerSettings.all(tx, [count])).map((row) => row['account_id']));
  return ids.size === 0 ? [] : (await listAccountIds(tx)).filter(({ id }) => ids.has(id));
}

const nextId = statement((db) =>
  db
    .updateTable('installation_counters')
    .set({ next_id: sql`next_id + 1` })
    .where('sequence', '=', 'accounts')
    .returning('next_id'),
);

const start = statement((db) =>
  db.insertInto('installation_counters').values({ sequence: 'accounts', next_id: 1 }),
);

const insert = statement((db, value) =>
  db
    .insertInto('accounts')
    .values({ id: value(0), name: value(1), created_at: value(2), suspended_at: null }),
);

/** Writes an account and answers its id, which no other account ever had. */
export async function insertAccount(tx: Tx, name: string): Promise<number> {
  let counter = await nextId.get(tx, []);
  if (counter === undefined) {
    await start.run(tx, []);
    counter = await nextId.get(tx, []);
  }
  const id = (counter?.['next_id'] as number) - 1;
  await insert.run(tx, [id, name, tx.now]);
  return id;
}

const userNamed = statement((db, value) =>
  db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', value(0))
    .where('username_folded', '=', value(1)),
);

/** The id of the user with this username, in any letter case. */
export async function userIdNamed(
  tx: Tx,
  { accountId, username }: { readonly accountId: number; readonly username: string },
): Promise<number | undefined> {
  return (await userNamed.get(tx, [accountId, foldText(username)]))?.['id'] as number | undefined;
}
