// How a read goes through its rows. A small one is answered at once; one that turns out to be large begins again apart from
// the others, in portions between which everybody else has their turn.
import { ApiError } from '#errors/api-error.ts';
import { createFairLanes, type FairLanes } from '#values/fair-lanes.ts';
import type { Engine } from '../engine.ts';

/** As many as connections for them. */
const lanes = { atOnce: 2, ofName: 1, waiting: 50 };

/** Large reads take turns: few at once, and one of each account. */
export function createLargeReads(): FairLanes {
  return createFairLanes(
    lanes,
    () => new ApiError('overloaded', 'Too many large reads of the account wait; try again in a moment.'),
  );
}

/** What a read may hold before it goes apart. */
const small = { rows: 2_000, bytes: 4 * 1024 * 1024, derived: 5_000 };
const longestTurn = 15;

/** Thrown out of the transaction of a read that is to begin again apart. */
export class GoesApart extends Error {
  override readonly name = 'GoesApart';
}

/** Counts what a read has in its hands. */
export interface Pace {
  /** Whether the read goes in portions. */
  readonly isApart: boolean;
  /** Counts rows of the answer. Throws `answer_too_large`, or {@link GoesApart}. */
  readonly count: (rows: number) => void;
  /** Counts bytes of the answer; throws as `count` does. */
  readonly weigh: (bytes: number) => void;
  /** Most rows that it may hold at once. */
  readonly mostRows: number;
  /** Counts rows that are worked out, whether or not the answer shows them. Throws {@link GoesApart}. */
  readonly derive: (rows: number) => void;
  /** Lets others have their turn, when this read has worked for long. */
  readonly turn: () => Promise<void>;
  /** Awaited between two portions. */
  readonly nextPortion: () => Promise<void>;
}

/** A read of one account. `isWhole`: only what one portion holds is limited, because the answer must be complete. */
export interface PacedRead {
  readonly accountId: number;
  readonly isWhole: boolean;
}

/** Runs a read at once, and again apart if it turns out to be large. */
export async function paced<T>(
  engine: Engine,
  read: PacedRead,
  work: (pace: Pace) => Promise<T>,
): Promise<T> {
  try {
    return await work(smallPace(engine));
  } catch (error) {
    if (!(error instanceof GoesApart)) throw error;
  }
  return engine.largeReads.run(String(read.accountId), () => work(apartPace(engine, read)));
}

function smallPace({ readLimits }: Engine): Pace {
  const left = {
    rows: Math.min(small.rows, readLimits.rows),
    bytes: Math.min(small.bytes, readLimits.bytes),
    derived: small.derived,
  };
  const mostRows = left.rows;
  const spend = (what: keyof typeof left, amount: number): void => {
    left[what] -= amount;
    if (left[what] < 0) throw new GoesApart();
  };
  return {
    isApart: false,
    count: (rows) => spend('rows', rows),
    weigh: (bytes) => spend('bytes', bytes),
    mostRows,
    derive: (rows) => spend('derived', rows),
    turn: async () => {},
    nextPortion: async () => {},
  };
}

function apartPace({ readLimits, stopwatch }: Engine, { isWhole }: PacedRead): Pace {
  let [rows, bytes] = [0, 0];
  let since = stopwatch();
  const turn = async (): Promise<void> => {
    if (stopwatch() - since < longestTurn) return;
    await new Promise((turned) => setImmediate(turned));
    since = stopwatch();
  };
  return {
    isApart: true,
    count: (more) => {
      rows += more;
      if (rows > readLimits.rows) throw tooLarge(`${readLimits.rows} rows, those of nestedEntities included`);
    },
    weigh: (more) => {
      bytes += more;
      if (bytes > readLimits.bytes) throw tooLarge(`${readLimits.bytes} bytes`);
    },
    mostRows: readLimits.rows,
    derive: () => {},
    turn,
    nextPortion: () => {
      if (isWhole) [rows, bytes] = [0, 0];
      return turn();
    },
  };
}

function tooLarge(what: string): ApiError {
  const message = `The answer would hold more than ${what}; read fewer rows with _limit and _offset, or fewer children.`;
  return new ApiError('answer_too_large', message);
}
