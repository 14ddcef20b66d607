// An XML response holds the same members as the JSON response (specification §1 and §2.4).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { send, type Answer } from '../support/client.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { elementsOf, parseXml } from '../support/xml.ts';

const accept = { accept: 'application/xml' };
const volatile = ['RequestStartTime', 'RequestEndTime'];

onEveryEngine('XML responses', (place) => {
  /** Asks the same thing twice and expects the elements that the JSON members stand for, in the same order. */
  async function assertSame(json: Answer, xml: Answer): Promise<void> {
    assert.equal(xml.status, json.status, xml.text);
    assert.match(json.headers.get('content-type') ?? '', /^application\/json/);
    assert.match(xml.headers.get('content-type') ?? '', /^application\/xml/);
    const { response } = parseXml(xml.text);
    const expected = elementsOf(json.json) as Record<string, unknown>;
    assert.deepEqual(Object.keys(response), Object.keys(expected));
    assert.deepEqual(withoutTimes(response), withoutTimes(expected));
  }
  const assertSameRead = async (path: string, query: Record<string, string | number> = {}): Promise<void> =>
    assertSame(await place.machine.get(path, query), await place.machine.get(path, query, accept));

  it('contains times and ServerTimeZone under the root element response', async () => {
    const { text } = await place.machine.get('departments/read', {}, accept);
    const { response } = parseXml(text);
    assert.match(text, /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*<response>/);
    for (const name of volatile) assert.match(response[name], /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    assert.equal(response['ServerTimeZone'], 'UTC');
  });

  it('writes Success as 1 or 0', async () => {
    const read = await place.machine.get('departments/read', {}, accept);
    assert.equal(parseXml(read.text).response['Success'], '1');
    const refused = await place.machine.get('departments/read', { nofield: 1 }, accept);
    assert.equal(parseXml(refused.text).response['Success'], '0');
  });

  it('writes each row as a Results element and an empty field as an empty element', async () => {
    for (const syn of ['Sawing', 'Planing']) await place.machine.create('skills', { syn });
    const { text } = await place.machine.get('skills/read', {}, accept);
    const { response } = parseXml(text);
    assert.deepEqual(
      response['Results'].map((row: Record<string, string>) => row['syn']),
      ['Sawing', 'Planing'],
    );
    assert.match(text, /<rillsoft_id\s*\/>|<rillsoft_id><\/rillsoft_id>/);
  });

  it('keeps markup and line ends in text', async () => {
    const syn = '<b>"A" & \'B\'</b>\r\n]]> \u{1f600}';
    const { id } = await place.machine.create('skills', { syn });
    const { text } = await place.machine.get(`skills/read/${id}`, {}, accept);
    assert.equal(parseXml(text).response['Results']['syn'], syn);
  });

  it('equals JSON for reads of all, no or one row, chosen fields and relations', async () => {
    await assertSameRead('users/read');
    await assertSameRead('users/me');
    await assertSameRead('departments/read', { id: 999 });
    await assertSameRead('departments/read/1');
    await assertSameRead('users/read', { _fields: 'id,username,active' });
    await assertSameRead('users/read', { _resolve: 'department_id,start_task_at_login' });
    await assertSameRead('serverTime/read');
    await assertSameRead('generalSettings/read');
  });

  it('equals JSON for reads with children', async () => {
    await place.machine.create('tasks', { name: 'X', mother_id: 3, target_duration: '0.10' });
    await assertSameRead('projects/read', { nestedEntities: '{"projects":[{}],"tasks":[{}]}' });
  });

  it('equals JSON for aggregates', async () => {
    await assertSameRead('tasks/read', { _aggregate__id: 'sum', _aggregate__name: 'group_concat' });
    await assertSameRead('tasks/read', { _aggregate__id: 'avg', _group_by: 'mother_id' });
  });

  it('equals JSON for delta reads with and without deleted rows', async () => {
    const { id } = await place.machine.create('skills', { syn: 'Away' });
    await place.machine.delete(`skills/delete/${id}`);
    await assertSameRead('skills/read', { _since: '2020-01-01 00:00:00', _fetch_deleted: 1 });
    await assertSameRead('skills/read', { _since: '2099-01-01 00:00:00', _fetch_deleted: 1 });
  });

  it('equals JSON for aggregated reads', async () => {
    const since = { _since: '2026-01-01 00:00:00', _fetch_deleted: 1 };
    await assertSameRead('deltaSync/read', { _include: 'users,skills,departments,timeTrackings', ...since });
    await assertSameRead('fetchData/read', { _include: 'projects,tasks', tasks__id: 4 });
  });

  it('equals JSON for refusals of every kind', async () => {
    await assertSameRead('departments/read', { nofield: 1 });
    await assertSameRead('departments/frobnicate');
    await assertSame(
      await place.machine.post('departments/read', {}),
      await place.machine.post('departments/read', {}, accept),
    );
    const url = `${place.installation.address}/acme/v4/users/read`;
    await assertSame(await send(url, { method: 'GET' }), await send(url, { method: 'GET', headers: accept }));
  });

  it('equals JSON for a create, an update and a batch with failures', async () => {
    const { id } = await place.machine.create('skills', { syn: 'Bending' });
    const same = { syn: 'Bending', sort_order: 4 };
    await place.machine.put(`skills/update/${id}`, same);
    await assertSame(
      await place.machine.put(`skills/update/${id}`, same),
      await place.machine.put(`skills/update/${id}`, same, accept),
    );
    const tracking = { user_id: 1, task_id: 4, start_time_timezone: 'UTC', client_unique_id: 'same' };
    const once = { ...tracking, start_time: '2026-03-02 08:00:00' };
    await assertSame(
      await place.machine.post('timeTrackings/create', once),
      await place.machine.post('timeTrackings/create', once, accept),
    );
    const batch = [
      { id, sort_order: 4 },
      { id, sort_order: 'high' },
      { id: 99_999, sort_order: 1 },
    ];
    await assertSame(
      await place.machine.put('skills/update', batch),
      await place.machine.put('skills/update', batch, accept),
    );
  });

  it('equals JSON for a parent whose children succeed and fail', async () => {
    const children = {
      tasks: [{ name: 'Fine' }, { name: 'Bad', priority: 'x' }],
      projects: [{ name: 'Sub' }],
    };
    const parent = { name: 'Parent', mother_id: 1, nestedEntities: children };
    const json = await place.machine.post('projects/create', parent);
    const xml = await place.machine.post('projects/create', parent, accept);
    const expected = elementsOf(json.json) as Record<string, unknown>;
    assert.deepEqual(shape(parseXml(xml.text).response), shape(expected));
  });

  it('returns XML only when Accept prefers it, and JSON otherwise', async () => {
    const typeFor = async (header: string): Promise<string | null> =>
      (await place.machine.get('departments/read', {}, { accept: header })).headers.get('content-type');
    assert.match((await typeFor('text/html,application/xml;q=0.9')) ?? '', /^application\/xml/);
    assert.match((await typeFor('*/*')) ?? '', /^application\/json/);
    assert.match((await typeFor('application/json, application/xml;q=0.5')) ?? '', /^application\/json/);
    assert.match((await typeFor('text/html')) ?? '', /^application\/json/);
  });
});

/** The moments of two requests differ; everything else must not. */
function withoutTimes(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutTimes);
  const members = Object.entries(value).filter(
    ([name]) => !volatile.includes(name) && name !== 'server_time' && name !== 'duration',
  );
  return Object.fromEntries(members.map(([name, member]) => [name, withoutTimes(member)]));
}

/** The names of all members, with the values that two creates of the same have in common. */
function shape(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(shape);
  const own = /^(id|mother_id|node_path|view_id|view_order|updated|Request\w+Time)$/;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, own.test(name) ? '' : shape(member)]),
  );
}
