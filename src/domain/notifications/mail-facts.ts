// What a mail about a notice is to say: who, what, which days, which comment. Plain facts; their words are chosen when the
// mail is sent. A replacement is told when the person is away, never why: the type and the comments are for those who decide.
import { unreachable } from '#errors/api-error.ts';
import type { Row, View } from '#resource/rule.ts';
import { decimalToNumber } from '#values/decimal.ts';
import { absenceTypesOf } from '../absence-days/find-type.ts';
import type { NotificationName } from './catalogue.ts';

/** Facts by name; texts only. */
export type MailFacts = Readonly<Record<string, string>>;

/** What a notice is about, as its row stands or stood; `null`: it is gone. */
export type About =
  | { readonly of: 'absences'; readonly row: Row<'absences'> }
  | { readonly of: 'requests'; readonly row: Row<'changeTimeTrackingRequests'> }
  | { readonly of: 'trackings'; readonly row: Row<'timeTrackings'> }
  | { readonly of: 'messages'; readonly row: Row<'messages'> }
  | null;

/** A kind of notice, and what it is about. */
export interface Told {
  readonly type: NotificationName;
  readonly about: About;
}

/** Reads what a notice is about; `last`: its row as it stood, for when it is gone by now. */
export function aboutOf(
  view: View,
  {
    type,
    assocId,
    last,
  }: {
    readonly type: NotificationName;
    readonly assocId: number;
    readonly last: Row<'absences' | 'changeTimeTrackingRequests'> | undefined;
  },
): About {
  if (isAbout(type, absenceNotices)) {
    const stood = last !== undefined && 'from_date' in last ? last : undefined;
    const row = view.get('absences', assocId) ?? stood;
    return row === undefined ? null : { of: 'absences', row };
  }
  if (isAbout(type, requestNotices)) {
    const stood = last !== undefined && 'proposal' in last ? last : undefined;
    const row = view.get('changeTimeTrackingRequests', assocId) ?? stood;
    return row === undefined ? null : { of: 'requests', row };
  }
  if (type === 'messageReceived') {
    const row = view.get('messages', assocId);
    return row === undefined ? null : { of: 'messages', row };
  }
  const row = view.get('timeTrackings', assocId);
  return row === undefined ? null : { of: 'trackings', row };
}

/** The person whom a notice is about; `null`: it is about no person. */
export function personAbout(about: About): number | null {
  return about === null || about.of === 'messages' ? null : about.row.user_id;
}

const longestComment = 1000;

/** The facts of a notice for one receiver. */
export function mailFacts(view: View, { type, about }: Told, receiver: Row<'users'>): MailFacts {
  const screen = screenOf(type, { about, receiver });
  if (about === null) return { screen };
  const person = personOf(view, about, receiver);
  switch (about.of) {
    case 'absences':
      return { screen, ...person, ...absenceFacts(view, about.row, receiver) };
    case 'requests':
      return { screen, ...person, ...requestFacts(about.row) };
    case 'messages':
      return { screen, message: shortened(about.row.message) };
    case 'trackings':
      return { screen, ...person, ...timerFacts(view, about.row) };
    default:
      return unreachable(about);
  }
}

const absenceNotices: readonly NotificationName[] = [
  'absenceRequested',
  'absenceGranted',
  'absenceDeclined',
  'absenceCancelled',
  'replacementAsked',
  'replacementAgreed',
  'replacementRefused',
];
const requestNotices: readonly NotificationName[] = [
  'timeTrackingChangeRequested',
  'timeTrackingChangeGranted',
  'timeTrackingChangeDeclined',
  'timeTrackingChangeCancelled',
];

function isAbout(type: NotificationName, names: readonly NotificationName[]): boolean {
  return names.includes(type);
}

/** Where the console shows it: what is asked in the inbox, one's own where one has it. */
function screenOf(
  type: NotificationName,
  { about, receiver }: { about: About; receiver: Row<'users'> },
): string {
  const isOwn = personAbout(about) === receiver.id;
  if (type === 'replacementAsked') return 'inbox';
  if (isAbout(type, absenceNotices)) return isOwn ? 'absences' : 'inbox';
  if (isAbout(type, requestNotices)) return isOwn ? 'week' : 'inbox';
  if (type === 'timerRunsLong') return isOwn ? 'today' : 'presence';
  return 'today';
}

/** Whom it is about, unless that is who reads it. */
function personOf(view: View, about: About, receiver: Row<'users'>): MailFacts {
  const id = personAbout(about);
  if (id === null || id === receiver.id) return {};
  return { person: nameOf(view.get('users', id)) };
}

/** A person's full name, which every person has. */
export function nameOf(person: Row<'users'> | undefined): string {
  return person?.fullname ?? '';
}

/** The facts of an absence, as far as the receiver may know them. */
function absenceFacts(view: View, absence: Row<'absences'>, receiver: Row<'users'>): MailFacts {
  const typeOf = absenceTypesOf([absence], view);
  const type = typeOf(absence);
  const when = {
    first: absence.from_date,
    last: absence.to_date,
    amount: String(decimalToNumber(absence.duration ?? 0, 2)),
    unit: absence.duration_unit,
  };
  const standsIn = receiver.id === absence.replacement_user_id;
  const kind = type.name_const;
  if (standsIn) return type.public_leave_type === 1 ? { kind, ...when } : when;
  return {
    kind,
    ...when,
    comment: shortened(absence.request_comment),
    decision: shortened(absence.granted_comment),
  };
}

function requestFacts(request: Row<'changeTimeTrackingRequests'>): MailFacts {
  return {
    old_start: request.old_start_time ?? '',
    old_end: request.old_end_time ?? '',
    new_start: request.new_start_time ?? '',
    new_end: request.new_end_time ?? '',
    comment: shortened(request.request_user_comment),
    decision: shortened(request.granted_user_comment),
  };
}

function timerFacts(view: View, tracking: Row<'timeTrackings'>): MailFacts {
  const task = view.get('tasks', tracking.task_id);
  return { start: tracking.start_time, task: task?.name ?? '' };
}

function shortened(text: string | null): string {
  return (text ?? '').slice(0, longestComment).toWellFormed();
}
