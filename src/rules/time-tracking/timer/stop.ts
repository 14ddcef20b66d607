// The action `stop`: it always works. What runs ends; what does not run stays as it is.
import { ApiError } from '#errors/api-error.ts';
import type { ActionAnswer, ActionView, Call } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { referenceIn } from '../../change.ts';
import { markedAs } from '../timer-marks.ts';
import { echoOf, givenValues } from './given-values.ts';
import { isOffline, momentOf, sideAt, type Moment } from './moment.ts';
import { endOf, isTimed, neighboursOf, runningOf } from './neighbours.ts';
import { noteContradiction } from './note-contradiction.ts';
import { endRequested, openRequest } from './open-request.ts';
import { mayClaim, requestClaim } from './post-date.ts';
import { settleToggles } from './settle-toggles.ts';
import { tagOf } from './tag.ts';
import { zoneOf, type Timing } from './timing.ts';
import { remember, rememberEnd, repeated, toggledBy, trackingNamed } from './uploads.ts';
import { personOf } from './whose.ts';

/** Stops the tracking that the call names, or the one that runs; answers no row when nothing runs. */
export async function stop(call: Call, view: ActionView): Promise<ActionAnswer> {
  const tag = await tagOf(call, view);
  const userId = call.row === null ? personOf(call, tag, 'update') : ownerOf(call, call.row);
  const timing = { call, view, userId, tag };
  const name = call.values['client_unique_id'];
  const named = call.row ?? (await trackingNamed(userId, name, view));
  if (named !== undefined) return stopNamed(timing, named);
  const known = await repeated(userId, name, view);
  if (known !== null) return { ...known, ...echoOf(call) };
  return stopRunning(timing);
}

/** Stops what runs, or was requested to; an upload that comes late, what ran at its time. */
export async function stopRunning(timing: Timing): Promise<ActionAnswer> {
  const { call, userId, view } = timing;
  const zone = await zoneOf(userId, view);
  const running = await runningOf(userId, view);
  const asked = running === undefined && !isOffline(call) ? await openRequest(timing) : null;
  const clocks = (running ?? asked?.row)?.['start_time_timezone'] as string | undefined;
  const at = await momentOf(call, { side: 'end', zone: clocks ?? zone, view });
  const target = isOffline(call) ? await ranAt(timing, at) : running;
  const name = call.values['client_unique_id'];
  const toggled = toggledBy(timing);
  const upload = { userId, name: typeof name === 'string' ? name : null, at, toggled };
  if (target === undefined) {
    if (asked !== null) await endRequested(view, asked, at);
    // What it ends may have been recorded without connection and come later.
    await remember({ ...upload, tracking: null }, view);
    return { ids: [] };
  }
  const answer = await stopAt(timing, target, at);
  if (upload.name !== null || toggled !== null)
    await remember({ ...upload, tracking: target['id'] as number }, view);
  return answer;
}

/** Ends the tracking, which reaches to the moment or beyond. */
export async function stopAt(timing: Timing, target: Row, at: Moment): Promise<ActionAnswer> {
  const { call, tag, view } = timing;
  const values = givenValues(call, 'end', tag !== null);
  const id = target['id'] as number;
  const start = target['start_instant'] as number;
  // Nothing lasts for no time at all: what ends in its first second, or before it by another clock, lasts that second.
  const earliest = at.claimed && at.late ? at.instant : Math.max(at.instant, start + 1);
  const { next } = await neighboursOf(timing.userId, start, view);
  const isCut = next !== undefined && (next['start_instant'] as number) < earliest;
  const end = { instant: isCut ? (next['start_instant'] as number) : earliest, zone: at.zone };
  if (!(await mayClaim(timing, at))) {
    return requestClaim(timing, { tracking: target, values: { ...sideAt('end', end), ...values } });
  }
  await view.change('timeTrackings', id, { ...sideAt('end', end), ...values }, markedAs('stops'));
  if (isCut) await noteContradiction(target, view);
  const formerEnd = endOf(target);
  if (formerEnd < Infinity && next?.['start_instant'] !== formerEnd)
    await rememberEnd(timing.userId, { instant: formerEnd, zone: at.zone }, view);
  if (isOffline(call)) await settleToggles(timing, { instant: end.instant, answered: id });
  return { ids: [id], ...echoOf(call) };
}

/** Which tracking ran at the moment, as far as the timer made it. */
async function ranAt({ userId, view }: Timing, at: Moment): Promise<Row | undefined> {
  const { last } = await neighboursOf(userId, at.instant - 1, view);
  if (last === undefined || endOf(last) <= at.instant) return undefined;
  return last['end_instant'] === null || isTimed(last) ? last : undefined;
}

/**
 * A tracking that has ended stays as it is. If only the next one ended it, an upload from before that is the true end;
 * one from after that contradicts it.
 */
async function stopNamed(timing: Timing, named: Row): Promise<ActionAnswer> {
  const { call, userId, view } = timing;
  const zone = named['start_time_timezone'] as string;
  const at = await momentOf(call, { side: 'end', zone, view });
  if (named['end_instant'] === null) return stopAt(timing, named, at);
  const answer = { ids: [named['id'] as number], ...echoOf(call) };
  const { next } = await neighboursOf(userId, named['start_instant'] as number, view);
  if (!at.claimed || next === undefined || next['start_instant'] !== named['end_instant']) return answer;
  if (at.instant > endOf(named)) await noteContradiction(named, view);
  const isTrueEnd = isOffline(call) && isTimed(named) && at.instant > (named['start_instant'] as number);
  return isTrueEnd && at.instant < endOf(named) ? stopAt(timing, named, at) : answer;
}

function ownerOf({ values }: Call, row: Row): number {
  const sent = referenceIn(values, 'user_id');
  if (sent === null || sent === row['user_id']) return row['user_id'] as number;
  const message = `user_id is ${sent}; time tracking ${row['id']} is of user ${row['user_id']}, give one.`;
  throw new ApiError('contradiction', message, { field: 'user_id' });
}
