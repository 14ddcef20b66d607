// The week as a sheet: tasks across days, sums in cells. Says which booking a typed sum changes; writes nothing.
import type { Id } from './rows.ts';
import type { Span } from './spans.ts';
import type { WeekDay } from './week.ts';
import { dayStart, momentOf } from './zones.ts';

/** A cell: what is booked on a task on a day, cut at midnight as the day's sum is. */
export interface Cell {
  readonly seconds: number;
  readonly spans: readonly Span[];
  /** Whether a part of a booking lies on another day: its sum here cannot be typed. */
  readonly isCut: boolean;
}

/** A row of the sheet. */
export interface SheetRow {
  readonly taskId: Id;
  /** Whether it holds breaks: no sum of work counts them. */
  readonly isBreak: boolean;
  readonly cells: readonly Cell[];
  readonly sum: number;
}

/** What a typed sum asks for; `tooShort`: the last booking cannot give so much, `full`: the day has no room for it. */
export type CellChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'create'; readonly from: number; readonly seconds: number }
  | { readonly kind: 'end'; readonly span: Span; readonly end: number }
  | { readonly kind: 'delete'; readonly spans: readonly Span[] }
  | { readonly kind: 'tooShort' }
  | { readonly kind: 'full' };

/** Rows in order of their first booking, breaks last; `extra` are tasks that get a row without one, `breaks` those that are breaks. */
export function sheetOf(
  days: readonly WeekDay[],
  extra: readonly Id[],
  breaks: ReadonlySet<Id> = new Set(),
): readonly SheetRow[] {
  const booked = days.flatMap((day) => day.segments.map((part) => part.span));
  const rows = [...new Set([...booked.map((span) => span.taskId), ...extra])].map((taskId) => {
    const cells = days.map((day) => {
      const parts = day.segments.filter((part) => part.span.taskId === taskId);
      return {
        spans: parts.map((part) => part.span),
        seconds: Math.round(parts.reduce((sum, { from, to }) => sum + (to - from) * 60, 0)),
        isCut: parts.some((part) => !part.beginsHere || !part.endsHere),
      };
    });
    const spans = booked.filter((span) => span.taskId === taskId);
    const isBreak = spans.length === 0 ? breaks.has(taskId) : spans.every((span) => span.isBreak);
    return { taskId, isBreak, cells, sum: cells.reduce((sum, cell) => sum + cell.seconds, 0) };
  });
  return [...rows.filter((row) => !row.isBreak), ...rows.filter((row) => row.isBreak)];
}

/** What to change so that a cell holds so many minutes; a new booking begins at `free`, a moment, `null` where there is no room. */
export function cellChange(cell: Omit<Cell, 'isCut'>, minutes: number, free: number | null): CellChange {
  const wanted = minutes * 60;
  const difference = wanted - cell.seconds;
  // The cell shows whole minutes: what is more than them is not asked for.
  if (Math.floor(cell.seconds / 60) === minutes && (minutes > 0 || cell.spans.length === 0))
    return { kind: 'none' };
  if (wanted === 0) return { kind: 'delete', spans: cell.spans };
  const last = cell.spans.at(-1);
  if (last === undefined)
    return free === null ? { kind: 'full' } : { kind: 'create', from: free, seconds: wanted };
  if (last.end === null || last.end + difference <= last.start) return { kind: 'tooShort' };
  return { kind: 'end', span: last, end: last.end + difference };
}

/** The moment of a day at which a new booking begins: after the last one, else when clocks show eight. */
export function freeFrom({ date, segments }: Pick<WeekDay, 'date' | 'segments'>, zone: string): number {
  if (segments.length === 0) return momentOf(`${date} 08:00:00`, zone);
  const last = Math.max(...segments.map((part) => part.to));
  return dayStart(date, zone) + Math.round(last * 60);
}

/**
 * The moment at which a new booking of so many minutes begins: as {@link freeFrom}, and where the day ends before it
 * in the first room before, from when clocks show eight if it fits, else as late as it does. `null`: there is none.
 */
export function roomFor(
  day: Pick<WeekDay, 'date' | 'segments' | 'minutes'>,
  minutes: number,
  zone: string,
): number | null {
  const begins = dayStart(day.date, zone);
  const free = freeFrom(day, zone);
  if (free + minutes * 60 <= begins + day.minutes * 60) return free;
  const eight = momentOf(`${day.date} 08:00:00`, zone);
  let from = begins;
  const end = { from: day.minutes, to: day.minutes };
  for (const part of [...day.segments, end]) {
    const latest = begins + Math.round(part.from * 60) - minutes * 60;
    if (from <= latest) return Math.min(Math.max(from, eight), latest);
    from = Math.max(from, begins + Math.round(part.to * 60));
  }
  return null;
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
