// The amounts of a day: what was booked, counted within the frame of the day. Pure; whole seconds.
import type { Row } from '#resource/rule.ts';
import { secondsOfDay } from '#values/clock-time.ts';
import { missesCoreTime, type CoreTime } from '../schedules/core-time.ts';
import type { Interval } from '../interval.ts';
import { hasEnded, type BookedPart, type EndedPart } from './booked-parts.ts';
import type { BreakModel } from './break-models.ts';
import type { DayBreaks } from './break-rule.ts';
import { automaticBreak, countedBreaks, lengthened, missingBreak } from './breaks.ts';
import type { countedColumns } from '../days/day-columns.ts';
import type { DayFrame } from './day-frame.ts';
import { withGaps } from './gaps.ts';

/** What a day is counted from. */
export interface Booked {
  readonly frame: DayFrame;
  readonly breaks: DayBreaks;
  /** Seconds of target. */
  readonly target: number;
  /** What lies on the date, in order. */
  readonly parts: readonly BookedPart[];
  /** Seconds of rest before work that begins on the date; `Infinity`: none was near. */
  readonly rest: number;
  /** Seconds of work in the days of the ISO week before. */
  readonly workedBefore: number;
}

/** Exactly these: a row whose bookings have changed is loaded with no others. */
type CountedRow = Pick<
  Row<'timesheetAccountings'>,
  Exclude<(typeof countedColumns)[number], 'rest_period_weekly_violation'>
>;

const hour = 3600;

/** The columns of the day's row that follow from what was booked; its week's rest is not the day's alone. */
export function countDay({ frame, breaks, target, parts: booked, rest, workedBefore }: Booked): CountedRow {
  const { model } = breaks;
  const { parts, unbooked } = withGaps(booked, breaks);
  const { gross, paid, pauses, paidPauses, counted } = sums(parts, model);
  const automatic = automaticBreak(gross, counted, model);
  const working = gross - automatic;
  const pause = pauses + automatic;
  const paidPause = Math.max(paidPauses, Math.min(frame.paidBreak, pause));
  const paidBooked = paid + paidPause - paidPauses;
  const missingToTarget = Math.max(0, target - working - paidBooked);
  const paidTime = paidBooked + Math.min(frame.paid, missingToTarget);
  const total = working + paidTime;
  const missing = missingBreak(working, lengthened(counted, automatic), model);
  return {
    ...bounds(parts),
    break: pause,
    paid_break: paidPause,
    unpaid_break: pause - paidPause,
    unbooked_time: unbooked,
    working_time: working,
    paid_nonworking_time: paidTime,
    total_working_time: total,
    total_working_time_incl_paid_non_working_time: total,
    working_time_daily_balance: total - target,
    break_law_check: Math.ceil(missing / 60),
    break_law_violation: missing > 0 ? 1 : 0,
    law_limit_daily_hours_violation: exceeds(working, frame.daily),
    law_limit_weekly_hours_violation: working === 0 ? 0 : exceeds(workedBefore + working, frame.weekly),
    rest_period_violation: frame.rest !== null && rest < frame.rest ? 1 : 0,
    core_time_violation: frame.core !== null && missesCore(booked, frame.core) ? 1 : 0,
  };
}

function exceeds(seconds: number, limit: number | null): 0 | 1 {
  return limit !== null && seconds > limit ? 1 : 0;
}

/** Breaks count between the first start and the last end of work. */
function sums(parts: readonly BookedPart[], model: BreakModel) {
  const done = parts.filter(hasEnded);
  const work = done.filter(({ isBreak }) => !isBreak);
  const [first, last] = [work[0]?.start ?? 0, work.at(-1)?.end ?? 0];
  const within = done
    .filter(({ isBreak }) => isBreak)
    .map((part) => ({ ...part, start: Math.max(part.start, first), end: Math.min(part.end, last) }))
    .filter(({ start, end }) => start < end);
  return {
    gross: secondsOf(work.filter(({ isPaid }) => !isPaid)),
    paid: secondsOf(done.filter(({ isPaid }) => isPaid)),
    pauses: secondsOf(within),
    paidPauses: secondsOf(within.filter(({ isPaid }) => isPaid)),
    counted: countedBreaks(within, model),
  };
}

function bounds(parts: readonly BookedPart[]): Pick<CountedRow, 'begin_time' | 'end_time'> {
  const work = parts.filter(({ isBreak }) => !isBreak);
  return { begin_time: work[0]?.begins ?? null, end_time: work.at(-1)?.ends ?? null };
}

/** Nobody who did not work at all has missed core time: they are absent. Only who booked, a break too, was there. */
function missesCore(parts: readonly BookedPart[], core: CoreTime): boolean {
  return parts.some(({ isBreak }) => !isBreak) && missesCoreTime(core, parts.map(onClock), Infinity);
}

function onClock({ begins, ends }: BookedPart): Interval {
  const end = ends === null ? null : secondsOfDay(ends);
  return { start: secondsOfDay(begins), end: end === 0 ? 24 * hour : end };
}

function secondsOf(parts: readonly EndedPart[]): number {
  return parts.reduce((sum, { start, end }) => sum + end - start, 0);
}
