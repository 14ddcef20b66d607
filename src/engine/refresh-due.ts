// REFRESH: rows that time alone changes are brought up to date when their second has come, before a read or by a background
// task. A second process that looks finds nothing left to do.
import type { Resource } from '#resource/resource.ts';
import type { Turning } from '#resource/turning.ts';
import type { AccountTx, Tx } from '#sql/database.ts';
import { expectNextTurn } from '#sql/due-work.ts';
import { findRows } from '#sql/store.ts';
import { accountView } from './write/account-view.ts';
import type { Engine } from './engine.ts';
import { systemCaller } from './system-caller.ts';
import { writeRun } from './write/write-transaction.ts';

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
  const within = { tx, accountId: account.id };
  const ids = await dueIds(within, resource, portion);
  if (ids.length === 0) {
    await expectNextTurn(within, engine.schema.turning);
    return false;
  }
  const caller = systemCaller(account);
  const state = await engine.loadState(tx, caller);
  const origin = { caller, remoteAddress: null };
  const run = writeRun(engine, { tx, state, origin, secrets: new Map() });
  await (resource.turns as Turning).renew(accountView(run), { ids, now: tx.now });
  await run.recompute();
  const left = await dueIds(within, resource, portion);
  const stuck = left.find((id) => ids.includes(id));
  if (stuck !== undefined) throw new Error(`${resource.name} ${stuck} was renewed but is still due`);
  if (left.length > 0) return true;
  await expectNextTurn(within, engine.schema.turning);
  return false;
}

/** Epoch seconds: when the first row of the resources is due, or was; Infinity: never, unless something is written. */
export async function nextTurn(account: AccountTx, resources: readonly Resource[]): Promise<number> {
  let first = Number.POSITIVE_INFINITY;
  for (const resource of resources) {
    const { column } = resource.turns as Turning;
    const comparisons = [{ column, is: '>=', value: 0 }] as const;
    const options = { columns: [column], orderBy: [column], limit: 1 };
    const [row] = await findRows(account, resource, { comparisons, options });
    if (row !== undefined) first = Math.min(first, row[column] as number);
  }
  return first;
}

async function dueIds(account: AccountTx, resource: Resource, limit: number): Promise<readonly number[]> {
  const { column } = resource.turns as Turning;
  const comparisons = [{ column, is: '<=', value: account.tx.now }] as const;
  const rows = await findRows(account, resource, { comparisons, options: { orderBy: [column], limit } });
  return rows.map((row) => row['id'] as number);
}
