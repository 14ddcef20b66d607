// Random histories of a timer in one process. HOURBOOK_TEST_SEED and HOURBOOK_TEST_RUNS repeat and lengthen a run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import { createClient, fetchToken, type Client, type Envelope } from '../support/client.ts';
import { hire, pause, work, written } from './booking.ts';
import { bookedOf, carryOut, expectedOf, rowsOf, textOf, toldBy } from './timer-acts.ts';
import { actOf, doing } from './timer-doings.ts';
import { after, emptySheet, overlap, type Sheet } from './timer-model.ts';
import { setClock, timerOptions } from './timer.ts';

const seed = Number(process.env['HOURBOOK_TEST_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
const runs = (usual: number): number => Number(process.env['HOURBOOK_TEST_RUNS'] ?? usual);

onEveryEngine(
  `random histories of a timer (HOURBOOK_TEST_SEED=${seed})`,
  (place) => {
    let serial = 0;

    /** A time that has not been before, tokens that hold then, and somebody new. */
    const begin = async (): Promise<Beginning> => {
      const since = Date.UTC(2026, 5, 2, 8 * (serial += 1));
      setClock(place.installation, textOf(since, 0));
      const { name: account, clientId, clientSecret, login } = place.account;
      const where = { address: place.installation.address, account };
      const client = { client_id: clientId, client_secret: clientSecret };
      const { access_token } = await fetchToken(where, { grant_type: 'client_credentials', ...client });
      const machine = createClient(where, access_token);
      const person = await hire(machine, `person-${serial}`, { timezone: 'UTC' });
      return { person, since, clients: [machine, await login('admin'), await login(`person-${serial}`)] };
    };

    test('one after the other, the server does what the model says', async () => {
      const histories = fc.array(doing([work, pause]), { minLength: 4, maxLength: 20 });
      await fc.assert(
        fc.asyncProperty(histories, async (history) => {
          const { person, since, clients } = await begin();
          const machine = clients[0] as Client;
          let [sheet, now]: [Sheet, number] = [emptySheet, 0];
          for (const [index, one] of history.entries()) {
            now += one.pause;
            setClock(place.installation, textOf(since, now));
            const act = actOf(one, { now, booked: sheet.booked, note: `act ${index}` });
            if (act === null) continue;
            const client = clients[act.kind === 'approve' ? 0 : one.client % 3] as Client;
            const answer = await carryOut(client, act, { person, since });
            const rows = await rowsOf(machine, person);
            const booked = rows.map((row) => bookedOf(row, since));
            const idAt = (at: number): number => booked.find(({ start }) => start === at)?.id ?? -1;
            const expected = after(sheet, act, { now, idAt });
            const story = `${JSON.stringify(act)} at ${now} on ${JSON.stringify(sheet)}: ${answer.text}`;
            assert.deepEqual(toldBy(answer), expectedOf(sheet.booked, expected), story);
            sheet = expected?.sheet ?? sheet;
            assert.deepEqual(booked, sheet.booked, story);
            await assertStatus(machine, person, rows);
          }
        }),
        { seed, numRuns: runs(60) },
      );
      await assertHours((await begin()).clients[0] as Client);
    });

    test('by many clients at once, never two run, never two overlap, and nothing breaks', async () => {
      const histories = fc.array(fc.array(doing([work, pause]), { minLength: 4, maxLength: 8 }), {
        minLength: 6,
        maxLength: 6,
      });
      await fc.assert(
        fc.asyncProperty(histories, async (all) => {
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
                const answer = await carryOut(client, act, { person, since });
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
        { seed, numRuns: runs(8), endOnFailure: true },
      );
      await assertHours((await begin()).clients[0] as Client);
    });
  },
  timerOptions,
);

interface Beginning {
  readonly person: number;
  /** Epoch milliseconds. */
  readonly since: number;
  /** The machine's first. */
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

/** The hours of each task are those of the trackings that have ended. */
async function assertHours(machine: Client): Promise<void> {
  for (const task of [work, pause]) {
    const query = { task_id: task, _limit: 10_000, _op__end_time: 'notnull' };
    const rows: readonly Envelope[] = (await machine.get('timeTrackings/read', query)).json['Results'];
    const sum = rows.reduce((total, { duration }) => total + duration, 0);
    assert.equal(written(await machine.get(`tasks/read/${task}`))['duration'], Math.round(sum / 36) / 100);
  }
}
