// Rows that time alone changes are brought up to date when their second has come: before anybody reads them, or by a
// background task. Whoever comes second, in this or another process, finds nothing left to do.
import type { Caller } from '#resource/access.ts';
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

/** What a read looks at, and for whom. */
export interface SettledRead {
  readonly caller: Caller;
  readonly resources: readonly Resource[];
  /** Throws unless the caller is who they are said to be. */
  readonly confirm: Confirm | undefined;
  /** Whether no other read is to wait for it. */
  readonly isApart?: boolean;
}

/** Checks a caller in the snapshot that the answer comes from. */
export type Confirm = (tx: Tx) => Promise<void>;

/** Runs a read on a snapshot in which no row of the resources, or from which theirs follow, is behind its time. */
export async function readSettled<T>(
  engine: Engine,
  { caller, resources, confirm, isApart = false }: SettledRead,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { accountId, accountName } = caller;
  const turning = engine.schema.turning.filter((one) =>
    resources.some((read) => read === one || read.follows.includes(one.name)),
  );
  for (;;) {
    const reading = isApart ? engine.database.readApart : engine.database.read;
    const read = await reading(accountId, async (tx) => {
      await confirm?.(tx);
      if (await anyDue({ tx, accountId }, turning)) return null;
      return { answer: await work(tx) };
    });
    if (read !== null) return read.answer;
    for (const resource of turning) await settle(engine, { id: accountId, name: accountName }, resource);
  }
}

/** Brings every row of the resource whose second has come up to date. */
export async function settle(
  engine: Engine,
  account: { readonly id: number; readonly name: string },
  resource: Resource,
): Promise<void> {
  let isMore = true;
  while (isMore)
    isMore = await engine.database.write(account.id, (tx) => settleSome(engine, { tx, account, resource }));
}

/** Answers whether more rows are due. */
async function settleSome(
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

/** Whether a row of the resources is behind its time. */
async function anyDue({ tx, accountId }: AccountTx, resources: readonly Resource[]): Promise<boolean> {
  if (resources.length === 0) return false;
  return tx.unit((unit) =>
    resources.some((resource) => dueIds({ tx: unit, accountId }, resource, 1).length > 0),
  );
}

function dueIds(account: AccountUnit, resource: Resource, limit: number): readonly number[] {
  const { column } = resource.turns as Turning;
  const comparisons = [{ column, is: '<=', value: account.tx.now }] as const;
  const rows = findRows(account, resource, { comparisons, options: { orderBy: [column], limit } });
  return rows.map((row) => row['id'] as number);
}
