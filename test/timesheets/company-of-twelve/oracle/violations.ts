// What is wrong with a day, beside its breaks.
import type { Company, Person } from '../facts.ts';
import { isAbsentOn } from './absent-parts.ts';
import type { PaintedDay } from './painted-day.ts';
import { longestRest, restBefore, type Stretch } from './rest-between-work.ts';
import { daysAfter, holidayOn, scheduleDayOn, scheduleOn, weekdayOf } from './terms.ts';

const hour = 3600;

/** What violations look at. */
export interface Watched {
  readonly company: Company;
  readonly person: Person;
  readonly stretches: readonly Stretch[];
  /** Seconds of work of any date, less what was taken off. */
  readonly workOn: (date: string) => number;
  readonly paintedOn: (date: string) => PaintedDay;
}

/** The violations of a date, as 1 and 0, under the names of the fields. */
export function violationsOn(watched: Watched, date: string): Readonly<Record<string, number>> {
  const { company, person, stretches, workOn } = watched;
  const { limits } = scheduleOn(company, person, date);
  const rest = restBefore(stretches, date);
  return {
    law_limit_daily_hours_violation: isOver(workOn(date), limits.daily),
    // A day without work is no violation, although the hours of its week are.
    law_limit_weekly_hours_violation: workOn(date) > 0 ? isOver(weekUntil(workOn, date), limits.weekly) : 0,
    rest_period_violation: limits.rest !== null && rest < limits.rest * hour ? 1 : 0,
    rest_period_weekly_violation:
      weekdayOf(date) === 7 &&
      limits.weeklyRest !== null &&
      longestRest(stretches, date, person.zone) < limits.weeklyRest * hour
        ? 1
        : 0,
    core_time_violation: missesCoreTime(watched, date) ? 1 : 0,
    plausibility_conflict_violation: 0,
  };
}

function isOver(seconds: number, limit: number | null): number {
  return limit !== null && seconds > limit * hour ? 1 : 0;
}

/** Seconds of work from Monday to a date. */
function weekUntil(workOn: Watched['workOn'], date: string): number {
  let sum = 0;
  for (let back = weekdayOf(date) - 1; back >= 0; back -= 1) sum += workOn(daysAfter(date, -back));
  return sum;
}

/** The person was not at work when the tolerance after the beginning ended, or when the one before the end began. */
function missesCoreTime({ company, person, paintedOn }: Watched, date: string): boolean {
  const { core } = scheduleDayOn(company, person, date);
  const { begin, pieces } = paintedOn(date);
  if (core === undefined || begin === null || holidayOn(person, date) > 0 || isAbsentOn(person, date))
    return false;
  const [from, to] = [secondOf(core.from), secondOf(core.to)];
  const there = pieces.map(
    ({ shownFrom, shownTo }) => [secondOf(shownFrom), secondOf(shownTo) || 24 * hour] as const,
  );
  const cameInTime = there.some(([start, end]) => start <= from + core.late * 60 && end > from);
  const stayed = there.some(([start, end]) => end >= to - core.early * 60 && start < to);
  return !cameInTime || !stayed;
}

function secondOf(clock: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
  return hours * hour + minutes * 60 + seconds;
}
