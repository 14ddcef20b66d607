// Works out the expected status of a user the slow way, from the sources as clients read them. It looks at every minute
// of the core time on clocks that Intl shows. It knows none of the server's rules.
import type { Envelope } from '../support/client.ts';
import { naive, shownBy } from '../values/zones.ts';

/** Everything that a status follows from, as clients read it. */
export interface Sources {
  readonly zone: string;
  readonly trackings: readonly Envelope[];
  readonly absences: readonly Envelope[];
  /** Id pairs of the types of absence that count as working time: `3 12`. */
  readonly workTypes: ReadonlySet<string>;
  /** Dates of public holidays. */
  readonly holidays: ReadonlySet<string>;
  /** The row of workScheduleDays that holds on a date. */
  readonly weekdayOn: (date: string) => Envelope | undefined;
  /** Hours after which a running tracking is very long; 0: never. */
  readonly limit: number;
}

/** The columns of the overview that a model can tell. */
export interface Expected {
  readonly status: number;
  readonly time_tracking_id: number | null;
  readonly current_absence_ids: string | null;
  readonly core_time_start: string | null;
  readonly core_time_violation: number;
  readonly alert_maximum_timer_violation: number;
}

/** What must be shown at a moment in epoch seconds. */
export function expectedAt(sources: Sources, now: number): Expected {
  const { zone, trackings, limit } = sources;
  const date = shownBy(zone, now).slice(0, 10);
  const today = sources.absences.filter(
    (one) => one['status'] === 1 && one['from_date'] <= date && date <= one['to_date'],
  );
  const running = trackings.find((one) => one['end_time'] === null);
  const since = running === undefined ? now : startOf(running);
  const core = coreOn(sources, date, today);
  const isViolated = core !== null && isMissed(core, trackings.map(stretchOf), now);
  return {
    status: statusOf(sources, { now, today, running, isMissing: isViolated && now < core.end }),
    time_tracking_id: running?.['id'] ?? null,
    current_absence_ids: today.length === 0 ? null : today.map((one) => one['id']).join(),
    core_time_start: core === null ? null : shownBy(zone, core.start).slice(11),
    core_time_violation: isViolated ? 1 : 0,
    alert_maximum_timer_violation:
      running?.['max_hours_alert'] === 1 || (limit > 0 && now - since > limit * 3600) ? 1 : 0,
  };
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

function statusOf(
  { zone, workTypes }: Sources,
  part: { now: number; today: readonly Envelope[]; running: Envelope | undefined; isMissing: boolean },
): number {
  const { now, today, running, isMissing } = part;
  if (running !== undefined) return running['is_nonworking'] === 1 ? 2 : 1;
  const away = today
    .filter((one) => !workTypes.has(`${one['type_id']} ${one['subtype_id']}`))
    .map((one) => hoursOf(one, zone));
  if (away.some((hours) => hours === null || (hours.start <= now && now < hours.end))) return 3;
  return isMissing ? 5 : 0;
}

interface Core extends Stretch {
  readonly late: number;
  readonly early: number;
}

/** Excused hours shorten core time only where they cover its first or last second. */
function coreOn(
  { zone, holidays, weekdayOn }: Sources,
  date: string,
  today: readonly Envelope[],
): Core | null {
  const weekday = weekdayOn(date);
  if (weekday === undefined || weekday['workday'] !== 1 || holidays.has(date)) return null;
  if (weekday['core_time_start'] === null) return null;
  const excused = today.map((one) => hoursOf(one, zone));
  if (excused.some((hours) => hours === null)) return null;
  const isExcused = (second: number): boolean =>
    excused.some((hours) => hours !== null && hours.start <= second && second < hours.end);
  let start = instantOf(`${date} ${weekday['core_time_start']}`, zone);
  let end = instantOf(`${date} ${weekday['core_time_end']}`, zone);
  while (start < end && isExcused(start)) start += 1;
  while (start < end && isExcused(end - 1)) end -= 1;
  if (start >= end) return null;
  const late = Math.min(end, start + weekday['core_time_start_tolerance'] * 60);
  const early = Math.max(start, end - weekday['core_time_end_tolerance'] * 60);
  return { start, end, late, early };
}

/** A return after the end of core time does not turn an absence within it into a break. */
function isMissed({ start, end, late, early }: Core, work: readonly Stretch[], now: number): boolean {
  const isThere = (second: number): boolean => work.some((one) => one.start <= second && second < one.end);
  const isThereIn = (from: number, to: number): boolean => {
    for (let second = from; second <= to; second += 1) if (isThere(second)) return true;
    return false;
  };
  if (now <= late) return false;
  return !isThereIn(start, late) || !(isThereIn(early - 1, end - 1) || (now < end && isThere(now)));
}

function hoursOf({ begin, duration, duration_unit, from_date }: Envelope, zone: string): Stretch | null {
  if (duration_unit !== 'hs' || begin === null) return null;
  const start = instantOf(`${from_date} ${begin}`, zone);
  return { start, end: start + Math.round(duration * 3600) };
}

function stretchOf(tracking: Envelope): Stretch {
  const end = tracking['end_time'];
  const zone = tracking['end_time_timezone'];
  return { start: startOf(tracking), end: end === null ? Infinity : instantOf(end, zone) };
}

function startOf({ start_time, start_time_timezone }: Envelope): number {
  return instantOf(start_time, start_time_timezone);
}

/** The histories use days without clock changes only. */
function instantOf(local: string, zone: string): number {
  const guess = naive(local);
  return guess - (naive(shownBy(zone, guess)) - guess);
}
