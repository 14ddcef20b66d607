// How much an absence takes, in words.
import type { PartOfDay } from '../domain/away.ts';
import type { CivilDate } from '../domain/civil.ts';
import { clockOf } from '../domain/duration.ts';
import type { Absence } from '../domain/rows.ts';
import { amount } from '../words/dates.ts';
import { words } from '../words/words.ts';

type Size = Pick<Absence, 'duration' | 'duration_unit' | 'from_date'> & { readonly begin?: string | null };

/** How much an absence takes, as far as that is known, and when one in hours begins: `9:00 · 2.5 h`. */
export function sizeOf({ duration, duration_unit, from_date, begin }: Size): string {
  const { day, hoursOf } = words.value.general;
  const size = duration == null ? '' : (duration_unit === 'hs' ? hoursOf : day)(amount(duration));
  return begin == null ? size : `${clockOf(`${from_date} ${begin}`)} · ${size}`;
}

/** The same of one of its days. */
export function daySize(day: PartOfDay & { readonly date: CivilDate }): string {
  const { value: duration, value_unit: duration_unit, date: from_date, begin } = day;
  return sizeOf({ duration, duration_unit, from_date, begin: begin ?? null });
}
