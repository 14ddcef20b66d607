// Every kind of notice as data: what it tells, what its receiver can do, and its text for lists and mails.
// An id belongs to its kind for ever; new kinds are appended.
import type { Columns } from '#resource/rule.ts';

/** One kind of notice. */
export interface NotificationType {
  readonly id: number;
  /** It tells what became of something that the receiver asked for. */
  readonly isResponse: boolean;
  /** What became of the request, as `absences.status`: 0 open, 1 granted, 2 declined, 3 cancelled; `null`: no request. */
  readonly status: 0 | 1 | 2 | 3 | null;
  /** The receiver is asked to say yes or no. */
  readonly asks: boolean;
  /** Nobody did it: the sender is whom it is about, and may be told as well. */
  readonly tellsSender?: true;
  readonly title: string;
  /** May hold the placeholders {receiver}, {sender} and {id}: names, and the id of what it is about. */
  readonly content: string;
  /** Where the interface shows what it is about; {id} stands for its id. */
  readonly url: string;
}

const requested = { isResponse: false, status: 0, asks: true } as const;
const granted = { isResponse: true, status: 1, asks: false } as const;
const declined = { isResponse: true, status: 2, asks: false } as const;
const cancelled = { isResponse: false, status: 3, asks: false } as const;
const reminder = { isResponse: false, status: null, asks: false } as const;
const absence = { url: 'absences/read/{id}' } as const;
const tracking = { url: 'changeTimeTrackingRequests/read/{id}' } as const;

/** All kinds, by the name under which rules know them. */
export const notificationTypes = {
  absenceRequested: {
    id: 1,
    ...requested,
    ...absence,
    title: 'Absence requested',
    content: '{sender} asks for an absence (no. {id}). Please grant or decline it.',
  },
  absenceGranted: {
    id: 2,
    ...granted,
    ...absence,
    title: 'Absence granted',
    content: '{sender} has granted your absence (no. {id}).',
  },
  absenceDeclined: {
    id: 3,
    ...declined,
    ...absence,
    title: 'Absence declined',
    content: '{sender} has declined your absence (no. {id}).',
  },
  absenceCancelled: {
    id: 4,
    ...cancelled,
    ...absence,
    title: 'Absence cancelled',
    content: '{sender} has cancelled an absence (no. {id}).',
  },
  replacementAsked: {
    id: 5,
    ...requested,
    ...absence,
    title: 'Stand-in wanted',
    content: '{sender} asks you to stand in during an absence (no. {id}). Please agree or refuse.',
  },
  replacementAgreed: {
    id: 6,
    ...granted,
    ...absence,
    title: 'Stand-in agreed',
    content: '{sender} will stand in for you during your absence (no. {id}).',
  },
  replacementRefused: {
    id: 7,
    ...declined,
    ...absence,
    title: 'Stand-in refused',
    content: '{sender} cannot stand in for you during your absence (no. {id}).',
  },
  timeTrackingChangeRequested: {
    id: 8,
    ...requested,
    ...tracking,
    title: 'Change of a time tracking requested',
    content: '{sender} asks for a change of a time tracking (request no. {id}). Please grant or decline it.',
  },
  timeTrackingChangeGranted: {
    id: 9,
    ...granted,
    ...tracking,
    title: 'Change of a time tracking granted',
    content: '{sender} has granted your change of a time tracking (request no. {id}).',
  },
  timeTrackingChangeDeclined: {
    id: 10,
    ...declined,
    ...tracking,
    title: 'Change of a time tracking declined',
    content: '{sender} has declined your change of a time tracking (request no. {id}).',
  },
  timeTrackingChangeCancelled: {
    id: 11,
    ...cancelled,
    ...tracking,
    title: 'Change of a time tracking cancelled',
    content: '{sender} has cancelled a change of a time tracking (request no. {id}).',
  },
  messageReceived: {
    id: 12,
    isResponse: false,
    status: null,
    asks: false,
    url: 'messages/read/{id}',
    title: 'Message received',
    content: '{sender} has sent you a message (no. {id}).',
  },
  timerRunsLong: {
    id: 13,
    isResponse: false,
    status: null,
    asks: false,
    tellsSender: true,
    url: 'timeTrackings/read/{id}',
    title: 'Time tracking runs very long',
    content: 'A time tracking of {sender} (no. {id}) has been running for very long. Was the stop forgotten?',
  },
  hoursMissing: {
    id: 14,
    ...reminder,
    url: 'timesheetAccountings/read/{id}',
    title: 'Hours are missing',
    content: 'Working time of last week is missing in your account. Please book it, or ask for an absence.',
  },
  requestsWaiting: {
    id: 15,
    ...reminder,
    url: 'absences/read/{id}',
    title: 'Requests wait for you',
    content: 'Requests wait for your decision.',
  },
} as const satisfies Readonly<Record<string, NotificationType>>;

/** The name of a kind. */
export type NotificationName = keyof typeof notificationTypes;

const all: readonly NotificationType[] = Object.values(notificationTypes);

/** The last line of mailed notices. */
export const mailFooter = 'This message was sent by the time tracking of your company.';

/** The rows of `notificationsTypeHtml` in a new account; `id` is what `notifications.notification_type` holds. */
export const notificationTypeRows: readonly Columns<'notificationsTypeHtml'>[] = all.map(
  ({ id, title, content }) => ({
    id,
    status: 1,
    title,
    email_subject: title,
    email_footer: mailFooter,
    content: `<p>${content}</p>`,
    content_css_class: 'notification',
    send_mail_per_email_notification_manager: 1,
  }),
);

/** The rows of `notificationUrls` in a new account, one for each kind and with its id. */
export const notificationUrlRows: readonly Columns<'notificationUrls'>[] = all.map(({ id, title, url }) => ({
  id,
  headline: title,
  url,
}));
