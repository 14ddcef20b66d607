// What a person is doing at a moment, and when that changes by itself. Pure: facts in, columns of `userStatusOverview` out.
import type { Row } from '#resource/rule.ts';
import { earliestInstant, nextDateAfter, type EpochSeconds } from '#values/time-zone.ts';
import { coreTimeTurns, hoursOf, missesCoreTime, type CoreTime } from '../schedules/core-time.ts';
import type { Interval } from '../interval.ts';

/** The values of `status`. */
const statuses = { offline: 0, working: 1, pausing: 2, onLeave: 3, missesCoreTime: 5 } as const;

/** What a person's presence follows from. */
export interface PresenceFacts {
  readonly running: Row<'timeTrackings'> | null;
  /** Seconds after which a running tracking is very long; `Infinity`: never. */
  readonly longAfter: number;
  /** From when on the person is no longer employed: then what runs ends; `Infinity`: no end is known. */
  readonly leavesAt: number;
  /** The person's zone, and the date on its calendars. */
  readonly zone: string;
  readonly date: string;
  /** Granted absences that are not over, as rows. */
  readonly absences: readonly Row<'absences'>[];
  /** Whether an absence counts as working time, such as home office. */
  readonly isWork: (absence: Row<'absences'>) => boolean;
  /** Today's core time. */
  readonly core: CoreTime | null;
  /** Whether some schedule of the person has core times: then every day is another one. */
  readonly knowsCoreTime: boolean;
  /** The trackings that touch today's core time. */
  readonly there: readonly Interval[];
}

/** Columns of the row of a person that follow from what the person is doing. */
type Shown = Omit<
  Row<'userStatusOverview'>,
  'id' | 'user_id' | 'updated' | 'user_fullname' | 'profile_picture' | 'department_id' | 'turns_at'
>;

/** What is shown of a person at a moment. */
export interface Presence {
  readonly shown: Shown;
  /** The next moment at which time alone changes it, as far as can be seen now; `null`: none. */
  readonly turnsAt: EpochSeconds | null;
}

/** The presence at the moment. What runs counts more than an absence, and that more than core time. */
export function presenceAt(facts: PresenceFacts, now: EpochSeconds): Presence {
  const { running, core, there } = facts;
  const today = facts.absences.filter((absence) => reachesOver(absence, facts.date));
  const ids = today.map((absence) => absence.id).sort((a, b) => a - b);
  const isMissed = core !== null && missesCoreTime(core, there, now);
  const marked = running?.max_hours_alert === 1;
  return {
    shown: {
      ...trackingPart(running),
      alert_maximum_timer_violation: marked || isLong(facts, now) ? 1 : 0,
      current_absence_ids: ids.length === 0 ? null : ids.join(','),
      core_time_start: core?.begin ?? null,
      core_time_violation: isMissed ? 1 : 0,
      status: statusOf(facts, { now, today, isMissed }),
    },
    turnsAt: nextTurn(facts, { now, today }),
  };
}

/** Whether the running tracking has become very long. */
export function isLong({ running, longAfter }: PresenceFacts, now: EpochSeconds): boolean {
  return running !== null && now - running.start_instant > longAfter;
}

function trackingPart(
  running: Row<'timeTrackings'> | null,
): Pick<Shown, 'is_running' | Extract<keyof Shown, `time_tracking_${string}`>> {
  return {
    time_tracking_id: running?.id ?? null,
    time_tracking_start_time: running?.start_time ?? null,
    time_tracking_start_time_timezone_id: running?.start_time_timezone ?? null,
    time_tracking_task_id: running?.task_id ?? null,
    time_tracking_is_nonworking: running?.is_nonworking ?? null,
    is_running: running === null ? 0 : 1,
  };
}

interface Moment {
  readonly now: EpochSeconds;
  /** The absences that reach over today. */
  readonly today: readonly Row<'absences'>[];
}

function statusOf(
  { running, core, isWork, zone }: PresenceFacts,
  { now, today, isMissed }: Moment & { readonly isMissed: boolean },
): Shown['status'] {
  if (running !== null) return running.is_nonworking === 1 ? statuses.pausing : statuses.working;
  const isAway = today.some((absence) => {
    const hours = hoursOf(absence, zone);
    return !isWork(absence) && (hours === null || (hours.start <= now && now < hours.end));
  });
  if (isAway) return statuses.onLeave;
  return isMissed && core !== null && now < core.end ? statuses.missesCoreTime : statuses.offline;
}

function nextTurn(facts: PresenceFacts, { now, today }: Moment): EpochSeconds | null {
  const { running, longAfter, leavesAt, zone, core, there } = facts;
  const turns = [
    ...(running === null ? [] : [running.start_instant + longAfter + 1, leavesAt]),
    ...(core === null ? [] : coreTimeTurns(core, there)),
    ...today.flatMap((absence) => Object.values(hoursOf(absence, zone) ?? {})),
    nextDay(facts, { now, today }),
  ];
  const next = Math.min(...turns.filter((turn) => turn > now));
  return next === Infinity ? null : next;
}

/** When a day begins that may differ from this one: tomorrow, unless nothing is known of today and nothing can be. */
function nextDay({ absences, knowsCoreTime, zone }: PresenceFacts, { now, today }: Moment): number {
  if (knowsCoreTime || today.length > 0) return nextDateAfter(now, zone);
  const firstDays = absences.map((absence) => earliestInstant(`${absence.from_date} 00:00:00`, zone));
  return Math.min(...firstDays);
}

function reachesOver({ from_date: from, to_date: to }: Row<'absences'>, date: string): boolean {
  return from <= date && date <= to;
}
