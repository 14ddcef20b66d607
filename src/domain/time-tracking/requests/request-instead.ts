// Times that somebody may not book by themselves: a request is written in place of the tracking or its change.
import { ApiError } from '#errors/api-error.ts';
import type { InterceptWrite } from '#resource/action.ts';
import type { Change, Row, View } from '#resource/rule.ts';
import { earliestInstant, localText } from '#values/time-zone.ts';
import { anyDiffers, referenceIn } from '../../change.ts';
import { canonicalZone } from '../../reference/canonical-zone.ts';
import { checkParameters, commentIn } from '../../sent-parameters.ts';
import { textIn } from '../../sent-values.ts';
import { deriveTimes } from '../derive-times.ts';
import { refuseApprovedChange } from '../refuse-approved-change.ts';
import { isInsertedInto } from '../resolve-overlap.ts';
import { isLiveRequestable } from '../check-live-start.ts';
import { requestStart } from '../timer/requested-starts.ts';
import { nameLatestRequest, opened } from './complete-request.ts';
import { tellRequest } from './tell-of-request.ts';
import { isPostDated, mayPostDate, tooEarlyToEnter } from './post-dating.ts';
import { checkProposal, proposalColumns } from './proposal.ts';
import { proposedTracking, requestNamed } from './request-named.ts';
import { knownRow } from '../../known-row.ts';

const resource = 'changeTimeTrackingRequests';

/** The longest comment, in characters. */
export const longestComment = 4000;

/** A change of a tracking that its person may not make by themselves becomes a request, if they ask for it. */
export const requestInstead: InterceptWrite<'timeTrackings'> = (change, view) => {
  checkParameters(change.parameters);
  const known = requestBefore(change, view);
  if (known !== undefined) {
    showRequest(change, known, view);
    return asked;
  }
  const reason = reasonToAsk(change, view);
  if (reason === null) return null;
  const comment = requestComment(change.parameters, reason.refusal);
  showRequest(change, askFor(change, comment, view), view);
  return asked;
};

/** No row of the resource was written. */
const asked = { id: null, isNew: false } as const;

/** Writes the request. A start without connection may have come to have an end. */
function askFor(
  change: Change<'timeTrackings'>,
  comment: string | null,
  view: View,
): Row<'changeTimeTrackingRequests'> {
  const { before, after, given } = change;
  if (before !== null) return knownRow(view, resource, insertRequest(change, comment, view));
  const { user_id: userId, start_instant: instant, start_time_timezone: zone } = after;
  const proposal = { row: after, given: [...given] };
  return requestStart({ userId, view }, { instant, zone, proposal }, (end) => {
    Object.assign(after, end);
    return insertRequest({ ...change, given: new Set([...given, ...Object.keys(end)]) }, comment, view);
  });
}

function showRequest(
  { before, after }: Change<'timeTrackings'>,
  request: Row<'changeTimeTrackingRequests'>,
  view: View,
): void {
  if (before === null) Object.assign(after, proposedTracking(request));
  view.affected(resource, request.id);
}

/** Why the change has to be asked for; `refusal`: what is answered when nobody asks. `null`: it is simply made. */
function reasonToAsk(
  change: Change<'timeTrackings'>,
  view: View,
): { readonly refusal: ApiError | null } | null {
  const mayEnter = mayPostDate(change.accessContext, change.after.user_id, view);
  const refusal = mayEnter ? tooEarlyStart(change, view) : null;
  const mayEnterThis = mayEnter && refusal === null;
  if (mayEnterThis && !isAskedFor(change.parameters)) return null;
  refuseApprovedChange(change, view);
  deriveTimes(change, view);
  if (isPostDated(change, view)) return mayEnterThis ? null : { refusal };
  if (change.before !== null || !isAskedFor(change.parameters)) return null;
  return isLiveRequestable(change.after, view) ? { refusal: null } : null;
}

/** Whether a request says that it asks, rather than does. */
export function isAskedFor({ _request_user_comment: sent }: Change['parameters']): boolean {
  return sent !== undefined && sent !== null;
}

/** Why the person may not enter the start after the fact, if it is new. */
function tooEarlyStart(change: Change<'timeTrackings'>, view: View): ApiError | null {
  const { after, accessContext } = change;
  if (!anyDiffers(change, ['start_time', 'start_time_timezone'])) return null;
  const userId = after.user_id;
  for (const start of shownStarts(change)) {
    const refusal = tooEarlyToEnter(accessContext, { userId, start }, view);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** The start on the clocks that it names, and on those that it had named before: other clocks move it, too. */
function shownStarts({ before, after }: Change<'timeTrackings'>): readonly string[] {
  const start = after.start_time;
  if (before === null) return [start];
  const zone = canonicalZone('start_time_timezone', after.start_time_timezone);
  return [start, localText(earliestInstant(start, zone), before.start_time_timezone)];
}

/** A repeated create means the request that it led to before; others may book what is still asked for. */
function requestBefore(
  { before, after, accessContext }: Change<'timeTrackings'>,
  view: View,
): Row<'changeTimeTrackingRequests'> | undefined {
  const userId = after.user_id;
  if (before !== null || accessContext.userId !== userId) return undefined;
  return requestNamed(userId, after.client_unique_id, view);
}

function insertRequest(change: Change<'timeTrackings'>, comment: string | null, view: View): number {
  const { before: tracking, after, accessContext, now } = change;
  const trackingId = tracking === null ? null : referenceIn(tracking, 'id');
  const proposal = checkProposal(change, view);
  const id = view.insert(resource, {
    ...proposalColumns(proposal, change),
    ...opened(accessContext, { userId: after.user_id, tracking, now }),
    time_tracking_id: trackingId,
    request_user_comment: comment,
    inserts_into_conflicting: isInsertedInto(change.parameters) ? 1 : 0,
    client_unique_id: tracking === null ? textIn(after, 'client_unique_id') : null,
  });
  if (trackingId !== null) nameLatestRequest(trackingId, view);
  const userId = after.user_id;
  tellRequest(view, { id, userId, senderId: accessContext.userId ?? userId, now });
  return id;
}

/** The comment of a request that is asked for; throws `not_allowed`, or what is given, when nobody asks. */
export function requestComment(sent: Change['parameters'], refusal: ApiError | null = null): string | null {
  const comment = commentIn(sent, '_request_user_comment', longestComment);
  if (comment !== undefined) return comment;
  if (refusal !== null) throw refusal;
  const message =
    'You may not book time after the fact; send _request_user_comment to request it from those who lead you.';
  throw new ApiError('not_allowed', message, { field: '_request_user_comment' });
}
