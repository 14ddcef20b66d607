// A table as plain data: what declarations become, what migrations create, what dialects spell out.

/** `bigint` holds ids, epoch seconds and whole units; `double` is never used. */
export type ColumnType = 'bigint' | 'text';

/** One column. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly notNull?: boolean;
  readonly default?: number | string;
}

/** One index besides the primary key. */
export interface TableIndex {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique?: boolean;
  /** Partial: only rows in which this column is NULL. */
  readonly whereNull?: string;
}

/**
 * Rows that are equal in `columns` never have a number in common between `from` and `until`, which is not part of it;
 * empty, it means without end. Engines that cannot hold this leave it to the rules.
 */
export interface Exclusion {
  readonly name: string;
  readonly columns: readonly string[];
  readonly from: string;
  readonly until: string;
}

/** Columns that must name a row of another table. */
export interface ForeignKey {
  readonly columns: readonly string[];
  readonly table: string;
  readonly references: readonly string[];
}

/** Account tables begin their key, every index and every foreign key with `account_id`; overviews their key. */
export interface Table {
  readonly name: string;
  /**
   * `account`: spread by `account_id`; `installation`: small, replicated to every node; `overview`: spread as `account` is, and
   * read over all accounts, so that nothing fences its rows off: it holds nothing that they may not know of each other.
   */
  readonly scope: 'account' | 'installation' | 'overview';
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
  readonly indexes: readonly TableIndex[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly exclusions?: readonly Exclusion[];
}

/** One change of a table that may hold rows already. */
export type TableChange =
  | { readonly kind: 'addColumn'; readonly table: string; readonly column: Column }
  | { readonly kind: 'dropColumn'; readonly table: string; readonly column: string }
  /** The column keeps its name and type; `notNull` may only be taken away, or given where no row is NULL. */
  | { readonly kind: 'changeColumn'; readonly table: string; readonly column: Column }
  | { readonly kind: 'addForeignKey'; readonly table: string; readonly foreignKey: ForeignKey }
  | { readonly kind: 'dropForeignKey'; readonly table: string; readonly foreignKey: ForeignKey }
  | { readonly kind: 'addExclusion'; readonly table: string; readonly exclusion: Exclusion }
  | { readonly kind: 'dropExclusion'; readonly table: string; readonly exclusion: Exclusion };
