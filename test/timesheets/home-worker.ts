// A person whose timer runs, and what the server told of the day compared with what the day comes to when the timer ends.
import assert from 'node:assert/strict';
import { createClient, fetchToken, type Client, type Envelope } from '../support/client.ts';
import { rowOf, type Shown } from '../support/expectations.ts';
import type { Place } from '../support/on-every-engine.ts';
import { booking, hire, work, written } from '../time-tracking/booking.ts';
import { setClock } from '../time-tracking/timer/timer.ts';
import { models } from './rest-story.ts';
import { storedDayOf } from './timesheets.ts';

const zone = 'Europe/Vienna';
/** Stories take up to a month; a token lives no longer. */
export const flags = { 'access-token-lifetime': '30d' };

/** A person who lives in Vienna. */
export interface Worker {
  readonly id: number;
  /** Of the account, with a token of the same day. */
  readonly machine: Client;
  readonly client: Client;
  /** Books from one clock time to another on a date. */
  readonly book: (date: string, from: string, to: string, task?: number) => Promise<unknown>;
  /** Starts the timer at a time on the clocks of Vienna; answers the tracking. */
  readonly start: (moment: string, task?: number) => Promise<Envelope>;
  /** What the server tells at a time on the clocks of Vienna. */
  readonly ask: (moment?: string) => Promise<Shown>;
}

/** The moment that clocks of a zone show, in seconds since 1970. */
export function secondsOf(shown: string, timeZone = zone): number {
  return Temporal.PlainDateTime.from(shown).toZonedDateTime(timeZone).epochMilliseconds / 1000;
}

/** A moment on the clocks of UTC. */
export function utc(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/** The clock of Vienna at a moment. */
export const clock = (seconds: number): string =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
    .toZonedDateTimeISO(zone)
    .toPlainTime()
    .toString();

let serial = 0;

/** The machine of the account, with a token of the same day. */
export async function machineOf({ account, installation }: Place): Promise<Client> {
  const where = { address: installation.address, account: account.name };
  const { clientId: client_id, clientSecret: client_secret } = account;
  const form = { grant_type: 'client_credentials', client_id, client_secret };
  return createClient(where, (await fetchToken(where, form)).access_token);
}

/** Hires a person in Vienna who works 8 hours on each day of the week unless `more` says otherwise. */
export async function employ(place: Place, schedule: number, more: object = {}): Promise<Worker> {
  const { account, installation } = place;
  const machine = await machineOf(place);
  const name = `home.${(serial += 1)}`;
  const id = await hire(machine, name, {
    entry_date: '2026-01-01',
    timesheet_template_id: schedule,
    timesheet_template_id_valid_starting_from: '2026-01-01',
    ...more,
  });
  const client = await account.login(name);
  const turn = (moment: string): void => setClock(installation, utc(secondsOf(moment)));
  return {
    id,
    machine,
    client,
    book: (date, from, to, task_id = work) =>
      machine.create('timeTrackings', {
        ...booking(id, { start: `${date} ${from}`, end: `${date} ${to}` }),
        task_id,
      }),
    start: async (moment, task_id = work) => {
      turn(moment);
      return written(await client.post('timeTrackings/start', { task_id }));
    },
    ask: async (moment) => {
      if (moment !== undefined) turn(moment);
      return rowOf(await client.get('homeTimes/read', { user_id: id }));
    },
  };
}

/** What is under test of a model of breaks. */
export const under = (model: keyof typeof models): object => ({
  automatic_break_template_id: models[model],
  automatic_break_template_valid_starting_from: '2026-01-01',
});

/**
 * Ends the tracking at the told moments and looks at the day: at `home_at` its target is just reached, the total of each point is
 * its total, and between two points it changes evenly. Moves the clock to two days later.
 */
export async function assertKept(place: Place, { id: person, machine }: Worker, told: Shown): Promise<void> {
  const id = told['time_tracking_id'] as number;
  const { start_time, start_time_timezone } = rowOf(await machine.get(`timeTrackings/read/${id}`));
  const began = secondsOf(start_time.replace(' ', 'T'), start_time_timezone);
  setClock(place.installation, utc(began + 2 * 86_400));
  const dayBy = async (after: number) => {
    const end_time = utc(began + after);
    written(await machine.put(`timeTrackings/update/${id}`, { end_time, end_time_timezone: 'UTC' }));
    return storedDayOf(place, person, told['date']);
  };
  const course = told['course'] as { after: number; total: number }[];
  for (const [index, { after, total }] of course.entries()) {
    const next = course[index + 1] ?? { after, total };
    const middle = Math.floor((after + next.after) / 2);
    const there = next.after === after ? 0 : (middle - after) / (next.after - after);
    if (after > 0) assert.equal((await dayBy(after))['total_working_time'], total, `after ${after}`);
    if (middle === 0) continue;
    const shown = (await dayBy(middle))['total_working_time'];
    assert.equal(shown, total + there * (next.total - total), `after ${middle} of ${JSON.stringify(course)}`);
  }
  const home = told['home_after'] as number | null;
  if (home === null) return;
  assert.equal(told['home_at'], utc(began + home), 'the zone of the account is UTC');
  assert.equal((await dayBy(home))['working_time_daily_balance'], 0);
  assert.ok(((await dayBy(home - 1))['working_time_daily_balance'] as number) < 0, 'a second earlier');
}

/** Asserts what was told in short, then that it is kept. */
export async function assertTold(
  place: Place,
  { worker, told }: { readonly worker: Worker; readonly told: Shown },
  [home, deducted]: readonly [string, number],
): Promise<void> {
  const at = told['home_at'] as string | null;
  assert.deepEqual(
    [at === null ? null : clock(secondsOf(at.replace(' ', 'T'), 'UTC')), told['deducted_break']],
    [home, deducted],
  );
  await assertKept(place, worker, told);
}
