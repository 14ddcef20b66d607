// Tells a person that something happened which concerns them, by mail too where the server sends mail. Rules of any
// part call it.
import type { Row, View } from '#resource/rule.ts';
import { notificationTypes, type NotificationName, type NotificationType } from './catalogue.ts';
import { aboutOf, mailFacts, nameOf, personAbout } from './mail-facts.ts';

/** What somebody is told. */
export interface Notice {
  readonly type: NotificationName;
  /** Who is told. */
  readonly userId: number;
  /** Who did it; `null` for a credential without a user. */
  readonly senderId: number | null;
  /** The row that it is about, of the resource that the type says. */
  readonly assocId: number;
  /** That row, for when it is gone by now. */
  readonly about?: Row<'absences' | 'changeTimeTrackingRequests'>;
  /** Epoch seconds. */
  readonly now: number;
  /** `false`: it is not mailed. */
  readonly mailed?: boolean;
}

/** What the two answers of a notice that asks are, in `executable_1_id` and `executable_2_id`. */
const answers = { approve: 1, reject: 2 } as const;

/** `notifications.email_send_status`. */
const mailed = { no: 0, handedOver: 1 } as const;

/** Something that many people are told at once; `receivers` are their rows. */
export interface NoticeToMany extends Omit<Notice, 'userId'> {
  readonly receivers: readonly Row<'users'>[];
}

/** Writes the notification and has it mailed. Nobody is told of what they did themselves. */
export function notify(view: View, { userId, ...notice }: Notice): void {
  const receiver = view.get('users', userId);
  if (receiver !== undefined) notifyAll(view, { ...notice, receivers: [receiver] });
}

/** Writes a notification for each of them, all at once. */
export function notifyAll(view: View, { receivers, ...notice }: NoticeToMany): void {
  const { tellsSender }: NotificationType = notificationTypes[notice.type];
  const others = receivers.filter(({ id }) => id !== notice.senderId || tellsSender === true);
  const sender = notice.senderId === null ? undefined : view.get('users', notice.senderId);
  const rows: Partial<Row<'notifications'>>[] = [];
  for (const receiver of others) {
    const isMailed = notice.mailed !== false && mailNotice(view, notice, { sender, receiver });
    rows.push(noticeRow(notice, receiver, isMailed));
  }
  view.insertAll('notifications', rows);
}

/** What people were told, rows of `notifications`, of something. */
export function noticesOf(
  view: View,
  { type, assocId }: Pick<Notice, 'type' | 'assocId'>,
): readonly Row<'notifications'>[] {
  return view.find('notifications', [
    { column: 'notification_type', is: '=', value: notificationTypes[type].id },
    { column: 'assoc_id', is: '=', value: assocId },
  ]);
}

function noticeRow(
  { type, senderId, assocId, now }: Told,
  receiver: Row<'users'>,
  isMailed: boolean,
): Partial<Row<'notifications'>> {
  const { id, isResponse, status, asks }: NotificationType = notificationTypes[type];
  return {
    user_id: receiver.id,
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
  };
}

type Told = Omit<Notice, 'userId'>;

/** Puts the notice into the outbox; false when nobody would get it. */
function mailNotice(
  view: View,
  { type, assocId, about }: Told,
  { sender, receiver }: { readonly sender: Row<'users'> | undefined; readonly receiver: Row<'users'> },
): boolean {
  if (receiver.active !== 1 || receiver.email_address === null) return false;
  const told = { type, about: aboutOf(view, { type, assocId, last: about }) };
  const facts = mailFacts(view, told, receiver);
  const userId = receiver.id;
  // By these the mail is found when one of them is anonymised before it is sent.
  const people = [sender?.id, personAbout(told.about)].filter((id) => id != null);
  const data = { notice: type, sender: nameOf(sender), people: people.join(), ...facts };
  return view.mail({ kind: 'told', userId, data });
}
