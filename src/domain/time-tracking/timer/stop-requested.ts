// A stop of something that was only requested so far: the request says when it ended, and nothing that runs is touched.
import type { ActionAnswer } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { givenValues } from './given-values.ts';
import { isOffline, momentOf, type Moment } from './moment.ts';
import { endRequested, requestedStart, requestedStarts, type RequestedStart } from './open-request.ts';
import { nextStart, settleRequested } from './settle-requests.ts';
import type { Timing } from './timing.ts';
import { nameIn, remember, saidBy, saidIn, uploadsNamed } from './uploads.ts';

/**
 * Stops the start that was requested under the name of the call; what is decided already, or has ended, stays as it is.
 * `null`: the stop was before that start, so its name is its own.
 */
export function stopRequested(
  timing: Timing,
  request: Row<'changeTimeTrackingRequests'>,
): ActionAnswer | null {
  const { call, view } = timing;
  const nothing = { ids: [] };
  const named = requestedStart(request);
  if (named === null) return nothing;
  const at = momentOf(call, { side: 'end', zone: named.zone, view });
  if (isOffline(call)) {
    if (at.instant < named.start) return null;
    rememberStop(timing, at);
    settleRequested(timing, named.start);
  } else if (named.end === null) stopAsked(timing, named, at);
  return nothing;
}

/** Ends what was requested to start, at the latest where the next start lies; nothing lasts for no time at all. */
export function stopAsked(timing: Timing, request: RequestedStart, at: Moment): void {
  const { call, tag, userId, view } = timing;
  const { start } = request;
  const instant = Math.max(at.instant, start + 1);
  const bound = nextStart(timing, start, requestedStarts(timing));
  const end = bound !== null && bound.instant < instant ? bound : { instant, zone: at.zone };
  endRequested(view, request, { ...end, values: givenValues(call, 'end', tag !== null) });
  // What it ends may have been recorded without connection and come later.
  remember(
    {
      userId,
      kind: 'stop',
      name: nameIn(call),
      tracking: null,
      at: { instant, zone: at.zone },
      said: saidIn(timing),
    },
    view,
  );
}

function rememberStop(timing: Timing, at: Moment): void {
  const { userId, view } = timing;
  const name = nameIn(timing.call);
  const known = (name === null ? [] : uploadsNamed(userId, name, view)).some(
    ({ kind, instant }) => kind === 'stop' && instant === at.instant,
  );
  if (known) return;
  remember({ userId, kind: 'stop', name, tracking: null, at, said: saidBy(timing) }, view);
}
