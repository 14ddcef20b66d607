// Lines of a report: rows put together by one field or by two, the second within the first, with their sums.
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
