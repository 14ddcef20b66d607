// Checkpoints that were passed stand on the tracking that ran then, in whatever order both are uploaded; until there is one,
// those that were passed without connection wait for it.
import { carriedRow, carriedText } from '#resource/carried-row.ts';
import type { Row } from '#resource/rule.ts';
import { sideAt, type Moment } from './moment.ts';
import { endOf, neighboursOf } from './neighbours.ts';
import type { Settling } from './settling.ts';
import type { Timing } from './timing.ts';
import { passages, passedOn, remember } from './uploads.ts';

const resource = 'checkpointTrackings';

/** What ran at the moment, up to and with the second in which it ended; what begins in that second only if nothing did. */
export async function ranAt({ userId, view }: Timing, instant: number): Promise<Row | undefined> {
  const { last: before } = await neighboursOf(userId, instant - 1, view);
  if (before !== undefined && endOf(before) >= instant) return before;
  const { last } = await neighboursOf(userId, instant, view);
  return last !== undefined && endOf(last) >= instant ? last : undefined;
}

/** A passage of a checkpoint as it is to be written, but for its tracking. */
export function passageAt(at: Moment, more: Row): Row {
  return { ...more, timestamp: sideAt('start', at)['start_time'] as string, timezone: at.zone };
}

/** Remembers a passage, and on what it stands. */
export async function rememberPassage(
  { userId, view }: Timing,
  at: Moment,
  {
    values,
    tracking,
    row,
  }: { readonly values: Row; readonly tracking: number | null; readonly row: number | null },
): Promise<void> {
  const said = { text: carriedText({ row: values, given: Object.keys(values) }), tag: null };
  const name = (values['client_unique_id'] ?? null) as string | null;
  await remember({ userId, kind: 'passage', name, tracking, at, about: row, said }, view);
}

/**
 * Places the passages from the instant on that stood on a tracking which has changed or is gone, or wait for one that has
 * come. What somebody deleted stays deleted, and what has not changed keeps what it has.
 */
export async function placePassages(
  { timing, removed, changed }: Settling,
  from: number,
  begun: number | null,
): Promise<void> {
  const { userId, view } = timing;
  const touched = new Set([...removed, ...changed, ...(begun === null ? [] : [begun])]);
  if (touched.size === 0) return;
  for (const passage of await passages(userId, { from }, view)) {
    const stood = passage['time_tracking_id'];
    if (stood !== null && !touched.has(stood)) continue;
    const tracking = ((await ranAt(timing, passage['instant'] as number))?.['id'] ?? null) as number | null;
    if (tracking === stood || (tracking !== null && !touched.has(tracking))) continue;
    await placeOn(timing, passage, tracking);
  }
}

/** Takes the passage from the tracking on which it stood to the one that ran; `null`: it waits again. */
async function placeOn({ view }: Timing, passage: Row, tracking: number | null): Promise<void> {
  const { time_tracking_id: stood, about_id: about } = passage;
  const row = typeof about === 'number' ? await view.get(resource, about) : undefined;
  const hasStood = typeof stood === 'number' && (await view.get('timeTrackings', stood)) !== undefined;
  if (row === undefined && hasStood) return;
  const id = row === undefined ? null : (row['id'] as number);
  if (tracking === null) {
    if (id !== null) await view.delete(resource, id);
    return passedOn(passage, { tracking: null, row: null }, view);
  }
  if (id !== null) await view.change(resource, id, { time_tracking_id: tracking });
  const values = { ...carriedRow(passage['said'])?.row, time_tracking_id: tracking };
  const placed = id ?? (await view.create(resource, values));
  view.affected(resource, placed);
  await passedOn(passage, { tracking, row: placed }, view);
}
