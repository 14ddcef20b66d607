// Absence types may limit how many days of them a person takes in a cycle: a year, a month or a week.
import type { ReadView, Row } from '#resource/rule.ts';
import { dateAfter } from '#values/date-range.ts';
import { holdingStatuses } from './absence-kind.ts';
import { amountsInDays } from './amounts-in-days.ts';
import type { CostlyDay } from './count-days.ts';

/** The first and the last day of a cycle. */
export interface Cycle {
  readonly first: string;
  readonly last: string;
}

/** A day of absence that is held, in hundredths of days. */
export interface HeldDay extends CostlyDay {
  readonly status: number;
  /** `null`: a public holiday. */
  readonly absence: number | null;
}

/** The cycle of an absence type (`cycle_id` 2: calendar month, 3: ISO week, any other: calendar year) on a date. */
export function cycleAt(type: Row<'absenceTypes'>, date: string): Cycle {
  const cycle = type.cycle_id;
  if (cycle === 3) {
    const first = dateAfter(date, 1 - Temporal.PlainDate.from(date).dayOfWeek);
    return { first, last: dateAfter(first, 6) };
  }
  const first = cycle === 2 ? `${date.slice(0, 7)}-01` : `${date.slice(0, 4)}-01-01`;
  const next = Temporal.PlainDate.from(first).add(cycle === 2 ? { months: 1 } : { years: 1 });
  return { first, last: dateAfter(next.toString(), -1) };
}

/** What a person has asked for or got of a type in a cycle. */
export function daysInCycle(
  view: ReadView,
  {
    userId,
    type,
    cycle,
  }: { readonly userId: number; readonly type: Row<'absenceTypes'>; readonly cycle: Cycle },
): readonly HeldDay[] {
  const rows = view.find('absenceDays', [
    { column: 'user_id', is: '=', value: userId },
    { column: 'date', is: '>=', value: cycle.first },
    { column: 'date', is: '<=', value: cycle.last },
    { column: 'type_id', is: '=', value: type.absence_type_id ?? null },
    { column: 'subtype_id', is: '=', value: type.absence_subtype_id ?? null },
    { column: 'status', is: 'in', value: holdingStatuses },
  ]);
  const days = amountsInDays(rows, userId, view);
  return rows.map((row, index) => ({
    date: row.date,
    value: days[index] ?? 0,
    status: row.status,
    absence: row.request_id,
  }));
}
