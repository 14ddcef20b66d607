// Checkpoints that were passed stand on the tracking that ran then, in whatever order both are uploaded; until there is one,
// those that were passed without connection wait for it.
import { carriedText } from '#resource/carried-row.ts';
import type { Row } from '#resource/rule.ts';
import { localText } from '#values/time-zone.ts';
import type { Moment } from './moment.ts';
import { endOf, neighboursOf } from './neighbours.ts';
import type { Timing } from './timing.ts';
import { nameIn, passages, passedOn, remember, valuesSaid, type Event } from './uploads.ts';

const resource = 'checkpointTrackings';

/** What ran at the moment, up to and with the second in which it ended; what begins in that second only if nothing did. */
export function ranAt({ userId, view }: Timing, instant: number): Row<'timeTrackings'> | undefined {
  const { last: before } = neighboursOf(userId, instant - 1, view);
  if (before !== undefined && endOf(before) >= instant) return before;
  const { last } = neighboursOf(userId, instant, view);
  return last !== undefined && endOf(last) >= instant ? last : undefined;
}

/** A passage of a checkpoint as it is to be written, but for its tracking. */
export function passageAt(at: Moment, more: Row): Row {
  return { ...more, timestamp: localText(at.instant, at.zone), timezone: at.zone };
}

/** Remembers a passage, and on what it stands. */
export function rememberPassage(
  { userId, view }: Timing,
  at: Moment,
  {
    values,
    tracking,
    row,
  }: { readonly values: Row; readonly tracking: number | null; readonly row: number | null },
): void {
  const said = { text: carriedText({ row: values, given: Object.keys(values) }), tag: null };
  remember({ userId, kind: 'passage', name: nameIn({ values }), tracking, at, about: row, said }, view);
}

/**
 * Places the passages from the instant on that stood on a tracking which has changed or is gone, or wait for one that has
 * come. What a user deleted stays deleted, and what has not changed keeps what it has.
 */
export function placePassages(timing: Timing, from: number, touched: ReadonlySet<number>): void {
  const { userId, view } = timing;
  if (touched.size === 0) return;
  for (const passage of passages(userId, { from }, view)) {
    const { instant, time_tracking_id: stood } = passage;
    if (stood !== null && !touched.has(stood)) continue;
    const tracking = ranAt(timing, instant)?.id ?? null;
    if (tracking === stood || (tracking !== null && !touched.has(tracking))) continue;
    placeOn(timing, passage, tracking);
  }
}

/** Takes the passage from the tracking on which it stood to the one that ran; `null`: it waits again. */
function placeOn({ view }: Timing, passage: Event, tracking: number | null): void {
  const { time_tracking_id: stood, about_id: about } = passage;
  const row = about === null ? undefined : view.get(resource, about);
  const hasStood = stood !== null && view.get('timeTrackings', stood) !== undefined;
  if (row === undefined && hasStood) return;
  const id = row?.id ?? null;
  if (tracking === null) {
    if (id !== null) view.delete(resource, id);
    return passedOn(passage, { tracking: null, row: null }, view);
  }
  if (id !== null) view.change(resource, id, { time_tracking_id: tracking });
  const values = { ...valuesSaid(passage), time_tracking_id: tracking };
  const placed = id ?? view.create(resource, values);
  view.affected(resource, placed);
  passedOn(passage, { tracking, row: placed }, view);
}
