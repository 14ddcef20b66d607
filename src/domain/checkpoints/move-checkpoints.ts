// When a tracking is cut in two, its checkpoints belong to the part during which they were passed.
import type { Row, View } from '#resource/rule.ts';
import { instantsOf } from '#values/time-zone.ts';
import { passages, passedOn } from '../time-tracking/timer/uploads.ts';

const resource = 'checkpointTrackings';

/**
 * Moves checkpoints of a tracking that lie in a part cut off behind it, a row with its id: after its start, as what is passed
 * in the second in which something ends belongs to that, and up to its end.
 */
export async function moveCheckpoints(trackingId: number, part: Row, view: View): Promise<void> {
  const passed = await view.find(resource, [{ column: 'time_tracking_id', is: '=', value: trackingId }]);
  if (passed.length === 0) return;
  const uploads = await passages(part['user_id'] as number, { on: trackingId }, view);
  const id = part['id'] as number;
  const [start, end] = [part['start_instant'] as number, (part['end_instant'] as number | null) ?? Infinity];
  for (const row of passed) {
    const upload = uploads.find(({ about_id: about }) => about === row['id']);
    const instant = upload?.instant ?? firstInstant(row);
    if (instant === undefined || instant <= start || instant > end) continue;
    await view.update(resource, row['id'] as number, { time_tracking_id: id });
    view.affected(resource, row['id'] as number);
    if (upload !== undefined) await passedOn(upload, { tracking: id, row: row['id'] as number }, view);
  }
}

/** When it was passed by its own clock; of two equal times the first. */
function firstInstant({ timestamp, timezone }: Row): number | undefined {
  return instantsOf(timestamp as string, timezone as string)[0]?.instant;
}
