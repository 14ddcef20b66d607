// Large answers: what must be complete is, in portions; what need not be is limited in depth, rows and bytes.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Resource } from '#resource/resource.ts';
import { deleteRows } from '#sql/deletions.ts';
import type { Client } from '../support/client.ts';
import { assertRefused, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { asUnit } from '#sql/transaction.ts';

const count = 4_500;

/** Creates so many skills. */
async function addSkills(client: Client, amount: number): Promise<void> {
  for (let start = 0; start < amount; start += 100) {
    const batch = Array.from({ length: Math.min(100, amount - start) }, (_, index) => ({
      syn: `${start + index} ü`,
    }));
    assert.equal((await client.post('skills/create', batch)).status, 200);
  }
}

/** A tree of projects so deep, asked for as `nestedEntities`. */
const levels = (depth: number): string => (depth === 0 ? '{}' : `{"projects":[${levels(depth - 1)}]}`);

onEveryEngine('large reads', (place) => {
  it('answers deltaSync and fetchData completely, as pages of a read do', async () => {
    const { machine } = place;
    await addSkills(machine, count);
    const paged = [];
    for (let offset = 0; offset < count; offset += 1_000) {
      paged.push(...rowsOf(await machine.get('skills/read', { _limit: 1_000, _offset: offset })));
    }
    assert.equal(paged.length, count);
    const whole = (await machine.get('fetchData/read', { _include: 'skills,users' })).json;
    assert.deepEqual(whole['Results'].skills.Results, paged);
    assert.deepEqual([whole['Results'].skills.NumResults, whole['NumResults']], [count, count + 1]);
    assert.equal(whole['Results'].users.Results.length, 1);
    const synced = (await machine.get('deltaSync/read', {})).json;
    assert.deepEqual(synced['Results'].skills.Results, paged);
    const backwards = { _include: 'skills', _order_by: 'id', _order_desc: 1 };
    const turned = (await machine.get('fetchData/read', backwards)).json;
    assert.deepEqual(turned['Results'].skills.Results, paged.toReversed());
    const some = { _include: 'skills', _fields: 'syn', _offset: 10, _limit: 4_300 };
    const chosen = (await machine.get('fetchData/read', some)).json;
    assert.deepEqual(
      chosen['Results'].skills.Results,
      paged.slice(10, 4_310).map(({ syn }) => ({ syn })),
    );
    assert.equal(chosen['HasMore'], 1);
  });

  it('answers a large read in XML, compressed or not, as in JSON', async () => {
    const { machine } = place;
    const { text } = await machine.get('skills/read', { _limit: 3_000 }, { accept: 'application/xml' });
    assert.equal(text.match(/<Results>/g)?.length, 3_000);
    assert.match(text, /<NumResults>3000<\/NumResults>[^]*<\/response>\n$/);
    const url = `${place.installation.address}/${place.account.name}/v4/skills/read?_limit=3000`;
    const headers = { authorization: `Bearer ${machine.token}`, accept: 'application/json' };
    const plain = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } });
    const bytes = Buffer.from(await plain.arrayBuffer());
    assert.equal(plain.headers.get('content-length'), String(bytes.length));
    const { Results } = JSON.parse(bytes.toString());
    const zipped = await fetch(url, { headers: { ...headers, 'accept-encoding': 'gzip' } });
    assert.deepEqual(((await zipped.json()) as { Results: unknown }).Results, Results);
    const head = await fetch(url, { method: 'HEAD', headers });
    assert.deepEqual([head.status, await head.text()], [200, '']);
  });

  it('answers everything that was deleted, once, in JSON and XML', async () => {
    const { machine } = place;
    const begun = (await machine.get('deltaSync/read', { _include: 'skills' })).json;
    const since = { _since: begun['RequestStartTime'], _fetch_deleted: 1 };
    const rows = rowsOf(await machine.get('skills/read', { _limit: 3_500 }));
    const ids = rows.map(({ id }) => id as number);
    const { schema, database } = place.installation.app.engine;
    const resource = schema.resources.get('skills') as Resource;
    const accountId = place.account.id;
    await database.write(
      accountId,
      asUnit((tx) =>
        deleteRows({ tx, accountId }, resource, { rows: rows.map(({ id }) => ({ id })), scopeColumns: [] }),
      ),
    );
    const synced = (await machine.get('deltaSync/read', { _include: 'skills,users', ...since })).json;
    const told = (list: readonly { id: number }[]) => list.map(({ id }) => id);
    assert.deepEqual(told(synced['Results'].skills.Deleted), ids);
    assert.deepEqual(synced['Results'].users.Deleted, []);
    assert.match(synced['Results'].skills.Deleted[0].deleted_at, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const read = (await machine.get('skills/read', since)).json;
    assert.deepEqual(told(read['Deleted']), ids);
    const { text } = await machine.get('skills/read', since, { accept: 'application/xml' });
    const listed = [...text.matchAll(/<Deleted><id>(\d+)<\/id>/g)].map(([, id]) => Number(id));
    assert.deepEqual(listed, ids);
  });

  it('takes 20 levels of children and refuses 21', async () => {
    const { machine } = place;
    await machine.create('projects', { mother_id: 1, name: 'Deep' });
    rowsOf(await machine.get('projects/read', { nestedEntities: levels(20), _limit: 5 }));
    const refused = await machine.get('projects/read', { nestedEntities: levels(21), _limit: 5 });
    assertRefused(refused, { status: 422, code: 'invalid_value', field: 'nestedEntities' });
  });
});

onEveryEngine(
  'limits of a read',
  (place) => {
    it('refuses more rows than --read-rows, children included', async () => {
      const { machine } = place;
      const { id } = await machine.create('projects', { mother_id: 1, name: 'Wide' });
      const entities = (from: number) =>
        Array.from({ length: 100 }, (_, index) => ({ mother_id: id, name: `Task ${from + index}` }));
      for (let from = 0; from < 900; from += 100) await machine.post('tasks/create', entities(from));
      const asked = { id: id as number, nestedEntities: '{"tasks":[{}]}' };
      const [row] = rowsOf(await machine.get('projects/read', asked));
      assert.equal(row?.['nestedEntities'].tasks.length, 900);
      await machine.post('tasks/create', entities(900));
      const refused = await machine.get('projects/read', asked);
      assert.match(
        assertRefused(refused, { status: 422, code: 'answer_too_large' })['ErrorMessage'],
        /1000 rows/,
      );
      const whole = (await machine.get('fetchData/read', { _include: 'tasks' })).json;
      assert.ok(whole['Results'].tasks.Results.length >= 1_000);
    });

    it('refuses more bytes than --read-bytes, and answers fetchData whole', async () => {
      const { machine } = place;
      const url = `https://example.com/${'x'.repeat(1_900)}`;
      const batch = Array.from({ length: 100 }, (_, index) => ({ company_name: `Client ${index}`, url }));
      for (let sent = 0; sent < 6; sent += 1) rowsOf(await machine.post('clients/create', batch));
      const refused = await machine.get('clients/read', { _limit: 600 });
      assert.match(
        assertRefused(refused, { status: 422, code: 'answer_too_large' })['ErrorMessage'],
        /1048576 bytes/,
      );
      assert.equal(rowsOf(await machine.get('clients/read', { _limit: 400 })).length, 400);
      const joined = await machine.get('clients/read', { _aggregate__url: 'group_concat' });
      assertRefused(joined, { status: 422, code: 'answer_too_large' });
      const few = { _aggregate__url: 'group_concat', _op__id: 'lt', id: 500 };
      assert.ok(rowsOf(await machine.get('clients/read', few))[0]?.['url'].length > 900_000);
      const whole = (await machine.get('fetchData/read', { _include: 'clients' })).json;
      assert.equal(whole['Results'].clients.Results.length, 600);
    });
  },
  { flags: { 'read-rows': '1000', 'read-bytes': '1 MiB' } },
);
