// The present of the demo company: what every screen of a client has something to show of.
import { bookingsOf, shiftsOf, type BookingContext } from './demo-bookings.ts';
import { absenceTypes, absences, datesOf, type DemoAbsence } from './demo-absences.ts';
import { departments, people } from './demo-company.ts';
import { datesBetween, type DemoCalendar } from './demo-calendar.ts';
import type { DemoWriter } from './demo-writer.ts';

/** Weeks of bookings that are there when the server begins to serve, before the present one. */
export const presentWeeks = 3;

/** When and for whom the present is written. */
export interface Present extends DemoCalendar {
  readonly context: BookingContext;
  readonly now: Temporal.ZonedDateTime;
}

/** Writes it: absences in every status, bookings, a running timer, requests, shifts. */
export async function createPresent(writer: DemoWriter, present: Present): Promise<void> {
  const { context, monday, today } = present;
  for (const one of absences) await createAbsence(writer, present, one);
  const first = monday.subtract({ weeks: presentWeeks });
  const booked = await writer.create({
    resource: 'timeTrackings',
    entities: datesBetween(first, today).flatMap((date) => bookingsOf(context, date)),
  });
  await createTimer(writer, present);
  await createRequests(writer, present, booked);
  await writer.create({
    resource: 'timePlannings',
    entities: [monday, monday.add({ weeks: 1 })].flatMap((week) => shiftsOf(context, week)),
  });
}

async function createAbsence(
  writer: DemoWriter,
  { context, monday }: Present,
  absence: DemoAbsence,
): Promise<void> {
  const { username, outcome, type, comment, replacement } = absence;
  const user_id = userNamed(context, username);
  const [from, to] = datesOf(absence, monday);
  const entity = {
    ...absenceTypes[type],
    user_id,
    from_date: from.toString(),
    to_date: to.toString(),
    request_comment: comment,
    ...(replacement === undefined ? {} : { replacement_user_id: userNamed(context, replacement) }),
  };
  const by = outcome === 'granted' ? {} : { by: user_id };
  const [id] = await writer.create({ resource: 'absences', entities: [entity], ...by });
  if (outcome === 'cancelled')
    await writer.act({ resource: 'absences', action: 'cancel', entities: [{ id }], by: user_id });
  if (outcome !== 'declined') return;
  const leader = departments.find(
    ({ key }) => people.find((one) => one.username === username)?.department === key,
  );
  const granted_comment = 'The concrete is poured in that week';
  await writer.act({
    resource: 'absences',
    action: 'reject',
    entities: [{ id, granted_comment }],
    by: userNamed(context, leader?.supervisor ?? ''),
  });
}

/** Emil works since up to 100 minutes ago, today. */
async function createTimer(writer: DemoWriter, { context, now }: Present): Promise<void> {
  const begun = now.subtract({ minutes: 100 });
  const start = Temporal.ZonedDateTime.compare(begun, now.startOfDay()) < 0 ? now.startOfDay() : begun;
  const start_time = start
    .toPlainDateTime()
    .round('minute')
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');
  const entity = {
    user_id: userNamed(context, 'emil'),
    task_id: context.tasks[3],
    start_time,
    start_time_timezone: context.timezone,
  };
  await writer.create({ resource: 'timeTrackings', entities: [entity] });
}

/** People ask for changes of their latest bookings: one is open for each of two people. */
async function createRequests(
  writer: DemoWriter,
  { context }: Present,
  booked: readonly number[],
): Promise<void> {
  for (const [username, comment] of [
    ['emil', 'The delivery came late'],
    ['samir', 'I forgot to stop'],
  ] as const) {
    const user_id = userNamed(context, username);
    const rows = await writer.find('timeTrackings', [{ column: 'user_id', is: '=', value: user_id }]);
    const last = rows.findLast(({ id }) => booked.includes(id as number));
    if (last === undefined) continue;
    const end = Temporal.PlainDateTime.from(String(last['end_time']).replace(' ', 'T')).add({ minutes: 20 });
    const entity = {
      time_tracking_id: last['id'],
      new_end_time: end.toString({ smallestUnit: 'second' }).replace('T', ' '),
      request_user_comment: comment,
    };
    await writer.create({ resource: 'changeTimeTrackingRequests', entities: [entity], by: user_id });
  }
}

const hoursPaid = 10;

/** Jonas, who works longest, had overtime paid out with the last month. */
export async function payOvertime(
  writer: DemoWriter,
  { context, today }: Pick<Present, 'context' | 'today'>,
): Promise<void> {
  const date = today.with({ day: 1 }).subtract({ days: 1 }).toString();
  const [day] = await writer.find('timesheetAccountings', [
    { column: 'user_id', is: '=', value: userNamed(context, 'jonas') },
    { column: 'date', is: '=', value: date },
  ]);
  if (day === undefined) return;
  await writer.update({
    resource: 'timesheetAccountings',
    entities: [{ id: day['id'], overtime_paid: hoursPaid }],
  });
}

function userNamed({ users }: BookingContext, username: string): number {
  return users[people.findIndex((one) => one.username === username)] as number;
}
