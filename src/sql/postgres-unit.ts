// One unit of work on PostgreSQL: work that does not wait, run again from its beginning whenever it has asked something whose
// answer has not come yet. What it wrote is sent once, in order, and skipped in later runs. It must not know what the work is.
import { Missing, missing } from '#resource/missing.ts';
import type { Keep, Moment, Statement, UnitTx } from './database.ts';
import { askEach, askTogether, type Answered } from './postgres-ahead.ts';
import { guessingTx, rememberGuess } from './postgres-guesses.ts';
import type { KnownAnswers } from './postgres-known.ts';
import {
  createWrites,
  keyOf,
  once,
  readingAt,
  rowsNow,
  type Effect,
  type Log,
  type Making,
  type Step,
} from './postgres-unit-log.ts';
import { postgresDialect } from './dialects/postgres.ts';
import type { Unit } from './transaction.ts';

/** What a unit needs of a connection. */
export interface UnitConnection {
  all(statement: Statement): Promise<readonly Record<string, unknown>[]>;
  /** Number of rows changed. */
  run(statement: Statement): Promise<number>;
  mark(name: string): void;
  release(name: string): void;
  undo(name: string): void;
  /** Sends what `send` does in one packet. */
  together<T>(send: () => T): T;
  /**
   * Holds effects back until something is asked or committed, and takes for granted that they succeed. `false`: nothing is taken
   * for granted here, and nothing is held.
   */
  hold(effects: readonly Effect[]): boolean;
  /** What was asked before, and holds still. */
  readonly known: KnownAnswers;
  /** The next ids of sequences, as far as the transaction knows them. */
  readonly nextIds: Map<string, number>;
}

/** Runs a unit in the transaction that the connection has open. */
export async function runUnit<T>(
  connection: UnitConnection,
  moment: Moment,
  { work, keep, ahead = work }: Unit<T>,
): Promise<T> {
  const log: Log = {
    effects: [],
    sent: 0,
    made: [],
    readings: new Map(),
    knownBefore: connection.known.reading,
    steps: new Map(),
    wanted: new Map(),
  };
  const putBack = keep?.();
  // A savepoint that is undone empties what the connection knows; each run begins with what the first one knew.
  const known = new Map(connection.nextIds);
  for (let runs = 0; ; runs += 1) {
    if (runs === mostRuns) throw new Error(notGettingOn(log));
    if (runs > 0) putBack?.();
    const nextIds = new Map(known);
    const outcome = tried(() => work(unitTx(log, moment, nextIds)));
    const isMissing = 'error' in outcome && outcome.error instanceof Missing;
    const isGuessed = isMissing && runs < guessedRuns && putBack !== undefined;
    if (isGuessed) {
      putBack();
      tried(() => ahead(guessingTx(log, moment, { nextIds: new Map(known), later: createWrites() })));
    }
    const isWaiting = log.sent < log.effects.length || log.wanted.size > 0;
    const isDone =
      !isWaiting || (!isMissing && follow(connection, log)) || (await send(connection, log, isGuessed));
    if (isMissing) continue;
    // A statement failed that was taken for granted: in the next run it fails where it stands.
    if (!isDone) continue;
    putBackIds(connection.nextIds, nextIds);
    connection.known.noteUnit(log);
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }
}

/** What still lacks answers after so many runs is another thing each time: guesses are of no use to it. */
const guessedRuns = 4;

/** A unit that asks one question after another runs as often; one that has run so often asks the same in vain. */
const mostRuns = 10_000;

function notGettingOn({ wanted }: Log): string {
  return `A unit of work has run ${mostRuns} times and still waits for ${[...wanted.values()].map(({ sql }) => sql).join(', ')}`;
}

type Tried<T> = { readonly value: T } | { readonly error: unknown };

function tried<T>(work: () => T): Tried<T> {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}

/** Leaves the last writes, whose answers the work does not need, to the connection. `false`: they are to be waited for. */
function follow(connection: UnitConnection, log: Log): boolean {
  const isHeld = connection.hold(log.effects.slice(log.sent));
  if (isHeld) log.sent = log.effects.length;
  return isHeld;
}

/**
 * Sends what was not sent yet and asks what is wanted, in one round trip. `false`: an effect has failed. `isGuessed`: PostgreSQL
 * may refuse questions, because they come of guesses.
 */
async function send(connection: UnitConnection, log: Log, isGuessed: boolean): Promise<boolean> {
  const { effects, wanted } = log;
  const first = log.sent;
  const after = effects.length;
  const questions = [...wanted];
  const { done, asking } = connection.together(() => ({
    done: effects.slice(first).map((effect) => sendOne(connection, effect)),
    asking: isGuessed ? askTogether(connection, questions) : askEach(connection, questions),
  }));
  const [outcomes, [asked]] = await Promise.all([Promise.allSettled(done), Promise.allSettled([asking])]);
  wanted.clear();
  log.sent = after;
  const failed = outcomes.findIndex((outcome) => outcome.status === 'rejected');
  if (failed >= 0) {
    (effects[first + failed] as Effect).error = (outcomes[failed] as PromiseRejectedResult).reason;
    // Those behind it had no effect in a transaction that had failed.
    effects.length = log.sent = first + failed + 1;
    for (const [begun, step] of log.steps) if (step.effects > effects.length - 1) log.steps.delete(begun);
    return false;
  }
  if (asked.status === 'rejected') throw asked.reason;
  for (const answered of asked.value) noteAnswer(log, answered, after);
  return true;
}

function noteAnswer({ readings }: Log, { key, statement, rows }: Answered, after: number): void {
  readings.set(key, [...(readings.get(key) ?? []), { statement, rows, after }]);
  rememberGuess(key, statement, rows);
}

async function sendOne(connection: UnitConnection, effect: Effect): Promise<void> {
  const { kind, text, parameters } = effect;
  if (kind === 'mark') return connection.mark(text);
  if (kind === 'release') return connection.release(text);
  if (kind === 'undo') return connection.undo(text);
  effect.answer = await connection.run({ sql: text, parameters });
}

/** Where a run of the work is. */
interface Run extends Making {
  readonly nextIds: Map<string, number>;
  /** Effects so far. */
  place: number;
  /** Steps that have begun, and savepoints that are open. */
  begun: number;
  depth: number;
}

/** The transaction as one run of the work sees it. */
function unitTx(log: Log, moment: Moment, nextIds: Map<string, number>): UnitTx {
  const run: Run = { log, nextIds, place: 0, made: 0, begun: 0, depth: 0 };
  return {
    dialect: postgresDialect,
    ...moment,
    nextIds,
    all: (statement) => read(run, statement),
    run: ({ sql, parameters, change, merging }) =>
      void take(run, { kind: 'run', text: sql, parameters, change, merging }),
    change({ sql, parameters }) {
      const { answer } = take(run, { kind: 'change', text: sql, parameters });
      if (answer === undefined) throw missing;
      return answer as number;
    },
    once: (make) => once(run, make),
    savepoint: (work) => inSavepoint(run, work),
    step: (work, keep) => inStep(run, work, keep),
  };
}

/** What the statement answers at this place of the work. */
function read({ log, place }: Run, statement: Statement): readonly Record<string, unknown>[] {
  const key = keyOf(statement);
  const reading = readingAt(log, key, place);
  const rows = reading && rowsNow(reading, log.effects.slice(reading.after, place));
  if (rows !== undefined) return rows;
  log.wanted.set(key, statement);
  throw missing;
}

/** The effect at this place: the one of an earlier run, or a new one, which is still to be sent. */
function take(run: Run, wanted: Effect): Effect {
  const { effects } = run.log;
  const effect = effects[run.place] ?? wanted;
  if (effect === wanted) effects.push(wanted);
  else if (effect.kind !== wanted.kind || effect.text !== wanted.text)
    throw new Error(
      `A unit of work did something else when it ran again: ${wanted.text} in place of ${effect.text}`,
    );
  run.place += 1;
  if (effect.error !== undefined) throw effect.error;
  return effect;
}

function inSavepoint<T>(run: Run, work: () => T): T {
  const text = `unit_${(run.depth += 1)}`;
  const nextIds = new Map(run.nextIds);
  take(run, { kind: 'mark', text, parameters: [] });
  try {
    const result = work();
    take(run, { kind: 'release', text, parameters: [] });
    return result;
  } catch (error) {
    if (error instanceof Missing) throw error;
    take(run, { kind: 'undo', text, parameters: [] });
    putBackIds(run.nextIds, nextIds);
    throw error;
  } finally {
    run.depth -= 1;
  }
}

function inStep<T>(run: Run, work: () => T, keep: Keep): T {
  const { steps } = run.log;
  const number = run.begun;
  const ended = steps.get(number);
  if (ended === undefined) {
    run.begun += 1;
    const value = work();
    const { place, made, begun, nextIds } = run;
    steps.set(number, { value, effects: place, made, begun, putBack: keep(), nextIds: new Map(nextIds) });
    return value;
  }
  run.place = ended.effects;
  run.made = ended.made;
  run.begun = ended.begun;
  // What the next step has left holds what this one has.
  if (!steps.has(run.begun)) putBackStep(ended, run.nextIds);
  return ended.value as T;
}

function putBackStep({ putBack, nextIds: known }: Step, nextIds: Map<string, number>): void {
  putBack();
  putBackIds(nextIds, known);
}

function putBackIds(nextIds: Map<string, number>, known: ReadonlyMap<string, number>): void {
  nextIds.clear();
  for (const [sequence, next] of known) nextIds.set(sequence, next);
}
