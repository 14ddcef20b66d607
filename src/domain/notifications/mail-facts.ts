// What a mail about a notice is to say: who, what, which days, which comment. Plain facts; their words are chosen when the
// mail is sent. A replacement is told when the person is away, never why: the type and the comments are for those who decide.
import type { Row, View } from '#resource/rule.ts';
import { decimalToNumber } from '#values/decimal.ts';
import { absenceTypesOf } from '../absences/find-type.ts';
import { referenceIn } from '../change.ts';
import type { NotificationName } from './catalogue.ts';

/** Facts by name; texts only. */
export type MailFacts = Readonly<Record<string, string>>;

/** What a notice is about: its kind, and the row as it stands or stood. */
export interface Told {
  readonly type: NotificationName;
  readonly about: Row | undefined;
}

const longestComment = 1000;

/** The facts of a notice for one receiver. */
export async function mailFacts(view: View, { type, about }: Told, receiver: Row): Promise<MailFacts> {
  const screen = screenOf(type, { about, receiver });
  if (about === undefined) return { screen };
  const person = await personOf(view, about, receiver);
  if (isAbout(type, absenceNotices))
    return { screen, ...person, ...(await absenceFacts(view, about, receiver)) };
  if (isAbout(type, requestNotices)) return { screen, ...person, ...requestFacts(about) };
  if (type === 'messageReceived') return { screen, message: shortened(about['message']) };
  return { screen, ...person, ...(await timerFacts(view, about)) };
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
  { about, receiver }: { about: Row | undefined; receiver: Row },
): string {
  const isOwn = about?.['user_id'] === receiver['id'];
  if (type === 'replacementAsked') return 'inbox';
  if (isAbout(type, absenceNotices)) return isOwn ? 'absences' : 'inbox';
  if (isAbout(type, requestNotices)) return isOwn ? 'week' : 'inbox';
  if (type === 'timerRunsLong') return isOwn ? 'today' : 'presence';
  return 'today';
}

/** Whom it is about, unless that is who reads it. */
async function personOf(view: View, about: Row, receiver: Row): Promise<MailFacts> {
  const id = referenceIn(about, 'user_id');
  if (id === null || id === receiver['id']) return {};
  return { person: nameOf(await view.get('users', id)) };
}

/** A person's full name, which every person has. */
export function nameOf(person: Row | undefined): string {
  return (person?.['fullname'] as string | null | undefined) ?? '';
}

/** The facts of an absence, as far as the receiver may know them. */
async function absenceFacts(view: View, absence: Row, receiver: Row): Promise<MailFacts> {
  const typeOf = await absenceTypesOf([absence], view);
  const type = typeOf(absence);
  const when = {
    first: String(absence['from_date']),
    last: String(absence['to_date']),
    amount: String(decimalToNumber((absence['duration'] as number | null) ?? 0, 2)),
    unit: String(absence['duration_unit'] ?? 'd'),
  };
  const standsIn = receiver['id'] === absence['replacement_user_id'];
  const kind = String(type['name_const'] ?? '');
  if (standsIn) return type['public_leave_type'] === 1 ? { kind, ...when } : when;
  return {
    kind,
    ...when,
    ...comments(absence, { comment: 'request_comment', decision: 'granted_comment' }),
  };
}

function requestFacts(request: Row): MailFacts {
  return {
    old_start: textOf(request['old_start_time']),
    old_end: textOf(request['old_end_time']),
    new_start: textOf(request['new_start_time']),
    new_end: textOf(request['new_end_time']),
    ...comments(request, { comment: 'request_user_comment', decision: 'granted_user_comment' }),
  };
}

async function timerFacts(view: View, tracking: Row): Promise<MailFacts> {
  const taskId = referenceIn(tracking, 'task_id');
  const task: Row | undefined = taskId === null ? undefined : await view.get('tasks', taskId);
  return { start: textOf(tracking['start_time']), task: textOf(task?.['name']) };
}

function comments(row: Row, columns: Readonly<Record<string, string>>): MailFacts {
  return Object.fromEntries(Object.entries(columns).map(([fact, column]) => [fact, shortened(row[column])]));
}

function shortened(value: unknown): string {
  return textOf(value).slice(0, longestComment).toWellFormed();
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
