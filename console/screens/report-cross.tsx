// A report as a cross table: one field down, the other across, numbers in the cells, sums at the edges.
import type { Row } from '../domain/form.ts';
import type { CrossTable } from '../domain/report.ts';
import { words } from '../words/words.ts';

interface CrossProps {
  readonly table: CrossTable;
  readonly by: string;
  readonly within: string;
  /** What the corner says: both fields. */
  readonly corner: string;
  readonly nameOf: (row: Row, field: string) => string;
  readonly textOf: (value: number) => string;
}

/** Draws the table; a wide one scrolls within its frame. */
export function CrossReport({ table, by, within, corner, nameOf, textOf }: CrossProps) {
  const w = words.value.reports;
  const { columns, lines, total } = table;
  const label = words.value.screens.reports;
  return (
    <div class="report-scroll" role="region" tabIndex={0} aria-label={label}>
      <table class="report cross">
        <caption class="sr">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {columns.map(({ key, row }) => (
              <th key={key} scope="col" class="num">
                {nameOf(row, within)}
              </th>
            ))}
            <th scope="col" class="num">
              {w.sum}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, row, value, cells }) => (
            <tr key={key}>
              <th scope="row">{nameOf(row, by)}</th>
              {cells.map((cell, at) => (
                <td key={columns[at]?.key} class="num">
                  {cell === null ? '' : textOf(cell)}
                </td>
              ))}
              <td class="num sum">{textOf(value)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{w.sum}</th>
            {columns.map(({ key, value }) => (
              <td key={key} class="num">
                {textOf(value)}
              </td>
            ))}
            <td class="num">{textOf(total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
