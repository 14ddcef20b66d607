// What is known of the questions of an account that this process writes to: in a transaction, and from one to the next for as long
// as no other process commits in the account. What the transactions write is worked into the answers.
import type { Statement } from './database.ts';
import type { Answered } from './postgres-ahead.ts';
import { rememberGuess } from './postgres-guesses.ts';
import { createWrites, rowsNow, standing, type Log, type Reading } from './postgres-unit-log.ts';
import { writtenTable } from './written-table.ts';

/** Questions and rows of one account that are kept together, and rows of one answer; then accounts. */
const [mostKept, rowsKept, accountsKept] = [1_000, 50, 50];
/** Rows of one answer that is known down to the end of its transaction. */
const rowsFollowed = 1_000;
/** After so many writes they are worked into all answers, and forgotten. */
const writesKept = 1_000;

/** Answers that are known. */
export interface KnownAnswers {
  /** What the question with this key is answered now; `undefined`: that is not known. */
  reading(this: void, key: string): Reading | undefined;
  note(answers: readonly Answered[]): void;
  /** Takes over what a unit of work has written and been answered. */
  noteUnit(log: Log): void;
  /** Forgets what the statement may have changed. */
  written(text: string): void;
  /** Forgets everything: something was undone. */
  forget(): void;
  /** The transaction is committed: keeps what holds in the next one, unless another process commits in the account. */
  committed(): void;
}

interface Known extends Answered {
  /** How many writes it shows. */
  readonly shows: number;
}

/** Knows nothing yet. */
export function createKnownAnswers(): KnownAnswers {
  // The ones that were used last stand last.
  const known = new Map<string, Known>();
  let writes = createWrites();
  /** Of this transaction. */
  const used = new Set<string>();
  const noteOne = (answered: Answered): void => {
    used.add(answered.key);
    known.delete(answered.key);
    known.set(answered.key, { ...answered, shows: writes.count() });
  };
  const reading = (key: string): Reading | undefined => {
    const before = known.get(key);
    if (before === undefined) return undefined;
    const { statement, shows } = before;
    const since = shows === writes.count() ? [] : writes.concerning(statement, shows);
    const rows = since.length === 0 ? before.rows : rowsNow(before, since);
    if (rows === undefined) known.delete(key);
    else noteOne({ key, statement, rows });
    return rows && { statement, rows, after: 0 };
  };
  const forget = (): void => {
    known.clear();
    writes = createWrites();
  };
  return {
    reading,
    note(answers) {
      for (const answered of answers) {
        noteOne(answered);
        rememberGuess(answered.key, answered.statement, answered.rows);
      }
    },
    noteUnit(log) {
      const written = standing(log.effects) ?? [];
      if (written.some(({ text }) => writtenTable(text) === null)) return forget();
      for (const effect of written) writes.add(effect);
      for (const answered of answersAfter(log)) noteOne(answered);
    },
    written: (text) =>
      writtenTable(text) === null ? forget() : writes.add({ kind: 'run', text, parameters: [] }),
    forget,
    committed() {
      for (const key of Array.from(used)) {
        const now = reading(key);
        if (now === undefined) continue;
        const { statement, rows } = now;
        rememberGuess(key, statement, rows);
        if (!isOfAccount(statement) || rows.length > rowsKept) known.delete(key);
      }
      used.clear();
      if (writes.count() > writesKept) {
        for (const key of Array.from(known.keys())) reading(key);
        const all = Array.from(known.values());
        forget();
        for (const answered of all) noteOne(answered);
        used.clear();
      }
      keepNewest(known);
    },
  };
}

/** What the unit was answered last, with what it has written since. */
function answersAfter({ effects, readings }: Log): readonly Answered[] {
  return [...readings].flatMap(([key, all]) => {
    const { statement, rows, after } = all.at(-1) as Reading;
    const now = rows.length > rowsFollowed ? undefined : rowsNow({ statement, rows }, effects.slice(after));
    return now === undefined ? [] : [{ key, statement, rows: now }];
  });
}

function keepNewest(known: Map<string, Known>): void {
  let kept = 0;
  for (const { rows } of known.values()) kept += 1 + rows.length;
  for (const [key, { rows }] of known) {
    if (kept <= mostKept) return;
    known.delete(key);
    kept -= 1 + rows.length;
  }
}

/** Whether it asks for rows of an account only: each process that writes those moves the version of the account. */
function isOfAccount({ question }: Statement): boolean {
  return question !== undefined;
}

/** What an account stands at: with the same version in the same history no process has committed in it meanwhile. */
export interface Version {
  readonly version: number;
  readonly history: string;
}

interface Kept extends Version {
  readonly answers: KnownAnswers;
  /** When it was last fetched, no other process had committed. */
  readonly held: boolean;
}

/** What is kept of accounts between transactions. */
export interface KeptAnswers {
  /** Takes out what is kept of the account, for a transaction that is about to lock it. */
  take(account: number): TakenAnswers;
  /** Keeps what a transaction knows that has left this version. */
  put(account: number, kept: Kept): void;
}

/** What was kept of an account. */
export interface TakenAnswers {
  /** For a look ahead: most probably it holds. */
  readonly probably: KnownAnswers['reading'];
  /** What of it holds at this version. */
  at(version: Version): { readonly answers: KnownAnswers; readonly held: boolean };
}

/** Keeps nothing yet. */
export function createKeptAnswers(): KeptAnswers {
  const byAccount = new Map<number, Kept>();
  return {
    take(account) {
      const kept = byAccount.get(account);
      byAccount.delete(account);
      return {
        // Where other processes write as often, all is asked with the lock.
        probably: kept?.held === true ? kept.answers.reading : () => undefined,
        at({ version, history }) {
          const held = kept === undefined || (kept.version === version && kept.history === history);
          return { answers: held && kept !== undefined ? kept.answers : createKnownAnswers(), held };
        },
      };
    },
    put(account, kept) {
      byAccount.set(account, kept);
      const [oldest] = byAccount.keys();
      if (byAccount.size > accountsKept && oldest !== undefined) byAccount.delete(oldest);
    },
  };
}
