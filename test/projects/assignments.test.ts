// Assignments decide who sees restricted nodes, who books on them, and on which days.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Client } from '../support/client.ts';
import { setClock } from '../support/installation.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';
import { plantTree, seenBy } from './restricted-tree.ts';

onEveryEngine(
  'assignments',
  (place) => {
    let serial = 0;
    const nextName = (): string => `person${(serial += 1)}`;
    const assign = async (user: number, node: number, more: object = {}): Promise<number> =>
      written(await place.machine.post('nodesToUsers/create', { user, node, access: 1, ...more }))['id'];
    const book = (client: Client, user: number, task_id: number, day = '2026-07-01') =>
      client.post('timeTrackings/create', {
        ...booking(user, { start: `${day} 08:00`, end: `${day} 09:00` }),
        task_id,
      });

    test('shows and books a restricted part only for people assigned to it or below it', async () => {
      const { tree, nodes } = await plantTree(place);
      const cases = [
        [[], []],
        [['top'], []],
        [['secret'], ['secret', 'paint', 'inner', 'plaster']],
        [['inner'], ['inner', 'plaster']],
        [['paint'], ['paint']],
        [['vault'], ['vault', 'gold']],
        [
          ['secret', 'gold'],
          ['secret', 'paint', 'inner', 'plaster', 'gold'],
        ],
      ] as const;
      for (const [assigned, seen] of cases) {
        const username = nextName();
        const user = await hire(place.machine, username);
        for (const name of assigned) await assign(user, tree[name]);
        const client = await place.account.login(username);
        assert.deepEqual(await seenBy(client, tree), ['top', ...seen].sort(), assigned.join());
        for (const [index, name] of nodes.tasks.entries()) {
          const [open, known] = [
            (seen as readonly string[]).includes(name),
            await book(client, user, tree[name], `2026-07-0${index + 1}`),
          ];
          assert.equal(known.status, open ? 200 : 422, `${assigned.join()} books on ${name}: ${known.text}`);
          const entered = await book(place.machine, user, tree[name], `2026-07-1${index}`);
          if (open) assert.equal(entered.status, 200, entered.text);
          else assertRefused(entered, { status: 422, code: 'rule_broken', field: 'task_id' });
        }
      }
    });

    test('shows nothing for an assignment without access, or below a hidden node', async () => {
      const { tree } = await plantTree(place);
      const username = nextName();
      const user = await hire(place.machine, username);
      const client = await place.account.login(username);
      const row = await assign(user, tree.secret, { access: 0 });
      assert.deepEqual(await seenBy(client, tree), ['top']);
      written(await place.machine.put(`nodesToUsers/update/${row}`, { access: 1 }));
      written(await place.machine.put(`projects/update/${tree.inner}`, { is_hidden: 1 }));
      assert.deepEqual(await seenBy(client, tree), ['paint', 'secret', 'top']);
      await place.machine.delete(`nodesToUsers/delete/${row}`);
      assert.deepEqual(await seenBy(client, tree), ['top']);
    });

    test('lets a project leader see costs and book in the project and all below it', async () => {
      const { tree } = await plantTree(place);
      const username = nextName();
      const user = await hire(place.machine, username);
      const client = await place.account.login(username);
      written(
        await place.machine.put(`projects/update/${tree.inner}`, { project_leader_id: user, budget: 700 }),
      );
      written(await place.machine.put(`tasks/update/${tree.gold}`, { revenue_per_hour: 90, is_hidden: 1 }));
      assert.deepEqual(await seenBy(client, tree), ['gold', 'inner', 'plaster', 'top', 'vault']);
      assert.equal(written(await client.get(`projects/read/${tree.inner}`))['budget'], 700);
      assert.equal(written(await client.get(`tasks/read/${tree.gold}`))['revenue_per_hour'], 90);
      assert.equal('revenue_per_hour' in written(await client.get('tasks/read/4')), false);
      written(await book(client, user, tree.plaster));
      written(await place.machine.put(`projects/update/${tree.inner}`, { project_leader_id: 1 }));
      assert.deepEqual(await seenBy(client, tree), ['top']);
    });

    test('changes who sees a task when it moves into or out of a restricted part', async () => {
      const { tree } = await plantTree(place);
      const [outside, inside] = [nextName(), nextName()];
      await hire(place.machine, outside);
      await assign(await hire(place.machine, inside), tree.secret);
      const clients = [await place.account.login(outside), await place.account.login(inside)];
      const seen = async (): Promise<readonly boolean[]> =>
        Promise.all(clients.map(async (client) => (await seenBy(client, tree)).includes('plaster')));
      assert.deepEqual(await seen(), [false, true]);
      written(await place.machine.put(`tasks/update/${tree.plaster}`, { mother_id: tree.vault }));
      assert.deepEqual(await seen(), [false, false]);
      written(await place.machine.put(`tasks/update/${tree.plaster}`, { mother_id: 3 }));
      assert.deepEqual(await seen(), [true, true]);
    });

    test('grants access from its first to its last day in the time zone of the person', async () => {
      const { tree } = await plantTree(place);
      const { clock } = place.installation;
      const now = '2026-06-10T12:00:00Z';
      setClock(clock, now);
      const period = { access_start: '2026-06-11', access_end: '2026-06-12' };
      const people = await Promise.all(
        ['Pacific/Kiritimati', 'Europe/Vienna', 'America/Los_Angeles'].map(async (timezone) => {
          const username = nextName();
          await assign(await hire(place.machine, username, { timezone }), tree.paint, period);
          return place.account.login(username);
        }),
      );
      // The same reads again and again, and nothing is written between: only the clock changes the answers.
      const tags: string[] = [];
      let before: readonly boolean[] = [];
      for (const [moment, seen] of [
        ['2026-06-10T12:00:00Z', [true, false, false]],
        ['2026-06-10T21:59:50Z', [true, false, false]],
        ['2026-06-10T22:00:10Z', [true, true, false]],
        ['2026-06-11T07:00:10Z', [true, true, true]],
        ['2026-06-12T10:00:10Z', [false, true, true]],
        ['2026-06-12T22:00:10Z', [false, false, true]],
        ['2026-06-13T07:00:10Z', [false, false, false]],
      ] as const) {
        setClock(clock, moment);
        for (const [index, client] of people.entries()) {
          const kept = tags[index] === undefined ? {} : { 'if-none-match': tags[index] };
          const answer = await client.get('tasks/read', { id: tree.paint }, kept);
          const plain = await client.get('tasks/read', { id: tree.paint });
          assert.equal(plain.json['NumResults'] === 1, seen[index], `${moment} ${index}`);
          if (answer.status === 304) assert.equal(before[index], seen[index], `${moment} ${index} kept`);
          else assert.equal(answer.json['NumResults'] === 1, seen[index], `${moment} ${index} by tag`);
          tags[index] = plain.headers.get('etag') ?? '';
          assert.ok(tags[index]);
        }
        before = seen;
      }
      setClock(clock, now);
    });

    test('refuses a booking outside the access of its person, even from a machine', async () => {
      const { tree } = await plantTree(place);
      const user = await hire(place.machine, nextName());
      const period = { access_start: '2026-03-01', access_end: '2026-03-02' };
      // Nothing says that this date holds.
      await assign(user, tree.paint, { ...period, allow_tracking_to: '2026-01-01' });
      for (const [day, status] of [
        ['2026-02-28', 422],
        ['2026-03-01', 200],
        ['2026-03-02', 200],
        ['2026-03-03', 422],
      ] as const)
        assert.equal((await book(place.machine, user, tree.paint, day)).status, status, day);
      const { id } = written(
        await place.machine.post('timeTrackings/create', {
          ...booking(user, { start: '2026-03-01 10:00', end: '2026-03-01 11:00' }),
          task_id: tree.paint,
        }),
      );
      written(await place.machine.put(`timeTrackings/update/${id}`, { end_time: '2026-03-01 11:30:00' }));
      const moved = { start_time: '2026-03-04 10:00:00', end_time: '2026-03-04 11:00:00' };
      assertRefused(await place.machine.put(`timeTrackings/update/${id}`, moved), {
        status: 422,
        code: 'rule_broken',
        field: 'task_id',
      });
    });

    test('applies booking dates where the node or a project above restricts them', async () => {
      const { machine } = place;
      const { tree } = await plantTree(place);
      const user = await hire(machine, nextName());
      const task = (await machine.create('tasks', { name: 'Limited', mother_id: tree.top }))['id'] as number;
      await assign(user, tree.top, { access: 0, allow_tracking_from: '2026-05-02' });
      await assign(user, task, { access: 0, allow_tracking_to: '2026-05-03' });
      const days = ['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-04'];
      const tried = async (hour: string): Promise<readonly number[]> => {
        const statuses: number[] = [];
        for (const day of days) {
          const times = { start: `${day} ${hour}:00`, end: `${day} ${hour}:30` };
          const answer = await machine.post('timeTrackings/create', {
            ...booking(user, times),
            task_id: task,
          });
          statuses.push(answer.status);
        }
        return statuses;
      };
      assert.deepEqual(await tried('08'), [200, 200, 200, 200]);
      written(await machine.put(`projects/update/${tree.top}`, { restrict_tracking_from_to: 1 }));
      assert.deepEqual(await tried('10'), [422, 200, 200, 422]);
      written(await machine.put(`projects/update/${tree.top}`, { restrict_tracking_from_to: 0 }));
      written(await machine.put(`tasks/update/${task}`, { restrict_tracking_from_to: 1 }));
      assert.deepEqual(await tried('12'), [422, 200, 200, 422]);
      const other = await hire(machine, nextName());
      assert.equal(
        (await book(machine, other, task, '2026-05-01')).status,
        200,
        'no dates are given to others',
      );
    });
  },
  { startsAt: '2026-06-10T12:00:00Z', flags: { 'access-token-lifetime': '30d' } },
);
