// Claims that lie too far back to be live are post-dated: they need the right to that, or become a request.
import type { ApiError } from '#errors/api-error.ts';
import type { ActionAnswer, ActionView } from '#resource/action.ts';
import { carriedText } from '#resource/carried-row.ts';
import type { Row } from '#resource/rule.ts';
import { localText } from '#values/time-zone.ts';
import { knownRow } from '../../../known-row.ts';
import { sentNumber } from '../../../sent-values.ts';
import { mayPostDate, tooEarlyToEnter } from '../../requests/post-dating.ts';
import { requestComment } from '../../requests/request-instead.ts';
import { proposedTracking } from '../../requests/request-named.ts';
import { insertion } from '../apply.ts';
import { nameIn } from '../events.ts';
import type { Moment } from '../moment.ts';
import { recordTimed, requestedBefore, settleRequested } from '../requested-starts.ts';
import { actingSight } from '../target-user.ts';
import type { TimerCall } from '../timer-call.ts';

const resource = 'changeTimeTrackingRequests';

/** Whether the caller may do at once what they claim. */
export async function mayClaim({ sight, userId, view }: TimerCall, at: Moment): Promise<boolean> {
  return !at.late || mayPostDate(actingSight(sight, userId), userId, view);
}

/** Why the person may not claim the start, though they may post-date; `null`: they may. */
export async function tooEarlyClaim(
  { sight, userId, view }: TimerCall,
  at: Moment,
): Promise<ApiError | null> {
  if (!at.late) return null;
  const entered = { userId, start: localText(at.instant, at.zone) };
  return tooEarlyToEnter(actingSight(sight, userId), entered, view);
}

/** What is asked for in place of a claim; `refusal`: what is answered when no request is asked for. */
interface RequestedClaim {
  readonly tracking: { readonly id: number } | null;
  readonly values: Row;
  readonly refusal?: ApiError | null;
}

/** Writes a request in place of what was claimed; throws `not_allowed` when none was asked for. */
export async function requestClaim(call: TimerCall, claim: RequestedClaim): Promise<ActionAnswer> {
  const { view } = call;
  const { tracking, values, refusal = null } = claim;
  const comment = requestComment(call.parameters, refusal);
  const proposal = { row: values, given: Object.keys(values) };
  const known = tracking === null ? await requestedBefore(call, proposal) : await claimedBefore(call, claim);
  const asked = {
    time_tracking_id: tracking?.id ?? null,
    proposal: carriedText(proposal),
    request_user_comment: comment,
    client_unique_id: nameIn(call),
  };
  const id = known ?? (await view.create(resource, asked, insertion(call)));
  if (tracking !== null) {
    view.affected(resource, id);
    return { ids: [tracking.id] };
  }
  const request = await knownRow(view, resource, id);
  if (known !== null) return answerRequest(view, request);
  if (values['end_time'] != null) await recordTimed(view, id);
  await settleRequested(call, sentNumber(proposedTracking(request), 'start_instant'));
  return answerRequest(view, await knownRow(view, resource, id));
}

/** Answers the tracking for which the request asks, with the request under `Affected`; one that is granted as it is booked. */
export function answerRequest(view: ActionView, request: Row<typeof resource>): ActionAnswer {
  view.affected(resource, request.id);
  const { time_tracking_id: granted } = request;
  return granted === null ? { unwritten: proposedTracking(request) } : { ids: [granted] };
}

/** The same stop, claimed under the same name before: it counts once, whatever was decided about it. */
async function claimedBefore(call: TimerCall, { tracking, values }: RequestedClaim): Promise<number | null> {
  const name = nameIn(call);
  if (tracking === null || name === null) return null;
  const [known] = await call.view.find(resource, [
    { column: 'time_tracking_id', is: '=', value: tracking.id },
    { column: 'client_unique_id', is: '=', value: name },
    { column: 'new_end_time', is: '=', value: values['end_time'] ?? null },
  ]);
  return known?.id ?? null;
}
