// What a unit of work on PostgreSQL has done, asked and been answered in its runs so far. It sends nothing.
import type { Statement } from './database.ts';
import { writtenTable } from './written-table.ts';

/** Something that changes the transaction. */
export interface Effect {
  readonly kind: 'run' | 'change' | 'mark' | 'release' | 'undo';
  /** SQL, or the name of a savepoint. */
  readonly text: string;
  readonly parameters: readonly unknown[];
  /** Of `change` the number of rows. */
  answer?: unknown;
  error?: unknown;
}

/** What a question was answered. */
export interface Reading {
  readonly statement: Statement;
  readonly rows: readonly Record<string, unknown>[];
  /** How many effects it shows. */
  readonly after: number;
}

/** A part of the work that has ended. */
export interface Step {
  readonly value: unknown;
  /** How many effects there were, things were made, and steps had begun. */
  readonly effects: number;
  readonly made: number;
  readonly begun: number;
  /** What the work had changed outside of the database, and the next ids that it knew. */
  readonly putBack: () => void;
  readonly nextIds: ReadonlyMap<string, number>;
}

/** What was done and answered in the runs so far. */
export interface Log {
  readonly effects: Effect[];
  /** How many of them were sent. */
  sent: number;
  /** What came of `once`, in order. */
  readonly made: unknown[];
  /** What came of the same question, at different places of the work. */
  readonly readings: Map<string, Reading[]>;
  /** Steps that have ended, by the number of steps that had begun before. */
  readonly steps: Map<number, Step>;
  /** What the last run asked for in vain. */
  readonly wanted: Map<string, Statement>;
}

/** A run of the work, as far as it makes something. */
export interface Making {
  readonly log: Log;
  /** Things that come out otherwise the next time, and were made. */
  made: number;
}

/** What an earlier run has made at this place, if one has. */
export function once<T>(run: Making, make: () => T): T {
  const { made } = run.log;
  if (run.made === made.length) made.push(make());
  run.made += 1;
  return made[run.made - 1] as T;
}

/** Tells a question from all others. */
export function keyOf({ sql, parameters }: Statement): string {
  return JSON.stringify([sql, parameters]);
}

/** Whether nothing since has changed a table that the reading looked at. */
export function isCurrent({ statement }: Pick<Reading, 'statement'>, since: readonly Effect[]): boolean {
  return since.every(({ kind, text }) => {
    if (kind === 'undo') return false;
    if (kind !== 'run' && kind !== 'change') return true;
    const table = writtenTable(text);
    if (table === null) throw new Error(`It is not known which table this writes: ${text}`);
    return !statement.sql.includes(table);
  });
}
