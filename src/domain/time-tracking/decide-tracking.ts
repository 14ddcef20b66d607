// The actions `approve`, `reject` and `cancel` of a tracking. Approving freezes it, and grants the changes that are asked
// for, if any; rejecting and cancelling are about those changes.
import { ApiError } from '#errors/api-error.ts';
import { inScope, where, type Scope, type AccessContext } from '#resource/access.ts';
import type { ActionAnswer, ActionView, Call, RowCall } from '#resource/action.ts';
import type { Row, View } from '#resource/rule.ts';
import {
  approveRequest,
  cancelRequest,
  declineRequest,
  grantRequest,
  rejectRequest,
} from './requests/decide-request.ts';
import { decidedRequests, leadersAsked, leadsRequested } from './requests/deciders.ts';
import { pendingRequests } from './requests/pending-requests.ts';
import { proposedTracking } from './requests/request-named.ts';
import { knownRow } from '../known-row.ts';
import { mayApprove } from '../users/may-approve.ts';
import { isOwnAffair } from '../users/own-affairs.ts';
import { markedAs } from './timer-marks.ts';
import { isGrantedToDecide } from './timer/target-user.ts';

/** Whose trackings the caller may decide about; whether a project leader may, is asked about the tracking. */
export function deciders(accessContext: AccessContext): Scope {
  const all = accessContext.administrator || accessContext.hrManager || accessContext.ledProjects.length > 0;
  return all ? 'all' : where('user_id', accessContext.people);
}

/** Grants the pending requests for changes, if there are any, in the order in which they were asked, and approves the tracking. */
export function approve(call: Tracked, view: ActionView): ActionAnswer {
  if (call.row === null) {
    const request = requestForNew(call, view);
    approveRequest({ ...call, row: request, values: {} }, view);
    const { time_tracking_id: granted } = knownRow(view, requestsResource, request.id);
    return { ids: granted === null ? [] : [granted] };
  }
  refuseOther(call);
  const { row: tracking } = call;
  const { id } = tracking;
  const requests = pendingRequests(tracking, view);
  if (!mayDecide(call, { tracking, requests, view })) throw notYours(call);
  for (const request of requests) decided(grantRequest, { call, request, view });
  view.change('timeTrackings', id, { approved_by_admin: 1 }, markedAs('approves'));
  return { ids: [id] };
}

/** Declines every pending request for a change. */
export function reject(call: Tracked, view: ActionView): ActionAnswer {
  if (call.row === null) {
    const request = requestForNew(call, view);
    rejectRequest({ ...call, row: request, values: {} }, view);
    return { unwritten: proposedTracking(request) };
  }
  refuseOther(call);
  const { row: tracking } = call;
  const requests = pendingRequests(tracking, view);
  if (!mayDecide(call, { tracking, requests, view })) throw notYours(call);
  if (requests.length === 0) throw noRequest(tracking);
  for (const request of requests) decided(declineRequest, { call, request, view });
  return { ids: [tracking.id] };
}

/** Takes the pending requests for changes back: whom they are about, who asked (their own), and administrators. */
export function cancel(call: RowCall<'timeTrackings'>, view: ActionView): ActionAnswer {
  const { row: tracking } = call;
  const requests = pendingRequests(tracking, view);
  if (requests.length === 0) throw noRequest(tracking);
  const { administrator, userId } = call.accessContext;
  const own = requests.filter(
    (request) => administrator || request.user_id === userId || request.request_user_id === userId,
  );
  if (own.length === 0) throw notYours(call);
  for (const request of own) decided(cancelRequest, { call, request, view });
  return { ids: [tracking.id] };
}

const requestsResource = 'changeTimeTrackingRequests';

type Request = Row<typeof requestsResource>;
type Tracking = Row<'timeTrackings'>;
type Tracked = Call<'timeTrackings'>;

/** The request for a new tracking whose id was sent; to who may not decide about it, there is none. */
function requestForNew({ absentId = 0, accessContext }: Tracked, view: ActionView): Request {
  const request = view.get(requestsResource, absentId);
  const isNew = request !== undefined && request.time_tracking_id === null;
  if (
    isNew &&
    (inScope(decidedRequests(accessContext), request) || isGrantedToDecide(accessContext, request))
  )
    return request;
  const message = `timeTrackings has no row with the id ${absentId}, and no request for a new one has it.`;
  throw new ApiError('unknown_reference', message, { field: 'id' });
}

/** A tracking is named by one id. */
function refuseOther({ row, values }: Tracked): void {
  const named = values['time_tracking_id'];
  if (named == null || named === row?.id) return;
  const message = `id is ${row?.id}, time_tracking_id ${named}; they name two trackings, send id alone.`;
  throw new ApiError('contradiction', message, { field: 'time_tracking_id' });
}

function decided(
  decide: typeof grantRequest,
  { call, request, view }: { call: Tracked; request: Request; view: ActionView },
): void {
  decide({ ...call, row: request, values: {} }, view);
  view.affected(requestsResource, request.id);
}

/**
 * Who may decide for the person, whom `permissions` let, and the leader of a project above, where it or the task says that
 * the leader approves, of what is asked for too. For themselves, people decide only as the only administrator.
 */
function mayDecide(
  { accessContext }: Tracked,
  part: { readonly tracking: Tracking; readonly requests: readonly Request[]; readonly view: View },
): boolean {
  const { tracking, requests, view } = part;
  const { user_id: userId, task_id: taskId } = tracking;
  if (isOwnAffair(accessContext, userId, view)) return false;
  if (mayApprove(accessContext, userId, view) || isGrantedToDecide(accessContext, tracking)) return true;
  if (accessContext.userId === null || accessContext.userId === userId) return false;
  if (!leadersAsked([taskId], view).includes(accessContext.userId)) return false;
  for (const request of requests) if (!leadsRequested(accessContext, request, view)) return false;
  return true;
}

function noRequest({ id }: Tracking): ApiError {
  const message = `id is ${id}; no change of this time tracking is being asked for.`;
  return new ApiError('rule_broken', message, { field: 'id' });
}

function notYours({ action, row }: Tracked): ApiError {
  const message = `You may not ${action} time tracking ${row?.id} of user ${row?.user_id}.`;
  return new ApiError('not_allowed', message, { field: 'id' });
}
