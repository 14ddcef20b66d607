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

/** An account by both its keys. */
export interface ListedId {
  readonly id: number;
  readonly name: string;
}

/** Every account, by id. */
export async function listAccountIds(tx: Tx): Promise<readonly ListedId[]> {
  return (await all.all(tx, [])) as unknown as readonly ListedId[];
}

const withFewer = new Map<string, ReturnType<typeof statement>>();

/** Accounts that have fewer than `count` rows in a table: they were made before a newer version added some. */
export async function accountsWithFewer(
  tx: Tx,
  { table, count }: { readonly table: string; readonly count: number },
): Promise<readonly ListedId[]> {
  let fewer = withFewer.get(table);
  if (fewer === undefined) {
    fewer = statement((db, value) =>
      db
        .selectFrom('accounts')
        .leftJoin(table, `${table}.account_id`, 'accounts.id')
        .select(['accounts.id', 'accounts.name'])
        .groupBy(['accounts.id', 'accounts.name'])
        .having(({ fn }) => fn.count(`${table}.account_id`), '<', value(0))
        .orderBy('accounts.id'),
    );
    withFewer.set(table, fewer);
  }
  return (await fewer.all(tx, [count])) as unknown as readonly ListedId[];
}

const withoutSequence = statement((db, value) =>
  db
    .selectFrom('accounts')
    .leftJoin('row_counters', (join) =>
      join.onRef('row_counters.account_id', '=', 'accounts.id').on('row_counters.sequence', '=', value(0)),
    )
    .where('row_counters.account_id', 'is', null)
    .select(['accounts.id', 'accounts.name'])
    .orderBy('accounts.id'),
);

/** Accounts that never had an id of the sequence: they were made before a newer version added its rows. */
export async function accountsWithoutSequence(tx: Tx, sequence: string): Promise<readonly ListedId[]> {
  return (await withoutSequence.all(tx, [sequence])) as unknown as readonly ListedId[];
}

const withCalendarsUntil = statement((db, value) =>
  db
    .selectFrom('public_holiday_templates')
    .select('account_id')
    .distinct()
    .where('filled_until', '<=', value(0)),
);

/** Accounts with calendars of public holidays that are filled to this year at most. */
export async function accountsWithCalendarsUntil(tx: Tx, year: number): Promise<readonly ListedId[]> {
  const ids = new Set((await withCalendarsUntil.all(tx, [year])).map((row) => row['account_id']));
  return ids.size === 0 ? [] : (await listAccountIds(tx)).filter(({ id }) => ids.has(id));
}

const withShortAccounts = statement((db, value) =>
  db
    .selectFrom('users')
    .select('account_id')
    .distinct()
    .where((where) =>
      where.or([where('accounted_until', 'is', null), where('accounted_until', '<', value(0))]),
    ),
);

/** Accounts with people whose day accounts are filled to an earlier date, or not at all. */
export async function accountsToExtend(tx: Tx, date: string): Promise<readonly ListedId[]> {
  const ids = new Set((await withShortAccounts.all(tx, [date])).map((row) => row['account_id']));
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
