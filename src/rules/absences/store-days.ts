// Rows of absenceDays as they should be, against those that are: the difference is written, nothing else.
import type { Row, View } from '#resource/rule.ts';

/** A day that should stand, without id and stamp. */
export interface WantedDay extends Row {
  readonly date: string;
}

/** Adds, changes and removes rows until there is one for each wanted day; there is one row a date. */
export async function storeDays(
  existing: readonly Row[],
  wanted: readonly WantedDay[],
  view: View,
): Promise<void> {
  const byDate = new Map(existing.map((row) => [row['date'], row]));
  const added = wanted.filter(({ date }) => !byDate.has(date));
  for (const day of wanted) {
    const row = byDate.get(day.date);
    byDate.delete(day.date);
    if (row !== undefined) await view.update('absenceDays', row['id'] as number, day);
  }
  await view.insertAll('absenceDays', added);
  for (const row of byDate.values()) await view.remove('absenceDays', row['id'] as number);
}
