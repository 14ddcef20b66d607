// When the target of the present day is reached if what runs goes on: the day is counted as if its running tracking had ended, by
// the rules that count every day. It reads once, counts in memory and writes nothing.
import type { AnsweredMember, Question, ShownRow } from '#resource/answered-member.ts';
import { together } from '#resource/missing.ts';
import type { ReadView, Row } from '#resource/rule.ts';
import { localText, type EpochSeconds } from '#values/time-zone.ts';
import { findDay } from '../days/day-account.ts';
import { todayOf } from '../days/employment.ts';
import { knownRow } from '../known-row.ts';
import { sentNumber } from '../sent-values.ts';
import { partsOf, type Booking } from './booked-parts.ts';
import { loadBreakRule, type BreakRule } from './break-rule.ts';
import { countDays } from './count-days.ts';
import { byDate, findBookings } from './load-days.ts';

/** What a row holds. */
export const homeTimeMembers: Readonly<Record<string, AnsweredMember>> = {
  user_id: { type: 'Integer', doc: 'The person.' },
  date: { type: 'Date', doc: 'The present day of the person.' },
  time_tracking_id: {
    type: 'Integer',
    doc: 'The tracking that runs on this day; empty: none runs, it is a break, or it has run for 16 hours.',
    mayBeEmpty: true,
  },
  home_at: {
    type: 'DateTime',
    doc: 'When the target of the day is reached; empty: it is reached, there is none, or it will not be reached on this day.',
  },
  home_after: {
    type: 'Integer',
    doc: 'For how many seconds the tracking will have run by then.',
    mayBeEmpty: true,
  },
  deducted_break: {
    type: 'Integer',
    doc: 'Seconds of break that will be deducted by then beyond those that are booked.',
  },
  course: {
    type: 'List',
    doc: 'What the day comes to, from now until it ends or the tracking has run for 16 hours; it changes evenly between two of these.',
  },
  'course[].after': { type: 'Integer', doc: 'Seconds for which the tracking has run.' },
  'course[].total': {
    type: 'Integer',
    doc: 'Seconds of total_working_time of the day, if the tracking ends then.',
  },
};

/** A tracking that has run for longer was forgotten. */
const longestStretch = 16 * 3600;

const nothing = { time_tracking_id: null, home_at: null, home_after: null, deducted_break: 0, course: [] };

/** The one row about the person asked for. */
export function homeTime({ asked, now, serverTimeZone }: Question, view: ReadView): readonly ShownRow[] {
  const user = knownRow(view, 'users', sentNumber(asked, 'user_id'));
  const common = { user_id: user.id, date: todayOf(user, now), ...nothing };
  const day = runningDay(view, { userId: user.id, date: common.date, now });
  if (day === null) return [common];
  const start = day.running.start_instant;
  const home = homeOf(day, now);
  const turns = turnsOf(day, now);
  return [
    {
      ...common,
      time_tracking_id: day.running.id,
      home_at: home === null ? null : localText(home, serverTimeZone),
      home_after: home === null ? null : home - start,
      deducted_break: home === null ? 0 : day.deductedBy(home),
      course: turns.map((moment) => ({ after: moment - start, total: day.totalBy(moment) })),
    },
  ];
}

/** The day of a running tracking: what it comes to, in seconds, if the tracking ends at a moment. */
interface RunningDay {
  readonly running: Running;
  /** The last moment that counts: the day ends, or the tracking has run for too long. */
  readonly until: EpochSeconds;
  readonly target: number;
  readonly totalBy: (end: EpochSeconds) => number;
  readonly deductedBy: (end: EpochSeconds) => number;
}

type Running = Booking & Pick<Row<'timeTrackings'>, 'id'>;

/** `null`: no tracking runs on the day that is work, and was not forgotten. */
function runningDay(
  view: ReadView,
  { userId, date, now }: { readonly userId: number; readonly date: string; readonly now: EpochSeconds },
): RunningDay | null {
  const [row, bookings, rule] = together([
    () => findDay(view, { userId, date }),
    () => findBookings(view, userId, { from: date, to: date }),
    () => loadBreakRule(view),
  ]);
  const running = bookings.findLast(({ end_instant }) => end_instant === null);
  if (row === undefined || row.frame === null || running === undefined || running.is_nonworking === 1)
    return null;
  const endedAt = (end: EpochSeconds): Booking => ({ ...running, end_instant: end });
  const last = partsOf(endedAt(running.start_instant + longestStretch)).find((part) => part.date === date);
  if (last === undefined || last.end === null || now >= last.end) return null;
  const others = bookings.filter((one) => one !== running).flatMap(partsOf);
  const dayBy = (end: EpochSeconds, breakRule: BreakRule): Partial<Row<'timesheetAccountings'>> => {
    const booked = byDate([...others, ...partsOf(endedAt(end))]);
    const rows = countDays({ rows: [row], from: date, frames: () => undefined, booked, breakRule });
    return rows[0] ?? row;
  };
  const breakBy = (end: EpochSeconds, breakRule: BreakRule): number => dayBy(end, breakRule).break ?? 0;
  return {
    running,
    until: last.end,
    target: row.target_working_hours ?? 0,
    totalBy: (end) => dayBy(end, rule).total_working_time ?? 0,
    deductedBy: (end) => breakBy(end, rule) - breakBy(end, withoutDeduction(rule)),
  };
}

function withoutDeduction(rule: BreakRule): BreakRule {
  return (frame, date) => {
    const breaks = rule(frame, date);
    return { ...breaks, model: { ...breaks.model, deducts: false } };
  };
}

/** When the target is reached; `null`: it is already, or will not be on this day. */
function homeOf({ target, totalBy, until }: RunningDay, now: EpochSeconds): EpochSeconds | null {
  const isReached = (moment: EpochSeconds): boolean => totalBy(moment) >= target;
  return isReached(now) ? null : firstMoment(now, until, isReached);
}

/**
 * Now, the moments at which the total begins to stand still because a break is deducted, those at which it goes on, and the last
 * one. It never falls, and never grows by more than the time that passes.
 */
function turnsOf({ totalBy, until }: RunningDay, now: EpochSeconds): readonly EpochSeconds[] {
  const turns = [now];
  for (let [from, stands] = [now, false]; ; stands = !stands) {
    const total = totalBy(from);
    const hasTurned = (moment: EpochSeconds): boolean =>
      stands ? totalBy(moment) > total : totalBy(moment) - total < moment - from;
    const first = firstMoment(from, until, hasTurned);
    if (first === null) return [...turns, until];
    from = first - 1;
    if (from > now) turns.push(from);
  }
}

/** The first moment at which it holds, which it does from there on; `null`: it does not by the last one. */
function firstMoment(
  before: EpochSeconds,
  last: EpochSeconds,
  holds: (moment: EpochSeconds) => boolean,
): EpochSeconds | null {
  if (!holds(last)) return null;
  let [not, yes] = [before, last];
  while (yes - not > 1) {
    const middle = Math.floor((not + yes) / 2);
    if (holds(middle)) yes = middle;
    else not = middle;
  }
  return yes;
}
