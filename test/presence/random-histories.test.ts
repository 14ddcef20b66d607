// Random days of one person, with schedules, calendars, absences, zones and a clock that moves on: the status overview
// matches a slow model at every moment.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { createClient, fetchToken, type Client, type Envelope } from '../support/client.ts';
import { assertLookedFor } from '../support/expected-work.ts';
import { runs } from '../support/property.ts';
import { shownBy } from '../values/zones.ts';
import { absence } from '../absences/absence.ts';
import { hire, pause, work } from '../time-tracking/booking.ts';
import { periodsAfter } from '../timesheets/given-periods.ts';
import { coreSchedule, presenceOf, weekdays } from './presence.ts';
import { expectedAt, type Sources } from './presence-model.ts';
import { setClock, timerOptions } from '../time-tracking/timer/timer.ts';

const zones = ['UTC', 'Europe/Vienna', 'Asia/Kolkata', 'America/Los_Angeles', 'Pacific/Kiritimati'] as const;
const day = 86_400;
const hour = 3600;
/** Times of the day around which something happens. */
const times = '00:00:00 08:30:00 09:00:00 09:10:00 10:00:00 12:00:00 14:45:00 15:00:00 23:59:00'.split(' ');

/** How far the clock moves on: seconds, or to the next time of the day, a second more or less. */
const waiting = fc.oneof(
  fc.record({ seconds: fc.integer({ min: 1, max: 6 * hour }) }),
  fc.record({ time: fc.constantFrom(...times), off: fc.constantFrom(-1, 0, 1) }),
);
type Waiting = typeof waiting extends fc.Arbitrary<infer One> ? One : never;

const pick = fc.nat({ max: 9 });
const doing = fc.oneof(
  fc.record({ kind: fc.constant('start' as const), task_id: fc.constantFrom(work, pause) }),
  fc.record({ kind: fc.constant('stop' as const) }),
  fc.record({
    kind: fc.constant('book' as const),
    from: fc.integer({ min: -8 * hour, max: 4 * hour }),
    length: fc.integer({ min: 60, max: 5 * hour }),
  }),
  fc.record({ kind: fc.constant('erase' as const), pick }),
  fc.record({
    kind: fc.constant('leave' as const),
    ahead: fc.integer({ min: 0, max: 2 }),
    days: fc.nat({ max: 2 }),
    how: fc.constantFrom('days', 'half', 'home', '09:00:00', '08:00:00', '13:00:00', '11:00:00'),
    hours: fc.integer({ min: 1, max: 6 }),
  }),
  fc.record({ kind: fc.constant('return' as const), pick, action: fc.constantFrom('cancel', 'delete') }),
  fc.record({ kind: fc.constant('celebrate' as const), ahead: fc.integer({ min: -1, max: 2 }) }),
  fc.record({
    kind: fc.constant('weekday' as const),
    change: fc.constantFrom(
      { core_time_start: '08:00:00' },
      { core_time_end: '12:00:00', core_time_end_tolerance: 0 },
      { core_time_start_tolerance: 240 },
      { core_time_start: '', core_time_end: '' },
      { core_time_start: '09:00:00', core_time_end: '15:00:00', core_time_start_tolerance: 10 },
      { workday: 0 },
      { workday: 1, hours: 8, core_time_start: '10:00:00', core_time_end: '14:00:00' },
    ),
  }),
  fc.record({ kind: fc.constant('schedule' as const), plain: fc.boolean(), ahead: fc.nat({ max: 2 }) }),
  fc.record({ kind: fc.constant('zone' as const), zone: fc.constantFrom(...zones) }),
  fc.record({ kind: fc.constant('limit' as const), hours: fc.constantFrom(0, 2, 8) }),
);
type Doing = typeof doing extends fc.Arbitrary<infer One> ? One : never;

/** A schedule and the first day on which it holds. */
interface Period {
  readonly from: string;
  readonly schedule: number;
}

/** The seven days of the history's own schedule, and the first day (in UTC) on which they hold. */
interface Version {
  readonly from: string;
  readonly days: readonly Envelope[];
}

/** One history. */
interface Story {
  readonly machine: Client;
  readonly person: number;
  readonly schedule: number;
  readonly template: number;
  zone: string;
  periods: readonly Period[];
  versions: readonly Version[];
  now: number;
}

onEveryEngine(
  'random histories of statuses',
  (place) => {
    let serial = 0;
    let since = Date.UTC(2026, 5, 1) / 1000;
    let hours: Envelope = {};

    const textOf = (instant: number): string =>
      new Date(instant * 1000).toISOString().slice(0, 19).replace('T', ' ');
    const dateOf = ({ zone, now }: Story, ahead = 0): string => shownBy(zone, now + ahead * day).slice(0, 10);
    before(async () => {
      setClock(place.installation, textOf(since));
      const type = { name_const: 'Hours', abbreviation_const: 'H', duration_unit: 'hs' };
      hours = await place.machine.create('absenceTypes', { ...type, allow_entry_on_non_working_days: 1 });
    });

    /** Starts on an unused day with a valid token and a new person with a schedule and a calendar. */
    const begin = async (zone: string): Promise<Story> => {
      setClock(place.installation, textOf(since));
      const { name: account, clientId, clientSecret } = place.account;
      const where = { address: place.installation.address, account };
      const client = { client_id: clientId, client_secret: clientSecret };
      const { access_token } = await fetchToken(where, { grant_type: 'client_credentials', ...client });
      const machine = createClient(where, access_token);
      serial += 1;
      const schedule = await coreSchedule(machine, `Core ${serial}`);
      const [country] = (await machine.get('countries/read', { iso_3166: 'FI' })).json['Results'];
      const template = (await machine.create('publicHolidayTemplates', { country_id: country.id }))['id'];
      const more = { timezone: zone, timesheet_template_id: schedule, public_holiday_template_id: template };
      const person = await hire(machine, `person-${serial}`, more);
      const periods = [{ from: '0001-01-01', schedule }];
      const versions = [{ from: '0001-01-01', days: await weekdays(machine, schedule) }];
      return { machine, person, schedule, template, zone, periods, versions, now: since };
    };

    const listOf = async (
      { machine }: Story,
      resource: string,
      query: object,
    ): Promise<readonly Envelope[]> =>
      (await machine.get(`${resource}/read`, { ...query, _limit: 1000, _order_by: 'id' })).json['Results'];

    const sourcesOf = async (story: Story): Promise<Sources> => {
      const own = { user_id: story.person };
      const holidays = await listOf(story, 'publicHolidays', { template_id: story.template });
      const [limit] = await listOf(story, 'generalSettings', { setting_type: 'alert_maximum_timer_hours' });
      return {
        zone: story.zone,
        trackings: await listOf(story, 'timeTrackings', own),
        absences: await listOf(story, 'absences', own),
        workTypes: new Set(['3 12']),
        holidays: new Set(holidays.map(({ date }) => date as string)),
        weekdayOn: (date) => {
          const period = story.periods.findLast(({ from }) => from <= date);
          // The account's default schedule has no core time.
          if (period === undefined || period.schedule !== story.schedule) return undefined;
          const version = story.versions.findLast(({ from }) => from <= date);
          return version?.days[(new Date(date).getUTCDay() + 6) % 7];
        },
        limit: Number(limit?.['setting_value']),
      };
    };

    /** Time alone changes no source but the mark of a tracking that runs very long, which the model knows of. */
    const look = async (
      story: Story,
      { sources, told }: { sources: Sources; told: string },
    ): Promise<void> => {
      await assertLookedFor(place.installation.app.engine, place.account.id);
      const expected = expectedAt(sources, story.now);
      const row = await presenceOf(story.machine, story.person);
      const shown = Object.fromEntries(Object.keys(expected).map((name) => [name, row[name]]));
      assert.deepEqual(
        shown,
        expected,
        `${told}; now it is ${shownBy(story.zone, story.now)} in ${story.zone}`,
      );
    };

    const wait = (story: Story, waited: Waiting): void => {
      if ('seconds' in waited) story.now += waited.seconds;
      else {
        const seconds = (text: string): number =>
          text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
        const passed = seconds(shownBy(story.zone, story.now).slice(11));
        story.now += ((seconds(waited.time as string) + waited.off - passed + 2 * day - 1) % day) + 1;
      }
      setClock(place.installation, textOf(story.now));
    };

    test('matches the model at every moment', async () => {
      const steps = fc.array(fc.tuple(doing, waiting, waiting), { minLength: 4, maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...zones), steps, async (zone, history) => {
          const story = await begin(zone);
          const told: string[] = [];
          try {
            for (const [one, ...waits] of history) {
              await carryOut(story, one);
              told.push(`${textOf(story.now)} ${JSON.stringify(one)}`);
              const sources = await sourcesOf(story);
              await look(story, { sources, told: told.join('\n') });
              for (const waited of waits) {
                wait(story, waited);
                await look(story, { sources, told: told.join('\n') });
              }
            }
          } finally {
            // The server's clock never goes back, not even while fast-check shrinks.
            since = story.now + day;
          }
        }),
        { ...runs({ test: 15, long: 38, soak: 1_500 }), endOnFailure: true },
      );
    });

    /** Does it, if the rules let it be done. */
    async function carryOut(story: Story, one: Doing): Promise<void> {
      const sent = await send(story, one);
      assert.ok(sent === undefined || [200, 422].includes(sent.status), sent?.text ?? '');
      if (sent?.status !== 200) return;
      if (one.kind === 'zone') story.zone = one.zone;
      if (one.kind === 'weekday') await keepVersion(story);
      if (one.kind !== 'schedule') return;
      const given = { from: dateOf(story, one.ahead), schedule: one.plain ? 1 : story.schedule };
      story.periods = periodsAfter(story.periods, given, dateOf(story));
    }

    /** A schedule with users keeps what it said before this day. */
    async function keepVersion(story: Story): Promise<void> {
      const from = textOf(story.now).slice(0, 10);
      const days = await weekdays(story.machine, story.schedule);
      story.versions = [...story.versions.filter((version) => version.from < from), { from, days }];
    }

    async function send(story: Story, one: Doing) {
      const { machine, person } = story;
      const own = { user_id: person };
      switch (one.kind) {
        case 'start':
          return machine.post('timeTrackings/start', { ...own, task_id: one.task_id });
        case 'stop':
          return machine.put('timeTrackings/stop', own);
        case 'book': {
          const zone = { start_time_timezone: 'UTC', end_time_timezone: 'UTC' };
          const start = story.now + one.from;
          const span = { start_time: textOf(start), end_time: textOf(start + one.length) };
          return machine.post('timeTrackings/create', { ...own, task_id: work, ...zone, ...span });
        }
        case 'erase': {
          const rows = await listOf(story, 'timeTrackings', own);
          const row = rows[one.pick % rows.length];
          return row === undefined ? undefined : machine.delete(`timeTrackings/delete/${row['id']}`);
        }
        case 'leave': {
          const from = dateOf(story, one.ahead);
          const types = {
            days: {},
            half: { request_partial_begin_duration: 0.5 },
            home: { type_id: 3, subtype_id: 12 },
          };
          const timed = {
            type_id: 3,
            subtype_id: hours['absence_subtype_id'],
            begin: one.how,
            duration: one.hours,
          };
          const more = one.how in types ? types[one.how as keyof typeof types] : timed;
          const to = one.how.includes(':') ? from : dateOf(story, one.ahead + one.days);
          return machine.post('absences/create', absence(person, from, to, more));
        }
        case 'return': {
          const rows = (await listOf(story, 'absences', own)).filter((row) => row['status'] === 1);
          const id = rows[one.pick % rows.length]?.['id'];
          if (id === undefined) return undefined;
          return one.action === 'cancel'
            ? machine.put('absences/cancel', { id })
            : machine.delete(`absences/delete/${id}`);
        }
        case 'celebrate': {
          const date = dateOf(story, one.ahead);
          const [known] = await listOf(story, 'publicHolidays', { template_id: story.template, date });
          if (known !== undefined) return machine.delete(`publicHolidays/delete/${known['id']}`);
          return machine.post('publicHolidays/create', { template_id: story.template, date, name: 'Feast' });
        }
        case 'weekday': {
          const index = (new Date(dateOf(story)).getUTCDay() + 6) % 7;
          const row = (await weekdays(machine, story.schedule))[index];
          return machine.put(`workScheduleDays/update/${row?.['id']}`, one.change);
        }
        case 'schedule':
          return machine.put(`users/update/${person}`, {
            timesheet_template_id: one.plain ? 1 : story.schedule,
            timesheet_template_id_valid_starting_from: dateOf(story, one.ahead),
          });
        case 'zone':
          return machine.put(`users/update/${person}`, { timezone: one.zone });
        case 'limit':
          return machine.put('generalSettings/update/16', { setting_value: String(one.hours) });
      }
    }
  },
  timerOptions,
);
