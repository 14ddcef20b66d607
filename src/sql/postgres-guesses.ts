// What questions answered the last time: guesses by which a unit of work shows beforehand what it will ask. What is worked out from
// them is thrown away, so that they may be old, and of another row or account.
import { ApiError } from '#errors/api-error.ts';
import { missing } from '#resource/missing.ts';
import type { Moment, Statement, Tx, UnitTx } from './database.ts';
import { TakenForGranted } from './dialects/postgres-errors.ts';
import { postgresDialect } from './dialects/postgres.ts';
import {
  createWrites,
  keyOf,
  once,
  readingAt,
  rowsNow,
  type Effect,
  type Log,
  type Reading,
  type Writes,
} from './postgres-unit-log.ts';
import { mayBeTold, meets, type RowQuestion } from './row-question.ts';

type Rows = readonly Record<string, unknown>[];

/** Questions and rows that are remembered together; and rows of one answer: the days of a month and of the weeks around it. */
const [mostKept, rowsKept] = [20_000, 50];
const textsKept = 2_000;
/** By the whole question; the ones that were answered last stand last. */
const guesses = new Map<string, Rows>();
/** By its text alone: the last rows, and how often there were some of late, from 0 to 1. */
const alike = new Map<string, { readonly rows: Rows; readonly share: number }>();
let kept = 0;

/** Remembers an answer; `key` tells the question from others of the same text. */
export function rememberGuess(key: string, { sql }: Statement, rows: Rows): void {
  const some = rows.slice(0, rowsKept);
  kept += 1 + some.length - forgotten(key);
  guesses.set(key, some);
  for (const oldest of guesses.keys()) {
    if (kept <= mostKept) break;
    kept -= forgotten(oldest);
  }
  if (alike.size >= textsKept) alike.clear();
  const before = alike.get(sql) ?? { rows: some, share: Math.sign(some.length) };
  const share = before.share + (Math.sign(some.length) - before.share) / 64;
  alike.set(sql, { rows: some.length > 0 ? some : before.rows, share });
}

/** Forgets an answer; answers how much room it took. */
function forgotten(key: string): number {
  const rows = guesses.get(key);
  if (rows === undefined) return 0;
  guesses.delete(key);
  return 1 + rows.length;
}

/**
 * What the question answered last, or else what the last one of its text did, as though it had been about the person and the
 * days that this one is about.
 */
function guessRows(key: string, { sql, question }: Statement): Rows {
  const known = guesses.get(key);
  if (known !== undefined) return known;
  const { rows = [], share = 0 } = alike.get(sql) ?? {};
  // A question too many costs little, and one too few costs a wait: rows are guessed already when there are some now and then.
  if (share < 1 / 8) return [];
  if (question === undefined) return rows;
  const same = question.conditions.filter(({ is }) => is === '=').map(({ column, value }) => [column, value]);
  const move = daysMoved(question, rows);
  return rows
    .map((row) => ({ ...move(row), ...Object.fromEntries(same) }))
    .filter((row) => meets(question, row) !== false);
}

/** Moves rows to the days from which on the question asks: the earliest to the first. */
function daysMoved({ conditions }: RowQuestion, rows: Rows): (row: Rows[number]) => Rows[number] {
  const from = conditions.find(({ is, value }) => is === '>=' && isDate(value));
  const days = rows.map((row) => row[from?.column ?? '']).filter(isDate);
  if (from === undefined || days.length === 0) return (row) => row;
  const { column } = from;
  const first = Temporal.PlainDate.from(days.reduce((one, other) => (one < other ? one : other)));
  const step = first.until(from.value as string);
  if (step.sign === 0) return (row) => row;
  return (row) =>
    isDate(row[column])
      ? { ...row, [column]: Temporal.PlainDate.from(row[column]).add(step).toString() }
      : row;
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

/** So many questions are answered by guesses in one run; what asks more has lost its way. */
const mostGuesses = 1_000;

/**
 * The transaction of a run that nothing comes of: it shows what the work will ask from the place on at which the last run lacked
 * an answer. Questions are answered as the last time; nothing is written, and `later` is told what would be. What is asked
 * after its table will have been written cannot be asked yet, unless its answer can be worked out from an earlier one.
 */
export function guessingTx(
  log: Log,
  moment: Moment,
  { nextIds, later }: { readonly nextIds: Map<string, number>; readonly later: Writes },
): UnitTx {
  const run = { log, made: 0 };
  const reached = log.effects.length;
  let place = 0;
  let asked = 0;
  const take = (kind: Effect['kind'], { sql, parameters, change }: Statement): void => {
    if (place >= reached) later.add({ kind, text: sql, parameters, change });
    place += 1;
  };
  const rowsOf = (reading: Reading): Rows | undefined =>
    place < reached
      ? reading.rows
      : rowsNow(reading, [...log.effects.slice(reading.after), ...later.concerning(reading.statement, 0)]);
  return {
    dialect: postgresDialect,
    ...moment,
    nextIds,
    all(statement) {
      const key = keyOf(statement);
      const known = readingAt(log, key, reached);
      const rows = known && rowsOf(known);
      if (rows !== undefined) return rows;
      asked += 1;
      if (asked > mostGuesses) throw missing;
      const since = later.concerning(statement, 0);
      const { question } = statement;
      const canComeBefore =
        question !== undefined &&
        since.every(({ change }) => change !== undefined && mayBeTold(question, change));
      if (place >= reached && (since.length === 0 || canComeBefore)) log.wanted.set(key, statement);
      const guessed = known?.rows ?? guessRows(key, statement);
      return rowsNow({ statement, rows: guessed }, since) ?? guessed;
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
 * Questions that a piece of work will ask and that are not `known`, as far as a run on guesses shows them, with their keys. Nothing
 * is asked or written.
 */
export async function foresee(
  work: ((tx: Tx) => Promise<unknown>) | undefined,
  clock: () => number,
  known: Log['knownBefore'] = () => undefined,
): Promise<readonly (readonly [string, Statement])[]> {
  if (work === undefined) return [];
  const now = Math.floor(clock() / 1000);
  const moment = { now, stamp: now, horizon: now, version: null, history: null };
  const log: Log = {
    effects: [],
    sent: 0,
    made: [],
    readings: new Map(),
    knownBefore: known,
    steps: new Map(),
    wanted: new Map(),
  };
  const written = { nextIds: new Map<string, number>(), later: createWrites() };
  const unit = (): UnitTx => guessingTx(log, moment, written);
  const tx: Tx = {
    dialect: postgresDialect,
    ...moment,
    all: async (statement) => unit().all(statement),
    run: async (statement) => unit().change(statement),
    savepoint: (inner) => inner(),
    unit: async (inner) => {
      try {
        return inner(unit());
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
