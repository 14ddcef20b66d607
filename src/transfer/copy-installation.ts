// A whole installation into an empty database, of another kind or not: every account and the installation's own tables,
// under the same ids. The copy is read again and compared before it is committed, so there is either all of it or nothing.
import { startClock } from '#sql/account-clocks.ts';
import { listAccountIds } from '#sql/accounts.ts';
import type { AccountScope, Database, Tx } from '#sql/database.ts';
import { prepareForAll } from '#sql/distribute.ts';
import { lowerFences, raiseFences } from '#sql/fences.ts';
import { accountClocksTable, installationCountersTable, versionSequence } from '#sql/system-tables.ts';
import { fillingOrder, type PlacedTable } from '#sql/table-order.ts';
import { insertRows, linkRows, readRows, rowColumns, type RowsOf, type RowValues } from '#sql/table-rows.ts';
import type { Table } from '#sql/table.ts';
import { createTally, type CopiedTable, type Tally } from './copy-tally.ts';

/** From where to where, both with the same schema. */
export interface Copying {
  readonly from: Database;
  readonly to: Database;
  /** Every table of the schema. */
  readonly tables: Iterable<Table>;
  /** Epoch milliseconds, as those will see it who serve the copy. */
  readonly clock: () => number;
}

/** Copies, compares, and answers what every table holds. Throws an Error with one line; then nothing is written. */
export function copyInstallation({ from, to, tables, clock }: Copying): Promise<readonly CopiedTable[]> {
  const every = [...tables];
  // Engines keep their clocks as they need them.
  const copied = every.filter(({ name }) => name !== accountClocksTable.name);
  const ordered = (isMeant: (table: Table) => boolean): readonly PlacedTable[] =>
    fillingOrder(copied.filter(isMeant));
  const shared = ordered(({ scope }) => scope === 'installation');
  const own = ordered(({ scope }) => scope !== 'installation');
  // Rows of all accounts are written in one transaction, which only what changes the schema may do.
  return to.changeSchema(async (target) => {
    await prepareForAll(target);
    await lowerFences(target, every);
    for (const { table } of shared) await assertEmpty(target, table);
    const tally = createTally();
    const accounts = await readOnce(from, null, async (source) => {
      await copyTables({ source, target, tally }, { tables: shared, accountId: 0 });
      return (await listAccountIds(source)).map(({ id }) => id);
    });
    const states = new Map<number, State>();
    for (const id of accounts) {
      const { horizon, version, history } = await readOnce(from, id, async (source) => {
        assertClock(source, clock);
        await copyTables({ source, target, tally }, { tables: own, accountId: id });
        return source;
      });
      states.set(id, { version, history });
      await startClock(target, { accountId: id, stamp: horizon });
    }
    const found = tally.compare(copied);
    for (const [id, state] of states) await assertUnchanged(from, id, state);
    await assertNothingNew(from, { target, tables: shared });
    await raiseFences(target, every);
    return found;
  });
}

interface Copy {
  readonly source: Tx;
  readonly target: Tx;
  readonly tally: Tally;
}

/** The rows of one account, or those of the installation (0); first all, then the references that go in circles. */
async function copyTables(
  { source, target, tally }: Copy,
  { tables, accountId }: { readonly tables: readonly PlacedTable[]; readonly accountId: number },
): Promise<void> {
  for (const { table, late } of tables)
    for await (const rows of copiedRows(source, { table, accountId }))
      await insertRows(target, { table, accountId, late, rows });
  for (const { table, late } of tables) {
    if (late.length === 0) continue;
    for await (const rows of copiedRows(source, { table, accountId }))
      await linkRows(target, { table, accountId, late, rows });
  }
  for (const { table } of tables) await tallyTable({ source, target, tally }, { table, accountId });
}

/** Page beside page, so that neither side waits for the whole of the other. */
async function tallyTable({ source, target, tally }: Copy, from: RowsOf): Promise<void> {
  const [there, here] = [copiedRows(source, from), copiedRows(target, from)];
  let isMore = true;
  while (isMore) {
    const [one, other] = [await there.next(), await here.next()];
    if (one.done !== true) tally.add('there', { ...from, rows: one.value });
    if (other.done !== true) tally.add('here', { ...from, rows: other.value });
    isMore = one.done !== true || other.done !== true;
  }
}

/** Reads are repeated when a connection breaks; what was written meanwhile cannot be. */
async function readOnce<T>(from: Database, account: AccountScope, work: (tx: Tx) => Promise<T>): Promise<T> {
  let isBegun = false;
  return from.read(account, async (tx) => {
    if (isBegun) throw new Error('The connection to the source broke while it was copied: copy again.');
    isBegun = true;
    return work(tx);
  });
}

/** All rows but the number in which an engine counts its own commits. */
async function* copiedRows(tx: Tx, from: RowsOf): AsyncGenerator<readonly RowValues[]> {
  const place = rowColumns(from.table).findIndex(({ name }) => name === 'sequence');
  const isCounter = from.table.name === installationCountersTable.name;
  for await (const rows of readRows(tx, from))
    yield isCounter ? rows.filter((row) => row[place] !== versionSequence) : rows;
}

/** An account was counted before its first row was written, so what belongs to the installation tells of all. */
async function assertEmpty(target: Tx, table: Table): Promise<void> {
  const columns = table.name === installationCountersTable.name ? ['sequence'] : table.primaryKey;
  const found = await target.all(
    target.dialect.builder.selectFrom(table.name).select(columns).limit(2).compile(),
  );
  if (found.every((row) => row['sequence'] === versionSequence)) return;
  throw new Error(
    `The target is not empty: there are rows in its table ${table.name}. Copy into a new database.`,
  );
}

/** Clients that synchronise would miss what is written there with an older stamp than they have seen here. */
function assertClock({ horizon }: Tx, clock: () => number): void {
  const behind = horizon - Math.floor(clock() / 1000);
  if (behind <= 0) return;
  throw new Error(
    `The clock is ${behind} seconds behind the newest moment of the source: set it right and copy again.`,
  );
}

/** What is another one once an account was changed, or once changes were lost. */
type State = Pick<Tx, 'version' | 'history'>;

async function assertUnchanged(from: Database, id: number, { version, history }: State): Promise<void> {
  const now = await from.read(id, async (source) => source);
  if (now.version !== version || now.history !== history) throw changedMeanwhile();
}

/**
 * What belongs to the installation stands as it was copied: no account has come or gone, none is on its way in or being
 * cleared. The state of an account tells only of those that were on the list when the copy began.
 */
async function assertNothingNew(
  from: Database,
  { target, tables }: { readonly target: Tx; readonly tables: readonly PlacedTable[] },
): Promise<void> {
  const tally = createTally();
  await readOnce(from, null, async (source) => {
    for (const { table } of tables) await tallyTable({ source, target, tally }, { table, accountId: 0 });
  });
  if (!tally.isSame(tables.map(({ table }) => table))) throw changedMeanwhile();
}

function changedMeanwhile(): Error {
  return new Error('The source was changed while it was copied: stop the service and copy again.');
}
