// How long a person is planned to work on each date. Shifts may overlap: a second counts once, in the shift that begins
// first; what breaks, and shifts that are paid without being work, cover of it is no working time.
import type { ReadView, Row } from '#resource/rule.ts';
import { partsByDate } from '#values/local-days.ts';
import type { EpochSeconds } from '#values/time-zone.ts';
import type { DateRange } from '../schedules/person-days.ts';

/** A planned shift, half-open. */
export interface Shift {
  readonly start: EpochSeconds;
  readonly end: EpochSeconds;
  /** Where its clocks stand: its midnights divide it. */
  readonly zone: string;
  readonly works: boolean;
}

const day = 86_400;

/** Planned working time in whole seconds, by the local dates of the shifts that have any in the range. */
export function plannedSeconds(
  view: ReadView,
  userId: number,
  range: DateRange,
): ReadonlyMap<string, number> {
  const around = instantsAround(range);
  const rows = view.find(
    'timePlannings',
    [
      { column: 'user_id', is: '=', value: userId },
      { column: 'end_instant', is: '>', value: around.start },
      { column: 'start_instant', is: '<', value: around.end },
    ],
    { orderBy: ['start_instant'] },
  );
  // What lies far away is cut off; which shift began first still shows in their order.
  const shifts = rows.map(shiftOf).map((shift) => ({
    ...shift,
    start: Math.max(shift.start, around.start),
    end: Math.min(shift.end, around.end),
  }));
  const seconds = [...secondsByDate(shifts)];
  return new Map(seconds.filter(([date]) => range.from <= date && date <= range.to));
}

/** The working time of shifts by date, in seconds. Of shifts that begin together the first in the list comes first. */
export function secondsByDate(shifts: readonly Shift[]): ReadonlyMap<string, number> {
  const work = disjoint(shifts.filter(({ works }) => works));
  const breaks = disjoint(shifts.filter(({ works }) => !works));
  const seconds = new Map<string, number>();
  for (const stretch of without(work, breaks)) {
    for (const { date, start, end } of partsByDate(stretch, stretch.zone))
      seconds.set(date, (seconds.get(date) ?? 0) + end - start);
  }
  return seconds;
}

/** Ascending, each without what those before it cover. */
function disjoint(shifts: readonly Shift[]): readonly Shift[] {
  let covered = -Infinity;
  return shifts
    .toSorted((one, other) => one.start - other.start)
    .flatMap((shift) => {
      const start = Math.max(shift.start, covered);
      covered = Math.max(covered, shift.end);
      return start < shift.end ? [{ ...shift, start }] : [];
    });
}

/** What breaks leave of work. Both are disjoint and ascend. */
function without(work: readonly Shift[], breaks: readonly Shift[]): readonly Shift[] {
  const left: Shift[] = [];
  let next = 0;
  for (const shift of work) {
    let at = shift.start;
    while ((breaks[next]?.end ?? Infinity) <= at) next += 1;
    for (let place = next; ; place += 1) {
      const pause = breaks[place];
      if (pause === undefined || pause.start >= shift.end) break;
      if (at < pause.start) left.push({ ...shift, start: at, end: pause.start });
      at = Math.max(at, pause.end);
    }
    if (at < shift.end) left.push({ ...shift, start: at });
  }
  return left;
}

function shiftOf(row: Row<'timePlannings'>): Shift {
  return {
    start: row.start_instant,
    end: row.end_instant,
    zone: row.start_time_timezone,
    works: row.is_nonworking !== 1 && row.is_paid_non_working !== 1,
  };
}

/** The instants that show one of the dates in some zone, and some more: no zone is a whole day away from UTC. */
function instantsAround({ from, to }: DateRange): {
  readonly start: EpochSeconds;
  readonly end: EpochSeconds;
} {
  return { start: Date.parse(from) / 1000 - day, end: Date.parse(to) / 1000 + 2 * day };
}
