// Decisions about requests for trackings. Only a pending one can be decided, so of two decisions one wins.
import { ApiError } from '#errors/api-error.ts';
import type { ActionAnswer, ActionView, Call } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { referenceIn } from '../change.ts';
import type { NotificationName } from '../notifications/catalogue.ts';
import { notifyDeciders } from '../notifications/notify-deciders.ts';
import { notify } from '../notifications/notify.ts';
import { commentIn } from '../sent-parameters.ts';
import { substitutedLeader } from '../sight/leaders.ts';
import { markedAs } from '../time-tracking/timer-marks.ts';
import { isOnlyAdministrator } from '../users/protect-administrators.ts';
import { valuesToWrite } from './proposal.ts';
import { alreadyDecided, nameLatestRequest } from './complete-request.ts';
import { longestComment } from './request-instead.ts';

const resource = 'changeTimeTrackingRequests';

/** Makes the change that the request proposes, under all rules as they stand now. */
export async function approveRequest(call: Call, view: ActionView): Promise<ActionAnswer> {
  const request = await toDecide(call, view);
  const trackingId = await makeChange(request, view);
  await settle(call, view, { status: 'GRANTED', time_tracking_id: trackingId, proposal: null });
  await nameLatestRequest(trackingId, view);
  view.affected('timeTrackings', trackingId);
  await tellPerson(call, view, 'timeTrackingChangeGranted');
  return { ids: [request['id'] as number] };
}

/** Declines the request. */
export async function rejectRequest(call: Call, view: ActionView): Promise<ActionAnswer> {
  const request = await toDecide(call, view);
  await settle(call, view, { status: 'DECLINED' });
  await tellPerson(call, view, 'timeTrackingChangeDeclined');
  return { ids: [request['id'] as number] };
}

/** Takes the request back. */
export async function cancelRequest(call: Call, view: ActionView): Promise<ActionAnswer> {
  const request = pending(call);
  await settle(call, view, { status: 'CANCELED' });
  await tellEnd(call, view);
  return { ids: [request['id'] as number] };
}

/** Tells whose time it is what somebody decided. */
async function tellPerson(
  { row, sight, now }: Call,
  view: ActionView,
  type: NotificationName,
): Promise<void> {
  const { id, user_id: userId } = row as { id: number; user_id: number };
  await notify(view, { type, userId, senderId: sight.userId, assocId: id, now });
}

/** Whoever takes it back, the other side is told. */
async function tellEnd(call: Call, view: ActionView): Promise<void> {
  const { row, sight, now } = call;
  const { id, user_id: userId } = row as { id: number; user_id: number };
  const type = 'timeTrackingChangeCancelled';
  if (sight.userId !== userId) return tellPerson(call, view, type);
  await notifyDeciders(view, userId, { type, senderId: userId, assocId: id, now });
}

async function makeChange(request: Row, view: ActionView): Promise<number> {
  const trackingId = referenceIn(request, 'time_tracking_id');
  const values = valuesToWrite(request);
  const inserts = { _insert_into_conflicting: request['inserts_into_conflicting'] };
  const options = { parameters: { ...markedAs('grants').parameters, ...inserts } };
  if (trackingId === null) return view.create('timeTrackings', values, options);
  await view.change('timeTrackings', trackingId, values, options);
  return trackingId;
}

async function settle(call: Call, view: ActionView, decided: Row): Promise<void> {
  const { row, sight } = call;
  const request = row as Row;
  const decider = sight.userId;
  const inPlaceOf =
    decider === null ? null : await substitutedLeader(decider, request['user_id'] as number, view);
  await view.update(resource, request['id'] as number, {
    ...decided,
    granted_user_id: decider,
    granted_as_substitute_user_id: inPlaceOf,
    granted_user_comment: commentOf(call),
  });
}

/** The comment of who decides, under the field's own name or as all actions of trackings take it. */
function commentOf({ values, parameters }: Call): string | null {
  const named = (values['granted_user_comment'] ?? undefined) as string | undefined;
  const sent = commentIn(parameters, '_granted_user_comment', longestComment);
  if (named === undefined || sent === undefined || named === sent) return named ?? sent ?? null;
  const message = `_granted_user_comment is ${JSON.stringify(sent)}; granted_user_comment says something else, send one.`;
  throw new ApiError('contradiction', message, { field: '_granted_user_comment' });
}

function pending({ row }: Call): Row {
  const request = row as Row;
  if (request['status'] !== 'PENDING') throw alreadyDecided(request);
  return request;
}

/** Nobody decides about their own time or their own request, unless there is nobody else to do it. */
async function toDecide(call: Call, view: ActionView): Promise<Row> {
  const request = pending(call);
  const { userId } = call.sight;
  const isOwn = userId !== null && [request['user_id'], request['request_user_id']].includes(userId);
  if (!isOwn || (await isOnlyAdministrator(userId, view))) return request;
  throw new ApiError('not_allowed', `You may not ${call.action} your own request.`, { field: 'id' });
}
