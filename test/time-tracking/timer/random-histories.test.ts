// Random histories of one timer in one process: every answer and every row is that of the model.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { createClient, fetchToken, type Client, type Envelope } from '../../support/client.ts';
import { runs } from '../../support/property.ts';
import { hire, pause, work, written } from '../booking.ts';
import { bookedOf, carryOut, expectedOf, rowsOf, textOf, toldBy } from './timer-acts.ts';
import { actOf, doing, inMixture, mixtures, type Doing } from './timer-doings.ts';
import { after, emptySheet, overlap, type Booked, type Sheet } from './timer-model.ts';
import { setClock, timerOptions } from './timer.ts';
import { shownBy } from '../../values/zones.ts';

onEveryEngine(
  'random histories of a timer',
  (place) => {
    let serial = 0;

    /** A later moment than any before (UTC, milliseconds), tokens that are valid then, and a new user. */
    const begin = async (
      since = Date.UTC(2026, 5, 2, 8 * (serial += 1)),
      timezone = 'UTC',
    ): Promise<Beginning> => {
      setClock(place.installation, textOf(since, 0));
      const { name: account, clientId, clientSecret, login } = place.account;
      const where = { address: place.installation.address, account };
      const client = { client_id: clientId, client_secret: clientSecret };
      const { access_token } = await fetchToken(where, { grant_type: 'client_credentials', ...client });
      const machine = createClient(where, access_token);
      const name = `person-${since}`;
      const person = await hire(machine, name, { timezone });
      return { person, since, clients: [machine, await login('admin'), await login(name)] };
    };

    /** Sends the calls in order, each in one of the zones. After each call the rows are those of the model. */
    const assertFollowed = async (
      { person, since, clients }: Beginning,
      history: readonly Doing[],
      zones: readonly string[],
    ): Promise<void> => {
      const machine = clients[0] as Client;
      let [sheet, now]: [Sheet, number] = [emptySheet, 0];
      for (const [index, one] of history.entries()) {
        now += one.pause;
        setClock(place.installation, textOf(since, now));
        const act = actOf(one, { now, booked: sheet.booked, note: `act ${index}` });
        if (act === null) continue;
        const client = clients[act.kind === 'approve' ? 0 : one.client % 3] as Client;
        const zone = zones[one.zone % zones.length] as string;
        const answer = await carryOut(client, act, { person, since, zone });
        const rows = await rowsOf(machine, person);
        const booked = rows.map((row) => bookedOf(row, since)).toSorted((a, b) => a.start - b.start);
        const idAt = (at: number): number => booked.find(({ start }) => start === at)?.id ?? -1;
        const expected = after(sheet, act, { now, idAt });
        const story = `${JSON.stringify(act)} at ${now} in ${zone} on ${JSON.stringify(sheet)}: ${answer.text}`;
        assert.deepEqual(toldBy(answer), expectedOf(sheet.booked, expected), story);
        sheet = expected?.sheet ?? sheet;
        assert.deepEqual(booked, sheet.booked, story);
        for (const row of rows) assertClocks(row, bookedOf(row, 0));
        await assertStatus(machine, person, rows);
      }
    };

    const histories = fc
      .tuple(mixtures, fc.array(doing([work, pause]), { minLength: 4, maxLength: 20 }))
      .map(([mixture, all]) => all.map((one) => inMixture(mixture, one)));

    test('sequential requests give the answers and rows of the model', async () => {
      await fc.assert(
        fc.asyncProperty(histories, async (history) => assertFollowed(await begin(), history, ['UTC'])),
        { ...runs({ test: 40, long: 70, soak: 4000 }), endOnFailure: true },
      );
      await assertHours((await begin()).clients[0] as Client);
    });

    test('up to 60 requests within seconds give the answers and rows of the model', async () => {
      const turns = { minLength: 20, maxLength: 60, size: 'max' } as const;
      const crowds = fc
        .tuple(mixtures, fc.array(fc.tuple(doing([work, pause]), fc.nat({ max: 3 })), turns))
        .map(([mixture, all]) =>
          all.map(([one, turn], index) => ({
            ...inMixture(mixture, one),
            pause: index === 0 ? 180 * 60 : turn === 0 ? 1 : 0,
          })),
        );
      await fc.assert(
        fc.asyncProperty(crowds, async (history) => assertFollowed(await begin(), history, ['UTC'])),
        { ...runs({ test: 8, long: 20, soak: 800 }), endOnFailure: true },
      );
    });

    test('concurrent clients never make two trackings overlap or run', async () => {
      const together = fc.array(fc.array(doing([work, pause]), { minLength: 4, maxLength: 8 }), {
        minLength: 6,
        maxLength: 6,
      });
      await fc.assert(
        fc.asyncProperty(together, async (all) => {
          const { person, since, clients } = await begin();
          const machine = clients[0] as Client;
          const now = 180 * 60;
          setClock(place.installation, textOf(since, now));
          await Promise.all(
            all.map(async (history, number) => {
              for (const [index, one] of history.entries()) {
                const client = clients[number % clients.length] as Client;
                const booked = (await rowsOf(client, person)).map((row) => bookedOf(row, since));
                const act = actOf(one, { now, booked, note: `act ${number}/${index}` });
                if (act === null) continue;
                const answer = await carryOut(client, act, { person, since, zone: 'UTC' });
                assert.ok([200, 401, 422].includes(answer.status), answer.text);
              }
            }),
          );
          const rows = await rowsOf(machine, person);
          const spans = rows.map((row) => bookedOf(row, since));
          for (const [index, span] of spans.entries())
            for (const other of spans.slice(index + 1))
              assert.ok(!overlap(span, other), JSON.stringify(rows));
          assert.ok(spans.filter(({ end }) => end === null).length <= 1);
          await assertStatus(machine, person, rows);
        }),
        { ...runs({ test: 6, long: 15, soak: 600 }), endOnFailure: true },
      );
      await assertHours((await begin()).clients[0] as Client);
    });

    test('requests around clock changes give the answers and rows of the model', async () => {
      let last = Date.UTC(2026, 5, 2, 8 * (serial + 10));
      await fc.assert(
        fc.asyncProperty(histories, fc.constantFrom(...changing), async (history, zone) => {
          last = nextChange(zone, last + 86_400_000);
          // The history begins 90 minutes before the clock change and lasts about 3 hours.
          const beginning = await begin(last - 5_400_000, zone);
          await assertFollowed(beginning, history, [zone, zone, zone, 'UTC', 'America/New_York']);
        }),
        { ...runs({ test: 25, long: 63, soak: 2500 }), endOnFailure: true },
      );
    });
  },
  timerOptions,
);

/** Their clocks change by 1, 0.5 or 2 hours and at different times of the day. */
const changing = [
  'Europe/Vienna',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'America/St_Johns',
  'Africa/Cairo',
  'Pacific/Chatham',
];

function nextChange(zone: string, milliseconds: number): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(zone);
  return zoned.getTimeZoneTransition('next')?.epochMilliseconds as number;
}

/** Times, offsets, duration and date agree, by zone data that is not the server's. */
function assertClocks(row: Envelope, { start, end }: Booked): void {
  assert.equal(row['start_time'], shownBy(row['start_time_timezone'], start));
  assert.equal(row['start_date'], row['start_time'].slice(0, 10));
  if (end === null) return;
  assert.equal(row['end_time'], shownBy(row['end_time_timezone'], end));
  assert.equal(row['duration'], end - start);
}

interface Beginning {
  readonly person: number;
  /** Epoch milliseconds. */
  readonly since: number;
  /** The machine client is the first. */
  readonly clients: readonly Client[];
}

async function assertStatus(machine: Client, person: number, rows: readonly Envelope[]): Promise<void> {
  const running = rows.find(({ end_time }) => end_time === null);
  const status = written(await machine.get(`userStatusOverview/read/${person}`));
  assert.deepEqual(
    [status['time_tracking_id'], status['is_running'], status['time_tracking_task_id']],
    [running?.['id'] ?? null, running === undefined ? 0 : 1, running?.['task_id'] ?? null],
  );
}

/** The duration of each task is the sum of its ended trackings. */
async function assertHours(machine: Client): Promise<void> {
  for (const task of [work, pause]) {
    const query = { task_id: task, _limit: 10_000, _op__end_time: 'notnull' };
    const rows: readonly Envelope[] = (await machine.get('timeTrackings/read', query)).json['Results'];
    const sum = rows.reduce((total, { duration }) => total + duration, 0);
    assert.equal(written(await machine.get(`tasks/read/${task}`))['duration'], Math.round(sum / 36) / 100);
  }
}
