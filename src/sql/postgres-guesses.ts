// What questions answered the last time: guesses by which a unit of work shows beforehand what it will ask. What is worked out from
// them is thrown away, so that they may be old, and of another row or account.
import { ApiError } from '#errors/api-error.ts';
import { missing } from '#resource/missing.ts';
import type { Moment, Statement, Tx, UnitTx } from './database.ts';
import { TakenForGranted } from './dialects/postgres-errors.ts';
import { postgresDialect } from './dialects/postgres.ts';
import { isCurrent, keyOf, once, type Effect, type Log, type Reading } from './postgres-unit-log.ts';

type Rows = readonly Record<string, unknown>[];

const questionsKept = 20_000;
const rowsKept = 8;
/** By the whole question, and by its text alone. */
const guesses = new Map<string, Rows>();

/** Remembers an answer; `key` tells the question from others of the same text. */
export function rememberGuess(key: string, { sql }: Statement, rows: Rows): void {
  if (guesses.size >= questionsKept) guesses.clear();
  const some = rows.slice(0, rowsKept);
  guesses.set(key, some);
  guesses.set(sql, some);
}

/** What the question answered last, or else the last one of its text. */
function guessRows(key: string, { sql }: Statement): Rows {
  return guesses.get(key) ?? guesses.get(sql) ?? [];
}

/** So many questions are answered by guesses; what asks more has lost its way. */
const mostGuesses = 100;

/**
 * The transaction of a run that nothing comes of: it shows what the work will ask from the place on at which the last run lacked
 * an answer. Questions are answered as the last time; nothing is written. What is asked after its table will have been
 * written cannot be asked yet.
 */
export function guessingTx(log: Log, moment: Moment, nextIds: Map<string, number>): UnitTx {
  const run = { log, made: 0 };
  const reached = log.effects.length;
  /** Effects from there on. */
  const later: Effect[] = [];
  let place = 0;
  let asked = 0;
  const take = (kind: Effect['kind'], { sql, parameters }: Statement): void => {
    if (place >= reached) later.push({ kind, text: sql, parameters });
    place += 1;
  };
  const isAnswered = ({ statement, after }: Reading): boolean =>
    place < reached || isCurrent({ statement }, [...log.effects.slice(after), ...later]);
  return {
    dialect: postgresDialect,
    ...moment,
    nextIds,
    all(statement) {
      const key = keyOf(statement);
      const known = log.readings.get(key)?.at(-1);
      if (known !== undefined && isAnswered(known)) return known.rows;
      asked += 1;
      if (asked > mostGuesses) throw missing;
      if (place >= reached && isCurrent({ statement }, later)) log.wanted.set(key, statement);
      return known?.rows ?? guessRows(key, statement);
    },
    run: (statement) => take('run', statement),
    change: (statement) => (take('change', statement), 1),
    once: (make) => once(run, make),
    savepoint(work) {
      take('mark', unnamed);
      const result = work();
      take('release', unnamed);
      return result;
    },
    step: (work) => work(),
  };
}

const unnamed: Statement = { sql: '', parameters: [] };

/**
 * Questions that work will ask, as far as a run on guesses shows them, with their keys. Nothing is asked or written. No work: none.
 */
export async function foresee(
  work: ((tx: Tx) => Promise<unknown>) | undefined,
  clock: () => number,
): Promise<readonly (readonly [string, Statement])[]> {
  if (work === undefined) return [];
  const now = Math.floor(clock() / 1000);
  const moment = { now, stamp: now, horizon: now, version: null, history: null };
  const log: Log = {
    effects: [],
    sent: 0,
    made: [],
    readings: new Map(),
    steps: new Map(),
    wanted: new Map(),
  };
  const unit = guessingTx(log, moment, new Map());
  const tx: Tx = {
    dialect: postgresDialect,
    ...moment,
    all: async (statement) => unit.all(statement),
    run: async (statement) => unit.change(statement),
    savepoint: (inner) => inner(),
    unit: async (inner) => {
      try {
        return inner(unit);
      } catch (error) {
        // Whoever answers for each part of its work must not take it for a fault.
        throw error instanceof ApiError ? error : new TakenForGranted(error);
      }
    },
  };
  // Guesses may contradict each other: what was asked until then is of use.
  await work(tx).catch(() => undefined);
  return [...log.wanted];
}
