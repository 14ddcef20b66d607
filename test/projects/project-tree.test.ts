// Projects and tasks form a tree, and the server derives paths, hours and flags of its nodes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { runs } from '../support/property.ts';
import type { Client, Envelope } from '../support/client.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';

onEveryEngine('projects and tasks', (place) => {
  const create = async (resource: 'projects' | 'tasks', name: string, mother_id: number): Promise<number> =>
    (await place.machine.create(resource, { name, mother_id }))['id'];
  const node = async (resource: string, id: number): Promise<Envelope> =>
    written(await place.machine.get(`${resource}/read/${id}`));

  test('derives path fields of a node and has_children of its project', async () => {
    const house = await create('projects', 'House', 1);
    assert.equal((await node('projects', house))['has_children'], 0);
    const roof = await create('projects', 'Roof', house);
    const tiles = await create('tasks', 'Tiles', roof);
    const shown = await node('tasks', tiles);
    assert.equal(shown['node_path'], `1/${house}/${roof}/${tiles}`);
    assert.equal(shown['name_path'], 'Projects / House / Roof / Tiles');
    assert.equal(shown['ultimate_mother_id'], 1);
    assert.equal((await node('projects', house))['has_children'], 1);
    await place.machine.delete(`tasks/delete/${tiles}`);
    assert.equal((await node('projects', roof))['has_children'], 0);
    await assertTree(place.machine);
  });

  test('updates paths below a moved or renamed project and reports them in delta sync', async () => {
    const { machine } = place;
    const [a, b] = [await create('projects', 'A', 1), await create('projects', 'B', 1)];
    const middle = await create('projects', 'Middle', a);
    const task = await create('tasks', 'Task', middle);
    const since = (await machine.get('serverTime/read')).json['RequestStartTime'];
    written(await machine.put(`projects/update/${a}`, { name: 'Alpha' }));
    assert.equal((await node('tasks', task))['name_path'], 'Projects / Alpha / Middle / Task');
    written(await machine.put(`projects/update/${middle}`, { mother_id: b }));
    assert.equal((await node('tasks', task))['node_path'], `1/${b}/${middle}/${task}`);
    assert.equal((await node('tasks', task))['name_path'], 'Projects / B / Middle / Task');
    assert.deepEqual(
      [(await node('projects', a))['has_children'], (await node('projects', b))['has_children']],
      [0, 1],
    );
    const changed = (await machine.get('tasks/read', { _since: since, _limit: 1000 })).json['Results'];
    assert.ok(changed.some(({ id }: Envelope) => id === task));
    await assertTree(machine);
  });

  test('refuses a project below itself at any depth', async () => {
    const { machine } = place;
    const top = await create('projects', 'Top', 1);
    const below = await create('projects', 'Below', top);
    const deepest = await create('projects', 'Deepest', below);
    for (const mother_id of [top, below, deepest]) {
      const answer = await machine.put(`projects/update/${top}`, { mother_id });
      assertRefused(answer, { status: 422, code: 'rule_broken', field: 'mother_id' });
    }
    await assertTree(machine);
  });

  test('takes a deadline on the day of the begin and refuses one on the day before', async () => {
    const planned = { name: 'Planned', mother_id: 1, begin: '2026-06-02' };
    written(await place.machine.post('projects/create', { ...planned, deadline: '2026-06-02' }));
    const refused = await place.machine.post('projects/create', { ...planned, deadline: '2026-06-01' });
    assertRefused(refused, { status: 422, code: 'invalid_value', field: 'deadline' });
  });

  test('refuses a task outside a project and a project in a task', async () => {
    const task = await create('tasks', 'Leaf', 3);
    for (const resource of ['tasks', 'projects'] as const) {
      const answer = await place.machine.post(`${resource}/create`, { name: 'x', mother_id: task });
      assertRefused(answer, { status: 422, code: 'unknown_reference', field: 'mother_id' });
    }
    const top = await place.machine.post('tasks/create', { name: 'x', mother_id: 0 });
    assertRefused(top, { status: 422, code: 'invalid_value', field: 'mother_id' });
    assert.equal((await node('projects', await create('projects', 'At the top', 0)))['mother_id'], null);
  });

  test('finds no task by the id of a project, and no project by the id of a task', async () => {
    const [project, task] = [await create('projects', 'P', 1), await create('tasks', 'T', 3)];
    assert.equal((await place.machine.get(`tasks/read/${project}`)).json['NumResults'], 0);
    assert.equal((await place.machine.get(`projects/read/${task}`)).json['NumResults'], 0);
    for (const [resource, id] of [
      ['tasks', project],
      ['projects', task],
    ] as const) {
      assertRefused(await place.machine.put(`${resource}/update/${id}`, { notes: 'x' }), {
        status: 422,
        code: 'unknown_reference',
      });
      assertRefused(await place.machine.delete(`${resource}/delete/${id}`), {
        status: 422,
        code: 'unknown_reference',
      });
    }
  });

  test('sums the booked hours below a node, also after moves', async () => {
    const { machine } = place;
    const [left, right] = [await create('projects', 'Left', 1), await create('projects', 'Right', 1)];
    const inner = await create('projects', 'Inner', left);
    const [one, two] = [await create('tasks', 'One', inner), await create('tasks', 'Two', left)];
    const person = await hire(machine, 'booker');
    const book = async (task_id: number, times: { start: string; end: string | null }): Promise<number> =>
      written(await machine.post('timeTrackings/create', { ...booking(person, times), task_id }))['id'];
    const hours = async (...ids: number[]): Promise<number[]> =>
      Promise.all(ids.map(async (id) => (await node('projects', id))['duration'] as number));

    const first = await book(one, { start: '2025-02-03 08:00:00', end: '2025-02-03 08:00:20' });
    await book(two, { start: '2025-02-03 09:00', end: '2025-02-03 10:30' });
    await book(one, { start: '2025-02-03 11:00:00', end: '2025-02-03 11:00:16' });
    // 20 s and 16 s are 0.01 h together, and 0.01 h (rounded) and 0.00 h apart.
    assert.deepEqual(await hours(left, inner, right), [1.51, 0.01, 0]);
    written(await machine.put(`projects/update/${inner}`, { mother_id: right }));
    assert.deepEqual(await hours(left, inner, right), [1.5, 0.01, 0.01]);
    written(
      await machine.put(`timeTrackings/update/${first}`, { task_id: two, end_time: '2025-02-03 08:30:00' }),
    );
    assert.deepEqual(await hours(left, inner, right), [2, 0, 0]);
    written(await machine.put(`tasks/update/${two}`, { mother_id: inner }));
    assert.deepEqual(await hours(left, inner, right), [0, 2, 2]);
    const running = await book(one, { start: '2025-02-03 12:00', end: null });
    assert.deepEqual(await hours(right), [2]);
    written(
      await machine.put(`timeTrackings/update/${running}`, {
        end_time: '2025-02-03 13:00:00',
        end_time_timezone: 'Europe/Vienna',
      }),
    );
    assert.deepEqual(await hours(right), [3]);
    await machine.delete(`timeTrackings/delete/${running}`);
    assert.deepEqual(await hours(left, inner, right), [0, 2, 2]);
    await assertTree(machine);
  });

  test('updates last_started of projects above, also when a task joins them later', async () => {
    const { machine } = place;
    const [left, right] = [await create('projects', 'From', 1), await create('projects', 'To', 1)];
    const [task, younger] = [await create('tasks', 'Moves', left), await create('tasks', 'Young', right)];
    const person = await hire(machine, 'beginner');
    const begun = async (id: number): Promise<unknown> => (await node('projects', id))['last_started'];
    const book = async (task_id: number, day: string): Promise<unknown> =>
      written(
        await machine.post('timeTrackings/create', {
          ...booking(person, { start: `${day} 08:00`, end: `${day} 09:00`, zone: 'UTC' }),
          task_id,
        }),
      );
    await book(task, '2025-02-03');
    assert.equal(await begun(right), null);
    written(await machine.put(`tasks/update/${task}`, { mother_id: right }));
    assert.deepEqual([await begun(left), await begun(right)], ['2025-02-03 08:00:00', '2025-02-03 08:00:00']);
    await book(younger, '2025-02-04');
    written(await machine.put(`projects/update/${right}`, { mother_id: left }));
    assert.equal(await begun(left), '2025-02-04 08:00:00');
    const third = await create('projects', 'Third', 1);
    written(await machine.put(`tasks/update/${task}`, { mother_id: third }));
    assert.deepEqual(
      [await begun(right), await begun(third)],
      ['2025-02-04 08:00:00', '2025-02-03 08:00:00'],
    );
  });

  test('keeps is_done and status consistent, and refuses a contradiction', async () => {
    const { machine } = place;
    const id = await create('projects', 'Status', 1);
    for (const [change, status, done] of [
      [{ is_done: 1 }, 4, 1],
      [{ is_done: 0 }, 2, 0],
      [{ status: 4 }, 4, 1],
      [{ status: 1 }, 1, 0],
      [{ notes: 'x' }, 1, 0],
    ] as const) {
      const row = written(await machine.put(`projects/update/${id}`, change));
      assert.deepEqual([row['status'], row['is_done']], [status, done], JSON.stringify(change));
    }
    assertRefused(await machine.put(`projects/update/${id}`, { status: 2, is_done: 1 }), {
      status: 422,
      code: 'contradiction',
    });
  });

  test('keeps the tree consistent through random creates, moves, renames and deletes', async () => {
    const step = fc.record({
      what: fc.constantFrom('project', 'task', 'task', 'move', 'move', 'move', 'rename', 'fell'),
      pick: fc.nat({ max: 999 }),
      mother: fc.nat({ max: 999 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        for (const { what, pick, mother } of steps) await grow(place.machine, { what, pick, mother });
        await assertTree(place.machine);
      }),
      runs({ test: 6, long: 15, soak: 600 }),
    );
  });
});

/** One random step; moves that would make a circle and deletions of what is used are refused, all else is done. */
async function grow(
  client: Client,
  { what, pick, mother }: { what: string; pick: number; mother: number },
): Promise<void> {
  const projects: readonly Envelope[] = (await client.get('projects/read', { _limit: 10_000 })).json[
    'Results'
  ];
  const tasks: readonly Envelope[] = (await client.get('tasks/read', { _limit: 10_000 })).json['Results'];
  const mother_id = projects[mother % projects.length]?.['id'];
  const all = [...projects.filter(({ id }) => id !== 1), ...tasks];
  const chosen = all[pick % all.length] as Envelope;
  const resource = chosen['object_type'] === 'task' ? 'tasks' : 'projects';
  const address = (verb: string): string => `${resource}/${verb}/${chosen['id']}`;
  if (what === 'project' || what === 'task')
    written(await client.post(`${what}s/create`, { name: `N${pick}`, mother_id }));
  else if (what === 'rename') written(await client.put(address('update'), { name: `R${pick}` }));
  else if (what === 'fell') assert.ok([200, 422].includes((await client.delete(address('delete'))).status));
  else {
    const path: string = projects[mother % projects.length]?.['node_path'];
    const circle = path.split('/').includes(String(chosen['id']));
    assert.equal((await client.put(address('update'), { mother_id })).status, circle ? 422 : 200);
  }
}

/** Every derived field of every node follows from names, mothers and bookings alone. */
async function assertTree(client: Client): Promise<void> {
  const rows = async (resource: string): Promise<readonly Envelope[]> =>
    (await client.get(`${resource}/read`, { _limit: 10_000 })).json['Results'];
  const nodes = [...(await rows('projects')), ...(await rows('tasks'))];
  const byId = new Map(nodes.map((one) => [one['id'] as number, one]));
  const seconds = new Map<number, number>();
  const pathOf = (one: Envelope): readonly Envelope[] => {
    const mother = byId.get(one['mother_id']);
    return mother === undefined ? [one] : [...pathOf(mother), one];
  };
  for (const tracking of (await rows('timeTrackings')).filter(({ end_time }) => end_time !== null)) {
    for (const { id } of pathOf(byId.get(tracking['task_id']) as Envelope))
      seconds.set(id, (seconds.get(id) ?? 0) + tracking['duration']);
  }
  for (const one of nodes) {
    const path = pathOf(one);
    const { node_path, name_path, ultimate_mother_id, has_children, duration } = one;
    assert.deepEqual(
      { node_path, name_path, ultimate_mother_id, has_children, duration },
      {
        node_path: path.map(({ id }) => id).join('/'),
        name_path: path.map(({ name }) => name).join(' / '),
        ultimate_mother_id: path[0]?.['id'],
        has_children: nodes.some(({ mother_id }) => mother_id === one['id']) ? 1 : 0,
        duration: Math.round((seconds.get(one['id']) ?? 0) / 36) / 100,
      },
      `node ${one['id']}`,
    );
  }
}
