// Before a tracking is written: instants, offsets, date, duration and status follow from the times sent.
import { ApiError } from '#errors/api-error.ts';
import type { Change, Rule } from '#resource/rule.ts';
import type { ZonedMoment } from '#values/time-zone.ts';
import { anyDiffers, differs } from '../change.ts';
import { canonicalZone } from '../reference/canonical-zone.ts';
import { lengthOf, type Interval } from './interval.ts';
import { isMarked } from './timer-marks.ts';
import { checkOrder, intervalOf, keepsOffset, resolveMoment } from './resolve-times.ts';

type Side = 'start' | 'end';

/** Derives everything that follows from the times of a tracking. */
export const deriveTimes: Rule = (change) => {
  if (change.verb === 'delete') return;
  const interval = settleTimes(change);
  refuseFuture(change);
  change.after['duration'] = lengthOf(interval);
  change.after['status'] = interval.end === null ? 1 : 2;
};

/** Derives zones, offsets, instants and the date; refuses times that do not exist and an end before the start. */
export function settleTimes(change: Change): Interval {
  const { after } = change;
  settleZones(change);
  setMoment(change, 'start', momentOf(change, 'start'));
  setMoment(change, 'end', after['end_time'] == null ? null : momentOf(change, 'end'));
  const interval = intervalOf(after);
  checkOrder(after, interval);
  after['start_date'] = (after['start_time'] as string).slice(0, 10);
  return interval;
}

/** Refuses a tracking that is sent longer than the account's setting allows. What runs can always be stopped. */
export const limitLength: Rule = async (change, view) => {
  const seconds = change.after['duration'];
  if (change.verb === 'delete' || typeof seconds !== 'number' || !differs(change, 'duration')) return;
  if (isMarked(change, 'stops') || (change.before === null && !change.given.has('end_time'))) return;
  const hours = Number(await view.setting('maximum_tracking_hours'));
  if (hours === 0 || seconds <= hours * 3600) return;
  const message = `end_time makes the tracking ${seconds} seconds long; the account allows ${hours} hours at most.`;
  throw new ApiError('rule_broken', message, { field: 'end_time' });
};

function settleZones({ verb, after }: Change): void {
  after['start_time_timezone'] = canonicalZone('start_time_timezone', after['start_time_timezone'] as string);
  if (after['end_time'] != null && after['end_time_timezone'] == null) {
    if (verb === 'create') {
      const message =
        'end_time_timezone is missing; with end_time it must name the time zone, such as Europe/Vienna.';
      throw new ApiError('missing_parameter', message, { field: 'end_time_timezone' });
    }
    after['end_time_timezone'] = after['start_time_timezone'];
  }
  if (typeof after['end_time_timezone'] === 'string') {
    after['end_time_timezone'] = canonicalZone('end_time_timezone', after['end_time_timezone']);
  }
}

function momentOf(change: Change, side: Side): ZonedMoment {
  const { before, after } = change;
  if (
    before !== null &&
    !anyDiffers(change, [`${side}_time`, `${side}_time_timezone`, `${side}_time_offset`])
  ) {
    return { instant: before[`${side}_instant`] as number, offset: before[`${side}_time_offset`] as number };
  }
  const local = after[`${side}_time`] as string;
  const zone = after[`${side}_time_timezone`] as string;
  return resolveMoment({ field: `${side}_time`, local, zone, offset: chosenOffset(change, side) });
}

/** The offset that the client chose. An old one, left or sent back beside a new time, counts only if it suits. */
function chosenOffset(change: Change, side: Side): number | null {
  const name = `${side}_time_offset`;
  const { [name]: offset, [`${side}_time`]: local, [`${side}_time_timezone`]: zone } = change.after;
  if (typeof offset !== 'number') return null;
  if (change.before === null) return offset;
  if (change.given.has(name) && differs(change, name)) return offset;
  return change.given.has(name) && keepsOffset(local as string, zone as string, offset) ? offset : null;
}

function setMoment({ after }: Change, side: Side, moment: ZonedMoment | null): void {
  after[`${side}_instant`] = moment?.instant ?? null;
  after[`${side}_time_offset`] = moment?.offset ?? null;
}

function refuseFuture(change: Change): void {
  const { after, now } = change;
  if (after['end_instant'] !== null || (after['start_instant'] as number) <= now) return;
  if (!anyDiffers(change, ['start_instant', 'end_instant'])) return;
  const start = `${after['start_time']} (${after['start_time_timezone']})`;
  const message = `start_time is ${start}; a tracking without end_time is running and cannot start in the future.`;
  throw new ApiError('rule_broken', message, { field: 'start_time' });
}
