// Who is told what of a request about times: that it was made, decided or withdrawn.
import type { AccessContext } from '#resource/access.ts';
import type { Row, View } from '#resource/rule.ts';
import type { NotificationName } from '../../notifications/catalogue.ts';
import { decidersOf, notifyDeciders } from '../../notifications/notify-deciders.ts';
import { notify } from '../../notifications/notify.ts';
import { otherDeciders } from './deciders.ts';
import { knownRow } from '../../known-row.ts';

/** A request, who does something with it, and when. */
export interface AboutRequest {
  readonly request: Row<'changeTimeTrackingRequests'>;
  readonly accessContext: AccessContext;
  readonly now: number;
}

/** Tells those who decide of a request about a person. */
export function tellRequest(
  view: View,
  part: { id: number; userId: number; senderId: number; now: number },
): void {
  const { id, userId, senderId, now } = part;
  const notice = { type: 'timeTrackingChangeRequested', senderId, assocId: id, now } as const;
  const others = otherDeciders(knownRow(view, 'changeTimeTrackingRequests', id), view);
  notifyDeciders(view, { personId: userId, askerId: senderId, others }, notice);
}

/** Ids of everybody who decides about a request. */
export function decidersOfRequest(
  request: Row<'changeTimeTrackingRequests'>,
  now: number,
  view: View,
): ReadonlySet<number> {
  const { user_id: personId, request_user_id: askerId } = request;
  const others = otherDeciders(request, view);
  return decidersOf({ personId, askerId, others }, now, view);
}

/** Tells whose time it is, and who asked, what somebody decided. */
export function tellPeople(
  { request, accessContext, now }: AboutRequest,
  view: View,
  type: NotificationName,
): void {
  const { id, user_id: userId, request_user_id: askerId } = request;
  for (const person of new Set([userId, askerId])) {
    const notice = {
      userId: person,
      senderId: accessContext.userId,
      assocId: id,
      about: request,
      now,
    };
    notify(view, { type, ...notice });
  }
}

/** Whoever takes it back, the other side is told: those who were to decide, when it is one of those who asked. */
export function tellEnd(about: AboutRequest, view: View): void {
  const { request, accessContext, now } = about;
  const { id, user_id: personId, request_user_id: askerId } = request;
  const type = 'timeTrackingChangeCancelled';
  tellPeople(about, view, type);
  if (accessContext.userId !== personId && accessContext.userId !== askerId) return;
  const others = otherDeciders(request, view);
  const asked = { personId, askerId, others };
  notifyDeciders(view, asked, {
    type,
    senderId: accessContext.userId,
    assocId: id,
    about: request,
    now,
  });
}
