// Statements compiled once: a builder runs the first time only; afterwards a call costs a look-up and the binding.
import { sql, type Compilable, type RawBuilder } from 'kysely';
import type { Merging, Statement, Tx, UnitTx } from './database.ts';
import type { Builder, Dialect } from './dialect.ts';
import type { RowQuestion } from './row-question.ts';

/** Stands for the value with this index while a statement is being built. */
export class Slot {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/** Makes the placeholder of the value with this index. */
export type SlotOf = (index: number) => RawBuilder<never>;

/** SQL text and, for each of its parameters, the index of its value (or a constant). */
export interface Compiled {
  readonly sql: string;
  readonly order: readonly unknown[];
}

/** A statement that is compiled at its first use with each dialect; within a unit of work it answers at once. */
export interface Prepared {
  /** With `question`, what it asks of the rows of one table. */
  all(tx: UnitTx, values: readonly unknown[], question?: RowQuestion): Rows;
  all(tx: Tx, values: readonly unknown[]): Promise<Rows>;
  get(tx: UnitTx, values: readonly unknown[]): Found;
  get(tx: Tx, values: readonly unknown[]): Promise<Found>;
  /** With `merging`, how it becomes one with others. */
  run(tx: UnitTx, values: readonly unknown[], merging?: Merging): void;
  /** Number of rows changed. */
  run(tx: Tx, values: readonly unknown[]): Promise<number>;
  /** Number of rows changed. */
  change(tx: UnitTx, values: readonly unknown[]): number;
}

type Rows = readonly Record<string, unknown>[];
type Found = Record<string, unknown> | undefined;

/** Declares a statement: `statement((db, value) => db.selectFrom('accounts').selectAll().where('name', '=', value(0)))`. */
export function statement(build: (db: Builder, value: SlotOf, dialect: Dialect) => Compilable): Prepared {
  const compiled = new WeakMap<Dialect, Compiled>();
  const bound = ({ dialect }: Pick<Tx, 'dialect'>, values: readonly unknown[]): Statement => {
    let known = compiled.get(dialect);
    if (known === undefined) compiled.set(dialect, (known = compile(dialect, build)));
    return bind(known, values);
  };
  return {
    all: (tx: Tx | UnitTx, values: readonly unknown[], question?: RowQuestion) =>
      tx.all({ ...bound(tx, values), question }),
    get(tx: Tx | UnitTx, values: readonly unknown[]) {
      const rows = tx.all(bound(tx, values));
      return rows instanceof Promise ? rows.then(([first]) => first) : rows[0];
    },
    run: (tx: Tx | UnitTx, values: readonly unknown[], merging?: Merging) =>
      tx.run(merging === undefined ? bound(tx, values) : { ...bound(tx, values), merging }),
    change: (tx: UnitTx, values: readonly unknown[]) => tx.change(bound(tx, values)),
  } as Prepared;
}

/** Compiles what `build` makes; slots become positions. */
export function compile(
  dialect: Dialect,
  build: (db: Builder, value: SlotOf, dialect: Dialect) => Compilable,
): Compiled {
  const slotOf: SlotOf = (index) => dialect.parameter(sql`${new Slot(index)}`);
  const { sql: text, parameters } = build(dialect.builder, slotOf, dialect).compile();
  return { sql: text, order: parameters };
}

/** The statement with what it means, where the dialect has use for that. */
export function meaning(
  { dialect }: Pick<UnitTx, 'dialect'>,
  plain: Statement,
  make: () => Pick<Statement, 'question' | 'family' | 'change' | 'merging'>,
): Statement {
  return dialect.wantsMeaning ? { ...plain, ...make() } : plain;
}

/** Puts values into a compiled statement. */
export function bind(compiled: Compiled, values: readonly unknown[]): Statement {
  const parameters = compiled.order.map((part) => (part instanceof Slot ? values[part.index] : part));
  return { sql: compiled.sql, parameters };
}
