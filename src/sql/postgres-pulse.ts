// Whether a PostgreSQL server answers at all. One that is frozen, or cut off without a word, is told from one that works on
// something long: it answers nobody, not even who asks for nothing. It must not know what is waited for.
import pg, { DatabaseError, type PoolConfig } from 'pg';
import type { Observe } from '#observe/event.ts';
import { withoutPassword } from '#values/without-password.ts';
import { isConnectionUnanswered } from './dialects/postgres-errors.ts';

/**
 * Milliseconds between two looks, and how many looks in a row at which callers wait and nothing has come from the server:
 * then it is asked for nothing; then it is given up. Looks are counted instead of time, because of a process that was
 * stopped itself, or was busy, it cannot be said that nobody answered it.
 */
const look = { every: 500, ask: 4, giveUp: 12 };

/** What listening to a server needs. */
export interface PulseParts {
  /** `postgres://user:password@host:port/name`. */
  readonly url: string;
  /** How connections are opened; the driver's own limits of time included. */
  readonly settings: PoolConfig;
  readonly observe: Observe;
}

/** What listens to a server. */
export interface Pulse {
  /** Knows that somebody waits, for what need not come from the server. */
  waiting<T>(end: Promise<T>): Promise<T>;
  /** Hears whether the server's answer that is waited for comes. */
  awaited<T>(answer: Promise<T>): Promise<T>;
  /** Throws what means "out of reach" while the server is given up. */
  assertHeard(): void;
  /** `drop`: breaks all connections, and whatever is waited for on them. Called each time that the server is given up. */
  onSilence(drop: () => void): void;
  close(): void;
}

/** Starts to listen; the listening alone does not keep the process alive. */
export function listenTo({ url, settings, observe }: PulseParts): Pulse {
  const database = withoutPassword(url);
  const drops: (() => void)[] = [];
  let waits = 0;
  let heard = false;
  let silentLooks = 0;
  let isAsking = false;
  let isGivenUp = false;
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    heard = (await isThere(settings)) || heard;
    isAsking = false;
    if (isGivenUp && heard) {
      isGivenUp = false;
      observe({ kind: 'database_found', database });
    }
  };
  const giveUp = (): void => {
    isGivenUp = true;
    observe({ kind: 'database_lost', database });
    for (const drop of drops) drop();
  };
  const timer = setInterval(() => {
    silentLooks = heard || (waits === 0 && !isGivenUp) ? 0 : silentLooks + 1;
    heard = false;
    if (silentLooks >= look.ask || isGivenUp) void ask();
    if (silentLooks >= look.giveUp && !isGivenUp) giveUp();
  }, look.every).unref();
  const waiting = async <T>(end: Promise<T>): Promise<T> => {
    waits += 1;
    try {
      return await end;
    } finally {
      waits -= 1;
    }
  };
  return {
    waiting,
    async awaited(answer) {
      try {
        const value = await waiting(answer);
        heard = true;
        return value;
      } catch (error) {
        if (error instanceof DatabaseError) heard = true;
        throw error;
      }
    },
    assertHeard() {
      if (isGivenUp) throw new Error('timeout expired: the server answers nobody');
    },
    onSilence: (drop) => void drops.push(drop),
    close: () => clearInterval(timer),
  };
}

/** Whether anybody answers there, be it with a refusal. */
async function isThere(settings: PoolConfig): Promise<boolean> {
  const client = new pg.Client(settings);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    return !isConnectionUnanswered(error);
  } finally {
    client.end().catch(() => undefined);
  }
}
