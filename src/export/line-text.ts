// What stands in a line of a timesheet, as text: lengths exact to the second, so that what is printed adds up.
import { durationText } from '#values/duration.ts';
import type { Column, Line } from './timesheet-columns.ts';

/** The text under a column; empty text for nothing. */
export function lineText(line: Line, { key }: Column): string {
  const value = line.valueOf(key);
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return line.inHours ? (value / 100).toFixed(2) : durationText(value);
}
