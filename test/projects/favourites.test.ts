// Favourites, to-dos and recent tasks are views of one row for each person and node.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, idsOf, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Client, Envelope } from '../support/client.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';

onEveryEngine(
  'favourites, to-dos and recent tasks',
  (place) => {
    let serial = 0;
    const person = async (): Promise<{ user: number; client: Client }> => {
      const name = `person${(serial += 1)}`;
      const user = await hire(place.machine, name);
      return { user, client: await place.account.login(name) };
    };
    const task = async (name = 'T', more: object = {}): Promise<number> =>
      (await place.machine.create('tasks', { name, mother_id: 3, ...more }))['id'];
    const pass = (seconds: number): void => void (place.installation.clock.shift += seconds * 1000);
    const changed = async (client: Client, resource: string, since: string): Promise<unknown> => {
      const { json } = await client.get(`${resource}/read`, { _since: since, _fetch_deleted: 1 });
      return { rows: ids(json['Results']), gone: ids(json['Deleted']) };
    };
    const now = async (client: Client): Promise<string> => {
      pass(2);
      const time = (await client.get('users/me')).json['RequestStartTime'];
      pass(2);
      return time;
    };

    test('stores favourite and to-do of a node as one row with the fields of each view', async () => {
      const { user, client } = await person();
      const node = await task();
      const favourite = written(await client.post('favouriteTasks/create', { user_id: user, node_id: node }));
      assert.deepEqual(Object.keys(favourite), ['id', 'user_id', 'node_id', 'updated']);
      assert.deepEqual([favourite['user_id'], favourite['node_id']], [user, node]);
      assert.deepEqual(rowsOf(await client.get('todoTasks/read')), []);
      const todo = written(await client.post('todoTasks/create', { user_id: user, node_id: node }));
      assert.equal(todo['id'], favourite['id']);
      const row = written(await client.get(`nodesToUsers/read/${todo['id']}`));
      assert.deepEqual(
        [row['user'], row['node'], row['is_favourite'], row['is_todo'], row['access']],
        [user, node, 1, 1, 0],
      );
      const resolved = written(
        await client.get('favouriteTasks/read', { node_id: node, _resolve: 'node_id' }),
      );
      assert.equal(resolved['node'].id, node);
      const counted = await client.get('todoTasks/read', { _aggregate__id: 'count', _group_by: 'user_id' });
      assert.deepEqual(rowsOf(counted), [{ user_id: user, id: 1 }]);
    });

    test('returns the existing row on create, and clears only its own mark on delete', async () => {
      const { user, client } = await person();
      const entity = { user_id: user, node_id: 4 };
      const first = written(await client.post('favouriteTasks/create', entity));
      await client.post('todoTasks/create', entity);
      const before = written(await client.get(`nodesToUsers/read/${first['id']}`));
      pass(5);
      const again = await client.post('favouriteTasks/create', [entity, entity]);
      for (const item of again.json['Results']) assert.deepEqual(ids(item['Results']), [first['id']]);
      assert.deepEqual(written(await client.get(`nodesToUsers/read/${first['id']}`)), before);
      written(await client.delete(`favouriteTasks/delete/${first['id']}`));
      assert.deepEqual(idsOf(await client.get('favouriteTasks/read')), []);
      assert.deepEqual(idsOf(await client.get('todoTasks/read')), [first['id']]);
      const { is_favourite, is_todo } = written(await client.get(`nodesToUsers/read/${first['id']}`));
      assert.deepEqual([is_favourite, is_todo], [0, 1]);
      assertRefused(await client.delete(`favouriteTasks/delete/${first['id']}`), {
        status: 422,
        code: 'unknown_reference',
      });
      assert.equal(written(await client.post('favouriteTasks/create', entity))['id'], first['id']);
    });

    test('reports marks changed through nodesToUsers in the delta sync of each view', async () => {
      const { user, client } = await person();
      const row = (await place.machine.create('nodesToUsers', { user, node: 4, is_todo: 1 }))['id'] as number;
      let since = await now(client);
      written(await client.put(`nodesToUsers/update/${row}`, { is_favourite: 1 }));
      assert.deepEqual(await changed(client, 'favouriteTasks', since), { rows: [row], gone: [] });
      assert.deepEqual(await changed(client, 'todoTasks', since), { rows: [row], gone: [] });
      since = await now(client);
      written(await client.put(`nodesToUsers/update/${row}`, { is_favourite: 0 }));
      assert.deepEqual(await changed(client, 'favouriteTasks', since), { rows: [], gone: [row] });
      assert.deepEqual(await changed(client, 'todoTasks', since), { rows: [row], gone: [] });
      written(await client.put(`nodesToUsers/update/${row}`, { is_favourite: 1 }));
      assert.deepEqual(await changed(client, 'favouriteTasks', since), { rows: [row], gone: [] });
      since = await now(client);
      written(await place.machine.delete(`nodesToUsers/delete/${row}`));
      for (const view of ['favouriteTasks', 'todoTasks', 'nodesToUsers'])
        assert.deepEqual(await changed(client, view, since), { rows: [], gone: [row] }, view);
      const { client: other } = await person();
      assert.deepEqual(await changed(other, 'favouriteTasks', since), { rows: [], gone: [] });
    });

    test('refuses favourites of invisible nodes, and for people the user does not manage', async () => {
      const { user, client } = await person();
      const hidden = await task('Hidden', { is_hidden: 1 });
      for (const node_id of [hidden, 999_999])
        assertRefused(await client.post('favouriteTasks/create', { user_id: user, node_id }), {
          status: 422,
          code: 'unknown_reference',
          field: 'node_id',
        });
      const { user: other } = await person();
      assertRefused(await client.post('todoTasks/create', { user_id: other, node_id: 4 }), {
        status: 401,
        code: 'not_allowed',
      });
    });

    test('accepts a project as a favourite', async () => {
      const { user, client } = await person();
      const { id } = written(await client.post('favouriteTasks/create', { user_id: user, node_id: 3 }));
      assert.deepEqual(idsOf(await client.get('favouriteTasks/read', { node_id: 3 })), [id]);
    });

    test('sorts recent tasks by last start, independent of booking order', async () => {
      const { user, client } = await person();
      const [a, b, c] = [await task('A'), await task('B'), await task('C')];
      const book = async (task_id: number, start: string, end: string | null): Promise<Envelope> =>
        written(
          await client.post('timeTrackings/create', {
            ...booking(user, { start, end, zone: 'UTC' }),
            task_id,
          }),
        );
      const recent = async (query = {}): Promise<readonly unknown[]> =>
        rowsOf(await client.get('recentTasks/read', query)).map((row) => [
          row['node_id'],
          row['last_started'],
        ]);
      await book(b, '2026-06-02 10:00', '2026-06-02 11:00');
      await book(a, '2026-06-01 08:00', '2026-06-01 09:00');
      await book(c, '2026-06-03 08:00', '2026-06-03 09:00');
      await book(b, '2026-06-01 10:00', '2026-06-01 11:00');
      const expected = [
        [c, '2026-06-03 08:00:00'],
        [b, '2026-06-02 10:00:00'],
        [a, '2026-06-01 08:00:00'],
      ];
      assert.deepEqual(await recent(), expected);
      assert.deepEqual(await recent({ _limit: 1, _offset: 1 }), [expected[1]]);
      assert.deepEqual(await recent({ _order_by: 'last_started' }), expected.toReversed());
      const late = await book(a, '2026-06-04 08:00', '2026-06-04 09:00');
      assert.deepEqual((await recent())[0], [a, '2026-06-04 08:00:00']);
      written(await client.put(`timeTrackings/update/${late['id']}`, { task_id: b }));
      assert.deepEqual((await recent())[0], [b, '2026-06-04 08:00:00']);
      await client.delete(`timeTrackings/delete/${late['id']}`);
      assert.deepEqual((await recent())[0], [b, '2026-06-04 08:00:00']);
    });

    test('sets last_started of a task and its projects to the latest start', async () => {
      const { machine } = place;
      const { user } = await person();
      const outer = (await machine.create('projects', { name: 'Outer', mother_id: 0 }))['id'] as number;
      const inner = (await machine.create('projects', { name: 'Inner', mother_id: outer }))['id'] as number;
      const [one, two] = [await task('One', { mother_id: inner }), await task('Two', { mother_id: outer })];
      const book = async (task_id: number, start: string, end: string | null): Promise<unknown> =>
        written(
          await machine.post('timeTrackings/create', {
            ...booking(user, { start, end, zone: 'UTC' }),
            task_id,
          }),
        );
      const started = async (): Promise<readonly unknown[]> => {
        const rows = [];
        for (const path of [
          `projects/read/${outer}`,
          `projects/read/${inner}`,
          `tasks/read/${one}`,
          `tasks/read/${two}`,
        ])
          rows.push(written(await machine.get(path))['last_started']);
        return rows;
      };
      const early = '2026-06-01 08:00:00';
      await book(one, '2026-06-01 08:00', '2026-06-01 09:00');
      assert.deepEqual(await started(), [early, early, early, null]);
      await book(two, '2026-06-02 08:00', '2026-06-02 09:00');
      await book(one, '2026-05-01 08:00', '2026-05-01 09:00');
      assert.deepEqual(await started(), ['2026-06-02 08:00:00', early, early, '2026-06-02 08:00:00']);
      await book(one, '2026-06-09 08:00', null);
      const running = '2026-06-09 08:00:00';
      assert.deepEqual(await started(), [running, running, running, '2026-06-02 08:00:00']);
    });

    test('counts a booking in the future as started at its creation', async () => {
      const { user, client } = await person();
      const times = { start: '2027-06-01 08:00', end: '2027-06-01 09:00' };
      written(await client.post('timeTrackings/create', { ...booking(user, times), task_id: await task() }));
      const [row] = rowsOf(await client.get('recentTasks/read'));
      assert.ok(String(row?.['last_started']).startsWith('2026-06-10'), String(row?.['last_started']));
    });

    test('takes the second part of a split tracking as the last start of its task', async () => {
      const { user, client } = await person();
      const [long, short] = [await task(), await task()];
      const book = async (task_id: number, start: string, end: string, query = ''): Promise<unknown> =>
        written(
          await client.post(`timeTrackings/create${query}`, {
            ...booking(user, { start: `2026-06-05 ${start}`, end: `2026-06-05 ${end}`, zone: 'UTC' }),
            task_id,
          }),
        );
      await book(long, '08:00', '12:00');
      await book(short, '09:00', '10:00', '?_insert_into_conflicting=1');
      const rows = rowsOf(await client.get('recentTasks/read'));
      assert.deepEqual(
        rows.map((row) => [row['node_id'], row['last_started']]),
        [
          [long, '2026-06-05 10:00:00'],
          [short, '2026-06-05 09:00:00'],
        ],
      );
    });
  },
  { startsAt: '2026-06-10T12:00:00Z' },
);

function ids(rows: readonly Envelope[]): readonly number[] {
  return rows.map((row) => row['id'] as number);
}
