// Before a tracking is written: instants, offsets, date, duration and status follow from the times sent.
import { ApiError } from '#errors/api-error.ts';
import type { Change, Changing, Row, Rule } from '#resource/rule.ts';
import type { ZonedMoment } from '#values/time-zone.ts';
import { anyDiffers, differs } from '../change.ts';
import { canonicalZone } from '../reference/canonical-zone.ts';
import { lengthOf, type Interval } from '../interval.ts';
import { isMarked } from './timer-marks.ts';
import { checkOrder, intervalOf, keepsOffset, resolveMoment } from '../resolve-times.ts';

type Side = 'start' | 'end';

/** What of a row says from when to when it is. */
type Times = Pick<
  Row<'timeTrackings'>,
  | 'start_time'
  | 'start_time_timezone'
  | 'start_time_offset'
  | 'start_instant'
  | 'start_date'
  | 'end_time'
  | 'end_time_timezone'
  | 'end_time_offset'
  | 'end_instant'
>;

/** A change of a tracking or of a planned shift. */
interface TimesChange extends Pick<Change, 'verb' | 'given'> {
  readonly before: Times | null;
  readonly after: Changing<Times>;
}

/** Derives everything that follows from the times of a tracking. */
export const deriveTimes: Rule<'timeTrackings'> = (change) => {
  if (change.verb === 'delete') return;
  const interval = settleTimes(change);
  refuseFuture(change);
  change.after.duration = lengthOf(interval);
  change.after.status = interval.end === null ? 1 : 2;
};

/** Derives zones, offsets, instants and the date; refuses times that do not exist and an end before the start. */
export function settleTimes(change: TimesChange): Interval {
  const { after } = change;
  settleZones(change);
  const start = momentOf(change, 'start', after.start_time);
  const end = after.end_time == null ? null : momentOf(change, 'end', after.end_time);
  after.start_instant = start.instant;
  after.start_time_offset = start.offset;
  after.end_instant = end?.instant ?? null;
  after.end_time_offset = end?.offset ?? null;
  const interval = intervalOf(after);
  checkOrder(after, interval);
  after.start_date = after.start_time.slice(0, 10);
  return interval;
}

/** Refuses a tracking that is sent longer than the account's setting allows. What runs can always be stopped. */
export const limitLength: Rule<'timeTrackings'> = (change, view) => {
  const seconds = change.after.duration;
  if (change.verb === 'delete' || typeof seconds !== 'number' || !differs(change, 'duration')) return;
  if (isMarked(change, 'stops') || (change.before === null && !change.given.has('end_time'))) return;
  const hours = Number(view.setting('maximum_tracking_hours'));
  if (hours === 0 || seconds <= hours * 3600) return;
  const message = `end_time makes the tracking ${seconds} seconds long; the account allows ${hours} hours at most.`;
  throw new ApiError('rule_broken', message, { field: 'end_time' });
};

function settleZones({ verb, after }: TimesChange): void {
  after.start_time_timezone = canonicalZone('start_time_timezone', after.start_time_timezone);
  if (after.end_time != null && after.end_time_timezone == null) {
    if (verb === 'create') {
      const message =
        'end_time_timezone is missing; with end_time it must name the time zone, such as Europe/Vienna.';
      throw new ApiError('missing_parameter', message, { field: 'end_time_timezone' });
    }
    after.end_time_timezone = after.start_time_timezone;
  }
  if (typeof after.end_time_timezone === 'string') {
    after.end_time_timezone = canonicalZone('end_time_timezone', after.end_time_timezone);
  }
}

function momentOf(change: TimesChange, side: Side, local: string): ZonedMoment {
  const { before, after } = change;
  if (
    before !== null &&
    !anyDiffers(change, [`${side}_time`, `${side}_time_timezone`, `${side}_time_offset`])
  ) {
    const { [`${side}_instant` as const]: instant, [`${side}_time_offset` as const]: offset } = before;
    if (instant !== null && offset !== null) return { instant, offset };
  }
  const zone = after[`${side}_time_timezone`] ?? after.start_time_timezone;
  const offset = chosenOffset(change, side, { local, zone });
  return resolveMoment({ field: `${side}_time`, local, zone, offset });
}

/** The offset that the client chose. An old one, left or sent back beside a new time, counts only if it suits. */
function chosenOffset(
  change: TimesChange,
  side: Side,
  { local, zone }: { readonly local: string; readonly zone: string },
): number | null {
  const name = `${side}_time_offset` as const;
  const offset = change.after[name];
  if (typeof offset !== 'number') return null;
  if (change.before === null) return offset;
  if (change.given.has(name) && differs(change, name)) return offset;
  return change.given.has(name) && keepsOffset(local, zone, offset) ? offset : null;
}

function refuseFuture(change: Change<'timeTrackings'>): void {
  const { after, now } = change;
  if (after.end_instant !== null || after.start_instant <= now) return;
  if (!anyDiffers(change, ['start_instant', 'end_instant'])) return;
  const start = `${after.start_time} (${after.start_time_timezone})`;
  const message = `start_time is ${start}; a tracking without end_time is running and cannot start in the future.`;
  throw new ApiError('rule_broken', message, { field: 'start_time' });
}
