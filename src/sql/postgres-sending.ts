// Sends statements on one connection to PostgreSQL and knows which of them failed: so that the transaction is lost, so that its
// savepoint must be undone, or after their success was taken for granted. It must not know what they are about.
import type { Client, QueryConfig, QueryResult } from 'pg';
import { isConnectionLost, isWorthRepeating, TakenForGranted } from './dialects/postgres-errors.ts';

/** Looks on while an answer is waited for. */
export type Awaited = <T>(answer: Promise<T>) => Promise<T>;

/** The sending half of a connection. */
export interface Sending {
  send(query: QueryConfig): Promise<QueryResult>;
  /** Sends what `sending` does in one packet. */
  together<T>(sending: () => T): T;
  /** What has failed since a savepoint was undone last: PostgreSQL refuses all else until one is. */
  aborted(): unknown;
  /** A savepoint is undone. */
  noteUndone(): void;
  /** What has failed so that the whole transaction is lost. */
  failure(): unknown;
  fail(why: unknown): void;
  /** From now on units need not wait for the answers to their last writes. Whoever commits calls {@link assertGranted} before. */
  trust(): void;
  trusts(): boolean;
  /** Sends what `sending` does in one packet and takes for granted that it succeeds: no answer is waited for. */
  sendTrusting(sending: () => void): void;
  /**
   * Throws when a statement failed whose success was taken for granted. It waits for their answers only where the commit itself
   * would not fail with them: when a savepoint was undone since, or `isOver`.
   */
  assertGranted(isOver?: boolean): Promise<void>;
}

/** Sends on a client that is used by nothing else meanwhile. */
export function sendingOn(client: Client, awaited: Awaited): Sending {
  let failure: unknown = null;
  let aborted: unknown = null;
  let undone = 0;
  let refused: TakenForGranted | null = null;
  let trusts = false;
  let isTrusting = false;
  let answered: Promise<unknown> = Promise.resolve();
  const answerOf = async (query: QueryConfig, isTrusted: boolean): Promise<QueryResult> => {
    const undoneBefore = undone;
    try {
      return await awaited(client.query(query));
    } catch (error) {
      // What fails now and was sent before a savepoint was undone has been undone with it.
      if (undone === undoneBefore) aborted ??= error;
      if (isConnectionLost(error) || isWorthRepeating(error)) failure ??= error;
      if (isTrusted && failure === null) refused ??= new TakenForGranted(error);
      // What fails later fails because of it.
      throw failure ?? refused ?? error;
    }
  };
  const together = <T>(sending: () => T): T => inOnePacket(client, sending);
  return {
    send(query) {
      const answer = answerOf(query, isTrusting);
      if (isTrusting) answered = answer.catch(() => undefined);
      return answer;
    },
    together,
    aborted: () => aborted,
    noteUndone() {
      aborted = null;
      undone += 1;
    },
    failure: () => failure,
    fail: (why) => void (failure ??= why),
    trust: () => void (trusts = true),
    trusts: () => trusts,
    sendTrusting(sending) {
      isTrusting = true;
      try {
        together(sending);
      } finally {
        isTrusting = false;
      }
    },
    async assertGranted(isOver = undone > 0) {
      if (isOver) await answered;
      if (refused !== null) throw refused;
    },
  };
}

function inOnePacket<T>(client: Client, sending: () => T): T {
  const { stream } = client.connection;
  stream.cork();
  try {
    return sending();
  } finally {
    stream.uncork();
  }
}
