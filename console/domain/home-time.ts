// The day on which a timer runs, as a row of `homeTimes` tells it. Reads the row; counts nothing by itself.
import type { CivilDate } from './civil.ts';
import type { Id } from './rows.ts';
import type { Span } from './spans.ts';
import type { ToldDay } from './week.ts';

/** A row of `homeTimes`, as far as the console reads it; amounts are in seconds. */
export interface HomeTime {
  readonly date: CivilDate;
  readonly time_tracking_id: Id | null;
  readonly home_after: number | null;
  readonly deducted_break: number;
  readonly course: readonly CoursePoint[];
}

interface CoursePoint {
  readonly after: number;
  readonly total: number;
}

/** What the row says while the timer runs; `null`: it is about another one. */
export function toldBy(home: HomeTime, running: Span): ToldDay | null {
  if (home.time_tracking_id !== running.id) return null;
  return {
    date: home.date,
    workedBy: (moment) => totalAt(home.course, moment - running.start),
    homeAt: home.home_after === null ? null : running.start + home.home_after,
    deducted: home.deducted_break,
  };
}

/** Between two points the total changes evenly. */
function totalAt(course: readonly CoursePoint[], after: number): number {
  const next = course.findIndex((point) => point.after >= after);
  const [from, to] = [course[Math.max(0, next - 1)], course[next]];
  if (from === undefined || to === undefined) return course.at(-1)?.total ?? 0;
  const length = to.after - from.after;
  // A clock that is behind the server's shows what was.
  if (length === 0) return Math.max(0, to.total - to.after + after);
  return from.total + ((to.total - from.total) * (after - from.after)) / length;
}
