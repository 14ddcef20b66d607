// The transaction of a writing request: who writes, one savepoint an item, and what it altered beside its own rows.
import { ApiError } from '#errors/api-error.ts';
import type { RawEntity, WriteRequest } from '#request/api-request.ts';
import type { Caller } from '#resource/access.ts';
import type { ActionView } from '#resource/action.ts';
import type { View } from '#resource/rule.ts';
import type { Document } from '#response/document.ts';
import type { Keep, Tx, UnitTx } from '#sql/database.ts';
import { createView } from './account-view.ts';
import { actionView } from './action-view.ts';
import type { Engine } from '../engine.ts';
import { CallerUncertain, type RememberedLogin } from '../read/find-caller.ts';
import { asApiError, itemError, type ItemAnswer } from '../envelope.ts';
import { keepFormerTimeZone } from '../delta/keep-former-time-zone.ts';
import { inSavepoint, keepRun } from './identity-map.ts';
import { planContext, anonymousState, type RequestState } from '../request-state.ts';
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

/** A caller without a token, who uses an open action of an account. */
export interface Anonymous {
  readonly accountId: number;
  readonly accountName: string;
}

/** Where a write comes from. */
export interface WriteOrigin {
  readonly caller: Caller | Anonymous;
  /** By which `caller` was remembered, if the transaction is to look whether it holds. */
  readonly login?: RememberedLogin | undefined;
  readonly remoteAddress: string | null;
  readonly requestId: string;
}

/** The entities of a request. */
export type ItemsRequest = Pick<WriteRequest, 'batch' | 'entities' | 'resource'>;

/** What one transaction writes: each entity by itself. */
export interface ItemWork {
  readonly origin: WriteOrigin;
  readonly secrets: ReadonlyMap<string, string>;
  readonly request: ItemsRequest;
  readonly work: (run: WriteRun, entity: RawEntity) => ItemAnswer;
}

/**
 * Writes the entities of a request in one transaction, and reads back what it altered beside its own rows. A single one that
 * fails throws, in a batch each answers for itself.
 */
export async function inTransaction(engine: Engine, part: ItemWork): Promise<WriteAnswer> {
  const { origin, secrets, request, work } = part;
  const written = async (tx: Tx): Promise<WriteAnswer> => {
    if (origin.login !== undefined && !(await origin.login.holdsIn(tx))) throw new CallerUncertain();
    const state = await stateOf(engine, tx, origin);
    const run = writeRun(engine, { tx, state, origin, secrets });
    const ended = (items: readonly ItemAnswer[]): WriteAnswer => {
      run.recompute();
      keepFormerTimeZone(run, state.account.serverTimeZone);
      return { items, affected: affectedRows(run), state, now: tx.stamp };
    };
    let items: readonly ItemAnswer[];
    if (request.batch) items = await batchItems(engine, run, part);
    else {
      const [entity = {}] = request.entities;
      const answer = await run.unit(() => {
        const only = [work(run, entity)];
        return run.stale.size > 1 ? only : ended(only);
      });
      if ('items' in answer) return answer;
      items = answer;
    }
    if (run.stale.size > 1) await recomputeAll(run);
    return run.unit(() => ended(items));
  };
  return engine.database.write(origin.caller.accountId, written, { isForeseeable: true });
}

/** The account and what the origin may do in it. */
export async function stateOf(
  engine: Pick<Engine, 'loadState' | 'schema'>,
  tx: Tx,
  { caller }: Pick<WriteOrigin, 'caller'>,
): Promise<RequestState> {
  return 'kind' in caller
    ? engine.loadState(tx, caller)
    : tx.unit((unit) => anonymousState(unit, caller.accountName, engine.schema));
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
  const units = unitsOf(part.tx, () => keepRun(run));
  const run: WriteRun = {
    get tx() {
      return units.present();
    },
    unit: units.run,
    accountId: part.state.account.id,
    schema: part.state.schema,
    accessContext: part.state.accessContext,
    context: planContext(part.tx, part.state, engine),
    remoteAddress,
    requestId,
    login: 'kind' in caller ? (caller.login ?? null) : null,
    secrets: part.secrets,
    logins,
    queueMail,
    yieldToEventLoop: eventLoopYielder(stopwatch),
    affected: new Map(),
    stale: new Map(),
    recompute: (resource) => {
      const isNeeded = (): boolean => resource === undefined || recomputation.concerns(resource, run.stale);
      while (run.stale.size > 0 && isNeeded()) {
        const stale = new Map(run.stale);
        run.stale.clear();
        recomputation.run(run.view, stale, run.tx.now);
      }
    },
    rows: new Map(),
    settings: new Map(),
    accessRecorded: new Set(),
    accessBefore: new Map(),
    touched: new Set(),
    get view() {
      return (view ??= createView(run));
    },
    get acting() {
      return (acting ??= actionView(run));
    },
  };
  let view: View | undefined;
  let acting: ActionView | undefined;
  return run;
}

interface Units {
  /** The transaction as the unit that runs sees it. */
  present(): UnitTx;
  /** `ahead`: more than `work`, as of {@link Tx.unit}. */
  run<T>(work: () => T, ahead?: () => void): Promise<T>;
}

function unitsOf(tx: Tx, keep: Keep): Units {
  let unit: UnitTx | null = null;
  const within =
    <T>(work: () => T) =>
    (one: UnitTx): T => {
      unit = one;
      try {
        return work();
      } finally {
        unit = null;
      }
    };
  return {
    present() {
      if (unit === null) throw new Error('A rule or action asks the database outside of its unit of work.');
      return unit;
    },
    run: (work, ahead = () => void work()) => tx.unit(within(work), keep, within(ahead)),
  };
}

const longestTurn = 20;

/** Lets reads and other connections have their turn when a large request has worked for 20 ms. */
function eventLoopYielder(stopwatch: () => number): () => Promise<void> {
  let since = stopwatch();
  return async () => {
    if (stopwatch() - since < longestTurn) return;
    await new Promise((turned) => setImmediate(turned));
    since = stopwatch();
  };
}

/** So many people are looked at together, so that what they ask goes out together; and so often, besides once for each so many. */
const [peopleAhead, looksAhead] = [100, 8];

/** Recomputes all that is stale: each person in a unit of work, between which others have their turn. */
export async function recomputeAll(run: WriteRun): Promise<void> {
  const people = [...run.stale];
  run.stale.clear();
  const recompute = (some: typeof people): void => {
    for (const [id, parts] of some) run.stale.set(id, parts);
    run.recompute();
  };
  const looks = { left: looksAhead + Math.floor(people.length / peopleAhead), inLast: false, inThis: false };
  for (const [place, person] of people.entries()) {
    await run.yieldToEventLoop();
    // When the next person lacks something all the same, it does not help to look at those behind.
    if (looks.inThis && looks.inLast) looks.left = 0;
    [looks.inLast, looks.inThis] = [looks.inThis, false];
    const ahead = (): void => {
      looks.left -= 1;
      looks.inThis = true;
      recompute(people.slice(place, place + peopleAhead));
    };
    const work = (): void => recompute([person]);
    await run.unit(work, looks.left > 0 ? ahead : work);
  }
}

async function batchItems(engine: Engine, run: WriteRun, part: ItemWork): Promise<readonly ItemAnswer[]> {
  const items: ItemAnswer[] = [];
  for (const entity of part.request.entities) {
    await run.yieldToEventLoop();
    items.push(await batchItem(engine, run, { ...part, entity }));
  }
  return items;
}

async function batchItem(
  engine: Engine,
  run: WriteRun,
  { origin, request, work, entity }: ItemWork & { readonly entity: RawEntity },
): Promise<ItemAnswer> {
  try {
    return await run.unit(() => inSavepoint(run, () => work(run, entity)));
  } catch (error) {
    if (!(error instanceof ApiError)) {
      if (engine.database.dialect.isUnavailable(error)) throw error;
      engine.observe({ kind: 'request_failed', requestId: origin.requestId, error });
    }
    return itemError(request.resource.name, asApiError(error, origin.requestId));
  }
}
