// A tag that stands for a checkpoint: it is recorded on the tracking that runs, or ran then.
import { ApiError } from '#errors/api-error.ts';
import type { ActionAnswer } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { localText } from '#values/time-zone.ts';
import { reportAffected } from '../apply.ts';
import { checkpointEvents, ranAt, recordPassage } from '../checkpoint-events.ts';
import { nameIn } from '../events.ts';
import { isOffline, momentOf, type Moment } from '../moment.ts';
import { runningOf } from '../neighbours.ts';
import { storyAt } from '../story.ts';
import { taskAfterwards, type Tag, type TimerCall } from '../timer-call.ts';
import { mayClaim, tooEarlyClaim } from './claim.ts';
import { takeLate } from './late.ts';
import { startOn } from './live.ts';

const resource = 'checkpointTrackings';

/**
 * Records the checkpoint, then begins the task that the tag names for afterwards. Under one name it is recorded once; what
 * was recorded without connection waits for the tracking that ran then.
 */
export function passCheckpoint(call: TimerCall, tag: Tag): ActionAnswer {
  const { userId, view } = call;
  const known = passedBefore(call);
  if (known !== null) return { ids: known };
  const running = isOffline(call) ? undefined : runningOf(userId, view);
  const at = momentOf(call, 'start', running?.start_time_timezone);
  const isThen = at.claimed || isOffline(call);
  const ran = (isThen ? ranAt(call, at.instant) : undefined) ?? running;
  if (ran === undefined && !isOffline(call)) {
    const what = `checkpoint ${tag.checkpoint_id}, which is recorded on a running time tracking`;
    const message = `_nfc_unique_id stands for ${what}; user ${userId} has none.`;
    throw new ApiError('rule_broken', message, { field: '_nfc_unique_id' });
  }
  const tracking = ran?.id ?? null;
  recordPassage(call, at, recordedBy(call, tag, at), tracking);
  const afterwards = taskAfterwards(tag);
  if (afterwards !== null && isSettled(call, at)) return beginAfterwards(call, at, tracking);
  if (afterwards === null || tracking === null) return { ids: tracking === null ? [] : [tracking] };
  return startOn(
    { ...call, action: 'start', values: { ...call.values, task_id: afterwards } },
    at,
    afterwards,
  );
}

/** Whether what the tag begins afterwards follows from what comes to have run then: it was recorded, and needs no request. */
function isSettled(call: TimerCall, at: Moment): boolean {
  return isOffline(call) && mayClaim(call, at) && tooEarlyClaim(call, at) === null;
}

/** Remembers, as a toggle, that the task afterwards begins if anything runs; answers what it has begun, else what ran. */
function beginAfterwards(call: TimerCall, at: Moment, ran: number | null): ActionAnswer {
  const { led, changed } = takeLate(storyAt({ ...call, action: 'toggle' }, at.instant), at);
  const answered = led ?? ran;
  reportAffected(call, changed, answered);
  return { ids: answered === null ? [] : [answered] };
}

/** The trackings on which a checkpoint of this name is recorded; `null`: it is new. */
function passedBefore(call: TimerCall): readonly number[] | null {
  const { userId, view } = call;
  const name = nameIn(call);
  if (name === null) return null;
  const named = { column: 'client_unique_id', is: '=', value: name } as const;
  const rows = view.find(resource, [{ column: 'user_id', is: '=', value: userId }, named]);
  for (const row of rows) view.affected(resource, row.id);
  if (rows.length > 0) return rows.map((row) => row.time_tracking_id);
  return checkpointEvents(call, named).length > 0 ? [] : null;
}

/** What is to be recorded, but for on which tracking. */
function recordedBy(call: TimerCall, { checkpoint_id }: Tag, { instant, zone }: Moment): Row {
  const { values } = call;
  const name = nameIn(call);
  const position = ['lat', 'long', 'accuracy'].map((part) => {
    const sent = values[`geo_${part}`] ?? values[`geo_start_${part}`];
    return [`geo_${part}`, sent ?? null] as const;
  });
  return {
    checkpoint_id,
    ...Object.fromEntries(position),
    ...(name === null ? {} : { client_unique_id: name }),
    timestamp: localText(instant, zone),
    timezone: zone,
  };
}
