// Tells a person that something happened which concerns them. Rules of any part call it.
import type { View } from '#resource/rule.ts';
import { notificationTypes, type NotificationName, type NotificationType } from './catalogue.ts';

/** What somebody is told. */
export interface Notice {
  readonly type: NotificationName;
  /** Who is told. */
  readonly userId: number;
  /** Who did it; `null` for a credential without a user. */
  readonly senderId: number | null;
  /** The row that it is about, of the resource that the type says. */
  readonly assocId: number;
  /** Epoch seconds. */
  readonly now: number;
}

/** What the two answers of a notice that asks are, in `executable_1_id` and `executable_2_id`. */
const answers = { approve: 1, reject: 2 } as const;

/** Writes the notification. Nobody is told of what they did themselves. */
export async function notify(view: View, { type, userId, senderId, assocId, now }: Notice): Promise<void> {
  if (userId === senderId) return;
  const { id, isResponse, status, asks }: NotificationType = notificationTypes[type];
  await view.insert('notifications', {
    user_id: userId,
    notification_type: id,
    is_response: isResponse ? 1 : 0,
    notification_timestamp: now,
    status,
    assoc_id: assocId,
    user_id_sender: senderId,
    user_id_responder: isResponse ? senderId : null,
    executable_1_id: asks ? answers.approve : null,
    executable_2_id: asks ? answers.reject : null,
  });
}
