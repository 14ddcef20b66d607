// Reads on standbys of the database. A standby is asked only for what the primary has just said how far it reaches, so
// that nobody ever reads less than was committed before they asked, least of all what they wrote themselves.
import type { Observe } from '#observe/event.ts';
import { isUnavailable } from './dialects/postgres-errors.ts';
import type { ClockWatch } from './clock-watch.ts';
import { onSnapshot, openSnapshot, reaches, type Reach, type Snapshot } from './postgres-clock.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { openPool, type PostgresPool } from './postgres-pool.ts';
import { withoutPassword } from '#values/without-password.ts';

/** How long a standby that could not be used is left alone, in milliseconds. Then one read tries it again. */
const restMilliseconds = 5_000;
/** Milliseconds: the primary could have answered meanwhile. */
const waits = { connecting: 1_000, snapshot: 1_000, answer: 20_000 };

/** What standbys need. */
export interface StandbyParts {
  /** `postgres://user:password@host:port/name` each. */
  readonly urls: readonly string[];
  /** Connections at the same time, to each. */
  readonly connections: number;
  readonly primary: PostgresPool;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly watch: Pick<ClockWatch, 'note'>;
  readonly observe: Observe;
}

/** One read, as a standby could do it. */
export interface StandbyRead<T> {
  readonly account: number;
  /** What it must show at least. */
  readonly wanted: Reach;
  readonly work: (connection: PostgresConnection, snapshot: Snapshot) => Promise<T>;
}

/** The standbys of a database. */
export interface Standbys {
  /** `null`: none of them has it now; nothing has come of `work`. Throws what `work` throws. */
  read<T>(read: StandbyRead<T>): Promise<{ readonly value: T } | null>;
  close(): Promise<void>;
}

interface Standby {
  readonly shown: string;
  readonly pool: PostgresPool;
  /** Milliseconds that never jump; 0 while it is in use. */
  restsUntil: number;
  /** One read is finding out whether it can be used again. */
  isTried: boolean;
}

/** Opens the standbys; one that cannot be reached now is tried again later. */
export function openStandbys({ urls, connections, primary, clock, watch, observe }: StandbyParts): Standbys {
  const examine = async (connection: PostgresConnection): Promise<void> => {
    const [standby, original] = await Promise.all([
      identityOf(connection),
      primary.use((other) => identityOf(other)),
    ]);
    if (standby !== original) throw new NotAStandby();
  };
  const standbys = urls.map((url): Standby => ({
    shown: withoutPassword(url),
    pool: openPool({ url, most: connections, examine, waits }),
    restsUntil: 0,
    isTried: false,
  }));
  let turn = 0;
  const next = (): Standby | null => {
    for (let tried = 0; tried < standbys.length; tried += 1) {
      const standby = standbys[(turn += 1) % standbys.length] as Standby;
      const rests = standby.restsUntil > 0 && (standby.isTried || performance.now() < standby.restsUntil);
      if (!rests) return standby;
    }
    return null;
  };
  const rest = (standby: Standby, error: unknown): void => {
    const worked = standby.restsUntil === 0;
    standby.restsUntil = performance.now() + restMilliseconds;
    if (worked) observe({ kind: 'standby_lost', database: standby.shown, error });
  };
  const welcome = (standby: Standby): void => {
    if (standby.restsUntil > 0) observe({ kind: 'standby_found', database: standby.shown });
    standby.restsUntil = 0;
  };
  return {
    async read({ account, wanted, work }) {
      const standby = next();
      if (standby === null) return null;
      const tries = standby.restsUntil > 0;
      if (tries) standby.isTried = true;
      try {
        return await standby.pool.use((connection) => {
          const opening = soon(connection, openSnapshot(connection, account, { clock, watch }));
          return onSnapshot(connection, opening, async (snapshot) => {
            // One that was promoted goes its own way: what it shows may be nowhere else. The primary itself may stand here.
            if (!['', wanted.server].includes(snapshot.reach.server)) throw new NotAStandby();
            welcome(standby);
            return reaches(snapshot.reach, wanted) ? { value: await work(connection, snapshot) } : null;
          });
        });
      } catch (error) {
        if (!(error instanceof NotAStandby) && !isUnavailable(error)) throw error;
        rest(standby, error);
        return null;
      } finally {
        // Others may have begun before it was lost.
        if (tries) standby.isTried = false;
      }
    },
    close: async () => void (await Promise.all(standbys.map(({ pool }) => pool.close()))),
  };
}

/** Another database than the primary's, or one that no longer follows it. */
class NotAStandby extends Error {
  constructor() {
    super(
      'It is no standby of the database of --database: the cluster or the database is another one, or it follows no more.',
    );
  }
}

/** What the connection answers, if that does not take too long. */
async function soon<T>(connection: PostgresConnection, answer: Promise<T>): Promise<T> {
  const late = new Error(`timeout expired: no snapshot within ${waits.snapshot} ms`);
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      connection.abandon(late);
      reject(late);
    }, waits.snapshot);
  });
  // Whoever gave up waiting does not hear of its end.
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** The same on a primary and its standbys only. */
async function identityOf(connection: PostgresConnection): Promise<string> {
  const [rows] = await connection.script(`select system_identifier::text || '/' || oid::text as identity
    from pg_control_system(), pg_database where datname = current_database()`);
  return String(rows?.[0]?.['identity']);
}
