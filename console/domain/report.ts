// Lines of a report: rows put together by one field or by two, the second within the first, with their sums.
import { addMonths } from './civil.ts';
import type { Row } from './form.ts';

/** A line: the row whose fields name it, how deep it lies, and its number. */
export interface ReportLine {
  readonly key: string;
  readonly row: Row;
  readonly depth: 0 | 1;
  readonly value: number;
}

/** What the rows are put together by. */
export interface Grouping {
  readonly by: string;
  /** The second field; empty without one. */
  readonly within: string;
  readonly valueOf: (row: Row) => number;
}

/** The lines, months in their order and all else by number, most first. */
export function reportLines(rows: readonly Row[], { by, within, valueOf }: Grouping): readonly ReportLine[] {
  const groups = [...Map.groupBy(rows, (row) => keyOf(row, by))].map(([key, list]) => ({
    line: { key, row: list[0] ?? {}, depth: 0 as const, value: sumOf(list, valueOf) },
    list,
  }));
  const inOrder = ordered(groups, by, ({ line }) => line);
  if (within === '') return inOrder.map(({ line }) => line);
  return inOrder.flatMap(({ line, list }) => {
    const parts = list.map((row) => ({
      key: `${line.key} ${keyOf(row, within)}`,
      row,
      depth: 1 as const,
      value: valueOf(row),
    }));
    return [line, ...ordered(parts, within, (part) => part)];
  });
}

/** A line of a cross table: what names it, its number, and a number for each column; `null`: nothing is there. */
export interface CrossLine extends Omit<ReportLine, 'depth'> {
  readonly cells: readonly (number | null)[];
}

/** Rows by one field, columns by another. */
export interface CrossTable {
  readonly columns: readonly Omit<ReportLine, 'depth'>[];
  readonly lines: readonly CrossLine[];
  readonly total: number;
}

/** The rows as a cross table: the first field goes down, the second across. Months stand in order, all else most first. */
export function crossTable(rows: readonly Row[], { by, within, valueOf }: Grouping): CrossTable {
  const whole = (list: readonly Row[], key: string) => ({
    key,
    row: list[0] ?? {},
    value: sumOf(list, valueOf),
  });
  const linesBy = (field: string): readonly (readonly [string, readonly Row[]])[] => [
    ...Map.groupBy(rows, (row) => keyOf(row, field)),
  ];
  const columns = ordered(
    linesBy(within).map(([key, list]) => whole(list, key)),
    within,
    (one) => one,
  );
  const lines = linesBy(by).map(([key, list]): CrossLine => {
    const cells = Map.groupBy(list, (row) => keyOf(row, within));
    const cellOf = (column: string): number | null => {
      const found = cells.get(column);
      return found === undefined ? null : sumOf(found, valueOf);
    };
    return { ...whole(list, key), cells: columns.map((column) => cellOf(column.key)) };
  });
  return { columns, lines: ordered(lines, by, (one) => one), total: sumOf(rows, valueOf) };
}

function keyOf(row: Row, field: string): string {
  return field
    .split(',')
    .map((name) => String(row[name] ?? ''))
    .join('/');
}

function sumOf(rows: readonly Row[], valueOf: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + valueOf(row), 0);
}

function ordered<Item>(
  items: readonly Item[],
  field: string,
  of: (item: Item) => Pick<ReportLine, 'key' | 'value'>,
): readonly Item[] {
  return [...items].sort((a, b) =>
    field === 'month' ? of(a).key.localeCompare(of(b).key) : of(b).value - of(a).value,
  );
}

/** Cells as a file for spreadsheets (RFC 4180), with the mark by which they know UTF-8. */
export function csvOf(lines: readonly (readonly string[])[]): string {
  // A cell that begins like a formula is read as text when an apostrophe stands before it.
  const cell = (text: string): string => {
    const plain = /^[=+@\t\r]/.test(text) ? `'${text}` : text;
    return /[",;\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  return `\uFEFF${lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')}`;
}

/** The numbers of months from the first line to the last; months between them without a line have none. Lines stand in order. */
export function byMonth(
  lines: readonly Pick<ReportLine, 'key' | 'value'>[],
): readonly { readonly month: string; readonly value: number }[] {
  const values = new Map(lines.map(({ key, value }) => [key, value]));
  const last = lines.at(-1)?.key;
  const found: { month: string; value: number }[] = [];
  let month = lines[0]?.key;
  while (month !== undefined) {
    found.push({ month, value: values.get(month) ?? 0 });
    // Behind the last month of 9999 there is none that could be compared.
    month = month === last ? undefined : addMonths(`${month}-01`, 1).slice(0, 7);
  }
  return found;
}
