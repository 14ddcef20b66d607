// Claims that lie too far back to be live are post-dated: they need the right to that, or become a request.
import type { ApiError } from '#errors/api-error.ts';
import type { ActionAnswer, ActionView } from '#resource/action.ts';
import { carriedText } from '#resource/carried-row.ts';
import type { Row } from '#resource/rule.ts';
import { localText } from '#values/time-zone.ts';
import { referenceIn } from '../../change.ts';
import { knownRow } from '../../known-row.ts';
import { sentNumber } from '../../sent-values.ts';
import { mayPostDate, tooEarlyToEnter } from '../requests/post-dating.ts';
import { requestComment } from '../requests/request-instead.ts';
import { proposedTracking } from '../requests/request-named.ts';
import { isInsertedInto } from '../make-room.ts';
import type { Moment } from './moment.ts';
import { noteTimed, requestedBefore } from './open-request.ts';
import { settleRequested } from './settle-requests.ts';
import type { Timing } from './timing.ts';
import { nameIn } from './uploads.ts';
import { actingSight } from './whose.ts';

const resource = 'changeTimeTrackingRequests';

/** Whether the caller may do at once what they claim. */
export function mayClaim({ call, userId, view }: Timing, at: Moment): boolean {
  return !at.late || mayPostDate(actingSight(call.sight, userId), userId, view);
}

/** Why the person may not claim the start, though they may post-date; `null`: they may. */
export function tooEarlyClaim({ call, userId, view }: Timing, at: Moment): ApiError | null {
  if (!at.late) return null;
  const entered = { userId, start: localText(at.instant, at.zone) };
  return tooEarlyToEnter(actingSight(call.sight, userId), entered, view);
}

/** What is asked for in place of a claim; `refusal`: what is answered when no request is asked for. */
export interface RequestedClaim {
  readonly tracking: Pick<Row<'timeTrackings'>, 'id'> | null;
  readonly values: Row;
  readonly refusal?: ApiError | null;
}

/** Writes a request in place of what was claimed; throws `not_allowed` when none was asked for. */
export function requestClaim(
  timing: Timing,
  { tracking, values, refusal = null }: RequestedClaim,
): ActionAnswer {
  const { call, view } = timing;
  const comment = requestComment(call.parameters, refusal);
  const claim = { tracking, values, name: nameIn(call) };
  const proposal = { row: values, given: Object.keys(values) };
  const known = tracking === null ? requestedBefore(timing, proposal) : null;
  if (known !== null) return answerRequest(view, knownRow(view, resource, known));
  const id =
    claimedBefore(timing, claim) ??
    view.create(
      resource,
      {
        time_tracking_id: tracking?.id ?? null,
        proposal: carriedText(proposal),
        request_user_comment: comment,
        client_unique_id: claim.name,
      },
      { parameters: { _insert_into_conflicting: isInsertedInto(call.parameters) ? 1 : 0 } },
    );
  if (tracking !== null) {
    view.affected(resource, id);
    return { ids: [tracking.id] };
  }
  if (values['end_time'] != null) noteTimed(view, id);
  const asked = proposedTracking(knownRow(view, resource, id));
  settleRequested(timing, sentNumber(asked, 'start_instant'));
  return answerRequest(view, knownRow(view, resource, id));
}

/** Answers the tracking for which the request asks, with the request under `Affected`; one that is granted as it is booked. */
export function answerRequest(view: ActionView, request: Row<typeof resource>): ActionAnswer {
  view.affected(resource, request.id);
  const granted = referenceIn(request, 'time_tracking_id');
  if (granted !== null) return { ids: [granted] };
  return { unwritten: proposedTracking(request) };
}

/** The same stop, claimed under the same name before: it counts once, whatever was decided about it. */
function claimedBefore(
  { view }: Timing,
  { tracking, values, name }: RequestedClaim & { readonly name: string | null },
): number | null {
  if (tracking === null || name === null) return null;
  const [known] = view.find(resource, [
    { column: 'time_tracking_id', is: '=', value: tracking.id },
    { column: 'client_unique_id', is: '=', value: name },
    { column: 'new_end_time', is: '=', value: values['end_time'] ?? null },
  ]);
  return known?.id ?? null;
}
