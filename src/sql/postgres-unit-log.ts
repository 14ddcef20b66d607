// What a unit of work on PostgreSQL has done, asked and been answered in its runs so far. It sends nothing.
import type { Merging, Statement } from './database.ts';
import { keptValue, rowsAfter, type RowChange, type RowQuestion } from './row-question.ts';
import { writtenTable } from './written-table.ts';

type Rows = readonly Record<string, unknown>[];

/** Something that changes the transaction. */
export interface Effect {
  readonly kind: 'run' | 'change' | 'mark' | 'release' | 'undo';
  /** SQL, or the name of a savepoint. */
  readonly text: string;
  readonly parameters: readonly unknown[];
  /** What it makes of rows, where that is known. */
  readonly change?: RowChange | undefined;
  readonly merging?: Merging | undefined;
  /** Of `change` the number of rows. */
  answer?: unknown;
  error?: unknown;
}

/** What a question was answered. */
export interface Reading {
  readonly statement: Statement;
  readonly rows: Rows;
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
  /** What was known of the question before the work began. */
  readonly knownBefore: (key: string) => Reading | undefined;
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

/** Numbers of the texts of questions; so many are kept, and a text that is forgotten gets another number. */
const textNumbers = new Map<string, number>();
const mostTexts = 10_000;
let lastText = 0;

/** Tells a question from all others: by the number of its text, which is shorter than the text, and its parameters. */
export function keyOf({ sql, parameters }: Statement): string {
  let number = textNumbers.get(sql);
  if (number === undefined) {
    if (textNumbers.size >= mostTexts) textNumbers.clear();
    textNumbers.set(sql, (number = lastText += 1));
  }
  return `${number} ${JSON.stringify(parameters)}`;
}

/** The newest answer to a question that does not show more effects than `place`. */
export function readingAt(log: Log, key: string, place: number): Reading | undefined {
  return log.readings.get(key)?.findLast(({ after }) => after <= place) ?? log.knownBefore(key);
}

/** What the question is answered after the effects `since`; `undefined`: that cannot be told without asking. */
export function rowsNow(
  { statement, rows }: Pick<Reading, 'statement' | 'rows'>,
  since: readonly Effect[],
): Rows | undefined {
  const effects = standing(since);
  if (effects === null) return undefined;
  const { question, sql } = statement;
  let now: Rows = rows;
  for (const { text, change } of effects) {
    const isKnown = question !== undefined && change !== undefined;
    const after = isKnown ? rowsAfter(question, now, change) : sql.includes(tableOf(text)) ? null : now;
    if (after === null) return undefined;
    now = after;
  }
  return now;
}

function tableOf(written: string): string {
  const table = writtenTable(written);
  if (table === null) throw new Error(`It is not known which table this writes: ${written}`);
  return table;
}

/** The writes that no savepoint has undone; `null`: something was undone that they do not show. */
export function standing(effects: readonly Effect[]): readonly Effect[] | null {
  const marks: number[] = [];
  const kept: Effect[] = [];
  for (const effect of effects) {
    if (effect.kind === 'mark') marks.push(kept.length);
    else if (effect.kind === 'release') marks.pop();
    else if (effect.kind !== 'undo') kept.push(effect);
    else {
      const mark = marks.pop();
      if (mark === undefined) return null;
      kept.length = mark;
    }
  }
  return kept;
}

/** Writes in order. */
export interface Writes {
  add(effect: Effect): void;
  /** Those of the tables that a question is about, without the first `since` of all. */
  concerning(statement: Statement, since: number): readonly Effect[];
  /** How many there are. */
  count(): number;
}

interface NumberedEffect {
  readonly effect: Effect;
  readonly number: number;
}

/** None yet. */
export function createWrites(): Writes {
  const byTable = new Map<string, TableLog>();
  let count = 0;
  return {
    count: () => count,
    add(effect) {
      if (effect.kind !== 'run' && effect.kind !== 'change') return;
      const table = tableOf(effect.text);
      const log = byTable.get(table) ?? createTableLog();
      byTable.set(table, log);
      log.add({ effect, number: count });
      count += 1;
    },
    concerning({ sql, question }, since) {
      const found =
        question === undefined
          ? [...byTable.keys()].flatMap((table) =>
              sql.includes(table) ? (byTable.get(table)?.concerning(since) ?? []) : [],
            )
          : partsOf(question).flatMap(
              ([table, shared]) => byTable.get(`"${table}"`)?.concerning(since, shared) ?? [],
            );
      return found.sort((one, other) => one.number - other.number).map(({ effect }) => effect);
    },
  };
}

/** A value that all rows have which are asked for. */
type SharedValue = readonly [column: string, value: unknown];

/** The tables of which a question asks, each with a value that its rows share. */
function partsOf({
  table,
  blocks,
  conditions,
}: RowQuestion): readonly (readonly [table: string, shared: SharedValue | undefined])[] {
  const shared = conditions.flatMap(({ column, is, value }): readonly SharedValue[] =>
    is === '=' && value !== null ? [[column, value]] : [],
  );
  if (blocks === null) return [[table, shared.at(-1)]];
  return [
    [table, shared.at(-1)],
    [blocks.table, shared.find(([column]) => column === blocks.shared)],
  ];
}

/** The writes of one table. */
interface TableLog {
  add(effect: NumberedEffect): void;
  /** Those from the number `since` on that may concern rows which share a value; without one all. */
  concerning(since: number, shared?: SharedValue): readonly NumberedEffect[];
}

/** Those of a list in order that have the number `since` or a later one. */
function from(since: number, list: readonly NumberedEffect[]): readonly NumberedEffect[] {
  return since === 0 ? list : list.slice(list.findLastIndex(({ number }) => number < since) + 1);
}

function createTableLog(): TableLog {
  const all: NumberedEffect[] = [];
  const byColumn = new Map<string, Sorted>();
  const sortedBy = (column: string): Sorted => {
    const sorted: Sorted = byColumn.get(column) ?? { count: 0, byValue: new Map(), others: [] };
    byColumn.set(column, sorted);
    for (const one of all.slice(sorted.count)) {
      const { change } = one.effect;
      const value = change && keptValue(change, column);
      if (value === undefined) sorted.others.push(one);
      else {
        const same = sorted.byValue.get(value);
        if (same === undefined) sorted.byValue.set(value, [one]);
        else same.push(one);
      }
    }
    sorted.count = all.length;
    return sorted;
  };
  return {
    add: (effect) => void all.push(effect),
    concerning(since, shared) {
      if (shared === undefined) return from(since, all);
      const { byValue, others } = sortedBy(shared[0]);
      return [...from(since, byValue.get(shared[1]) ?? []), ...from(since, others)];
    },
  };
}

/** Writes by the value of a column that their rows keep. */
interface Sorted {
  /** How many of all are sorted in. */
  count: number;
  readonly byValue: Map<unknown, NumberedEffect[]>;
  /** Those of which it is not known. */
  readonly others: NumberedEffect[];
}
