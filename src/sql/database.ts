// The database as the rest of the service sees it: two kinds of transaction and nothing else.
// What touches the database takes the transaction as its only handle.
import type { Dialect } from './dialect.ts';
import type { RowChange, RowQuestion } from './row-question.ts';

/** SQL text with its parameters in order of appearance. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Whole numbers come back as BigInt: for sums that may pass 2^53. */
  readonly bigints?: boolean;
  /** What it asks of the rows of one table, if it does nothing else. */
  readonly question?: RowQuestion | undefined;
  /** How it is asked together with others, where it can be. */
  readonly family?: FamilyShape | undefined;
  /** What it makes of rows of one table, where that is known. */
  readonly change?: RowChange | undefined;
  /** How it may become one with others, where that is known. */
  readonly merging?: Merging | undefined;
}

/** How statements of one text, which differ in values only, become one. */
export interface FamilyShape {
  /** The statement for all of them. Of each value that varies it takes a list. */
  readonly compiled: { readonly sql: string; readonly order: readonly unknown[] };
  /** For each parameter of one statement the index of its value; -1 for a constant. */
  readonly indexes: readonly number[];
  /** Which values vary; the others are the same in the whole family. */
  readonly varying: ReadonlySet<number>;
}

/** How a statement becomes one with others of the same text, unless something between them depends on it. */
export type Merging =
  /** It inserts one row. `into`: names of its resource and table; `refersTo`: such names of which its columns may hold ids. */
  | { readonly kind: 'insert'; readonly into: readonly string[]; readonly refersTo: ReadonlySet<string> }
  /** It changes columns of rows that are there, on which no key of a table and no exclusion depends. */
  | {
      readonly kind: 'update';
      /**
       * Tells the row that it changes: a later one leaves nothing of it but the value of the parameter at the place `adds`, which
       * is added. `null`: it may change several.
       */
      readonly row: string | null;
      readonly adds: number | null;
      /** How it becomes one with those that change other rows, where it can. */
      readonly family?: FamilyShape | undefined;
    };

/** What a transaction tells of its moment. */
export interface Moment {
  /** Epoch seconds by the clock: what people book, and by which tokens expire. See clock-watch.ts. */
  readonly now: number;
  /** Epoch seconds: the stamp of every row this transaction writes. It orders changes, never falls, and may be ahead of `now`. */
  readonly stamp: number;
  /**
   * Epoch seconds. Every change that this transaction cannot see has, or will have, a stamp at or after it:
   * the `RequestStartTime` that delta synchronisation may rely on (decisions §5).
   */
  readonly horizon: number;
  /**
   * Within one history never falls, and moves whenever any process commits anything that concerns the account (or anything
   * at all); equal numbers mean that the account stands unchanged. `null`: not known.
   */
  readonly version: number | null;
  /**
   * Which course of commits the snapshot belongs to. In one of them nothing that was committed is ever undone, so no
   * version of an account, id or revision of a row comes twice. After commits were lost (a standby took over that had not
   * got them, an older state was brought back) it is another one. `null`: not known.
   */
  readonly history: string | null;
}

type Rows = readonly Record<string, unknown>[];

/** The transaction as one unit of work sees it: every call answers at once, and nothing is awaited. */
export interface UnitTx extends Moment {
  readonly dialect: Dialect;
  all(statement: Statement): Rows;
  run(statement: Statement): void;
  /** As `run`; answers the number of rows changed, for which the unit waits on PostgreSQL. */
  change(statement: Statement): number;
  /** The next ids of sequences, as far as the transaction knows them. */
  readonly nextIds: Map<string, number>;
  /** Makes something that would come out otherwise the next time, such as a secret: the unit has the same one in each run. */
  once<T>(make: () => T): T;
  /** Runs `work` so that its changes vanish, and only they, if it throws. */
  savepoint<T>(work: () => T): T;
  /**
   * Runs `work`, which does not run again with the rest of the unit once it has ended: of a long list each part. It throws
   * nothing that is caught outside; `keep` as of the unit.
   */
  step<T>(work: () => T, keep: Keep): T;
}

/** Remembers what `work` changes outside of the database, and answers how to put it back. */
export type Keep = () => () => void;

/** For work that changes nothing outside of the database. */
export const nothingKept: Keep = () => () => undefined;

/** One transaction. Await nothing but the transaction inside it: other requests wait behind it. */
export interface Tx extends Moment {
  readonly dialect: Dialect;
  all(statement: Statement): Promise<Rows>;
  /** Number of rows changed. */
  run(statement: Statement): Promise<number>;
  /** Runs `work` so that its changes vanish, and only they, if it throws. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Runs work that does not wait. SQLite runs it once. PostgreSQL runs it again from its beginning when it needs an answer
   * that has not come yet: it must ask the same things again, and what it changes outside of the database is put back by `keep`.
   * With `keep` it also runs once beforehand on guesses, which shows most of what it will ask: in its place `ahead`, if that is more
   * than this unit, so that what later ones ask is asked together.
   */
  unit<T>(work: (tx: UnitTx) => T, keep?: Keep, ahead?: (tx: UnitTx) => unknown): Promise<T>;
}

/** A transaction in one account. */
export interface AccountTx {
  readonly tx: Tx;
  readonly accountId: number;
}

/** The same, within one unit of work. */
export interface AccountUnit {
  readonly tx: UnitTx;
  readonly accountId: number;
}

/**
 * The account in whose rows a transaction works: it sees and changes those of no other. `null`: none; what belongs to
 * the whole installation only, such as the list of accounts.
 */
export type AccountScope = number | null;

/** How far a snapshot reaches: `horizon`, `version` and `history` of {@link Tx}. */
export type Standing = Pick<Tx, 'horizon' | 'version' | 'history'>;

/** `version` and `history` of {@link Tx}. */
export type CommitStanding = Pick<Standing, 'version' | 'history'>;

/** What a database may do with the work of a transaction. */
export interface WorkOptions {
  /**
   * PostgreSQL may run the work once before the transaction, on guesses, so that its questions go out with the beginning: the
   * work asks nothing but the transaction, and changes nothing outside of it that the next run does not set anew.
   */
  readonly isForeseeable?: boolean;
}

/** An open database. */
export interface Database {
  readonly dialect: Dialect;
  /** Runs `work` on one consistent snapshot of what is committed. */
  read<T>(account: AccountScope, work: (tx: Tx) => Promise<T>, options?: WorkOptions): Promise<T>;
  /**
   * As `read`, on a connection for which no other read waits: for work on so many rows that it lets others have their turn.
   */
  readApart<T>(account: AccountScope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs `work`, which looks through an overview, once for each node of a database that is spread over several. `accounts`:
   * those whose rows the node holds; `null`: there is one node. Answers what came of it; of some nodes that do not answer it
   * answers nothing, and throws when none does.
   */
  readOverviews<T>(work: (tx: Tx, accounts: readonly number[] | null) => Promise<T>): Promise<readonly T[]>;
  /**
   * Runs `work` in a transaction; resolves once it is durable, rejects with nothing written. Nobody else writes in the
   * account meanwhile. May run `work` again when nothing of the first time is left.
   */
  write<T>(account: AccountScope, work: (tx: Tx) => Promise<T>, options?: WorkOptions): Promise<T>;
  /**
   * How far a snapshot of the account that is taken now would reach. Cheaper than a read, and answered at once where no
   * network is between.
   */
  look(account: number): Standing | Promise<Standing>;
  /** What of `look` tells whether anything was committed. It writes nothing: the horizon stays where it is. */
  lookForCommits(account: number): CommitStanding | Promise<CommitStanding>;
  /** Like `write`, for migrations: alone, with references between tables checked at the end only. */
  changeSchema<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * PostgreSQL only: runs statements outside of any transaction, because they open and end some by themselves, one after another on a
   * connection of their own and for as long as they take. Answers the rows of the last.
   */
  runOutside(...texts: readonly string[]): Promise<readonly Record<string, unknown>[]>;
  /** Whether it can be reached and written to now: a standby cannot. Rejects when it cannot be reached. */
  isWritable(): Promise<boolean>;
  /** Seconds by which the clock is behind the stamps of changes; 0: it is right, as far as this process knows. */
  clockLag(): number;
  /** Lowers the stamp of an account to a second. Its rows must have none after it, and no server may run. */
  lowerStamp(account: number, second: number): Promise<void>;
  /** Whether its disk has room for more. Of PostgreSQL: it refused no write of this process, or takes writes again. */
  hasRoom(): Promise<boolean>;
  /** How many writes wait: the measure of overload. */
  waiting(): number;
  close(): Promise<void>;
}
