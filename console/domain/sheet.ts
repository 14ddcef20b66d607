// The week as a sheet: tasks across days, sums in cells. Says which booking a typed sum changes; writes nothing.
import type { Id } from './rows.ts';
import { lengthOf, type Span } from './spans.ts';
import type { WeekDay } from './week.ts';
import { dayStart, momentOf } from './zones.ts';

/** A cell: what is booked on a task on a day. */
export interface Cell {
  readonly seconds: number;
  readonly spans: readonly Span[];
}

/** A row of the sheet. */
export interface SheetRow {
  readonly taskId: Id;
  readonly cells: readonly Cell[];
  readonly sum: number;
}

/** What a typed sum asks for; `tooShort`: the last booking cannot give so much. */
export type CellChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'create'; readonly from: number; readonly seconds: number }
  | { readonly kind: 'end'; readonly span: Span; readonly end: number }
  | { readonly kind: 'delete'; readonly spans: readonly Span[] }
  | { readonly kind: 'tooShort' };

/** Rows in order of their first booking; `extra` are tasks that get a row without one. */
export function sheetOf(days: readonly WeekDay[], extra: readonly Id[], now: number): readonly SheetRow[] {
  const booked = days.flatMap((day) =>
    day.segments.filter((part) => part.beginsHere).map((part) => part.span),
  );
  const tasks = [...new Set([...booked.map((span) => span.taskId), ...extra])];
  return tasks.map((taskId) => {
    const cells = days.map((day) => {
      const spans = day.segments
        .filter((part) => part.beginsHere && part.span.taskId === taskId)
        .map((part) => part.span);
      return { spans, seconds: spans.reduce((sum, span) => sum + lengthOf(span, now), 0) };
    });
    return { taskId, cells, sum: cells.reduce((sum, cell) => sum + cell.seconds, 0) };
  });
}

/** What to change so that a cell holds so many minutes; a new booking begins at `free`, a moment. */
export function cellChange(cell: Cell, minutes: number, free: number): CellChange {
  const wanted = minutes * 60;
  const difference = wanted - cell.seconds;
  if (Math.abs(difference) < 60) return { kind: 'none' };
  if (wanted === 0) return { kind: 'delete', spans: cell.spans };
  const last = cell.spans.at(-1);
  if (last === undefined) return { kind: 'create', from: free, seconds: wanted };
  if (last.end === null || last.end + difference <= last.start) return { kind: 'tooShort' };
  return { kind: 'end', span: last, end: last.end + difference };
}

/** The moment of a day at which a new booking begins: after the last one, else when clocks show eight. */
export function freeFrom({ date, segments }: Pick<WeekDay, 'date' | 'segments'>, zone: string): number {
  if (segments.length === 0) return momentOf(`${date} 08:00:00`, zone);
  const last = Math.max(...segments.map((part) => part.to));
  return dayStart(date, zone) + Math.round(last * 60);
}

/** A cell next to another within the sheet: Enter goes down, Tab right, to the first of the next row at the end. */
export function nextCell(
  at: { readonly row: number; readonly column: number },
  step: { readonly rows: number; readonly columns: number },
  size: { readonly rows: number; readonly columns: number },
): { readonly row: number; readonly column: number } {
  const row = Math.max(0, Math.min(size.rows - 1, at.row + step.rows));
  const column = Math.max(0, Math.min(size.columns - 1, at.column + step.columns));
  return { row, column };
}
