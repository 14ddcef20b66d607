// Reads from PostgreSQL: each on one snapshot of what is committed, several at a time. What a reader loses because a
// connection broke it reads again.
import { setTimeout as pause } from 'node:timers/promises';
import type { ClockWatch } from './clock-watch.ts';
import type { AccountScope, CommitStanding, Standing, Tx, WorkOptions } from './database.ts';
import { isConnectionLost, isConnectionRefused, isWorthRepeating } from './dialects/postgres-errors.ts';
import {
  askReach,
  historyOf,
  onSnapshot,
  openSnapshot,
  raiseClock,
  standingOf,
  type Reach,
} from './postgres-clock.ts';
import { askTogether } from './postgres-ahead.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { keyOf } from './postgres-unit-log.ts';
import { foresee } from './postgres-guesses.ts';
import type { Bulkhead } from './postgres-bulkhead.ts';
import { betweenAttempts } from './postgres-pool.ts';
import type { Standbys } from './postgres-standbys.ts';
import { withTransaction, type OpenTransaction } from './transaction.ts';

/** What reading needs. */
export interface ReaderParts {
  readonly pool: Bulkhead;
  /** `null`: everything is read from the primary. */
  readonly standbys: Standbys | null;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly watch: Pick<ClockWatch, 'note'>;
  /** Whether the horizon moves while nobody writes, which is a write. */
  readonly movesClocks: boolean;
}

/** The reading half of {@link Database}. */
export interface Reader {
  read<T>(account: AccountScope, work: (tx: Tx) => Promise<T>, options?: WorkOptions): Promise<T>;
  look(account: number): Promise<Standing>;
  lookForCommits(account: number): Promise<CommitStanding>;
}

const clocksKept = 10_000;
const attempts = 3;

/** Makes the reader. */
export function openReader({ pool, standbys, clock, watch, movesClocks }: ReaderParts): Reader {
  const keepMoving = movesClocks ? clockMover(clock) : async (): Promise<Learn> => () => undefined;
  const askPrimary = (account: number): Promise<Reach> =>
    pool.use(account, async (connection, first) => {
      const learn = await first(keepMoving(connection, account));
      const reach = await first(askReach(connection, account));
      learn(reach);
      return reach;
    });
  const onPrimary = <T>(
    account: AccountScope,
    work: (tx: Tx) => Promise<T>,
    { isForeseeable = false }: WorkOptions,
  ): Promise<T> =>
    pool.use(account, async (connection, first) => {
      const learn = await first(keepMoving(connection, account));
      const questions = await foresee(isForeseeable ? work : undefined, clock);
      const { opening, asking } = connection.together(() => ({
        opening: openSnapshot(connection, account, { clock, watch }),
        asking: askTogether(connection, questions),
      }));
      return onSnapshot(connection, first(opening), async ({ moment, reach }) => {
        learn(reach);
        connection.known.note(await asking);
        return withTransaction(withAhead(connection), moment, work);
      });
    });
  const onStandby = async <T>(
    account: AccountScope,
    work: (tx: Tx) => Promise<T>,
  ): Promise<{ readonly value: T } | null> => {
    if (account === null || standbys === null) return null;
    const wanted = await askPrimary(account);
    return standbys.read({
      account,
      wanted,
      // A standby shows a part of its primary's history, not one of its own.
      work: (connection, { moment }) =>
        withTransaction(connection, { ...moment, history: historyOf(wanted) }, work),
    });
  };
  return {
    async read(account, work, options = {}) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const found = await onStandby(account, work);
          return found === null ? await onPrimary(account, work, options) : found.value;
        } catch (error) {
          if (attempt === attempts || !isWorthAnother(error)) throw error;
          await pause(betweenAttempts);
        }
      }
    },
    look: sharedLooks(async (account) => standingOf(await askPrimary(account))),
    lookForCommits: async (account) =>
      standingOf(await pool.use(account, (connection, first) => first(askReach(connection, account)))),
  };
}

/** A connection that asks nothing whose answer came with the snapshot. */
function withAhead(connection: PostgresConnection): OpenTransaction {
  const all: OpenTransaction['all'] = (statement) =>
    connection.known.reading(keyOf(statement))?.rows ?? connection.all(statement);
  return { ...connection, all };
}

/**
 * Who asks while a look at the same account is under way shares the next one with all who do: a look that began before the
 * question may miss a commit that the client has been told of.
 */
function sharedLooks(look: (account: number) => Promise<Standing>): Reader['look'] {
  const running = new Map<number, Promise<unknown>>();
  const next = new Map<number, Promise<Standing>>();
  const start = (account: number): Promise<Standing> => {
    next.delete(account);
    const asked = look(account);
    const ended: Promise<unknown> = asked
      .catch(() => undefined)
      .finally(() => running.get(account) === ended && running.delete(account));
    running.set(account, ended);
    return asked;
  };
  return (account) => {
    const before = running.get(account);
    if (before === undefined) return start(account);
    let shared = next.get(account);
    if (shared === undefined) next.set(account, (shared = before.then(() => start(account))));
    return shared;
  };
}

type Learn = (reach: Reach) => void;

/** What raises an account's clock when nobody has in this second; it answers what wants to hear where it stands then. */
function clockMover(
  clock: () => number,
): (connection: PostgresConnection, account: AccountScope) => Promise<Learn> {
  const stamps = new Map<number, number>();
  const raising = new Map<number, Promise<void>>();
  const raise = async (connection: PostgresConnection, account: number, second: number): Promise<void> => {
    let underWay = raising.get(account);
    if (underWay === undefined) {
      underWay = raiseClock(connection, account, second).finally(() => raising.delete(account));
      raising.set(account, underWay);
    }
    await underWay;
  };
  return async (connection, account) => {
    if (account === null) return () => undefined;
    const second = Math.floor(clock() / 1000);
    if ((stamps.get(account) ?? 0) < second) await raise(connection, account, second);
    return ({ stamp }) => {
      if (stamps.size >= clocksKept) stamps.clear();
      stamps.set(account, stamp);
    };
  };
}

/** Whoever refuses connections will refuse the next one too. */
function isWorthAnother(error: unknown): boolean {
  return isWorthRepeating(error) || (isConnectionLost(error) && !isConnectionRefused(error));
}
