// In which accounts there is something to do, and from when on: written in the transactions that make or do it, so that
// one statement a node finds what is due among all accounts, in whatever process. It must not know how the work is done.
import { sql } from 'kysely';
import type { Resource } from '#resource/resource.ts';
import type { Turning } from '#resource/turning.ts';
import type { ListedId } from './accounts.ts';
import type { AccountTx, Database, Tx, UnitTx } from './database.ts';
import { extremeOf, type Extreme } from './extreme-of.ts';
import { statement, type Prepared } from './statement.ts';
import { mailOutboxTable } from './system-tables.ts';

/** Kinds of work, under the names that they have in the table. */
export type WorkKind = 'turn_rows' | 'send_mails';

/** Work in one account. */
export interface AccountWork {
  readonly kind: WorkKind;
  readonly accountId: number;
}

const known = statement((db, value) =>
  db.selectFrom('due_work').select('due_at').where('account_id', '=', value(0)).where('kind', '=', value(1)),
);

const insert = statement((db, value) =>
  db.insertInto('due_work').values({ account_id: value(0), kind: value(1), due_at: value(2) }),
);

const move = statement((db, value) =>
  db
    .updateTable('due_work')
    .set({ due_at: value(2) })
    .where('account_id', '=', value(0))
    .where('kind', '=', value(1)),
);

const remove = statement((db, value) =>
  db.deleteFrom('due_work').where('account_id', '=', value(0)).where('kind', '=', value(1)),
);

/** There is something to do from `dueAt` on, in epoch seconds: it is looked for then, or earlier. */
export function expectWork(tx: UnitTx, { kind, accountId }: AccountWork, dueAt: number): void {
  // Whoever writes in an account does so alone, so nothing happens between one statement and the next.
  const found = known.get(tx, [accountId, kind]);
  if (found === undefined) insert.run(tx, [accountId, kind, dueAt]);
  else if ((found['due_at'] as number) > dueAt) move.run(tx, [accountId, kind, dueAt]);
}

/** What was due is done: the next is due at `dueAt`, or nothing is. */
export async function setNextWork(
  tx: Tx,
  { kind, accountId }: AccountWork,
  dueAt: number | null,
): Promise<void> {
  if (dueAt === null) await remove.run(tx, [accountId, kind]);
  else if ((await move.run(tx, [accountId, kind, dueAt])) === 0)
    await insert.run(tx, [accountId, kind, dueAt]);
}

/** Notes when the next row of the account turns. */
export function expectNextTurn(account: AccountTx, turning: readonly Resource[]): Promise<void> {
  const columns = turning.map(({ table, turns }) => ({ table, column: (turns as Turning).column }));
  return expectNext(account, 'turn_rows', columns);
}

/** Notes when the account's next mail is due. */
export function expectNextMail(account: AccountTx): Promise<void> {
  return expectNext(account, 'send_mails', [{ table: mailOutboxTable.name, column: 'due_at' }]);
}

/** As its rows say it; not before now: other accounts have had their turn by then. */
async function expectNext(
  { tx, accountId }: AccountTx,
  kind: WorkKind,
  columns: readonly Omit<Extreme, 'which'>[],
): Promise<void> {
  const moments: number[] = [];
  for (const place of columns) {
    const earliest = await extremeOf({ tx, accountId }, { which: 'min', ...place });
    if (earliest !== null) moments.push(earliest);
  }
  const next = moments.length === 0 ? null : Math.max(Math.min(...moments), tx.now);
  await setNextWork(tx, { kind, accountId }, next);
}

/** Whether the account's work is due at this moment, as far as anybody knows. */
export async function isWorkDue(tx: Tx, { kind, accountId }: AccountWork): Promise<boolean> {
  const found = await known.get(tx, [accountId, kind]);
  return found !== undefined && (found['due_at'] as number) <= tx.now;
}

const accountsAtOnce = 50;

/** `ofNode`: of some accounts only, so that no other node is asked. */
const due = (ofNode: boolean): Prepared =>
  statement((db, value, { isOneOf }) => {
    const all = db
      .selectFrom('due_work')
      .innerJoin('accounts', 'accounts.id', 'due_work.account_id')
      .select(['accounts.id as id', 'accounts.name as name', 'due_at'])
      .where('kind', '=', value(0))
      .where('due_at', '<=', value(1))
      .where('suspended_at', 'is', null)
      // As the index has it on every engine.
      .orderBy('due_at', (order) => order.asc().nullsFirst())
      .orderBy('due_work.account_id')
      .limit(accountsAtOnce);
    return ofNode ? all.where(isOneOf(sql.ref('due_work.account_id'), value(2), 'integer')) : all;
  });
const dueAnywhere = due(false);
const dueOnNode = due(true);

/**
 * Accounts whose work is due, some at once, those that have waited for longest first; none that are suspended, and none of a
 * node that does not answer.
 */
export async function findDueWork(database: Database, kind: WorkKind): Promise<readonly ListedId[]> {
  const found = await database.readOverviews((tx, accounts) =>
    accounts === null
      ? dueAnywhere.all(tx, [kind, tx.now])
      : dueOnNode.all(tx, [kind, tx.now, tx.dialect.listParameter(accounts)]),
  );
  return (found.flat() as unknown as readonly (ListedId & { readonly due_at: number })[]).toSorted(
    (one, other) => one.due_at - other.due_at || one.id - other.id,
  );
}

/** Nothing will be due in the account any more: its rows are gone. */
export async function endWork(tx: Tx, accountId: number): Promise<void> {
  for (const kind of ['turn_rows', 'send_mails'] as const) await remove.run(tx, [accountId, kind]);
}
