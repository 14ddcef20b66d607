// A toggle without connection means what it would have meant in order. When something from before it is uploaded after it,
// it is taken the other way: what it started goes, what it stopped is begun anew; and so on with the toggles behind it.
import { carriedRow } from '#resource/carried-row.ts';
import type { Row } from '#resource/rule.ts';
import { markedAs } from '../timer-marks.ts';
import { begin } from './begin.ts';
import { taskOf } from './choose-task.ts';
import { givenValues } from './given-values.ts';
import { isForAnother } from './is-for-another.ts';
import { endOf, isTimed, neighboursOf } from './neighbours.ts';
import type { Timing } from './timing.ts';
import { nextToggle, rememberEnd, toggleLedTo, trackingNamed } from './uploads.ts';

/** What was uploaded: when it happened, and the tracking that the answer shows. */
export interface Uploaded {
  readonly instant: number;
  readonly answered: number;
}

/** Takes the toggles behind it as they are meant now; what changes beside the answered tracking is in `Affected`. */
export async function settleToggles(timing: Timing, { instant, answered }: Uploaded): Promise<void> {
  const removed = new Set<unknown>();
  for (let from = instant; ;) {
    const toggle = await nextToggle(timing.userId, from, timing.view);
    if (toggle === null || !(await settle(timing, { toggle, from, removed, answered }))) return;
    from = toggle['instant'] as number;
  }
}

interface Link {
  readonly toggle: Row;
  /** When what goes before the toggle has changed. */
  readonly from: number;
  /** Ids of trackings that toggles before this one started, and that are gone. */
  readonly removed: Set<unknown>;
  readonly answered: number;
}

/** Whether the toggle had to be taken the other way. */
async function settle(timing: Timing, { toggle, from, removed, answered }: Link): Promise<boolean> {
  const { userId, view } = timing;
  const instant = toggle['instant'] as number;
  const { last: before } = await neighboursOf(userId, instant - 1, view);
  // Somebody changed by hand what was there.
  if (before === undefined || (before['start_instant'] !== from && endOf(before) !== from)) return false;
  const led = toggle['time_tracking_id'];
  const { last } = await neighboursOf(userId, instant, view);
  const started = last?.['start_instant'] === instant ? last : undefined;
  const isThere = started?.['id'] === led || (await view.get('timeTrackings', led as number)) !== undefined;
  if ((started !== undefined && started['id'] !== led) || !(isThere || removed.has(led))) return false;
  const own = await asCalled(timing, toggle);
  const stops = endOf(before) >= instant && !(await isForAnother(own, before));
  if (stops !== (started !== undefined)) return false;
  if (started === undefined) {
    await startInstead(own, toggle);
    return true;
  }
  if (started['approved_by_admin'] === 1 || !isTimed(started)) return false;
  await takeBack(timing, started);
  removed.add(led);
  const ended = before['id'] as number;
  await view.change(
    'timeTrackings',
    ended,
    givenValues(own.call, 'end', own.tag !== null),
    markedAs('stops'),
  );
  if (ended !== answered) view.affected('timeTrackings', ended);
  await toggleLedTo(toggle, ended, view);
  return true;
}

/** The toggle as it was called, for what has come of the account since. */
async function asCalled({ call, userId, view }: Timing, toggle: Row): Promise<Timing> {
  const values = carriedRow(toggle['toggled'])?.row ?? {};
  const tagId = toggle['tag_id'];
  const tag = typeof tagId === 'number' ? ((await view.get('nfcTransponders', tagId)) ?? null) : null;
  return { call: { ...call, values, parameters: {} }, userId, view, tag };
}

async function startInstead(own: Timing, toggle: Row): Promise<void> {
  const { call, userId, view } = own;
  const zone = toggle['zone'] as string;
  const at = { instant: toggle['instant'] as number, zone, claimed: true, late: true };
  const { client_unique_id: name = null, ...unnamed } = call.values;
  const isTaken = (await trackingNamed(userId, name, view)) !== undefined;
  const timing = isTaken ? { ...own, call: { ...call, values: unnamed } } : own;
  const id = await begin(timing, at, await taskOf(timing, at));
  view.affected('timeTrackings', id);
  await toggleLedTo(toggle, id, view);
}

/** What is gone has not ended anything, but a stop that ended it may end something else. */
async function takeBack({ userId, view }: Timing, started: Row): Promise<void> {
  const id = started['id'] as number;
  const end = endOf(started);
  await view.delete('timeTrackings', id);
  view.affected('timeTrackings', id);
  const { next } = await neighboursOf(userId, started['start_instant'] as number, view);
  if (end === Infinity || next?.['start_instant'] === end) return;
  await rememberEnd(userId, { instant: end, zone: started['end_time_timezone'] as string }, view);
}
