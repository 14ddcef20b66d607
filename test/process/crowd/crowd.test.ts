// Sends fifty requests at once to three servers on one database, which keep the rules that one server keeps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer, Client } from '../../support/client.ts';
import { countOf } from '../../support/property.ts';
import { daybook, hire, pause, work, written } from '../../time-tracking/booking.ts';
import { rowsOf } from '../../time-tracking/timer/timer-acts.ts';
import { onSeveralServers, type EverywhereClient } from './several-servers.ts';

/** How many requests are sent at once: an even number. */
const size = countOf({ test: 20, long: 30, soak: 200 });

onSeveralServers('requests at once to three servers', (servers) => {
  /** Sends the requests at once, to the servers in turn. */
  const crowd = (send: (client: Client, number: number) => Promise<Answer>): Promise<readonly Answer[]> =>
    Promise.all(
      Array.from({ length: size }, (_, number) => send(servers.machine[number % 3] as Client, number)),
    );
  const newcomer = (name: string): Promise<number> => hire(servers.machine[0], name, { timezone: 'UTC' });

  test('starts leave one running; each other ends at the next start', async () => {
    const person = await newcomer('ada');
    const answers = await crowd((client, number) =>
      client.post('timeTrackings/start', { user_id: person, task_id: number % 2 === 0 ? work : pause }),
    );
    for (const answer of answers) written(answer);
    const rows = await rowsOf(servers.machine[0], person);
    assert.equal(rows.filter(({ end_time }) => end_time === null).length, 1);
    assert.equal(rows.at(-1)?.['end_time'], null);
    for (const [index, row] of rows.slice(0, -1).entries())
      assert.equal(row['end_time'], rows[index + 1]?.['start_time']);
    await assertSeenEverywhere(servers.machine, person, rows.at(-1)?.['id']);
  });

  test('an even number of toggles leaves nothing running, and one more starts one', async () => {
    const person = await newcomer('bea');
    const toggle = (client: Client): Promise<Answer> =>
      client.post('timeTrackings/toggle', { user_id: person, task_id: work });
    for (const answer of await crowd(toggle)) written(answer);
    const rows = await rowsOf(servers.machine[0], person);
    assert.ok(rows.length > 0);
    assert.deepEqual(
      rows.filter(({ end_time }) => end_time === null),
      [],
    );
    const { id } = written(await toggle(servers.machine[1]));
    await assertSeenEverywhere(servers.machine, person, id);
  });

  test('overlapping creates store one row, whose id the refusals name', async () => {
    const person = await newcomer('cid');
    const span = { start_time: '2025-04-01 08:00:00', start_time_timezone: 'UTC' };
    const answers = await crowd((client, number) =>
      client.post('timeTrackings/create', {
        user_id: person,
        task_id: work,
        ...span,
        ...(number % 2 === 0 ? {} : { end_time: '2025-04-01 09:00:00', end_time_timezone: 'UTC' }),
      }),
    );
    const [won, ...more] = answers.filter(({ status }) => status === 200);
    assert.deepEqual(more, []);
    const { id } = written(won as Answer);
    for (const { status, json, text } of answers.filter((answer) => answer !== won)) {
      assert.equal(status, 422, text);
      assert.equal(json['ErrorExtended'].data.id, id, text);
    }
  });

  test('uploads of one client_unique_id store one tracking', async () => {
    const person = await newcomer('dan');
    const upload = { user_id: person, task_id: work, is_offline_tracking: 1, client_unique_id: 'phone-1' };
    const time = { time: '2025-04-01 08:00:00', timezone: 'UTC' };
    const answers = await crowd((client) => client.post('timeTrackings/start', { ...upload, ...time }));
    assert.equal(new Set(answers.map((answer) => written(answer)['id'])).size, 1);
    assert.deepEqual(await daybook(servers.machine[2], person), ['2025-04-01 08:00:00 – running']);
  });

  test('decisions on one request: one succeeds, the others get 422', async () => {
    const person = await newcomer('eve');
    const span = { start_time: '2025-04-01 08:00:00', end_time: '2025-04-01 09:00:00' };
    const zones = { start_time_timezone: 'UTC', end_time_timezone: 'UTC' };
    const { id } = await servers.machine[0].create('timeTrackings', {
      user_id: person,
      task_id: work,
      ...span,
      ...zones,
    });
    const asked = { time_tracking_id: id, new_end_time: '2025-04-01 10:00:00', request_user_comment: 'late' };
    const own = await servers.login('eve');
    const request = await own[1].create('changeTimeTrackingRequests', asked);
    const answers = await crowd((client, number) =>
      client.put(`changeTimeTrackingRequests/${['approve', 'reject'][number % 2]}/${request['id']}`, {}),
    );
    const won = answers.filter(({ status }) => status === 200);
    assert.equal(won.length, 1, answers.map(({ text }) => text).join('\n'));
    for (const { status, text } of answers) assert.ok([200, 422].includes(status), text);
    const { status } = written(won[0] as Answer);
    const [row] = await rowsOf(servers.machine[2], person);
    assert.equal(row?.['end_time'], status === 'GRANTED' ? '2025-04-01 10:00:00' : '2025-04-01 09:00:00');
  });

  test('ids ascend across servers, and the id of a deleted row is not used again', async () => {
    const given: { readonly id: number; readonly sent: number; readonly answered: number }[] = [];
    await Promise.all(
      Array.from({ length: 9 }, async (_, writer) => {
        for (let turn = 0; turn < 12; turn += 1) {
          const client = servers.machine[(writer + turn) % 3] as Client;
          const sent = performance.now();
          const { id } = await client.create('clients', { company_name: `${writer}-${turn}` });
          given.push({ id, sent, answered: performance.now() });
          const other = servers.machine[(writer + turn + 1) % 3] as Client;
          if (turn % 2 === 1) written(await other.delete(`clients/delete/${id}`));
        }
      }),
    );
    assert.equal(new Set(given.map(({ id }) => id)).size, given.length);
    for (const one of given)
      for (const other of given.filter(({ sent }) => sent > one.answered))
        assert.ok(one.id < other.id, JSON.stringify([one, other]));
    const left = await servers.machine[1].get('clients/read', { _limit: 1000 });
    assert.equal(left.json['Results'].length, given.length / 2);
  });
});

async function assertSeenEverywhere(
  machine: EverywhereClient,
  person: number,
  running: unknown,
): Promise<void> {
  for (const client of machine) {
    const status = written(await client.get(`userStatusOverview/read/${person}`));
    const current = written(await client.get('timeTrackings/current', { user_id: person }));
    assert.deepEqual([status['time_tracking_id'], current['id']], [running, running]);
  }
}
