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
 * server, and while none does; for its first answer; and until a silent node is tried again.
 */
const waits = { place: patience.connecting, still: 2_000, answer: 2_000, rest: 5_000 };

/** One node. */
interface Compartment {
  free: number;
  /** When a place became free last, by the clock of `performance`. */
  moved: number;
  /** Told with `true` when a place is theirs, with `false` when the node has fallen silent. */
  readonly waiting: Set<(isTheirs: boolean) => void>;
  /** It did not answer, and is left alone. */
  rests: boolean;
}

/** Divides a pool. */
export function openBulkhead({ pool, nodeOf, most }: BulkheadParts): Bulkhead {
  const compartments = new Map<string, Compartment>();
  const compartmentOf = (node: string): Compartment => {
    let found = compartments.get(node);
    if (found === undefined) {
      found = { free: most, moved: 0, waiting: new Set(), rests: false };
      compartments.set(node, found);
    }
    return found;
  };
  return {
    async use(account, work) {
      const node = account === null || nodeOf === null ? null : await nodeOf(account);
      if (node === null) return pool.use((connection) => work(connection, (answer) => answer));
      const compartment = compartmentOf(node);
      await enter(compartment);
      try {
        return await pool.use((connection) =>
          work(connection, (answer) => soon(answer, () => fallSilent(compartment, connection))),
        );
      } finally {
        leave(compartment);
      }
    },
  };
}

const silence = (): Error => new Error('timeout expired: the node of the account does not answer');

async function enter(compartment: Compartment): Promise<void> {
  if (compartment.rests) throw silence();
  if (compartment.free > 0) {
    compartment.free -= 1;
    return;
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
  if (!isTheirs) throw silence();
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

/** Nobody waits for it any more, until it is tried again. */
function fallSilent(compartment: Compartment, connection: PostgresConnection): Error {
  const late = silence();
  connection.abandon(late);
  for (const refuse of compartment.waiting) refuse(false);
  compartment.waiting.clear();
  if (!compartment.rests) {
    compartment.rests = true;
    setTimeout(() => (compartment.rests = false), waits.rest).unref();
  }
  return late;
}

/** What is answered in time; `late` makes the error of what is not. */
async function soon<T>(answer: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), waits.answer);
  });
  // Whoever gave up waiting does not hear of its end.
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, limit]);
  } finally {
    clearTimeout(timer);
  }
}
