// Connections to a database that Citus spreads over nodes: a node that is frozen, or far away, keeps a part of them only, and
// those who want it are refused soon, so that accounts elsewhere go on. It must not know what is read or written.
import type { AccountScope } from './database.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import type { NodeOf } from './postgres-nodes.ts';
import { patience, type PostgresPool } from './postgres-pool.ts';

/** Waits for the first answer that has to come from an account's node; it tells whether the node is there. */
export type First = <T>(answer: Promise<T>) => Promise<T>;

/** A pool of which no node has all connections. */
export interface Bulkhead {
  /** As `use` of the pool. Rejects with what means "out of reach" when the account's node does not answer. */
  use<T>(
    account: AccountScope,
    work: (connection: PostgresConnection, first: First) => Promise<T>,
  ): Promise<T>;
}

/** What a bulkhead needs. */
export interface BulkheadParts {
  readonly pool: PostgresPool;
  /** `null`: the database is not spread; the pool is used as it is. */
  readonly nodeOf: NodeOf | null;
  /** Connections that one node may have at the same time. */
  readonly most: number;
}

/**
 * Milliseconds: for a place among those of the same node as long as one becomes free now and then, as for a connection of a
 * server, and while none does; for its first answer, and for what has come by then to be read; and until a silent node is tried
 * again.
 */
const waits = { place: patience.connecting, still: 2_000, answer: 1_900, reading: 100, rest: 5_000 };

/** One node. */
interface Compartment {
  free: number;
  /** When a place became free last, by the clock of `performance`. */
  moved: number;
  /** Told with `true` when a place is theirs, with `false` when the node has fallen silent. */
  readonly waiting: Set<(isTheirs: boolean) => void>;
  /** A node that did not answer is left alone; then one request tries it, and the others are still refused. */
  state: 'answers' | 'rests' | 'to be tried';
  resting?: NodeJS.Timeout;
}

/** Divides a pool. */
export function openBulkhead({ pool, nodeOf, most }: BulkheadParts): Bulkhead {
  const compartments = new Map<string, Compartment>();
  const compartmentOf = (node: string): Compartment => {
    let found = compartments.get(node);
    if (found === undefined) {
      found = { free: most, moved: 0, waiting: new Set(), state: 'answers' };
      compartments.set(node, found);
    }
    return found;
  };
  return {
    async use(account, work) {
      const node = account === null || nodeOf === null ? null : await nodeOf(account);
      if (node === null) return pool.use((connection) => work(connection, (answer) => answer));
      const compartment = compartmentOf(node);
      const tries = await enter(compartment);
      let isKnown = false;
      return new Promise((resolve, reject) => {
        const used = pool.use(async (connection) => {
          const first: First = async (answer) => {
            const wasSilent = await isSilent(answer);
            isKnown = true;
            if (wasSilent) throw fallSilent(compartment, connection);
            speak(compartment);
            return answer;
          };
          await work(connection, first).then(resolve, reject);
          // A silent node would let an account of another one wait on the same connection.
          if (await isSilent(connection.rolledBack())) fallSilent(compartment, connection);
        });
        used.catch(reject).finally(() => {
          leave(compartment);
          if (tries && !isKnown) compartment.state = 'to be tried';
        });
      });
    },
  };
}

const silence = (): Error => new Error('timeout expired: the node of the account does not answer');

/** Takes a place. Answers `true` where this one request tries a node that was silent. */
async function enter(compartment: Compartment): Promise<boolean> {
  if (compartment.state === 'rests') throw silence();
  const tries = compartment.state === 'to be tried';
  if (tries) compartment.state = 'rests';
  if (compartment.free > 0) {
    compartment.free -= 1;
    return tries;
  }
  const { promise, resolve } = Promise.withResolvers<boolean>();
  compartment.waiting.add(resolve);
  const begun = performance.now();
  const look = (): NodeJS.Timeout | null => {
    const until = Math.min(begun + waits.place, Math.max(begun, compartment.moved) + waits.still);
    const left = until - performance.now();
    if (left > 0) return setTimeout(() => (timer = look() ?? timer), left);
    compartment.waiting.delete(resolve);
    resolve(false);
    return null;
  };
  let timer = look() ?? undefined;
  const isTheirs = await promise;
  clearTimeout(timer);
  if (!isTheirs) {
    if (tries) compartment.state = 'to be tried';
    throw silence();
  }
  return tries;
}

/** A place is handed on to who has waited for it longest. */
function leave(compartment: Compartment): void {
  compartment.moved = performance.now();
  const [next] = compartment.waiting;
  if (next === undefined) {
    compartment.free += 1;
    return;
  }
  compartment.waiting.delete(next);
  next(true);
}

/** No caller waits for it any more, until it is tried again. */
function fallSilent(compartment: Compartment, connection: PostgresConnection): Error {
  const late = silence();
  connection.abandon(late);
  for (const refuse of compartment.waiting) refuse(false);
  compartment.waiting.clear();
  compartment.state = 'rests';
  clearTimeout(compartment.resting);
  compartment.resting = setTimeout(() => (compartment.state = 'to be tried'), waits.rest).unref();
  return late;
}

function speak(compartment: Compartment): void {
  compartment.state = 'answers';
  clearTimeout(compartment.resting);
}

/** Whether an answer, be it a refusal, does not come in time. */
async function isSilent(answer: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<true>((resolve) => {
    const judge = (): void => resolve(true);
    // What came while this process itself was busy or stopped is read first.
    timer = setTimeout(() => (timer = setTimeout(judge, waits.reading)), waits.answer);
  });
  const settled = answer.then(
    () => false,
    () => false,
  );
  try {
    return await Promise.race([settled, limit]);
  } finally {
    clearTimeout(timer);
  }
}
