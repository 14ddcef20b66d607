// Reminders that no change causes: working time that is missing in the week before, and requests that wait for who decides
// them. The notification says that a person was reminded, so that each is reminded once a day, whatever restarts.
import type { Row, View } from '#resource/rule.ts';
import { dateAfter } from '#values/date-range.ts';
import { employedUntil } from '#values/employment.ts';
import { localText } from '#values/time-zone.ts';
import { weekdayOf } from '#values/week.ts';
import { absenceStatus } from '../absence-days/absence-kind.ts';
import { decidersOfAbsence } from '../absences/notify-of-absence.ts';
import { isAccounted } from '../days/employment.ts';
import { absenceTypeOf } from '../absence-days/find-type.ts';
import { decidersOfRequest } from '../time-tracking/requests/tell-of-request.ts';
import { notificationTypes, type NotificationName } from '../notifications/catalogue.ts';
import { nameOf, type MailFacts } from '../notifications/mail-facts.ts';
import { together } from '#resource/missing.ts';

/** Hour of the day, on the person's clocks, from which people are reminded. */
const firstHour = 6;
const day = 86_400;
/** How many requests a digest names. */
const mostListed = 20;

/** Settings by what is reminded of; each is a day of the week, `never` or, for deciders, `daily`. */
const settingOf = { hoursMissing: 'missing_hours_day', requestsWaiting: 'decider_digest_day' } as const;
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

type Reminder = keyof typeof settingOf;

/** Whether the account reminds of anything. */
export function reminds(view: Pick<View, 'setting'>): boolean {
  const settings = together(Object.values(settingOf).map((type) => () => view.setting(type)));
  return settings.some((setting) => setting !== 'never');
}

/** Reminds everybody in the account whose turn it is; answers how many reminders that were. */
export function remindAll(view: View, now: number): number {
  return remindOfHours(view, now) + remindDeciders(view, now);
}

function remindOfHours(view: View, now: number): number {
  let count = 0;
  for (const person of peopleOn('hoursMissing', view, now)) {
    const missing = missingHours(view, person, now);
    if (missing !== null) count += remind(view, { type: 'hoursMissing', person, now, ...missing });
  }
  return count;
}

/** Days of the week before with less working time than was to be worked, and nothing booked; `null`: none. */
function missingHours(
  view: View,
  person: Row<'users'>,
  now: number,
): Pick<Reminding, 'facts' | 'assocId'> | null {
  const today = localText(now, zoneOf(person)).slice(0, 10);
  const monday = dateAfter(today, 1 - weekdayOf(today) - 7);
  const days = view.find('timesheetAccountings', [
    { column: 'user_id', is: '=', value: person.id },
    { column: 'date', is: '>=', value: monday },
    { column: 'date', is: '<=', value: dateAfter(monday, 6) },
  ]);
  const empty = days.filter(
    (row) =>
      row.begin_time === null && (row.working_time_daily_balance ?? 0) < 0 && isAccounted(person, row.date),
  );
  if (empty.length === 0) return null;
  const seconds = empty.reduce((sum, row) => sum - (row.working_time_daily_balance ?? 0), 0);
  const sorted = empty.toSorted((one, other) => one.date.localeCompare(other.date));
  const facts = {
    first: monday,
    last: dateAfter(monday, 6),
    missing: String(seconds),
    days: sorted.map((row) => row.date).join(),
    screen: 'week',
  };
  return { assocId: sorted[0]?.id ?? null, facts };
}

function remindDeciders(view: View, now: number): number {
  const people = peopleOn('requestsWaiting', view, now);
  if (people.length === 0) return 0;
  const waiting = waitingByDecider(view, now);
  let count = 0;
  for (const person of people) {
    const requests = waiting.get(person.id) ?? [];
    if (requests.length > 0)
      count += remind(view, {
        type: 'requestsWaiting',
        person,
        now,
        assocId: null,
        facts: listed(requests),
      });
  }
  return count;
}

/** Every request that waits, by who decides it. */
function waitingByDecider(view: View, now: number): ReadonlyMap<number, readonly MailFacts[]> {
  const waiting = new Map<number, MailFacts[]>();
  const add = (personId: number | null, deciders: ReadonlySet<number>, facts: MailFacts): void => {
    const person = nameOf(personId === null ? undefined : view.get('users', personId));
    for (const id of deciders) waiting.set(id, [...(waiting.get(id) ?? []), { person, ...facts }]);
  };
  for (const row of view.find('absences', [{ column: 'status', is: '=', value: absenceStatus.open }])) {
    const type = absenceTypeOf(row, view);
    add(row.user_id, decidersOfAbsence(row, now, view), {
      kind: type.name_const,
      first: row.from_date,
      last: row.to_date,
    });
  }
  const pending = [{ column: 'status', is: '=', value: 'PENDING' }] as const;
  for (const row of view.find('changeTimeTrackingRequests', pending))
    add(row.user_id, decidersOfRequest(row, now, view), {
      new_start: row.new_start_time ?? '',
      new_end: row.new_end_time ?? '',
    });
  return waiting;
}

function listed(requests: readonly MailFacts[]): MailFacts {
  const shown = requests.slice(0, mostListed);
  const members = shown.flatMap((one, index) =>
    Object.entries(one).map(([name, value]) => [`${name}_${index}`, value] as const),
  );
  return {
    ...Object.fromEntries(members),
    listed: String(shown.length),
    unlisted: String(requests.length - shown.length),
    screen: 'inbox',
  };
}

/** Active people who have not left, whose day of the week it is, and who have not been reminded today. */
function peopleOn(type: Reminder, view: View, now: number): readonly Row<'users'>[] {
  const setting = view.setting(settingOf[type]);
  if (setting === 'never') return [];
  const reminded = view.find('notifications', [
    { column: 'notification_type', is: '=', value: notificationTypes[type].id },
    { column: 'notification_timestamp', is: '>', value: now - day },
  ]);
  const people = view.find('users', [{ column: 'active', is: '=', value: 1 }]);
  return people.filter((person) => {
    if ((employedUntil(person, now) ?? Infinity) <= now) return false;
    const [date = '', time = ''] = localText(now, zoneOf(person)).split(' ');
    const isDay = setting === 'daily' || weekdays[weekdayOf(date) - 1] === setting;
    const isToday = (row: Row<'notifications'>): boolean =>
      row.user_id === person.id && localText(row.notification_timestamp, zoneOf(person)).startsWith(date);
    return isDay && Number(time.slice(0, 2)) >= firstHour && !reminded.some(isToday);
  });
}

interface Reminding {
  readonly type: NotificationName;
  readonly person: Row<'users'>;
  readonly now: number;
  /** The row that the notification names; `null`: there are several. */
  readonly assocId: number | null;
  readonly facts: MailFacts;
}

function remind(view: View, { type, person, now, assocId, facts }: Reminding): number {
  const userId = person.id;
  const mail = { kind: 'told', userId, data: { notice: type, sender: '', ...facts } } as const;
  const isMailed = person.email_address !== null && view.mail(mail);
  view.insert('notifications', {
    user_id: userId,
    notification_type: notificationTypes[type].id,
    is_response: 0,
    notification_timestamp: now,
    assoc_id: assocId,
    email_send_status: isMailed ? 1 : 0,
    email_send_timestamp: isMailed ? now : null,
  });
  return 1;
}

function zoneOf(person: Row<'users'>): string {
  return person.timezone ?? 'UTC';
}
