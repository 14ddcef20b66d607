// When a tracking is cut in two, its checkpoints belong to the part during which they were passed.
import type { Row, View } from '#resource/rule.ts';
import { instantsOf } from '#values/time-zone.ts';
import { checkpointEvents, placeEvent } from '../timer/checkpoint-events.ts';

const resource = 'checkpointTrackings';

/**
 * Moves checkpoints of a tracking that lie in a part cut off behind it, a row with its id: after its start, as what is passed
 * in the second in which something ends belongs to that, and up to its end.
 */
export function moveCheckpoints(
  trackingId: number,
  part: Pick<Row<'timeTrackings'>, 'id' | 'user_id' | 'start_instant' | 'end_instant'>,
  view: View,
): void {
  const passed = view.find(resource, [{ column: 'time_tracking_id', is: '=', value: trackingId }]);
  if (passed.length === 0) return;
  const standing = { column: 'time_tracking_id', is: '=', value: trackingId } as const;
  const events = checkpointEvents({ userId: part.user_id, view }, standing);
  const id = part.id;
  const [start, end] = [part.start_instant, part.end_instant ?? Infinity];
  for (const row of passed) {
    const event = events.find(({ about_id: about }) => about === row.id);
    const instant = event?.instant ?? firstInstant(row);
    if (instant === undefined || instant <= start || instant > end) continue;
    view.update(resource, row.id, { time_tracking_id: id });
    view.affected(resource, row.id);
    if (event !== undefined) placeEvent(event, { tracking: id, row: row.id }, view);
  }
}

/** When it was passed by its own clock; of two equal times the first. */
function firstInstant({ timestamp, timezone }: Row<'checkpointTrackings'>): number | undefined {
  return instantsOf(timestamp, timezone)[0]?.instant;
}
