// Aggregated reads take every readable resource; meta parameters go where they fit, unknown names are told in `Warnings`.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Client, Envelope } from '../support/client.ts';
import { assertRefused, rowOf, rowsOf } from '../support/expectations.ts';
import { password } from '../support/installation.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';

onEveryEngine('an aggregated read', (place) => {
  const ask = async (
    query: Record<string, string | number>,
    { client = place.machine, name = 'deltaSync' }: { client?: Client; name?: string } = {},
  ): Promise<Envelope> => {
    const answer = await client.get(`${name}/read`, query);
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  const fieldsOf = (part: Envelope): readonly string[] => Object.keys(part['Results'][0] ?? {});

  it('reads serverTime like the resource alone', async () => {
    for (const name of ['deltaSync', 'fetchData']) {
      const { Results, NumResults } = await ask({ _include: 'serverTime,skills' }, { name });
      assert.equal(Results.serverTime.NumResults, 1);
      assert.deepEqual(fieldsOf(Results.serverTime), ['server_time', 'timezone', 'utc_offset']);
      assert.equal(NumResults, 1 + Results.skills.NumResults);
      const filtered = await ask(
        { _include: 'serverTime', serverTime___fields: 'timezone', serverTime__timezone: 'UTC' },
        { name },
      );
      assert.deepEqual(filtered['Results'].serverTime.Results, [{ timezone: 'UTC' }]);
    }
  });

  it('reads timesheetAccountingSummaries, for users without user_id their own', async () => {
    const { machine, account } = place;
    const hired = { username: 'sum', firstname: 'S', lastname: 'U', password, timesheet_template_id: 1 };
    const { id } = await machine.create('users', hired);
    const client = await account.login('sum');
    const alone = await client.get('timesheetAccountingSummaries/read', { user_id: id });
    const own = await ask({ _include: 'timesheetAccountingSummaries,tasks' }, { client });
    const named = await ask({
      _include: 'timesheetAccountingSummaries',
      timesheetAccountingSummaries__user_id: id,
    });
    for (const { Results } of [own, named])
      assert.deepEqual(Results.timesheetAccountingSummaries.Results, rowsOf(alone));
    const refusal = { status: 400, code: 'missing_parameter', field: 'user_id' } as const;
    const query = { _include: 'timesheetAccountingSummaries' };
    assertRefused(await machine.get('deltaSync/read', query), refusal);
  });

  it('applies a meta parameter without a prefix where it fits', async () => {
    const query = { _include: 'users,tasks,countries,serverTime' };
    const shown = async (more: Record<string, string | number>): Promise<Envelope> =>
      (await ask({ ...query, ...more }))['Results'];
    const named = await shown({ _fields: 'id,name' });
    assert.deepEqual(fieldsOf(named['tasks']), ['id', 'name']);
    assert.ok(fieldsOf(named['users']).length > 10);
    const resolved = await shown({ _resolve: 'department_id' });
    assert.equal(resolved['users'].Results[0].department.id, 1);
    const ordered = await shown({ _order_by: 'username', _order_desc: 1, _limit: 1 });
    for (const part of ['users', 'tasks', 'countries']) assert.equal(ordered[part].NumResults, 1, part);
    const counted = await shown({ _aggregate__username: 'count' });
    assert.deepEqual(fieldsOf(counted['users']), ['username']);
    assert.ok(fieldsOf(counted['tasks']).length > 1);
    const compared = await shown({ _op__id: 'gt', tasks__id: 4 });
    assert.ok(compared['tasks'].Results.every(({ id }: Envelope) => id > 4));
    assert.ok(compared['users'].NumResults > 0);
    // More than 5 seconds ahead of the clock, `_since` gets a full answer.
    const soon = new Date(Date.now() + 3000).toISOString();
    const since = await shown({ _since: soon, _fetch_deleted: 1 });
    assert.deepEqual([since['users'].NumResults, since['users'].Deleted], [0, []]);
    assert.ok(since['countries'].NumResults > 0 && since['serverTime'].NumResults === 1);
  });

  it('applies them to the default set too', async () => {
    const { Results } = await ask({ _fields: 'id,username', _limit: 2 });
    assert.deepEqual(fieldsOf(Results.users), ['id', 'username']);
    assert.ok(fieldsOf(Results.tasks).length > 2);
  });

  it('refuses a meta parameter that fits no resource', async () => {
    for (const query of [{ _fields: 'nofield' }, { _order_by: 'nofield' }, { _resolve: 'name' }]) {
      const answer = await place.machine.get('fetchData/read', { _include: 'tasks,projects', ...query });
      assertRefused(answer, { status: 422, code: 'unknown_parameter' });
    }
  });

  it('warns of each unknown name beside a known one, and ignores it', async () => {
    for (const name of ['deltaSync', 'fetchData']) {
      const query = { _include: 'unicorns,tasks,tiers', unicorns__id: 1, tiers___limit: 3, tasks__id: 4 };
      const { Results, Warnings, Success } = await ask(query, { name });
      assert.deepEqual([Object.keys(Results), Success], [['tasks'], true]);
      assert.equal(Warnings.length, 2);
      assert.match(Warnings[0], /"unicorns"/);
      assert.match(Warnings[1], /"tiers"/);
      assert.equal(Results.tasks.NumResults, 1);
    }
    assert.ok(!('Warnings' in (await ask({ _include: 'tasks' }))));
  });
});

onEveryEngine('serverTime/read', (place) => {
  const read = (query: Record<string, string | number>) => place.machine.get('serverTime/read', query);

  it('shows the fields in _fields', async () => {
    assert.deepEqual(rowOf(await read({ _fields: 'timezone' })), { timezone: 'UTC' });
    const answer = await read({ _fields: 'nofield' });
    assertRefused(answer, { status: 422, code: 'unknown_parameter', field: 'nofield' });
  });

  for (const [query, found] of [
    [{ timezone: 'UTC' }, 1],
    [{ timezone: 'Europe/Vienna' }, 0],
    [{ timezone: 'utc', _op__timezone: 'like' }, 1],
    [{ timezone: 'UTC|CET', _op__timezone: 'in' }, 1],
    [{ timezone: 'UTC|CET', _op__timezone: 'nin' }, 0],
    [{ timezone: '', _op__timezone: 'notnull' }, 1],
    [{ timezone: '', _op__timezone: 'null' }, 0],
    [{ timezone: '' }, 0],
    [{ utc_offset: 0 }, 1],
    [{ utc_offset: 0, _op__utc_offset: 'neq' }, 0],
    [{ utc_offset: '-1|1', _op__utc_offset: 'betw' }, 1],
    [{ utc_offset: '1|2', _op__utc_offset: 'betw' }, 0],
    [{ server_time: '2020-01-01 00:00:00', _op__server_time: 'gt' }, 1],
    [{ server_time: '2020-01-01 00:00:00', _op__server_time: 'lteq' }, 0],
    [{ server_time: '2999-01-01 00:00:00', _op__server_time: 'lt', utc_offset: 0 }, 1],
    [{ server_time: '2999-01-01 00:00:00', _op__server_time: 'gteq' }, 0],
    [{ _limit: 0 }, 0],
    [{ _offset: 1 }, 0],
  ] as const) {
    const words = Object.entries(query).map(([name, value]) => `${name}=${value}`);
    it(`finds ${found} with ${words.join(' ')}`, async () => {
      assert.equal(rowsOf(await read(query)).length, found);
    });
  }

  it('refuses a filter by no field or with a value of the wrong type', async () => {
    assertRefused(await read({ nofield: 1 }), { status: 422, code: 'unknown_parameter', field: 'nofield' });
    assertRefused(await read({ utc_offset: 'x' }), {
      status: 422,
      code: 'invalid_value',
      field: 'utc_offset',
    });
  });
});
