// `deltaSync/read` and `fetchData/read` return several resources in one response (specification §4.4, decisions §4).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Answer, Envelope } from '../support/client.ts';
import { password } from '../support/installation.ts';
import { assertRefused, rowsOf, type Shown } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';

onEveryEngine('aggregated reads', (place) => {
  const partsOf = (answer: Answer): Record<string, Envelope> => {
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json['Success'], true);
    return answer.json['Results'];
  };
  const parts = async (name: string, query: Record<string, string | number> = {}) =>
    partsOf(await place.machine.get(`${name}/read`, query));
  const rows = (part: Envelope | undefined): Shown[] => part?.['Results'];

  it('deltaSync returns the resources that track changes, and no others', async () => {
    const results = await parts('deltaSync');
    for (const name of ['users', 'departments', 'projects', 'tasks', 'timeTrackings', 'messages', 'skills']) {
      assert.ok(name in results, name);
    }
    for (const name of ['countries', 'timezones', 'serverTime', 'languages']) {
      assert.ok(!(name in results), name);
    }
  });

  it('fetchData returns each part as a read of its resource does', async () => {
    const results = await parts('fetchData', { _include: 'users,departments,generalSettings' });
    assert.deepEqual(Object.keys(results), ['users', 'departments', 'generalSettings']);
    for (const [name, part] of Object.entries(results)) {
      const { json } = await place.machine.get(`${name}/read`);
      assert.deepEqual(Object.keys(part), Object.keys(json), name);
      const times = { RequestStartTime: '', RequestEndTime: '' };
      assert.deepEqual({ ...part, ...times }, { ...json, ...times }, name);
    }
  });

  it('counts the rows of all parts in the outer envelope', async () => {
    const { json } = await place.machine.get('fetchData/read', { _include: 'users,departments,languages' });
    assert.equal(json['NumResults'], 1 + 1 + 2);
    assert.equal(json['ResourceName'], 'fetchData');
    for (const name of ['RequestStartTime', 'RequestEndTime', 'ServerTimeZone', 'Host', 'Codeversion']) {
      assert.equal(typeof json[name], 'string', name);
    }
  });

  it('fetchData requires _include', async () => {
    const refusal = { status: 400, code: 'missing_parameter', field: '_include' } as const;
    assertRefused(await place.machine.get('fetchData/read'), refusal);
  });

  it('_include accepts names in any letter case and aliases, and returns only those', async () => {
    const results = await parts('deltaSync', { _include: 'user, TIMETRACKINGS' });
    assert.deepEqual(Object.keys(results), ['users', 'timeTrackings']);
  });

  it('_exclude removes resources, also those of _include', async () => {
    const all = Object.keys(await parts('deltaSync'));
    const fewer = Object.keys(await parts('deltaSync', { _exclude: 'users,tasks' }));
    assert.deepEqual(
      fewer,
      all.filter((name) => name !== 'users' && name !== 'tasks'),
    );
    const both = await parts('deltaSync', { _include: 'users,tasks', _exclude: 'tasks' });
    assert.deepEqual(Object.keys(both), ['users']);
  });

  it('refuses an unknown resource in _include and in _exclude', async () => {
    for (const [field, names] of [
      ['_include', 'unicorns,dragons'],
      ['_exclude', 'users,unicorns'],
    ] as const) {
      const answer = await place.machine.get('deltaSync/read', { [field]: names });
      const { ErrorMessage } = assertRefused(answer, { status: 422, code: 'invalid_value', field });
      assert.match(ErrorMessage, /unicorns/);
    }
  });

  it('applies a filter with prefix <resource>__ to that resource only', async () => {
    const results = await parts('fetchData', { _include: 'tasks,projects', tasks__id: 4 });
    assert.deepEqual(
      rows(results['tasks']).map(({ id }) => id),
      [4],
    );
    assert.equal(rows(results['projects']).length, 2);
  });

  it('applies a meta parameter with prefix <resource>___ to that resource only', async () => {
    const query = {
      _include: 'tasks,projects',
      tasks__id: '4|9',
      tasks___op__id: 'in',
      tasks___order_desc: 1,
      tasks___order_by: 'id',
      projects___limit: 1,
      projects___fields: 'name',
    };
    const results = await parts('fetchData', query);
    assert.deepEqual(
      rows(results['tasks']).map(({ id }) => id),
      [9, 4],
    );
    assert.deepEqual(rows(results['projects']), [{ name: 'Projects' }]);
  });

  it('accepts aliases and any letter case in prefixes', async () => {
    const results = await parts('fetchData', { _include: 'users', user__username: 'nobody' });
    assert.deepEqual(rows(results['users']), []);
    const other = await parts('fetchData', { _include: 'users', USERS__username: 'admin' });
    assert.equal(rows(other['users']).length, 1);
  });

  it('applies meta parameters without a prefix to every resource', async () => {
    const results = await parts('fetchData', { _include: 'tasks,projects', _limit: 1, _fields: 'id' });
    assert.deepEqual(rows(results['tasks']), [{ id: 4 }]);
    assert.deepEqual(rows(results['projects']), [{ id: 1 }]);
  });

  it('prefers a meta parameter with a prefix to one without', async () => {
    const results = await parts('fetchData', { _include: 'tasks,projects', _limit: 1, tasks___limit: 2 });
    assert.equal(rows(results['tasks']).length, 2);
    assert.equal(rows(results['projects']).length, 1);
  });

  it('resolves, aggregates and nests inside a part', async () => {
    const results = await parts('fetchData', {
      _include: 'users,tasks,projects',
      users___resolve: 'department_id',
      tasks___aggregate__id: 'count',
      projects__nestedEntities: '{"tasks":[{}]}',
    });
    assert.equal(rows(results['users'])[0]?.['department'].id, 1);
    assert.deepEqual(rows(results['tasks']), [{ id: 2 }]);
    assert.equal(rows(results['projects'])[1]?.['nestedEntities'].tasks.length, 2);
  });

  for (const [what, query, code] of [
    [
      'a prefix for a resource that is not included',
      { _include: 'users', tasks__id: 4 },
      'unknown_parameter',
    ],
    ['a prefix that is no resource', { _include: 'users', unicorns__id: 4 }, 'unknown_parameter'],
    ['a filter without a prefix', { _include: 'users', username: 'admin' }, 'unknown_parameter'],
    ['an unknown field behind a prefix', { _include: 'users', users__nofield: 4 }, 'unknown_parameter'],
    ['a wrong value behind a prefix', { _include: 'users', users__id: 'x' }, 'invalid_value'],
    [
      'an unknown operand behind a prefix',
      { _include: 'users', users__id: 1, users___op__id: 'x' },
      'unknown_operator',
    ],
  ] as const) {
    it(`refuses ${what}`, async () => {
      assertRefused(await place.machine.get('fetchData/read', query), { status: 422, code });
    });
  }

  it('applies _since and _fetch_deleted only to resources that track changes', async () => {
    const { id } = await place.machine.create('skills', { syn: 'Gone' });
    await place.machine.delete(`skills/delete/${id}`);
    const query = { _include: 'skills,tasks,countries', _since: '2020-01-01 00:00:00', _fetch_deleted: 1 };
    const results = await parts('fetchData', { ...query, countries___limit: 3 });
    assert.equal(results['skills']?.['Deleted'].at(-1).id, id);
    assert.deepEqual(results['tasks']?.['Deleted'], []);
    assert.ok(!('Deleted' in (results['countries'] ?? {})));
    assert.equal(rows(results['countries']).length, 3);
  });

  it('reads all parts from one snapshot during concurrent writes', async () => {
    const { machine } = place;
    const state = { writing: true };
    const writer = (async () => {
      for (let round = 0; round < 40; round += 1) {
        const body = {
          name: `Pair ${round}`,
          mother_id: 1,
          nestedEntities: { tasks: [{ name: `Pair ${round}` }] },
        };
        rowsOf(await machine.post('projects/create', body));
      }
      state.writing = false;
    })();
    const seen = new Set<number>();
    while (state.writing) {
      const query = { _include: 'tasks,projects', _limit: 10_000 };
      const results = await parts('fetchData', query);
      const names = (name: string): string[] =>
        rows(results[name]).flatMap((row) => (row['name'].startsWith('Pair') ? row['name'] : []));
      assert.deepEqual(names('tasks'), names('projects'));
      seen.add(names('tasks').length);
      const { RequestStartTime: first } = results['tasks'] ?? {};
      assert.equal(results['projects']?.['RequestStartTime'], first);
    }
    await writer;
    assert.ok(seen.size > 1, 'the reads fell between the writes');
  });

  it('returns only rows that the caller may read', async () => {
    const { machine, account } = place;
    const person = { firstname: 'E', lastname: 'R', password };
    const { id } = await machine.create('users', { ...person, username: 'erna' });
    const zones = { start_time_timezone: 'UTC', end_time_timezone: 'UTC' };
    const times = { start_time: '2026-03-02 08:00:00', end_time: '2026-03-02 12:00:00' };
    for (const user_id of [1, id]) {
      await machine.create('timeTrackings', { user_id, task_id: 4, ...times, ...zones });
    }
    const erna = await account.login('erna');
    const own = partsOf(await erna.get('deltaSync/read'));
    assert.deepEqual(
      rows(own['timeTrackings']).map((row) => row['user_id']),
      [id],
    );
  });

  it('answers 405 to other methods than GET', async () => {
    const answer = await place.machine.post('deltaSync/read', {});
    assertRefused(answer, { status: 405, code: 'wrong_method', error: 400 });
  });
});
