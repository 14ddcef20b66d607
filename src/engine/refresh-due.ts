// REFRESH: rows that time alone changes are brought up to date when their second has come, before a read or by a background
// task. A second process that looks finds nothing left to do.
import { together } from '#resource/missing.ts';
import type { Resource } from '#resource/resource.ts';
import type { Turning } from '#resource/turning.ts';
import type { AccountTx, AccountUnit, Tx } from '#sql/database.ts';
import { expectNextTurn } from '#sql/due-work.ts';
import { findRows } from '#sql/store.ts';
import type { Engine } from './engine.ts';
import { systemCaller } from './system-caller.ts';
import { recomputeAll, writeRun } from './write/write-transaction.ts';

/** Short enough to let others write between two portions. */
const portion = 100;

/** Brings every row of the resource whose second has come up to date. */
export async function refreshDue(
  engine: Engine,
  account: { readonly id: number; readonly name: string },
  resource: Resource,
): Promise<void> {
  let isMore = true;
  while (isMore)
    isMore = await engine.database.write(account.id, (tx) => refreshSome(engine, { tx, account, resource }));
}

/** Answers whether more rows are due. */
async function refreshSome(
  engine: Engine,
  part: { tx: Tx; account: { readonly id: number; readonly name: string }; resource: Resource },
): Promise<boolean> {
  const { tx, account, resource } = part;
  const accountId = account.id;
  const due = (): Promise<readonly number[]> =>
    tx.unit((unit) => dueIds({ tx: unit, accountId }, resource, portion));
  const ids = await due();
  if (ids.length === 0) {
    await expectNextTurn({ tx, accountId }, engine.schema.turning);
    return false;
  }
  const caller = systemCaller(account);
  const state = await engine.loadState(tx, caller);
  const origin = { caller, remoteAddress: null };
  const run = writeRun(engine, { tx, state, origin, secrets: new Map() });
  await run.unit(() => (resource.turns as Turning).renew(run.view, { ids, now: tx.now }));
  await recomputeAll(run);
  const left = await due();
  const stuck = left.find((id) => ids.includes(id));
  if (stuck !== undefined) throw new Error(`${resource.name} ${stuck} was renewed but is still due`);
  if (left.length > 0) return true;
  await expectNextTurn({ tx, accountId }, engine.schema.turning);
  return false;
}

/** Epoch seconds: when the first row of the resources is due, or was; Infinity: never, unless something is written. */
export async function nextTurn(
  { tx, accountId }: AccountTx,
  resources: readonly Resource[],
): Promise<number> {
  if (resources.length === 0) return Number.POSITIVE_INFINITY;
  return tx.unit((unit) => {
    const turns = together(resources.map((resource) => () => turnOf({ tx: unit, accountId }, resource)));
    return Math.min(...turns);
  });
}

function turnOf(account: AccountUnit, resource: Resource): number {
  const { column } = resource.turns as Turning;
  const comparisons = [{ column, is: '>=', value: 0 }] as const;
  const options = { columns: [column], orderBy: [column], limit: 1 };
  const [row] = findRows(account, resource, { comparisons, options });
  return row === undefined ? Number.POSITIVE_INFINITY : (row[column] as number);
}

function dueIds(account: AccountUnit, resource: Resource, limit: number): readonly number[] {
  const { column } = resource.turns as Turning;
  const comparisons = [{ column, is: '<=', value: account.tx.now }] as const;
  const rows = findRows(account, resource, { comparisons, options: { orderBy: [column], limit } });
  return rows.map((row) => row['id'] as number);
}
