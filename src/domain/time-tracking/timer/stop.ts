// The action `stop`: it always works. What runs ends; what does not run stays as it is.
import { ApiError } from '#errors/api-error.ts';
import type { ActionAnswer, ActionView, Call } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { referenceIn } from '../../change.ts';
import { requestNamed } from '../requests/request-named.ts';
import { markedAs } from '../timer-marks.ts';
import { givenValues } from './given-values.ts';
import { isOffline, momentOf, sideAt, type Moment } from './moment.ts';
import { neighboursOf, runningOf } from './neighbours.ts';
import { noteContradiction, noteIfContradicted } from './note-contradiction.ts';
import { openRequest } from './open-request.ts';
import { mayClaim, requestClaim } from './post-date.ts';
import { settleRequested } from './settle-requests.ts';
import { standing } from './said.ts';
import { stopAsked, stopRequested } from './stop-requested.ts';
import { stopUploaded } from './stop-uploaded.ts';
import { tagOf } from './tag.ts';
import { zoneOf, type Timing } from './timing.ts';
import { nameIn, remember, repeated, saidIn, trackingNamed } from './uploads.ts';
import { personOf } from './whose.ts';

type Tracking = Row<'timeTrackings'>;

/** Stops the tracking that the call names, or the one that runs; answers no row when nothing runs. */
export function stop(call: Call<'timeTrackings'>, view: ActionView): ActionAnswer {
  const tag = tagOf(call, view);
  const userId = call.row === null ? personOf(call, tag, 'update') : ownerOf(call, call.row);
  const timing = { call, view, userId, tag };
  const name = nameIn(call);
  const named = call.row ?? trackingNamed(userId, name, view);
  const request = named === undefined ? requestNamed(userId, name, view) : undefined;
  const requested = request === undefined ? null : stopRequested(timing, request);
  if (requested !== null) return requested;
  if (isOffline(call)) return stopOffline(timing, named);
  if (named !== undefined) return stopNamed(timing, named);
  const known = repeated({ userId, name, as: ['stop', 'toggle'] }, view);
  if (known !== null) return known;
  return stopRunning(timing);
}

/** What has ended no tracking may mean a start that was requested. */
function stopOffline(timing: Timing, named: Tracking | undefined): ActionAnswer {
  const answer = stopUploaded(timing, named);
  if (!('ids' in answer) || answer.ids.length > 0) return answer;
  const { call, userId, view } = timing;
  const at = momentOf(call, { side: 'end', zone: zoneOf(userId, view), view });
  settleRequested(timing, at.instant);
  return answer;
}

/** Stops what runs, or was requested to; an upload that comes late, what ran at its time. */
export function stopRunning(timing: Timing): ActionAnswer {
  const { call, userId, view } = timing;
  if (isOffline(call)) return stopUploaded(timing, undefined);
  const zone = zoneOf(userId, view);
  const running = runningOf(userId, view);
  const asked = running === undefined ? openRequest(timing) : null;
  const clocks = running?.start_time_timezone ?? asked?.zone;
  const at = momentOf(call, { side: 'end', zone: clocks ?? zone, view });
  if (running === undefined) {
    if (asked !== null) stopAsked(timing, asked, at);
    // What it ends may have been recorded without connection and come later.
    else remember({ ...stopping(timing), at, tracking: null }, view);
    return { ids: [] };
  }
  const tracking = running.id;
  const isRequested = !mayClaim(timing, at);
  const answer = stopAt(timing, running, at);
  if (isRequested && nameIn(call) !== null) remember({ ...stopping(timing), at, tracking }, view);
  return answer;
}

/** A live stop, or a toggle that stops, as it is remembered. */
function stopping(timing: Timing) {
  const { call, userId } = timing;
  const kind = call.action === 'toggle' ? ('toggle' as const) : ('stop' as const);
  const about = call.row?.id ?? null;
  return { userId, kind, name: nameIn(call), about, said: saidIn(timing) };
}

/** Ends the tracking that runs. What says or names something is remembered: it may come to end what comes later. */
function stopAt(timing: Timing, target: Tracking, at: Moment): ActionAnswer {
  const { call, tag, view } = timing;
  const values = givenValues(call, 'end', tag !== null);
  const { id, start_instant: start } = target;
  // Nothing lasts for no time at all: what ends in its first second, or before it by another clock, lasts that second.
  const earliest = Math.max(at.instant, start + 1);
  const { next } = neighboursOf(timing.userId, start, view);
  const isCut = next !== undefined && next.start_instant < earliest;
  const end = { instant: isCut ? next.start_instant : earliest, zone: at.zone };
  if (!mayClaim(timing, at)) {
    return requestClaim(timing, { tracking: target, values: { ...sideAt('end', end), ...values } });
  }
  view.change('timeTrackings', id, { ...sideAt('end', end), ...values }, markedAs('stops'));
  if (isCut) noteContradiction(target, view);
  const upload = stopping(timing);
  if (upload.name !== null || upload.about !== null || Object.keys(values).length > 0)
    remember({ ...upload, at: end, tracking: id, stood: standing(target, values) }, view);
  return { ids: [id] };
}

/** A tracking that has ended stays as it is; a stop claimed after the start of the next one contradicts that. */
function stopNamed(timing: Timing, named: Tracking): ActionAnswer {
  const { call, view } = timing;
  const at = momentOf(call, { side: 'end', zone: named.start_time_timezone, view });
  if (named.end_instant === null) return stopAt(timing, named, at);
  if (at.claimed) noteIfContradicted(timing, named, at);
  return { ids: [named.id] };
}

function ownerOf({ values }: Pick<Call, 'values'>, row: Tracking): number {
  const sent = referenceIn(values, 'user_id');
  if (sent === null || sent === row.user_id) return row.user_id;
  const message = `user_id is ${sent}; time tracking ${row.id} is of user ${row.user_id}, give one.`;
  throw new ApiError('contradiction', message, { field: 'user_id' });
}
