// Answers that the connection that writes to a SQLite file remembers from one transaction to the next: settings, people, projects.
// An answer holds until this connection writes a table that its question names, or another one commits.
// Of a table that the transaction has written no answer is remembered, so that what is undone later was never remembered.
import type { Statement } from './database.ts';
import { writtenTable } from './written-table.ts';

/** Questions, answers and rows that are remembered together; of one answer, rows. */
const [mostKept, rowsKept] = [10_000, 50];
/** Transactions in which a table must not have been written before answers about it are remembered. */
const quietFor = 2;

type Rows = readonly Record<string, unknown>[];

/** What a connection remembers. */
export interface Answers {
  /** A transaction begins; `commits` moves with each commit of another connection. */
  begin(commits: unknown): void;
  /** What the question was answered, or else what `ask` answers. */
  find(question: Statement, ask: () => Rows): Rows;
  /** A statement writes: rows of one table, or else anything. */
  write(sql: string): void;
}

/** A table whose name stands without quotes, as no statement of the service has it, is not seen to be written. */
const unquoted = /\b(?:from|join)\s+(?!["(]|json_each)/i;

interface Question {
  readonly isPlain: boolean;
  /** The tables that it names, as far as they have been written. */
  tables: readonly string[];
  /** How many tables had been written when `tables` was made. */
  among: number;
  readonly answers: Map<string, { readonly rows: Rows; readonly writes: number }>;
}

/** Makes a memory that is empty. */
export function createAnswers(): Answers {
  const questions = new Map<string, Question>();
  /** Of each table the number of writes, and the transaction of the last one. */
  const tables = new Map<string, { writes: number; last: number }>();
  let [transaction, kept] = [0, 0];
  let known: unknown = null;
  const forget = (): void => {
    questions.clear();
    kept = 0;
  };
  const makeRoom = (added: number): void => {
    if (kept + added > mostKept) forget();
    kept += added;
  };
  const questionOf = (sql: string): Question => {
    let question = questions.get(sql);
    if (question === undefined) {
      makeRoom(1);
      question = { isPlain: !unquoted.test(sql), tables: [], among: -1, answers: new Map() };
      questions.set(sql, question);
    }
    if (question.among !== tables.size) {
      const names = new Set([...sql.matchAll(/"[^"]+"/g)].map(([name]) => name));
      question.tables = [...names].filter((name) => tables.has(name));
      question.among = tables.size;
    }
    return question;
  };
  const isQuiet = (name: string): boolean => transaction - (tables.get(name)?.last ?? 0) > quietFor;
  return {
    begin(commits) {
      transaction += 1;
      if (commits !== known) forget();
      known = commits;
    },
    find({ sql, parameters, bigints = false }, ask) {
      const question = questionOf(sql);
      const writes = question.tables.reduce((sum, name) => sum + (tables.get(name)?.writes ?? 0), 0);
      if (bigints || !question.isPlain || !question.tables.every(isQuiet)) return ask();
      const key = JSON.stringify(parameters);
      const answer = question.answers.get(key);
      if (answer?.writes === writes) return answer.rows;
      const rows = ask();
      if (rows.length > rowsKept) return rows;
      makeRoom(1 + rows.length);
      question.answers.set(key, { rows: rows.map((row) => Object.freeze(row)), writes });
      return rows;
    },
    write(sql) {
      const name = writtenTable(sql);
      if (name === null) return forget();
      const table = tables.get(name);
      if (table === undefined) tables.set(name, { writes: 1, last: transaction });
      else {
        table.writes += 1;
        table.last = transaction;
      }
    },
  };
}
