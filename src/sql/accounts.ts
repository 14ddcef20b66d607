// The installation's list of accounts.
import { sql } from 'kysely';
import type { AccountTx, Database, Tx } from './database.ts';
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

const ofOtherEdition = statement((db, value) =>
  db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where(({ eb, or }) => or([eb('edition', 'is', null), eb('edition', '!=', value(0))]))
    .orderBy('id'),
);

/** Accounts that were last completed for another edition of the rows that every account has, or never. */
export async function accountsOfOtherEdition(tx: Tx, edition: string): Promise<readonly ListedId[]> {
  return (await ofOtherEdition.all(tx, [edition])) as unknown as readonly ListedId[];
}

const noteEdition = statement((db, value) =>
  db
    .updateTable('accounts')
    .set({ edition: value(0) })
    .where('id', '=', value(1)),
);

/** Notes for which edition an account is complete. */
export async function setEdition(
  tx: Tx,
  { accountId, edition }: { readonly accountId: number; readonly edition: string },
): Promise<void> {
  await noteEdition.run(tx, [edition, accountId]);
}

const sequenceOf = statement((db, value) =>
  db
    .selectFrom('row_counters')
    .select('next_id')
    .where('account_id', '=', value(0))
    .where('sequence', '=', value(1)),
);

/** Whether an account ever had an id of the sequence; a counter that is there never goes again. */
export async function hasSequence(
  tx: Tx,
  { accountId, sequence }: { readonly accountId: number; readonly sequence: string },
): Promise<boolean> {
  return (await sequenceOf.get(tx, [accountId, sequence])) !== undefined;
}

const calendarUntil = statement((db, value) =>
  db
    .selectFrom('public_holiday_templates')
    .select('id')
    .where('account_id', '=', value(0))
    .where('filled_until', '<=', value(1))
    .limit(1),
);

/** Whether an account has a calendar of public holidays that is filled to this year at most. */
export async function hasCalendarUntil(
  tx: Tx,
  { accountId, year }: { readonly accountId: number; readonly year: number },
): Promise<boolean> {
  return (await calendarUntil.get(tx, [accountId, year])) !== undefined;
}

const shortAccounts = statement((db, value) =>
  db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', value(0))
    .where((where) =>
      where.or([where('accounted_until', 'is', null), where('accounted_until', '<', value(1))]),
    )
    .orderBy('id')
    .limit(value(2)),
);

/** Ids of people of an account, so many at most, whose day accounts are filled to an earlier date, or not at all. */
export async function findShortAccounts(
  { tx, accountId }: AccountTx,
  { date, most }: { readonly date: string; readonly most: number },
): Promise<readonly number[]> {
  return (await shortAccounts.all(tx, [accountId, date, most])).map((row) => row['id'] as number);
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
    .values({ id: value(0), name: value(1), created_at: value(2), suspended_at: value(3) }),
);

/** The id of an account to come, which no other account ever had; it may remain unused. */
export async function reserveAccountId(tx: Tx): Promise<number> {
  let counter = await nextId.get(tx, []);
  if (counter === undefined) {
    await start.run(tx, []);
    counter = await nextId.get(tx, []);
  }
  return (counter?.['next_id'] as number) - 1;
}

/** An account to be on the list; moments are epoch seconds. */
export interface AccountRow extends ListedId {
  /** Now, when left out. */
  readonly createdAt?: number;
  readonly suspendedAt?: number | null;
}

/** Writes an account under an id that was reserved for it; for whom it is complete is not known yet. */
export async function insertAccount(
  tx: Tx,
  { id, name, createdAt = tx.now, suspendedAt = null }: AccountRow,
): Promise<void> {
  await insert.run(tx, [id, name, createdAt, suspendedAt]);
}

const remove = statement((db, value) => db.deleteFrom('accounts').where('id', '=', value(0)));

/** Takes an account off the list: for everybody it is gone, whatever rows it still has. */
export async function removeAccount(tx: Tx, id: number): Promise<void> {
  await remove.run(tx, [id]);
}

const listed = statement((db, value) => db.selectFrom('accounts').select('id').where('id', '=', value(0)));

const goneMeanwhile = new Error('The account was deleted meanwhile.');

/**
 * Writes in an account that was on the list a moment ago. `undefined`: it is not any more, and nothing was written, not
 * even its clock, which an engine makes anew for whoever writes.
 */
export async function writeIfListed<T>(
  database: Database,
  id: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await database.write(id, async (tx) => {
      if ((await listed.get(tx, [id])) === undefined) throw goneMeanwhile;
      return work(tx);
    });
  } catch (error) {
    if (error === goneMeanwhile) return undefined;
    throw error;
  }
}

/** Whether a job may go on: it is to end soon, or somebody else has it now. */
export type GoOn = () => Promise<boolean>;

/**
 * Does something in every account, by id, one transaction each, as long as `goOn` says so. What fails in one account (its
 * node is down, say) keeps the others from nothing, and is thrown at the end; one that is deleted meanwhile is left out.
 * Answers the sum of what `work` answers.
 */
export async function inEveryAccount(
  database: Database,
  { goOn, work }: { readonly goOn: GoOn; readonly work: (tx: Tx, id: number) => Promise<number> },
): Promise<number> {
  const failures: unknown[] = [];
  let sum = 0;
  for (const { id } of await database.read(null, listAccountIds)) {
    if (!(await goOn())) break;
    try {
      sum += (await writeIfListed(database, id, (tx) => work(tx, id))) ?? 0;
    } catch (error) {
      failures.push(error);
    }
  }
  const [first] = failures;
  if (first === undefined) return sum;
  throw new AggregateError(failures, `${failures.length} accounts failed; the first: ${String(first)}`);
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
