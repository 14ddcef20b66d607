// In which order the tables of one account can be filled while every reference is checked at once. Tables refer to each
// other in circles (a department has a supervisor, who has a department), so some columns are filled in afterwards.
import type { Column, ForeignKey, Table } from './table.ts';

/** A table at its place in an order. */
export interface PlacedTable {
  readonly table: Table;
  /** Columns that refer to rows which come later, or to rows of this table: filled in once every row is there. */
  readonly late: readonly string[];
}

/**
 * Orders tables so that each comes after those to which it must refer; rows are deleted the other way round. Throws an
 * Error when required references go in a circle: no order would do.
 */
export function fillingOrder(tables: Iterable<Table>): readonly PlacedTable[] {
  const waiting = [...tables];
  const order: Table[] = [];
  while (waiting.length > 0) {
    const next = nextTable(waiting);
    order.push(next);
    waiting.splice(waiting.indexOf(next), 1);
  }
  return inOrder(order);
}

/** Tables in an order that is given: which of their columns must be filled in late. */
export function inOrder(tables: readonly Table[]): readonly PlacedTable[] {
  return tables.map((table, index) => {
    const keys = keysInto(table, tables.slice(index));
    return { table, late: [...new Set(keys.map((key) => columnOf(table, key).name))] };
  });
}

/** A circle is opened at a table that others wait for: one that nobody needs can wait until all it needs is there. */
function nextTable(waiting: readonly Table[]): Table {
  const ranked = waiting
    .map((table) => ({ table, keys: keysInto(table, waiting) }))
    .filter(({ table, keys }) => keys.every((key) => columnOf(table, key).notNull !== true))
    .map(({ table, keys }) => ({
      table,
      keys: keys.length,
      idle: keys.length > 0 && !isNeeded(table, waiting),
    }))
    .toSorted((one, other) => Number(one.idle) - Number(other.idle) || one.keys - other.keys);
  const [best] = ranked;
  if (best !== undefined) return best.table;
  throw new Error(`No order of tables fits: ${waiting.map(({ name }) => name).join(', ')} need each other.`);
}

function isNeeded(table: Table, waiting: readonly Table[]): boolean {
  return waiting.some((other) => other !== table && keysInto(other, [table]).length > 0);
}

function keysInto({ foreignKeys }: Table, targets: readonly Table[]): readonly ForeignKey[] {
  return foreignKeys.filter((key) => targets.some(({ name }) => name === key.table));
}

/** The column that says which row is meant; the one before it, if any, is the account. */
function columnOf(table: Table, { columns }: ForeignKey): Column {
  const column = table.columns.find(({ name }) => name === columns.at(-1));
  if (column === undefined) throw new Error(`${table.name} has no column ${columns.at(-1)}.`);
  return column;
}
