// Decisions about requests for trackings. Only a pending one can be decided, so of two decisions one wins.
import { ApiError } from '#errors/api-error.ts';
import { actingUser } from '#resource/access.ts';
import type { ActionAnswer, ActionView, Call, RowCall } from '#resource/action.ts';
import type { Columns, Row, View } from '#resource/rule.ts';
import { referenceIn } from '../../change.ts';
import { commentIn } from '../../sent-parameters.ts';
import { substitutedLeader } from '../../access/leaders.ts';
import { trackingFacts } from '../refuse-approved-change.ts';
import { isUpload, markedAs } from '../timer-marks.ts';
import { placeUpload } from '../timer/actions/intercept-create.ts';
import { isOnlyAdministrator } from '../../users/protect-administrators.ts';
import { valuesToWrite } from './proposal.ts';
import { alreadyDecided, nameLatestRequest } from './complete-request.ts';
import { mayDecideRequest } from './deciders.ts';
import { longestComment } from './request-instead.ts';
import { tellEnd, tellPeople } from './tell-of-request.ts';
import { knownRow } from '../../known-row.ts';
import { textIn } from '../../sent-values.ts';

const resource = 'changeTimeTrackingRequests';

type RequestCall = RowCall<'changeTimeTrackingRequests'>;
type Request = RequestCall['row'];

/** Grants the request, if the caller may decide about it. */
export function approveRequest(call: RequestCall, view: ActionView): ActionAnswer {
  refuseStranger(call, view);
  return grantRequest(call, view);
}

/** Declines the request, if the caller may decide about it. */
export function rejectRequest(call: RequestCall, view: ActionView): ActionAnswer {
  refuseStranger(call, view);
  return declineRequest(call, view);
}

/** Makes the change that the request proposes, under all rules as they stand now. */
export function grantRequest(call: RequestCall, view: ActionView): ActionAnswer {
  const request = toDecide(call, view);
  const trackingId = makeChange(call, request, view);
  const tracking = knownRow(view, 'timeTrackings', trackingId);
  settle(call, view, {
    status: 'GRANTED',
    time_tracking_id: trackingId,
    proposal: null,
    // What was not asked for may have changed since: the request shows what was granted.
    new_start_time: tracking.start_time ?? null,
    new_end_time: tracking.end_time ?? null,
  });
  nameLatestRequest(trackingId, view);
  view.affected('timeTrackings', trackingId);
  tellPeople(aboutRequest(call), view, 'timeTrackingChangeGranted');
  return { ids: [request.id] };
}

/** Declines the request. */
export function declineRequest(call: RequestCall, view: ActionView): ActionAnswer {
  const request = toDecide(call, view);
  settle(call, view, { status: 'DECLINED' });
  tellPeople(aboutRequest(call), view, 'timeTrackingChangeDeclined');
  return { ids: [request.id] };
}

/** Takes the request back. */
export function cancelRequest(call: RequestCall, view: ActionView): ActionAnswer {
  const request = pending(call);
  settle(call, view, { status: 'CANCELED' });
  tellEnd(aboutRequest(call), view);
  return { ids: [request.id] };
}

function aboutRequest({ row, accessContext, now }: RequestCall) {
  return { request: row, accessContext, now };
}

function makeChange(call: Call, request: Row<'changeTimeTrackingRequests'>, view: ActionView): number {
  const trackingId = referenceIn(request, 'time_tracking_id');
  const values = valuesToWrite(request);
  const inserts = { _insert_into_conflicting: request.inserts_into_conflicting };
  const options = { parameters: { ...markedAs('grants').parameters, ...inserts } };
  if (trackingId === null) {
    refuseBooked(values, view);
    if (isUpload({ before: null, after: values })) return placeGranted(call, values, { inserts, view });
    return view.create('timeTrackings', values, options);
  }
  view.change('timeTrackings', trackingId, values, options);
  return trackingId;
}

/** What was recorded without connection takes its place as if it had been uploaded now. */
function placeGranted(
  call: Call,
  values: Row,
  { inserts, view }: { readonly inserts: Call['parameters']; readonly view: ActionView },
): number {
  const by = { ...call, parameters: inserts };
  return placeUpload({ values, by, view, mark: 'grants' });
}

/** Under a name that is taken nothing would be booked. */
function refuseBooked(values: Row, view: View): void {
  const { user_id: userId, client_unique_id: name } = values;
  if (typeof name !== 'string') return;
  const [booked] = view.find('timeTrackings', [
    { column: 'user_id', is: '=', value: userId ?? null },
    { column: 'client_unique_id', is: '=', value: name },
  ]);
  if (booked === undefined) return;
  const message =
    `client_unique_id is ${JSON.stringify(name)}; time tracking ${booked.id} of user ${userId} has this name, ` +
    'so that granting would book nothing, and the request can only be rejected or cancelled.';
  throw new ApiError('conflict', message, { field: 'client_unique_id', data: trackingFacts(booked) });
}

function settle(call: RequestCall, view: ActionView, decided: Columns<'changeTimeTrackingRequests'>): void {
  const { row: request, accessContext } = call;
  const decider = accessContext.userId;
  const inPlaceOf = decider === null ? null : substitutedLeader(decider, request.user_id, view);
  view.update(resource, request.id, {
    ...decided,
    granted_user_id: actingUser(accessContext),
    granted_as_substitute_user_id: inPlaceOf,
    granted_user_comment: commentOf(call),
  });
}

/** The comment of who decides, under the field's own name or as all actions of trackings take it. */
function commentOf({ values, parameters }: Call): string | null {
  const named = textIn(values, 'granted_user_comment') ?? undefined;
  const sent = commentIn(parameters, '_granted_user_comment', longestComment);
  if (named === undefined || sent === undefined || named === sent) return named ?? sent ?? null;
  const message = `_granted_user_comment is ${JSON.stringify(sent)}; granted_user_comment says something else, send one.`;
  throw new ApiError('contradiction', message, { field: '_granted_user_comment' });
}

function pending({ row: request }: RequestCall): Request {
  if (request.status !== 'PENDING') throw alreadyDecided(request);
  return request;
}

function refuseStranger({ action, row: request, accessContext }: RequestCall, view: View): void {
  if (mayDecideRequest(accessContext, request, view)) return;
  const message = `You may not ${action} request ${request.id} of user ${request.user_id}.`;
  throw new ApiError('not_allowed', message, { field: 'id' });
}

/** Nobody decides about their own time or their own request, unless there is nobody else to do it. */
function toDecide(call: RequestCall, view: ActionView): Request {
  const request = pending(call);
  const { userId, today } = call.accessContext;
  const isOwn = userId !== null && [request.user_id, request.request_user_id].includes(userId);
  if (!isOwn || isOnlyAdministrator(userId, today, view)) return request;
  throw new ApiError('not_allowed', `You may not ${call.action} your own request.`, { field: 'id' });
}
