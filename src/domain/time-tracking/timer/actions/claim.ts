// Claims that lie too far back to be live are post-dated: they need the right to that, or become a request.
import type { ApiError } from '#errors/api-error.ts';
import type { ActionAnswer, ActionView } from '#resource/action.ts';
import { pendingRowText } from '#resource/pending-row.ts';
import type { Row } from '#resource/rule.ts';
import { localText } from '#values/time-zone.ts';
import { mayPostDate, tooEarlyToEnter } from '../../requests/post-dating.ts';
import { requestComment } from '../../requests/request-instead.ts';
import { proposedTracking } from '../../requests/request-named.ts';
import { insertion } from '../apply.ts';
import { nameIn } from '../events.ts';
import type { Moment } from '../moment.ts';
import { requestStart } from '../requested-starts.ts';
import { actingAccessContext } from '../target-user.ts';
import type { TimerCall } from '../timer-call.ts';

const resource = 'changeTimeTrackingRequests';

/** Whether the caller may do at once what they claim. */
export function mayClaim({ accessContext, userId, view }: TimerCall, at: Moment): boolean {
  return !at.late || mayPostDate(actingAccessContext(accessContext, userId), userId, view);
}

/** Why the person may not claim the start, though they may post-date; `null`: they may. */
export function tooEarlyClaim({ accessContext, userId, view }: TimerCall, at: Moment): ApiError | null {
  if (!at.late) return null;
  const entered = { userId, start: localText(at.instant, at.zone) };
  return tooEarlyToEnter(actingAccessContext(accessContext, userId), entered, view);
}

/** What is asked for in place of a claim; `refusal`: what is answered when no request is asked for. */
interface RequestedClaim {
  readonly tracking: { readonly id: number } | null;
  readonly values: Row;
  readonly refusal?: ApiError | null;
}

/** Writes a request in place of what was claimed; throws `not_allowed` when none was asked for. */
export function requestClaim(
  call: TimerCall,
  at: Moment,
  { tracking, values, refusal = null }: RequestedClaim,
): ActionAnswer {
  const { view } = call;
  const request_user_comment = requestComment(call.parameters, refusal);
  const [time_tracking_id, client_unique_id] = [tracking?.id ?? null, nameIn(call)];
  const write = (end: Row): number => {
    const row = { ...values, ...end };
    const proposal = pendingRowText({ row, given: Object.keys(row) });
    const columns = { time_tracking_id, proposal, request_user_comment, client_unique_id };
    return view.create(resource, columns, insertion(call));
  };
  if (tracking === null) {
    const proposal = { row: values, given: Object.keys(values) };
    return answerRequest(view, requestStart(call, { ...at, proposal }, write));
  }
  view.affected(resource, claimedBefore(call, tracking.id, values) ?? write({}));
  return { ids: [tracking.id] };
}

/** Answers the tracking for which the request asks, with the request under `Affected`; one that is granted as it is booked. */
export function answerRequest(view: ActionView, request: Row<typeof resource>): ActionAnswer {
  view.affected(resource, request.id);
  const { time_tracking_id: granted } = request;
  return granted === null ? { unwritten: proposedTracking(request) } : { ids: [granted] };
}

/** The same stop, claimed under the same name before: it counts once, whatever was decided about it. */
function claimedBefore(call: TimerCall, tracking: number, { end_time: end }: Row): number | null {
  const name = nameIn(call);
  if (name === null) return null;
  const [known] = call.view.find(resource, [
    { column: 'time_tracking_id', is: '=', value: tracking },
    { column: 'client_unique_id', is: '=', value: name },
    { column: 'new_end_time', is: '=', value: end ?? null },
  ]);
  return known?.id ?? null;
}
