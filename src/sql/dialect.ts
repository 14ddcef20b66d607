// What differs between engines, and nothing else. Everything above speaks this one value.
import type { Expression, Kysely, RawBuilder } from 'kysely';
import type { Column, Table, TableChange, TableIndex } from './table.ts';

/** Rows of any table: statements are built from declarations, so their types are checked there. */
// oxlint-disable-next-line typescript/no-explicit-any -- table and column names are data here
export type AnyDatabase = Record<string, any>;
/** Builds statements over tables that are known by name only. */
export type Builder = Kysely<AnyDatabase>;

/** A violated constraint: its kind, and the columns or the name that the engine tells. */
export interface Violation {
  readonly kind: 'unique' | 'reference' | 'check' | 'exclusion';
  readonly detail: string;
}

/** One engine, as far as it differs from the others. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /**
   * Whether statements say beside their SQL what they ask and change, and how they merge. It spares statements where each has to
   * travel over a network.
   */
  readonly wantsMeaning: boolean;
  /** Compiles statements; never runs them. */
  readonly builder: Builder;
  /** A parameter, spelt so that the engine keeps the prepared statement whatever value comes. */
  readonly parameter: (value: RawBuilder<never>) => RawBuilder<never>;
  /** `column IN (values)`, where `list` is one parameter: `listParameter(values)`. */
  readonly isOneOf: (
    column: Expression<unknown>,
    list: Expression<unknown>,
    type: 'integer' | 'text',
  ) => RawBuilder<boolean>;
  /** Whether one of the ids of a path such as `1/3/9` is in `list`, as for `isOneOf`. */
  readonly isOnPath: (path: Expression<unknown>, list: Expression<unknown>) => RawBuilder<boolean>;
  readonly listParameter: (values: readonly unknown[]) => unknown;
  /** The one parameter of `rowsOf`. */
  readonly rowsParameter: (rows: readonly unknown[]) => unknown;
  /** Rows that one parameter holds, each a list of values in the order of the columns, as a table in `from`. */
  readonly rowsOf: (rows: Expression<unknown>, columns: readonly Column[]) => RawBuilder<unknown>;
  /** Text folded for comparison without regard to letter case, by Unicode. */
  readonly fold: (text: Expression<unknown>) => RawBuilder<string>;
  /** Whether `part` occurs in `text`; no character is special. */
  readonly contains: (text: Expression<unknown>, part: Expression<unknown>) => RawBuilder<boolean>;
  /** An epoch-seconds column as `YYYY-MM-DD HH:MM:SS` in a zone. */
  readonly momentText: (moment: Expression<unknown>, zone: Expression<unknown>) => RawBuilder<string>;
  /** Whole units as decimal text with `scale` digits at most, as the value prints. */
  readonly decimalText: (units: Expression<unknown>, scale: number) => RawBuilder<string>;
  /** All values of a column as a JSON array, in the order of another. */
  readonly jsonArray: (column: Expression<unknown>, orderBy: Expression<unknown>) => RawBuilder<string>;
  /** The member of this name of a JSON object, numbers whole; NULL without one. */
  readonly jsonMember: (
    object: Expression<unknown>,
    name: string,
    type: 'integer' | 'text',
  ) => RawBuilder<unknown>;
  /** The JSON object without the member; NULL when nothing is left. */
  readonly withoutJsonMember: (object: Expression<unknown>, name: string) => RawBuilder<string>;
  /** Begins an update of many rows. When it fails half-way, the savepoint of the item undoes the rows that it has changed. */
  readonly updateMany: RawBuilder<unknown>;
  /** The table and its indexes. */
  readonly createTable: (table: Table) => readonly string[];
  /** The foreign keys that `createTable` and `changeTable` leave out, to be run once every table is there. */
  readonly createForeignKeys: (table: Table) => readonly string[];
  /** Changes a table that may hold rows. `before` and `after` are the whole table without and with the change. */
  readonly changeTable: (change: TableChange, before: Table, after: Table) => readonly string[];
  readonly createIndex: (table: string, index: TableIndex) => string;
  /** What keeps other processes from changing a table until the transaction ends. */
  readonly lockTable: (table: string) => readonly string[];
  /** What a migration does last to each table: the database itself shows a transaction no rows of other accounts. */
  readonly fenceTable: (table: Table) => readonly string[];
  /** What it does first, because it moves the data of all accounts. */
  readonly unfenceTable: (table: Table) => readonly string[];
  /** What a migration tells the engine's planner at the end: how many rows a search finds. */
  readonly describeTables: (tables: readonly Table[]) => readonly string[];
  readonly constraintOf: (error: unknown) => Violation | null;
  /** Whether the engine has no room to store what was written. */
  readonly isStorageFull: (error: unknown) => boolean;
  /** Whether the engine says "not now", a full storage among the reasons: answers 503. */
  readonly isUnavailable: (error: unknown) => boolean;
}
