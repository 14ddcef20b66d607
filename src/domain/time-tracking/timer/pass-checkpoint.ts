// A tag that stands for a checkpoint: it is recorded on the tracking that runs, or ran then.
import { ApiError } from '#errors/api-error.ts';
import type { ActionAnswer } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { foldingAt, tellChanged } from './folding.ts';
import { isOffline, momentOf, type Moment } from './moment.ts';
import { runningOf } from './neighbours.ts';
import { passageAt, ranAt, rememberPassage } from './place-passages.ts';
import { mayClaim, tooEarlyClaim } from './post-date.ts';
import { startOn } from './start-on.ts';
import { takeUpload } from './stop-uploaded.ts';
import { taskAfterwards } from './tag.ts';
import { zoneOf, type Tag, type Timing } from './timing.ts';
import { nameIn, passages } from './uploads.ts';

const resource = 'checkpointTrackings';
const positions = ['geo_lat', 'geo_long', 'geo_accuracy'] as const;

/**
 * Records the checkpoint, then begins the task that the tag names for afterwards. Under one name it is recorded once; what
 * was recorded without connection waits for the tracking that ran then.
 */
export function passCheckpoint(timing: Timing, tag: Tag): ActionAnswer {
  const { call, userId, view } = timing;
  const known = passedBefore(timing);
  if (known !== null) return { ids: known };
  const running = isOffline(call) ? undefined : runningOf(userId, view);
  const zone = running?.start_time_timezone ?? zoneOf(userId, view);
  const at = momentOf(call, { side: 'start', zone, view });
  const isThen = at.claimed || isOffline(call);
  const ran = (isThen ? ranAt(timing, at.instant) : undefined) ?? running;
  if (ran === undefined && !isOffline(call)) throw nothingRuns(userId, tag);
  const tracking = ran?.id ?? null;
  const values = passageAt(at, passing(timing, tag));
  const row = tracking === null ? null : view.create(resource, { ...values, time_tracking_id: tracking });
  if (row !== null) view.affected(resource, row);
  rememberPassage(timing, at, { values, tracking, row });
  const afterwards = taskAfterwards(tag);
  if (afterwards !== null && isSettled(timing, at)) return beginAfterwards(timing, at, tracking);
  if (afterwards === null || tracking === null) return { ids: tracking === null ? [] : [tracking] };
  const start = { ...call, action: 'start', values: { ...call.values, task_id: afterwards } };
  return startOn({ ...timing, call: start }, at, afterwards);
}

/** Whether what the tag begins afterwards follows from what comes to have run then: it was recorded, and needs no request. */
function isSettled(timing: Timing, at: Moment): boolean {
  if (!isOffline(timing.call) || !mayClaim(timing, at)) return false;
  return tooEarlyClaim(timing, at) === null;
}

/** Remembers, as a toggle, that the task afterwards begins if anything runs; answers what it has begun, else what ran. */
function beginAfterwards(timing: Timing, at: Moment, ran: number | null): ActionAnswer {
  const toggle = { ...timing, call: { ...timing.call, action: 'toggle' } };
  const { led, changed } = takeUpload(foldingAt(toggle, at.instant), at);
  const answered = led ?? ran;
  tellChanged(timing, changed, answered);
  return { ids: answered === null ? [] : [answered] };
}

/** The trackings on which a passage of this name is recorded; `null`: it is new. */
function passedBefore({ call, userId, view }: Timing): readonly number[] | null {
  const name = nameIn(call);
  if (name === null) return null;
  const rows = view.find(resource, [
    { column: 'user_id', is: '=', value: userId },
    { column: 'client_unique_id', is: '=', value: name },
  ]);
  for (const row of rows) view.affected(resource, row.id);
  if (rows.length > 0) return rows.map((row) => row.time_tracking_id);
  return passages(userId, { name }, view).length > 0 ? [] : null;
}

/** What is to be recorded, but for when and on which tracking. */
function passing({ call }: Timing, { checkpoint_id }: Tag): Row {
  const { values } = call;
  const name = nameIn(call);
  return {
    checkpoint_id,
    ...Object.fromEntries(
      positions.map((field) => [field, values[field] ?? values[field.replace('geo', 'geo_start')] ?? null]),
    ),
    ...(name === null ? {} : { client_unique_id: name }),
  };
}

function nothingRuns(userId: number, tag: Tag): ApiError {
  const message =
    `_nfc_unique_id stands for checkpoint ${tag.checkpoint_id}, which is recorded on a running time tracking; ` +
    `user ${userId} has none.`;
  return new ApiError('rule_broken', message, { field: '_nfc_unique_id' });
}
