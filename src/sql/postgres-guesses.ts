// What questions answered the last time: guesses by which a unit of work shows beforehand what it will ask. What is worked out from
// them is thrown away, so that they may be old, and of another row or account.
import { missing } from '#resource/missing.ts';
import type { Moment, Statement, UnitTx } from './database.ts';
import { postgresDialect } from './dialects/postgres.ts';
import { isCurrent, keyOf, once, type Effect, type Log } from './postgres-unit-log.ts';

type Rows = readonly Record<string, unknown>[];

const questionsKept = 20_000;
const rowsKept = 3;
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
 * The transaction of a run that nothing comes of: it shows what the work will ask. Questions are answered as the last time;
 * nothing is written.
 */
export function guessingTx(log: Log, moment: Moment, nextIds: Map<string, number>): UnitTx {
  const run = { log, made: 0 };
  const written: Effect[] = [];
  const write = ({ sql, parameters }: Statement): void =>
    void written.push({ kind: 'run', text: sql, parameters });
  let asked = 0;
  return {
    dialect: postgresDialect,
    ...moment,
    nextIds,
    all(statement) {
      asked += 1;
      if (asked > mostGuesses) throw missing;
      const key = keyOf(statement);
      if (isCurrent({ statement }, written)) log.wanted.set(key, statement);
      return guessRows(key, statement);
    },
    run: write,
    change: (statement) => (write(statement), 1),
    once: (make) => once(run, make),
    savepoint: (work) => work(),
    step: (work) => work(),
  };
}
