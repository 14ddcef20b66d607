// A tag that stands for a checkpoint: it is recorded on the tracking that runs.
import { ApiError } from '#errors/api-error.ts';
import type { ActionAnswer } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { referenceIn } from '../../change.ts';
import { echoOf } from './given-values.ts';
import { momentOf, sideAt } from './moment.ts';
import { runningOf } from './neighbours.ts';
import { startOn } from './start-on.ts';
import type { Timing } from './timing.ts';

const positions = ['geo_lat', 'geo_long', 'geo_accuracy'] as const;

/** Records the checkpoint, then begins the task that the tag names for afterwards. */
export async function passCheckpoint(timing: Timing, tag: Row): Promise<ActionAnswer> {
  const { call, userId, view } = timing;
  const running = await runningOf(userId, view);
  if (running === undefined) throw nothingRuns(userId, tag);
  const zone = running['start_time_timezone'] as string;
  const at = await momentOf(call, { side: 'start', zone, view });
  const name = call.values['client_unique_id'];
  const id = await view.create('checkpointTrackings', {
    checkpoint_id: tag['checkpoint_id'] as number,
    time_tracking_id: running['id'] as number,
    timestamp: sideAt('start', at)['start_time'] as string,
    timezone: at.zone,
    ...Object.fromEntries(
      positions.map((field) => [
        field,
        call.values[field] ?? call.values[field.replace('geo', 'geo_start')] ?? null,
      ]),
    ),
    ...(typeof name === 'string' ? { client_unique_id: name } : {}),
  });
  view.affected('checkpointTrackings', id);
  const afterwards = referenceIn(tag, 'start_task_afterwards');
  if (afterwards !== null) return startOn(timing, at, afterwards);
  return { ids: [running['id'] as number], ...echoOf(call) };
}

function nothingRuns(userId: number, tag: Row): ApiError {
  const message =
    `_nfc_unique_id stands for checkpoint ${tag['checkpoint_id']}, which is recorded on a running time tracking; ` +
    `user ${userId} has none.`;
  return new ApiError('rule_broken', message, { field: '_nfc_unique_id' });
}
