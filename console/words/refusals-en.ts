// English: what refusals of the server say, by their code and field. A refusal without an entry is shown as the server writes
// it, unless that names fields as programs know them.
import {
  earliestDay,
  expectedIn,
  namesField,
  passwordFaults,
  reasonIn,
  sentenceOf,
  type Refused,
  type Sentences,
} from './refused.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-11-03` or `2026-11-03 08:05:00` as `3 Nov 2026` or `3 Nov 2026, 8:05`. */
function day(value: unknown): string {
  const [, year, month, date, hour, minute] =
    /^(\d+)-(\d\d)-(\d\d)(?: (\d\d):(\d\d))?/.exec(String(value)) ?? [];
  if (year === undefined) return String(value);
  const time = hour === undefined ? '' : `, ${Number(hour)}:${minute}`;
  return `${Number(date)} ${months[Number(month) - 1]} ${year}${time}`;
}

/** Of a value: what it must be, in the server's words; the time after a change of clocks. */
function wrongValue(refused: Refused): string | null {
  const { message, data } = refused;
  const reason = reasonOf(refused);
  if (reason !== null) return reason;
  if (data['next_valid_time'] !== undefined)
    return `This time does not exist, because the clocks change; the next is ${day(data['next_valid_time'])}.`;
  const earliest = earliestDay(message);
  if (earliest !== null) return `This must not be before ${day(earliest)}.`;
  const [, days, first] = /it must be at most (\d+) days from [\w ]+, (\S+), on\.$/.exec(message) ?? [];
  if (days !== undefined) return `This must be at most ${days} days from ${day(first)} on.`;
  const expected = expectedIn(message);
  return expected === null || namesField(expected) ? null : `This must be ${expected}.`;
}

const reasons: Readonly<Record<string, string>> = {
  coreTime: 'Core time needs a start and an end, or neither.',
  dayOff: 'There is no work on this weekday: leave this empty.',
  transponder: 'With this kind of transponder, this stays empty.',
  toAll: 'A message to all has no receiver of its own.',
  task: 'A task lies below a project.',
  endOfSlot: 'The end must be after the start.',
  past: 'This must be in the future.',
  scope: 'With this reach, this stays empty.',
  breakModel: 'This break model is gone.',
  column: 'This begins with udf and an underscore; small letters, digits and single underscores follow.',
};

/** Of what does not fit the rest: why, as far as there are words for it. */
function reasonOf({ message }: Refused): string | null {
  return reasons[reasonIn(message) ?? ''] ?? null;
}

/** Of a time of day within a schedule: the other one that it meets. */
function slotIn({ data }: Refused): string | null {
  const clock = (value: unknown): string => String(value).replace(/^0|:00$/g, '');
  return data['end'] == null ? null : `This overlaps ${clock(data['start'])}–${clock(data['end'])}.`;
}

const faults: Readonly<Record<string, string>> = {
  too_short: 'have at least # characters',
  needs_lowercase: 'contain a lower-case letter',
  needs_uppercase: 'contain an upper-case letter',
  needs_digit: 'contain a digit',
  needs_symbol: 'contain a symbol',
  holds_personal_data: 'do without names, user name and mail address',
  too_common: 'be another than those that many use',
  repetitive: 'contain at least four different characters',
  unchanged: 'differ from the present one',
};

function weakPassword(refused: Refused): string | null {
  const texts = passwordFaults(refused, faults);
  if (texts === null) return null;
  const most = texts.slice(0, -1).join(', ');
  return `The password must ${most === '' ? '' : `${most} and `}${texts.at(-1)}.`;
}

function absenceTooLong({ data }: Refused): string | null {
  if (data['least'] !== undefined)
    return `The balance would be ${String(data['left'])} hours after it; at least ${String(data['least'])} are allowed.`;
  if (data['available'] !== undefined)
    return `From ${day(data['from'])} to ${day(data['to'])} ${String(data['available'])} days are left; this would be ${String(data['wanted'])}.`;
  if (data['limit'] === undefined) return null;
  return (
    `From ${day(data['from'])} to ${day(data['to'])} at most ${String(data['limit'])} days are possible. ` +
    `${String(data['taken'])} are taken, and this would be ${String(data['wanted'])} more.`
  );
}

const onlyAdministrator = 'The only administrator of the account must remain one.';

/** `7:00`: the earliest time that the server names. */
function earliestIn(message: string): string {
  const [, hour, minute] = /before (\d\d):(\d\d)/.exec(message) ?? [];
  return `${Number(hour)}:${minute}`;
}

const sentences = {
  final: 'The last change cannot be taken back.',
  not_allowed: 'You are not allowed to do that.',
  'not_allowed _request_user_comment': 'You cannot book times of the past yourself.',
  'not_allowed id delete': 'You cannot delete times of the past yourself. Ask the person who leads you.',
  'not_allowed id split': 'You cannot cut times of the past in two yourself. Ask the person who leads you.',
  'not_allowed type_id': 'You are not allowed to enter this type.',
  field_not_allowed: 'You are not allowed to change this.',
  missing_parameter: 'This is missing.',
  invalid_value: wrongValue,
  'invalid_value email_address': 'This is no mail address. It looks like ada@example.com.',
  'invalid_value exit_date': 'The last day must not be before the first.',
  'invalid_value color': 'Three or six hexadecimal digits, such as #2E7D32.',
  'invalid_value duration': ({ data }) =>
    data['duration'] === undefined ? null : `The duration must fit the days: ${String(data['duration'])}.`,
  'invalid_value allowed_ips': 'IP addresses and ranges such as 10.0.0.0/8, separated by commas.',
  'invalid_value end_time': (refused) =>
    refused.data['next_valid_time'] === undefined ? 'The end must be after the start.' : wrongValue(refused),
  'invalid_value core_time_end': 'The core time must end after it starts.',
  contradiction: reasonOf,
  read_only_field: 'This cannot be changed.',
  unknown_reference: 'This entry is gone, or you are not allowed to see it.',
  unknown_address: 'This entry is gone, or you are not allowed to see it.',
  not_unique: 'Another entry has this value already.',
  key_reused: 'This was saved with what it said before. Change the entry that is there.',
  'key_reused message':
    'What you wrote first was sent, and stands below. Send once more if this is to go out too.',
  row_deleted: 'This was saved, and has been deleted since.',
  in_use: ({ message }) =>
    `This is still in use.${message.includes('deactivate it') ? ' You can deactivate it instead.' : ''}`,
  conflict: 'This overlaps another entry.',
  'conflict start_time': ({ data }) =>
    data['start_time'] === undefined
      ? null
      : `This overlaps a booking: ${day(data['start_time'])}` +
        (data['end_time'] == null ? ', which is still running.' : ` to ${day(data['end_time'])}.`),
  'conflict start': slotIn,
  'conflict from_date': ({ data }) =>
    data['from_date'] === undefined
      ? null
      : `This overlaps an absence: ${day(data['from_date'])} to ${day(data['to_date'])}.`,
  locked: 'This is approved and can no longer be changed.',
  weak_password: weakPassword,
  wrong_password: 'The present password is wrong.',
  invalid_code: 'This link is no longer valid.',
  too_many_attempts: ({ data }) =>
    `Too many attempts. Wait ${Math.max(1, Math.ceil(Number(data['retry_after'] ?? 60) / 60))} min.`,
  mail_unavailable: 'This server sends no mail.',
  file_too_large: 'The file is too large.',
  body_too_large: 'That is too much at once.',
  batch_too_large: 'That is too much at once.',
  answer_too_large: 'That is too much at once. Choose fewer days.',
  account_suspended: 'The account of this company is suspended.',
  unreadable: 'What this device has kept of it cannot be read.',
  internal: 'Something unexpected has happened on the server.',
  'rule_broken request_comment': 'This type needs a comment.',
  'rule_broken granted_comment': 'A rejection of this type needs a comment.',
  'rule_broken replacement_user_id': 'This person cannot stand in on these days.',
  'rule_broken from_date': ({ data }) =>
    data['reason'] === undefined
      ? 'No work is planned on these days.'
      : `There is no holiday from ${day(data['date_from'])} to ${day(data['date_to'])}: ${String(data['reason'])}.`,
  'rule_broken duration': absenceTooLong,
  'rule_broken status': ({ data }) =>
    data['from_date'] === undefined
      ? 'This is already decided.'
      : 'This absence has begun. Only the person who decides it can cancel it.',
  'rule_broken start_time early': ({ message }) =>
    `You may not enter times before ${earliestIn(message)} yourself.`,
  'rule_broken start_time': 'This time is in the future or outside of the employment.',
  'rule_broken end_time': ({ data }) =>
    data['id'] === undefined
      ? 'The booking is too long, or reaches beyond the employment.'
      : 'A booking is running at this time. Stop it first.',
  'rule_broken task_id': 'Nothing can be booked on this task here.',
  'rule_broken time future': 'This time is in the future.',
  'rule_broken time': 'A booking is split within its own time only.',
  'rule_broken internal_user_group': onlyAdministrator,
  'rule_broken active administrator': onlyAdministrator,
  'rule_broken authentication_blocked': onlyAdministrator,
  'rule_broken exit_date administrator': onlyAdministrator,
  'rule_broken id administrator': onlyAdministrator,
  'rule_broken active': 'This is used where nothing else is chosen, so it must stay active.',
  'rule_broken id default': 'This is used where nothing else is chosen, so it must stay.',
  'rule_broken id': 'The rules here do not allow this.',
  'rule_broken is_default': 'Choose another calendar for everyone without one of their own first.',
  'rule_broken id archived': 'This work schedule is not active.',
  'rule_broken timesheet_template_id': 'This work schedule is not active.',
  'rule_broken public_holiday_template_id': 'This calendar of holidays is not active.',
  'rule_broken id standing': 'This comes with every account and stays as it is. Add one of your own.',
  'rule_broken id decided': 'This is already decided.',
  'rule_broken id login': 'This person cannot log in, because they are blocked or not active.',
  'rule_broken email_address': 'This person has no mail address.',
  'rule_broken allowed_ips': 'Your own address is not among these: you would be locked out.',
  'rule_broken date running': 'A booking is running on this day. It must be stopped first.',
  'rule_broken date early': 'A day can be approved when it has come, not before.',
  'rule_broken date holiday': ({ message }) =>
    `The holiday account begins on ${day(/ begins on (\S+)\.$/.exec(message)?.[1])}.`,
  'rule_broken name': 'You have kept as many views as there may be. Remove one first.',
  'rule_broken date': 'This day is outside of the working time account.',
  'rule_broken approved_by_admin': 'A booking is running. It must be stopped before it is approved.',
  'rule_broken user_id': 'You may not start the timer. Enter your times afterwards.',
  'rule_broken geo_start_lat missing': ({ data }) =>
    'This task is started at its place only, and the console sends no position.' +
    (data['is_request_flow_active'] === 1 ? '' : ' Enter the time afterwards.'),
  'rule_broken geo_start_lat': 'This task is started at its place only.',
  'rule_broken overtime_paid': ({ data }) =>
    data['most'] === undefined
      ? 'There is not so much overtime to pay out.'
      : `At most ${String(data['most'])} hours can be paid out.`,
  'rule_broken mother_id': 'This cannot lie below itself.',
  'rule_broken entry_date booked': 'There are bookings before this day.',
  'rule_broken entry_date': 'This must be after the last day of the employment before.',
  'rule_broken exit_date booked': 'There are bookings after this day.',
  'rule_broken exit_date': 'The last day must not be before the first.',
  'rule_broken payroll_accounting_starts_at': 'This must be after the last day of the employment before.',
  'rule_broken absence_type_id': 'There can be no more types of this kind.',
  'rule_broken entity': 'There can be no more fields here.',
  'rule_broken permission_name': 'This right cannot be given here.',
  'rule_broken permission_scope_id': 'This right can be given for everything only.',
} satisfies Sentences;

/** What other languages have sentences for too. */
export type RefusalKey = keyof typeof sentences;

/** The English sentence; `null` where the server's own stands. */
export function refusalIn(refused: Refused): string | null {
  const said = sentenceOf(sentences, refused);
  if (said !== null || !namesField(refused.message)) return said;
  return refused.code === 'invalid_value' ? 'This value is not possible here.' : 'This is not possible here.';
}
