// Questions that are asked before the work which needs their answers runs: in the packet that locks the account's row or
// opens a snapshot, or in one before a unit of work. It must not know what they are about.
import { rememberGuess } from './postgres-guesses.ts';
import { createWrites, rowsNow, standing, type Log, type Reading } from './postgres-unit-log.ts';
import { writtenTable } from './written-table.ts';
import type { Statement } from './database.ts';

/** What asking ahead needs of a connection. */
export interface AskingConnection {
  all(statement: Statement): Promise<readonly Record<string, unknown>[]>;
  mark(name: string): void;
  release(name: string): void;
  undo(name: string): void;
  /** Sends what `send` does in one packet. */
  together<T>(send: () => T): T;
}

/** A question with the key that tells it from all others. */
export type Question = readonly [key: string, statement: Statement];

/** What a question was answered. */
export interface Answered {
  readonly key: string;
  readonly statement: Statement;
  readonly rows: readonly Record<string, unknown>[];
}

/** A savepoint around questions that come of guesses, of which PostgreSQL may refuse one. */
const savepoint = 'asked_ahead';

/** Asks questions in one packet. Answers those that PostgreSQL has not refused. */
export async function askTogether(
  connection: AskingConnection,
  questions: readonly Question[],
): Promise<readonly Answered[]> {
  if (questions.length === 0) return [];
  const sent = connection.together(() => {
    connection.mark(savepoint);
    const answers = questions.map(([, statement]) => connection.all(statement));
    try {
      connection.release(savepoint);
    } catch {
      // A statement before has failed, and so will the questions.
    }
    return answers;
  });
  const answers = await Promise.allSettled(sent);
  if (answers.some(({ status }) => status === 'rejected')) connection.undo(savepoint);
  return answers.flatMap((answer, place) => {
    const [key, statement] = questions[place] as Question;
    return answer.status === 'fulfilled' ? [{ key, statement, rows: answer.value }] : [];
  });
}

/** Asks questions; throws when PostgreSQL refuses one. */
export function askEach(
  connection: Pick<AskingConnection, 'all'>,
  questions: readonly Question[],
): Promise<readonly Answered[]> {
  return Promise.all(
    questions.map(async ([key, statement]) => ({ key, statement, rows: await connection.all(statement) })),
  );
}

/** Of one answer, so many rows are remembered from one unit of work to the next. */
const rowsKept = 50;

/** What is known of questions in a transaction: answers that came with its lock or snapshot, and those of its units of work. */
export interface Ahead {
  /** What the question with this key is answered now; `undefined`: that is not known. */
  reading(this: void, key: string): Reading | undefined;
  note(answers: readonly Answered[]): void;
  /** Takes over what a unit of work has written and been answered. */
  noteUnit(log: Log): void;
  /** Forgets what the statement may have changed. */
  written(text: string): void;
  /** Forgets everything: something was undone. */
  forget(): void;
  /** The transaction is committed: what it knew is what its questions will be answered, as far as nobody else writes. */
  committed(): void;
}

interface Known extends Answered {
  /** How many writes of its table it shows. */
  readonly shows: number;
}

/** Makes an empty one. */
export function createAhead(): Ahead {
  const known = new Map<string, Known>();
  let writes = createWrites();
  const note = (answers: readonly Answered[]): void => {
    for (const answered of answers)
      known.set(answered.key, { ...answered, shows: writes.concerning(answered.statement).length });
  };
  const reading = (key: string): Reading | undefined => {
    const before = known.get(key);
    if (before === undefined) return undefined;
    const { statement, shows } = before;
    const since = writes.concerning(statement);
    if (shows === since.length) return { ...before, after: 0 };
    known.delete(key);
    const rows = rowsNow(before, since.slice(shows));
    if (rows === undefined) return undefined;
    note([{ key, statement, rows }]);
    return { statement, rows, after: 0 };
  };
  const forget = (): void => {
    known.clear();
    writes = createWrites();
  };
  return {
    reading,
    note(answers) {
      note(answers);
      for (const { key, statement, rows } of answers) rememberGuess(key, statement, rows);
    },
    noteUnit({ effects, readings }) {
      const written = standing(effects) ?? [];
      if (written.length === 0) return;
      for (const effect of written) writes.add(effect);
      for (const [key, [...all]] of readings) {
        const { statement, rows: answered, after } = all.at(-1) as Reading;
        if (answered.length > rowsKept) continue;
        const rows = rowsNow({ statement, rows: answered }, effects.slice(after));
        if (rows !== undefined) note([{ key, statement, rows }]);
      }
    },
    written(text) {
      if (writtenTable(text) === null) forget();
      else writes.add({ kind: 'run', text, parameters: [] });
    },
    forget,
    committed() {
      for (const [key, { statement }] of Array.from(known)) {
        const rows = statement.question && reading(key)?.rows;
        if (rows !== undefined) rememberGuess(key, statement, rows);
      }
    },
  };
}
