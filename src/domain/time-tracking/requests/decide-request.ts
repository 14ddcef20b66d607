// Decisions about requests for trackings. Only a pending one can be decided, so of two decisions one wins.
import { ApiError } from '#errors/api-error.ts';
import { actingUser } from '#resource/access.ts';
import type { ActionAnswer, ActionView, Call, RowCall } from '#resource/action.ts';
import type { Columns, Row, View } from '#resource/rule.ts';
import { referenceIn } from '../../change.ts';
import { commentIn } from '../../sent-parameters.ts';
import { substitutedLeader } from '../../sight/leaders.ts';
import { trackingFacts } from '../keep-approved.ts';
import { isUpload, markedAs } from '../timer-marks.ts';
import { placeUpload } from '../timer/actions/create-instead.ts';
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
export async function approveRequest(call: RequestCall, view: ActionView): Promise<ActionAnswer> {
  await refuseStranger(call, view);
  return grantRequest(call, view);
}

/** Declines the request, if the caller may decide about it. */
export async function rejectRequest(call: RequestCall, view: ActionView): Promise<ActionAnswer> {
  await refuseStranger(call, view);
  return declineRequest(call, view);
}

/** Makes the change that the request proposes, under all rules as they stand now. */
export async function grantRequest(call: RequestCall, view: ActionView): Promise<ActionAnswer> {
  const request = await toDecide(call, view);
  const trackingId = await makeChange(call, request, view);
  const tracking = await knownRow(view, 'timeTrackings', trackingId);
  await settle(call, view, {
    status: 'GRANTED',
    time_tracking_id: trackingId,
    proposal: null,
    // What was not asked for may have changed since: the request shows what was granted.
    new_start_time: tracking.start_time ?? null,
    new_end_time: tracking.end_time ?? null,
  });
  await nameLatestRequest(trackingId, view);
  view.affected('timeTrackings', trackingId);
  await tellPeople(aboutRequest(call), view, 'timeTrackingChangeGranted');
  return { ids: [request.id] };
}

/** Declines the request. */
export async function declineRequest(call: RequestCall, view: ActionView): Promise<ActionAnswer> {
  const request = await toDecide(call, view);
  await settle(call, view, { status: 'DECLINED' });
  await tellPeople(aboutRequest(call), view, 'timeTrackingChangeDeclined');
  return { ids: [request.id] };
}

/** Takes the request back. */
export async function cancelRequest(call: RequestCall, view: ActionView): Promise<ActionAnswer> {
  const request = pending(call);
  await settle(call, view, { status: 'CANCELED' });
  await tellEnd(aboutRequest(call), view);
  return { ids: [request.id] };
}

function aboutRequest({ row, sight, now }: RequestCall) {
  return { request: row, sight, now };
}

async function makeChange(
  call: Call,
  request: Row<'changeTimeTrackingRequests'>,
  view: ActionView,
): Promise<number> {
  const trackingId = referenceIn(request, 'time_tracking_id');
  const values = valuesToWrite(request);
  const inserts = { _insert_into_conflicting: request.inserts_into_conflicting };
  const options = { parameters: { ...markedAs('grants').parameters, ...inserts } };
  if (trackingId === null) {
    await refuseBooked(values, view);
    if (isUpload({ before: null, after: values })) return placeGranted(call, values, { inserts, view });
    return view.create('timeTrackings', values, options);
  }
  await view.change('timeTrackings', trackingId, values, options);
  return trackingId;
}

/** What was recorded without connection takes its place as if it had been uploaded now. */
function placeGranted(
  call: Call,
  values: Row,
  { inserts, view }: { readonly inserts: Call['parameters']; readonly view: ActionView },
): Promise<number> {
  const by = { ...call, parameters: inserts };
  return placeUpload({ values, by, view, mark: 'grants' });
}

/** Under a name that is taken nothing would be booked. */
async function refuseBooked(values: Row, view: View): Promise<void> {
  const { user_id: userId, client_unique_id: name } = values;
  if (typeof name !== 'string') return;
  const [booked] = await view.find('timeTrackings', [
    { column: 'user_id', is: '=', value: userId ?? null },
    { column: 'client_unique_id', is: '=', value: name },
  ]);
  if (booked === undefined) return;
  const message =
    `client_unique_id is ${JSON.stringify(name)}; time tracking ${booked.id} of user ${userId} has this name, ` +
    'so that granting would book nothing, and the request can only be rejected or cancelled.';
  throw new ApiError('conflict', message, { field: 'client_unique_id', data: trackingFacts(booked) });
}

async function settle(
  call: RequestCall,
  view: ActionView,
  decided: Columns<'changeTimeTrackingRequests'>,
): Promise<void> {
  const { row: request, sight } = call;
  const decider = sight.userId;
  const inPlaceOf = decider === null ? null : await substitutedLeader(decider, request.user_id, view);
  await view.update(resource, request.id, {
    ...decided,
    granted_user_id: actingUser(sight),
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

async function refuseStranger({ action, row: request, sight }: RequestCall, view: View): Promise<void> {
  if (await mayDecideRequest(sight, request, view)) return;
  const message = `You may not ${action} request ${request.id} of user ${request.user_id}.`;
  throw new ApiError('not_allowed', message, { field: 'id' });
}

/** Nobody decides about their own time or their own request, unless there is nobody else to do it. */
async function toDecide(call: RequestCall, view: ActionView): Promise<Request> {
  const request = pending(call);
  const { userId, today } = call.sight;
  const isOwn = userId !== null && [request.user_id, request.request_user_id].includes(userId);
  if (!isOwn || (await isOnlyAdministrator(userId, today, view))) return request;
  throw new ApiError('not_allowed', `You may not ${call.action} your own request.`, { field: 'id' });
}
