// Questions that are asked before the work which needs their answers runs: in the packet that locks the account's row or
// opens a snapshot, or in one before a unit of work. It must not know what they are about.
import type { Statement } from './database.ts';
import { inFamilies, type Asking } from './families.ts';

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
  const askings = inFamilies(questions, statementOf);
  const sent = connection.together(() => {
    connection.mark(savepoint);
    const answers = askings.map(({ statement }) => connection.all(statement));
    try {
      connection.release(savepoint);
    } catch {
      // A statement before has failed, and so will the questions.
    }
    return answers;
  });
  const answers = await Promise.allSettled(sent);
  if (answers.some(({ status }) => status === 'rejected')) connection.undo(savepoint);
  return answers.flatMap((answer, place) =>
    answer.status === 'fulfilled' ? answeredBy(askings[place] as Asking<Question>, answer.value) : [],
  );
}

/** Asks questions; throws when PostgreSQL refuses one. */
export async function askEach(
  connection: Pick<AskingConnection, 'all'>,
  questions: readonly Question[],
): Promise<readonly Answered[]> {
  const answers = inFamilies(questions, statementOf).map(async (asking) =>
    answeredBy(asking, await connection.all(asking.statement)),
  );
  return (await Promise.all(answers)).flat();
}

function statementOf([, statement]: Question): Statement {
  return statement;
}

function answeredBy({ items, rowsOf }: Asking<Question>, rows: Answered['rows']): readonly Answered[] {
  return items.map(([key, statement], place) => ({ key, statement, rows: rowsOf(rows, place) }));
}
