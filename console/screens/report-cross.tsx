// A report as a cross table: one field down, the other across, numbers in the cells, sums at the edges.
import type { ComponentChildren } from 'preact';
import type { Row } from '../domain/form.ts';
import type { CrossTable } from '../domain/report.ts';
import { reportWords } from '../words/report-words.ts';
import { words } from '../words/words.ts';

interface CrossProps {
  readonly table: CrossTable;
  readonly by: string;
  readonly within: string;
  /** What the corner says: both fields. */
  readonly corner: string;
  readonly nameOf: (row: Row, field: string) => string;
  /** Draws the number of a row that these fields name. */
  readonly number: (row: Row, fields: readonly string[], value: number) => ComponentChildren;
}

/** Draws the table; a wide one scrolls within its frame. */
export function CrossReport({ table, by, within, corner, nameOf, number }: CrossProps) {
  const w = reportWords.value;
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
                  {cell === null ? '' : number(withFields(row, columns[at]?.row, within), [by, within], cell)}
                </td>
              ))}
              <td class="num sum">{number(row, [by], value)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{w.sum}</th>
            {columns.map(({ key, row, value }) => (
              <td key={key} class="num">
                {number(row, [within], value)}
              </td>
            ))}
            <td class="num">{number({}, [], total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** The row with a field of another one, and what that field is related to. */
function withFields(row: Row, other: Row | undefined, field: string): Row {
  const names = field.split(',').flatMap((name) => [name, name.replace(/_id$/, '')]);
  return { ...row, ...Object.fromEntries(names.map((name) => [name, other?.[name]])) };
}
