// Checkpoints that were passed stand on the tracking that ran then, in whatever order both are uploaded; until there is one,
// those that were passed without connection wait for it.
import type { Comparison, Row, View } from '#resource/rule.ts';
import { eventOf, valuesSaid, type Event } from './events.ts';
import type { Shown } from './moment.ts';
import { endOf, neighboursOf } from './neighbours.ts';
import type { Whose } from './story.ts';
import type { TimerCall } from './timer-call.ts';

const resource = 'checkpointTrackings';

/** Where a checkpoint event stands: a tracking and a row of `checkpointTrackings`; `null`: nowhere so far. */
interface Place {
  readonly tracking: number | null;
  readonly row: number | null;
}

/** What ran at the moment, up to and with the second in which it ended; what begins in that second only if nothing did. */
export function ranAt({ userId, view }: Whose, instant: number): Row<'timeTrackings'> | undefined {
  for (const second of [instant - 1, instant]) {
    const { last } = neighboursOf(userId, second, view);
    if (last !== undefined && endOf(last) >= instant) return last;
  }
  return undefined;
}

/** Remembers what was recorded of a checkpoint, and lets it stand on the tracking; `null`: it waits for one. */
export function recordPassage(call: TimerCall, at: Shown, values: Row, tracking: number | null): void {
  const said = JSON.stringify({ row: values, given: Object.keys(values) });
  const event = eventOf(call, at, { kind: 'passage', said, tag_id: null });
  const id = call.view.insert('timerUploads', event);
  if (tracking !== null) placeOn(call, { ...event, id }, tracking);
}

/** Checkpoint events that are remembered: those of a name, from an instant on, or that stand on a tracking. */
export function checkpointEvents({ userId, view }: Whose, which: Comparison): readonly Event[] {
  const own: Comparison = { column: 'user_id', is: '=', value: userId };
  const events = view.find('timerUploads', [own, which], { orderBy: ['instant'] });
  return events.filter(({ kind }) => kind === 'passage');
}

/** Records where a checkpoint event stands. */
export function placeEvent({ id }: Event, { tracking, row }: Place, view: View): void {
  view.update('timerUploads', id, { time_tracking_id: tracking, about_id: row });
}

/**
 * Places those from the instant on that stood on a tracking which has changed or is gone, or wait for one that has come.
 * What a user deleted stays deleted, and what has not changed keeps what it has.
 */
export function placeCheckpoints(
  call: Pick<TimerCall, 'userId' | 'view'>,
  from: number,
  touched: ReadonlySet<number>,
): void {
  if (touched.size === 0) return;
  for (const event of checkpointEvents(call, { column: 'instant', is: '>=', value: from })) {
    const { instant, time_tracking_id: stood } = event;
    if (stood !== null && !touched.has(stood)) continue;
    const tracking = ranAt(call, instant)?.id ?? null;
    if (tracking === stood || (tracking !== null && !touched.has(tracking))) continue;
    placeOn(call, event, tracking);
  }
}

/** Takes it from the tracking on which it stood to the one that ran; `null`: it waits again. */
function placeOn({ view }: Pick<TimerCall, 'view'>, event: Event, tracking: number | null): void {
  const { time_tracking_id: stood, about_id: about } = event;
  const row = about === null ? undefined : view.get(resource, about);
  const hasStood = stood !== null && view.get('timeTrackings', stood) !== undefined;
  if (row === undefined && hasStood) return;
  const id = row?.id ?? null;
  if (tracking === null) {
    if (id !== null) view.delete(resource, id);
    return placeEvent(event, { tracking: null, row: null }, view);
  }
  if (id !== null) view.change(resource, id, { time_tracking_id: tracking });
  const placed = id ?? view.create(resource, { ...valuesSaid(event), time_tracking_id: tracking });
  view.affected(resource, placed);
  placeEvent(event, { tracking, row: placed }, view);
}
