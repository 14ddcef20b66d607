// Rows of absenceDays as they should be, against those that are: the difference is written, and the accounts of the days
// that it means something to are counted again.
import type { Row, View } from '#resource/rule.ts';
import { earlierDate, laterDate } from '#values/date-range.ts';
import { recountFrames } from '../accounts/recount.ts';

/** A day that should stand, without id and stamp. */
export interface WantedDay extends Row {
  readonly date: string;
}

/** Adds, changes and removes rows until there is one for each wanted day; there is one row a date, all of one person. */
export async function storeDays(
  existing: readonly Row[],
  wanted: readonly WantedDay[],
  view: View,
): Promise<void> {
  const byDate = new Map(existing.map((row) => [row['date'] as string, row]));
  const added = wanted.filter(({ date }) => !byDate.has(date));
  const changed = added.map(({ date }) => date);
  for (const day of wanted) {
    const row = byDate.get(day.date);
    byDate.delete(day.date);
    if (row === undefined) continue;
    if (counted.some((name) => (row[name] ?? null) !== (day[name] ?? null))) changed.push(day.date);
    await view.update('absenceDays', row['id'] as number, day);
  }
  await view.insertAll('absenceDays', added);
  for (const [date, row] of byDate) {
    changed.push(date);
    await view.remove('absenceDays', row['id'] as number);
  }
  const person = (wanted[0] ?? existing[0])?.['user_id'];
  if (changed.length === 0 || typeof person !== 'number') return;
  await recountFrames(view, person, { from: changed.reduce(earlierDate), to: changed.reduce(laterDate) });
}

/** What accounts read of a day. */
const counted = ['value', 'value_unit', 'status', 'type', 'subtype_id', 'counts_as_work'];
