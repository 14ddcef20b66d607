// Tells a person that something happened which concerns them, by mail too where the server sends mail. Rules of any
// part call it.
import type { Row, View } from '#resource/rule.ts';
import { mailFooter, notificationTypes, type NotificationName, type NotificationType } from './catalogue.ts';

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
  /** `false`: it is not mailed. */
  readonly mailed?: boolean;
}

/** What the two answers of a notice that asks are, in `executable_1_id` and `executable_2_id`. */
const answers = { approve: 1, reject: 2 } as const;

/** `notifications.email_send_status`. */
const mailed = { no: 0, handedOver: 1 } as const;

/** Writes the notification and has it mailed. Nobody is told of what they did themselves. */
export async function notify(view: View, notice: Notice): Promise<void> {
  const { type, userId, senderId, assocId, now } = notice;
  const { id, isResponse, status, asks, tellsSender }: NotificationType = notificationTypes[type];
  if (userId === senderId && tellsSender !== true) return;
  const isMailed = notice.mailed !== false && (await mailNotice(view, notice));
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
    email_send_status: isMailed ? mailed.handedOver : mailed.no,
    email_send_timestamp: isMailed ? now : null,
  });
}

/** Puts the notice into the outbox; false when nobody would get it. */
async function mailNotice(view: View, { type, userId, senderId, assocId }: Notice): Promise<boolean> {
  const receiver = await view.get('users', userId);
  if (receiver?.['active'] !== 1 || receiver['email_address'] === null) return false;
  const sender = senderId === null ? undefined : await view.get('users', senderId);
  const { title, content }: NotificationType = notificationTypes[type];
  const names = { sender: nameOf(sender), receiver: nameOf(receiver), id: String(assocId) };
  const text = content.replace(/\{(sender|receiver|id)\}/g, (_, word: keyof typeof names) => names[word]);
  return view.mail({ kind: 'notice', userId, data: { subject: title, text, footer: mailFooter } });
}

/** A credential without a user has no name. */
function nameOf(person: Row | undefined): string {
  return (person?.['fullname'] as string | undefined) ?? 'Your company';
}
