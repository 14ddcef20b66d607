// Days, rights and deletions of a whole company are synchronised completely by a server whose heap is far smaller than
// the answer.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openDatabase } from '#sql/open-database.ts';
import { run } from '../sql/scratch.ts';
import { describeOnEveryEngine } from '../support/engines.ts';
import { countOf } from '../support/property.ts';
import type { Client } from '../support/client.ts';
import { serve } from './executable.ts';
import { acmeSite, loginMachine } from './site.ts';

/** With two years of days each. */
const people = countOf({ test: 8, long: 40, soak: 300 });
const syncsAtOnce = 3;
const deletions = countOf({ test: 20_000, long: 500_000, soak: 2_000_000 });
const heap = { NODE_OPTIONS: '--max-old-space-size=160' };

/** Creates people whose working time accounts began on the first of January. */
async function hirePeople(client: Client): Promise<void> {
  const entry_date = `${new Date().getUTCFullYear()}-01-01`;
  for (let hired = 0; hired < people; hired += 20) {
    const batch = Array.from({ length: Math.min(20, people - hired) }, (_, index) => ({
      username: `person${hired + index}`,
      firstname: 'Person',
      lastname: `Number ${hired + index}`,
      password: `correct horse ${hired + index}`,
      entry_date,
    }));
    const { json, text } = await client.post('users/create', batch);
    assert.equal(json['Success'], true, text.slice(0, 1_000));
  }
}

/** Makes so many people HR managers, who act on everybody but themselves. */
async function promote(client: Client, managers: number): Promise<void> {
  const { json } = await client.get('users/read', {
    _fields: 'id',
    _limit: managers,
    _order_by: 'id',
    _order_desc: 1,
  });
  const ids = (json['Results'] as readonly { id: number }[]).map(({ id }) => id);
  for (let start = 0; start < ids.length; start += 20) {
    const batch = ids.slice(start, start + 20).map((id) => ({ id, hr_manager: 1 }));
    const updated = await client.put('users/update', batch);
    assert.equal(updated.json['Success'], true, updated.text.slice(0, 1_000));
  }
}

/** Counts the rows of an answer and the bytes, without keeping it. */
async function sizeOf(
  address: string,
  token: string,
  query: string,
): Promise<{ rows: number; bytes: number; told: number }> {
  const url = `${address}/acme/v4/${query}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(answer.status, 200);
  const row = /\{"id":/g;
  let [rows, bytes, told, rest] = [0, 0, 0, ''];
  for await (const chunk of answer.body ?? []) {
    const text = rest + Buffer.from(chunk).toString('latin1');
    bytes += chunk.length;
    told ||= Number(/"NumResults":(\d+)/.exec(text)?.[1] ?? 0);
    rows += text.match(row)?.length ?? 0;
    const last = text.lastIndexOf('{"id":');
    rest = text.slice(Math.max(last + 6, text.length - 40));
  }
  return { rows, bytes, told };
}

/** Records the going of so many rows, as their deletion does. */
async function recordDeletions(url: string, count: number): Promise<void> {
  const database = await openDatabase({ url, clock: Date.now, observe: () => {} });
  try {
    const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
    const values = `1, 1000000 + n, 'skills', 1000000 + n, ${Math.floor(Date.now() / 1000)}, '{}'`;
    const columns = 'account_id, id, resource, row_id, deleted_at, scope_row';
    const sql = `insert into deletions (${columns}) ${numbers} select ${values} from numbers`;
    assert.equal(await database.write(1, (tx) => run(tx, sql)), count);
  } finally {
    await database.close();
  }
}

describeOnEveryEngine('a company that synchronises', (engine) => {
  const acme = acmeSite(engine);

  it(`gets all days of ${people} people, ${syncsAtOnce} times at once`, async () => {
    const server = await serve(acme.database, ['--argon2-memory', '8 KiB'], heap);
    const client = await loginMachine(server.address, acme.credential);
    await hirePeople(client);
    const year = new Date().getUTCFullYear();
    const days = (Date.UTC(year + 2, 0, 1) - Date.UTC(year, 0, 1)) / 86_400_000;
    const query = 'fetchData/read?_include=timesheetAccountings';
    const syncs = await Promise.all(
      Array.from({ length: syncsAtOnce }, () => sizeOf(server.address, client.token, query)),
    );
    for (const { rows, told } of syncs) {
      assert.equal(rows, told);
      assert.ok(rows >= people * days, `${rows} rows for ${people} people with ${days} days`);
    }
    assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null });
  });

  it(`gets the rights of ${people} people over each other, ${syncsAtOnce} times at once`, async () => {
    const server = await serve(acme.database, ['--argon2-memory', '8 KiB'], heap);
    const client = await loginMachine(server.address, acme.credential);
    const managers = Math.floor(people / 2);
    await promote(client, managers);
    const query = 'fetchData/read?_include=permissionResolveAbsenceTypesAndUsers';
    const syncs = await Promise.all(
      Array.from({ length: syncsAtOnce }, () => sizeOf(server.address, client.token, query)),
    );
    for (const { rows, told } of syncs) {
      assert.equal(rows, told);
      assert.ok(rows >= managers * people, `${rows} rows for ${managers} managers of ${people} people`);
    }
    assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null });
  });

  it(`gets ${deletions} deletions, ${syncsAtOnce} times at once`, async () => {
    await recordDeletions(acme.database, deletions);
    const server = await serve(acme.database, [], heap);
    const { token } = await loginMachine(server.address, acme.credential);
    const since = new Date(Date.now() - 3_600_000).toISOString().slice(0, 19);
    const query = `deltaSync/read?_include=skills&_fetch_deleted=1&_since=${since}`;
    const syncs = await Promise.all(
      Array.from({ length: syncsAtOnce }, () => sizeOf(server.address, token, query)),
    );
    assert.deepEqual(
      syncs.map(({ rows }) => rows),
      Array.from({ length: syncsAtOnce }, () => deletions),
    );
    assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null });
  });
});
