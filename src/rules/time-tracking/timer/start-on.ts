// Starting on a task that is known, at a moment that is known: at once, or as a request.
import type { ActionAnswer } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { isAskedFor } from '../../requests/request-instead.ts';
import { begin, newTracking } from './begin.ts';
import { isLiveRequestable } from './check-live-start.ts';
import { isOffline, sideAt, type Moment } from './moment.ts';
import { mayClaim, requestClaim, tooEarlyClaim } from './post-date.ts';
import { placePassages } from './place-passages.ts';
import { endOfStart, settleRequested } from './settle-requests.ts';
import { settleFrom, settleNamed, settleWaiting } from './settle-uploads.ts';
import { settlingOf, tellChanged, type Settling } from './settling.ts';
import type { Timing } from './timing.ts';
import { countFrom, nameIn, remember, saidBy, uploadsAt, uploadsNamed } from './uploads.ts';

/** Starts a tracking on the task at the moment; what the caller may not claim is requested instead, or refused. */
export async function startOn(timing: Timing, at: Moment, taskId: number): Promise<ActionAnswer> {
  const { call } = timing;
  const values = newTracking(timing, at, taskId);
  const isAllowed = await mayClaim(timing, at);
  const refusal = isAllowed ? await tooEarlyClaim(timing, at) : null;
  if (!isAllowed || refusal !== null || (await isRequestedOutside(timing, at, values))) {
    const end = isOffline(call) ? await requestedEnd(timing, at) : {};
    return requestClaim(timing, { tracking: null, values: { ...values, ...end }, refusal });
  }
  const settling = settlingOf(timing);
  const id = await begin(timing, at, { taskId, changed: settling.changed });
  if (isOffline(call)) {
    await settleStart(settling, at, id);
    await settleRequested(timing, at.instant);
  }
  if (at.late) await placePassages(settling, at.instant, id);
  tellChanged(settling, id);
  return { ids: [id] };
}

/** The columns of the end that a start without connection has already, if it is requested. */
async function requestedEnd(timing: Timing, at: Moment): Promise<Row> {
  const starting = {
    start: at.instant,
    zone: at.zone,
    name: nameIn(timing.call),
    isOffline: true,
    end: null,
  };
  const end = await endOfStart(timing, starting);
  return end === null ? {} : { ...end.values, ...sideAt('end', end) };
}

/** Remembers a start without connection, and takes what is remembered behind it as it is meant now. */
async function settleStart(settling: Settling, at: Moment, id: number): Promise<void> {
  const { timing } = settling;
  const { call, userId, view } = timing;
  const [name, said] = [nameIn(call), saidBy(timing)];
  const kind = call.action === 'toggle' && said !== null ? 'toggle' : 'start';
  const known = (await uploadsAt(userId, at.instant, view)).some(
    (upload) =>
      upload['kind'] === kind &&
      upload['client_unique_id'] === name &&
      upload['said'] === (said?.text ?? null),
  );
  if (!known) await remember({ userId, kind, name, tracking: id, at, said }, view);
  const named = name === null ? [] : await uploadsNamed(userId, name, view);
  for (const upload of named)
    if (upload['kind'] === 'stop' && upload['instant'] === at.instant)
      await countFrom(upload, at.instant + 1, view);
  await settleFrom(settling, at.instant);
  await settleNamed(settling, name, at.instant);
  await settleWaiting(settling, at.instant);
}

/** Whether a live start outside the geofences is asked for, where that can be requested. */
async function isRequestedOutside({ call, view }: Timing, at: Moment, values: Row): Promise<boolean> {
  return !at.late && isAskedFor(call.parameters) && (await isLiveRequestable(values, view));
}
