// The transaction of a writing request: who writes, one savepoint an item, and what it altered beside its own rows.
import { ApiError } from '#errors/api-error.ts';
import type { RawEntity, WriteRequest } from '#request/api-request.ts';
import type { Caller } from '#resource/access.ts';
import type { Document } from '#response/document.ts';
import type { Tx } from '#sql/database.ts';
import { accountView } from './account-view.ts';
import { actionView } from './action-view.ts';
import type { Engine } from '../engine.ts';
import { asApiError, itemError, type ItemAnswer } from '../envelope.ts';
import { keepFormerTimeZone } from '../delta/keep-former-time-zone.ts';
import { inSavepoint } from './known-rows.ts';
import { planContext, strangerState, type RequestState } from '../request-state.ts';
import { affectedRows } from './shown-rows.ts';
import type { WriteRun } from './write-run.ts';

/** What a write answered: items in order, and rows it changed beside its own. */
export interface WriteAnswer {
  readonly items: readonly ItemAnswer[];
  readonly affected: Document | null;
  readonly state: RequestState;
  /** Epoch seconds. */
  readonly now: number;
}

/** Somebody without a token, who uses an open action of an account. */
export interface Stranger {
  readonly accountId: number;
  readonly accountName: string;
}

/** Where a write comes from. */
export interface WriteOrigin {
  readonly caller: Caller | Stranger;
  readonly remoteAddress: string | null;
  readonly requestId: string;
}

/** The entities of a request. */
export type ItemsRequest = Pick<WriteRequest, 'batch' | 'entities' | 'resource'>;

/** Runs the work in one transaction with the origin's rights, and reads back what it altered beside its own rows. */
export async function inTransaction(
  engine: Engine,
  { origin, secrets }: { origin: WriteOrigin; secrets: ReadonlyMap<string, string> },
  work: (run: WriteRun) => Promise<readonly ItemAnswer[]>,
): Promise<WriteAnswer> {
  return engine.database.write(origin.caller.accountId, async (tx) => {
    const state = await stateOf(engine, tx, origin);
    const run = writeRun(engine, { tx, state, origin, secrets });
    const items = await work(run);
    await run.recompute();
    await keepFormerTimeZone(run, state.account.serverTimeZone);
    return { items, affected: await affectedRows(run), state, now: tx.stamp };
  });
}

/** The account and what the origin may do in it. */
export async function stateOf(
  engine: Pick<Engine, 'loadState' | 'schema'>,
  tx: Tx,
  { caller }: Pick<WriteOrigin, 'caller'>,
): Promise<RequestState> {
  return 'kind' in caller
    ? engine.loadState(tx, caller)
    : strangerState(tx, caller.accountName, engine.schema);
}

/** The run of a write in a transaction. */
export function writeRun(
  engine: Engine,
  part: {
    tx: Tx;
    state: RequestState;
    origin: Pick<WriteOrigin, 'caller' | 'remoteAddress'> & Partial<Pick<WriteOrigin, 'requestId'>>;
    secrets: ReadonlyMap<string, string>;
  },
): WriteRun {
  const { logins, queueMail, recomputation, stopwatch } = engine;
  const { caller, remoteAddress, requestId = null } = part.origin;
  const run: WriteRun = {
    tx: part.tx,
    accountId: part.state.account.id,
    schema: part.state.schema,
    sight: part.state.sight,
    context: planContext(part.tx, part.state, engine),
    remoteAddress,
    requestId,
    login: 'kind' in caller ? (caller.login ?? null) : null,
    secrets: part.secrets,
    logins,
    queueMail,
    breathe: breather(stopwatch),
    affected: new Map(),
    stale: new Map(),
    recompute: async (resource) => {
      const isNeeded = (): boolean => resource === undefined || recomputation.concerns(resource, run.stale);
      while (run.stale.size > 0 && isNeeded()) {
        const stale = new Map(run.stale);
        run.stale.clear();
        await recomputation.run(accountView(run), stale, run.tx.now);
      }
    },
    rows: new Map(),
    settings: new Map(),
    sightsKept: new Set(),
    sightsBefore: new Map(),
    touched: new Set(),
    get acting() {
      return actionView(run);
    },
  };
  return run;
}

const longestTurn = 20;

/** Lets reads and other connections have their turn when a large request has worked for 20 ms. */
function breather(stopwatch: () => number): () => Promise<void> {
  let since = stopwatch();
  return async () => {
    if (stopwatch() - since < longestTurn) return;
    await new Promise((turned) => setImmediate(turned));
    since = stopwatch();
  };
}

/** Each entity by itself: a single one that fails throws, in a batch each answers for itself. */
export async function writeItems(
  engine: Engine,
  { run, origin, request }: { run: WriteRun; origin: WriteOrigin; request: ItemsRequest },
  work: (entity: RawEntity) => Promise<ItemAnswer>,
): Promise<readonly ItemAnswer[]> {
  if (!request.batch) return [await work(request.entities[0] ?? {})];
  const items: ItemAnswer[] = [];
  for (const entity of request.entities) {
    await run.breathe();
    items.push(await batchItem(engine, { run, origin, request }, () => work(entity)));
  }
  return items;
}

async function batchItem(
  engine: Engine,
  { run, origin, request }: { run: WriteRun; origin: WriteOrigin; request: ItemsRequest },
  work: () => Promise<ItemAnswer>,
): Promise<ItemAnswer> {
  try {
    return await inSavepoint(run, work);
  } catch (error) {
    if (!(error instanceof ApiError)) {
      if (run.tx.dialect.isUnavailable(error)) throw error;
      engine.observe({ kind: 'request_failed', requestId: origin.requestId, error });
    }
    return itemError(request.resource.name, asApiError(error, origin.requestId));
  }
}
