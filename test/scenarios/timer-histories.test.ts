import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import { createClient, fetchToken, type Answer, type Client, type Envelope } from '../support/client.ts';
import { hire, pause, work, written } from './booking.ts';
import { after, doing, overlap, type Booked, type Doing } from './timer-model.ts';
import { setClock, timerOptions } from './timer.ts';

onEveryEngine(
  'random histories of a timer',
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
      const histories = fc.array(doing([work, pause]), { minLength: 4, maxLength: 14 });
      await fc.assert(
        fc.asyncProperty(histories, async (history) => {
          const { person, since, clients } = await begin();
          const machine = clients[0] as Client;
          let [model, now]: [readonly Booked[], number] = [[], 0];
          for (const one of history) {
            now += one.pause;
            setClock(place.installation, textOf(since, now));
            const client = clients[one.kind === 'approve' ? 0 : one.client] as Client;
            const expected = after(model, one, now);
            const answer = await carryOut(client, one, {
              person,
              since,
              rows: await rowsOf(machine, person),
            });
            const story = `${JSON.stringify(one)} at ${now} on ${JSON.stringify(model)}: ${answer?.text}`;
            assert.equal(answer?.status ?? 200, expected === null ? 422 : 200, story);
            model = expected ?? model;
            const rows = await rowsOf(machine, person);
            assert.deepEqual(
              rows.map((row) => bookedOf(row, since)),
              model.map(exact),
              story,
            );
            await assertStatus(machine, person, rows);
          }
        }),
        { numRuns: 40 },
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
          setClock(place.installation, textOf(since, 180));
          await Promise.all(
            all.map(async (history, number) => {
              for (const one of history) {
                const client = clients[number % clients.length] as Client;
                const rows = await rowsOf(client, person);
                const answer = await carryOut(client, one, { person, since, rows });
                assert.ok([200, 401, 422].includes(answer?.status ?? 422), answer?.text ?? '');
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
        { numRuns: 8, endOnFailure: true },
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

interface Scene {
  readonly person: number;
  readonly since: number;
  readonly rows: readonly Envelope[];
}

/** Does it with the rows that are there when the client looks; `null` when there is none to do it with. */
async function carryOut(client: Client, one: Doing, { person, since, rows }: Scene): Promise<Answer | null> {
  const flag = one.insert ? { _insert_into_conflicting: 1 } : {};
  const body = { user_id: person, task_id: one.task, ...flag };
  const times = {
    start_time: textOf(since, one.from),
    start_time_timezone: 'UTC',
    end_time: textOf(since, one.from + one.length),
    end_time_timezone: 'UTC',
  };
  const id = rows[one.pick % Math.max(1, rows.length)]?.['id'] as number | undefined;
  switch (one.kind) {
    case 'start':
    case 'toggle':
      return client.post(`timeTrackings/${one.kind}`, body);
    case 'stop':
      return client.put('timeTrackings/stop', { user_id: person });
    case 'create':
      return client.post('timeTrackings/create', { ...body, ...times });
    default:
      if (id === undefined) return null;
  }
  switch (one.kind) {
    case 'split':
      return client.put(`timeTrackings/split/${id}`, {
        time: times.start_time,
        timezone: 'UTC',
        task_id: one.task,
      });
    case 'update':
      return client.put(`timeTrackings/update/${id}`, { ...times, ...flag });
    case 'delete':
      return client.delete(`timeTrackings/delete/${id}`);
    case 'approve':
      return client.put(`timeTrackings/approve/${id}`, {});
  }
}

async function rowsOf(client: Client, person: number): Promise<readonly Envelope[]> {
  const query = { user_id: person, _order_by: 'start_time', _limit: 1000 };
  return (await client.get('timeTrackings/read', query)).json['Results'];
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

/** In whole seconds, as the server keeps it. */
function exact({ start, end, ...rest }: Booked): Booked {
  return { start: seconds(start), end: end === null ? null : seconds(end), ...rest };
}

function bookedOf(row: Envelope, from: number): Booked {
  const since = (time: string): number => (Date.parse(`${time.replace(' ', 'T')}Z`) - from) / 1000;
  return {
    start: since(row['start_time']),
    end: row['end_time'] === null ? null : since(row['end_time']),
    task: row['task_id'],
    approved: row['approved_by_admin'] === 1,
  };
}

function seconds(minutes: number): number {
  return Math.round(minutes * 60);
}

/** The minute after `since` as the wire writes it. */
function textOf(since: number, minute: number): string {
  return new Date(since + minute * 60_000).toISOString().slice(0, 19).replace('T', ' ');
}
