// Trackings of one user never overlap: a collision is refused, or on request the others are trimmed, split or deleted.
import { ApiError } from '#errors/api-error.ts';
import type { Change, Comparison, Row, Rule, View } from '#resource/rule.ts';
import { anyDiffers } from '../change.ts';
import { moveCheckpoints } from './checkpoints/move-checkpoints.ts';
import { closeRequests } from './requests/pending-requests.ts';
import { mayPostDate } from './requests/post-dating.ts';
import { isSwitchedOn } from '../sent-parameters.ts';
import { cutTracking } from './cut-tracking.ts';
import { overlaps, type Interval } from '../interval.ts';
import { lockedTracking, trackingFacts } from './refuse-approved-change.ts';
import { refuseApprovedDays } from './refuse-approved-days.ts';
import { recordTracking } from './record-tracking.ts';
import { intervalOf } from '../resolve-times.ts';
import { isMarked } from './timer-marks.ts';
import { isTimerManaged } from './timer/neighbours.ts';
import { actingAccessContext, mayEdit } from './timer/target-user.ts';
import { together } from '#resource/missing.ts';

/** What of a change says where a tracking is to be. */
type Entering = Pick<Change, 'verb' | 'before' | 'after' | 'parameters'>;

/** Refuses an overlap; with `_insert_into_conflicting=1` trims or splits the unapproved trackings in the way that the caller may alter. */
export const resolveOverlap: Rule<'timeTrackings'> = (change, view) => {
  if (change.verb === 'delete' || !anyDiffers(change, ['start_instant', 'end_instant'])) return;
  const wanted = intervalOf(change.after);
  const gives = isInsertedInto(change.parameters);
  const others = collisions(change, wanted, view, gives ? undefined : 1);
  for (const other of others) {
    if (!gives) throw collision(change, other);
    if (other.approved_by_admin === 1) throw lockedTracking(other);
    refuseApprovedDays(other, change.now, view);
    refuseUneditable(other, { wanted, change, view });
  }
  for (const other of others) trimOrSplit(other, wanted, change, view);
};

/**
 * Refuses what was recorded without connection over something that is not the timer's to end. Whatever the timer ends gives
 * way to it; without an end it reaches as far as nothing begins behind it.
 */
export function refuseEntered(change: Entering, view: View): void {
  if (isInsertedInto(change.parameters)) return;
  const { start, end } = intervalOf(change.after);
  const others = collisions(change, { start, end: end ?? start + 1 }, view);
  const entered = others.find((other) => !isTimerManaged(other));
  if (entered !== undefined) throw collision(change, entered);
}

/**
 * The user's other trackings that overlap the interval. Stored ones never overlap each other, so only the last that
 * starts before the interval can reach into it: two short look-ups, however many trackings there are.
 */
function collisions(
  change: Omit<Entering, 'parameters'>,
  wanted: Interval,
  view: View,
  limit?: number,
): readonly Row<'timeTrackings'>[] {
  const others: readonly Comparison<'timeTrackings'>[] = [
    { column: 'user_id', is: '=', value: change.after.user_id ?? null },
    ...(change.verb === 'create'
      ? []
      : [{ column: 'id', is: '!=', value: change.after.id ?? null } as const]),
  ];
  const before: readonly Comparison<'timeTrackings'>[] = [
    ...others,
    { column: 'start_instant', is: '<', value: wanted.start },
  ];
  const inside: readonly Comparison<'timeTrackings'>[] = [
    ...others,
    { column: 'start_instant', is: '>=', value: wanted.start },
    ...(wanted.end === null ? [] : [{ column: 'start_instant', is: '<', value: wanted.end } as const]),
  ];
  const options = { orderBy: ['start_instant'] as const, ...(limit === undefined ? {} : { limit }) };
  const [[earlier], later] = together([
    () => view.find('timeTrackings', before, { orderBy: ['-start_instant'], limit: 1 }),
    () => view.find('timeTrackings', inside, options),
  ]);
  return earlier !== undefined && overlaps(intervalOf(earlier), wanted) ? [earlier, ...later] : later;
}

/**
 * What gives way is altered as by hand: it takes the right to change it, or to delete it if nothing would be left. Who
 * grants a request has been asked for that; and a start ends what runs, whoever starts.
 */
function refuseUneditable(
  other: Row<'timeTrackings'>,
  { wanted, change, view }: { wanted: Interval; change: Change<'timeTrackings'>; view: View },
): void {
  if (isMarked(change, 'grants')) return;
  const { kept } = cutTracking(other, wanted);
  if (kept !== null && wanted.end === null && other.end_instant === null) return;
  const userId = other.user_id;
  const accessContext = actingAccessContext(change.accessContext, userId);
  const verb = kept === null ? 'delete' : 'update';
  if (mayEdit(accessContext, other, verb) && mayPostDate(accessContext, userId, view)) return;
  const message = `${overlapping(change.after, other)}; it cannot give way, because you may not ${verb} it.`;
  throw new ApiError('conflict', message, { field: 'start_time', data: trackingFacts(other) });
}

function trimOrSplit(
  other: Row<'timeTrackings'>,
  wanted: Interval,
  change: Change<'timeTrackings'>,
  view: View,
): void {
  const { id } = other;
  const { kept, added } = cutTracking(other, wanted);
  const later = [kept, added].find((part) => part?.end_instant === null);
  if (later != null && Number(later.start_instant) > change.now) throw startsLater(other, later);
  view.affected('timeTrackings', id);
  if (kept === null) {
    closeRequests(other, change, view);
    view.remove('timeTrackings', id);
  } else view.update('timeTrackings', id, changedColumns(other, kept));
  recordTracking({ before: other, after: kept, change, view });
  if (added === null) return;
  const newId = view.insert('timeTrackings', added);
  view.affected('timeTrackings', newId);
  recordTracking({ before: null, after: { ...added, id: newId }, change, view });
  moveCheckpoints(id, { ...added, id: newId }, view);
}

/** What is left of a running tracking behind a booking of the future would have to start in the future. */
function startsLater(other: Row, left: Row): ApiError {
  const message =
    `time tracking ${other.id} of user ${other.user_id} is running; what is left of it behind the booking ` +
    `would start at ${left.start_time}, in the future. Stop it first.`;
  return new ApiError('rule_broken', message, { field: 'end_time', data: trackingFacts(other) });
}

function changedColumns(before: Row, after: Row): Row {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name] !== value));
}

function collision({ after }: Pick<Change, 'after'>, other: Row): ApiError {
  const message = `${overlapping(after, other)}.`;
  return new ApiError('conflict', message, { field: 'start_time', data: trackingFacts(other) });
}

function overlapping(after: Row, other: Row): string {
  const wanted = after.end_time == null ? 'running' : `to ${after.end_time}`;
  const end = other.end_time == null ? 'still running' : `to ${other.end_time}`;
  return (
    `start_time is ${after.start_time} (${wanted}); it must not overlap time tracking ${other.id} ` +
    `of user ${other.user_id}, from ${other.start_time} (${end})`
  );
}

/** Whether the parameters of a request ask that others give way. */
export function isInsertedInto(parameters: Change['parameters']): boolean {
  return isSwitchedOn(parameters, '_insert_into_conflicting');
}
