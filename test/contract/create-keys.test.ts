// A create that is sent twice with one `Idempotency-Key` makes one row.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startApp } from '#app';
import { readConfig } from '#config';
import { keysKeptSeconds, purgeCreateKeys } from '#sql/create-keys.ts';
import { inJson, samples } from '../files/sample-files.ts';
import { createClient, type Answer, type Client } from '../support/client.ts';
import { assertRefused, idsOf, readOne, rowOf, rowsOf, type Shown } from '../support/expectations.ts';
import { onEveryEngine, onOwnInstallations } from '../support/on-every-engine.ts';
import { booking, hire } from '../time-tracking/booking.ts';
import { unhurried } from '../support/unhurried.ts';
import { openOffice, requestIn } from '../time-tracking/requests/asking.ts';

let keys = 0;
/** A key that no test has used. */
function newKey(): string {
  return `key-${(keys += 1)}`;
}

/** Sends a create with a key. */
function create(client: Client, resource: string, body: unknown, key: string): Promise<Answer> {
  return client.post(`${resource}/create`, body, { 'idempotency-key': key });
}

onEveryEngine('creates with a key', (place) => {
  const named = async (syn: string): Promise<readonly Shown[]> =>
    rowsOf(await place.machine.get('skills/read', { syn }));

  test('make two rows without a key, and with two keys', async () => {
    for (const key of [newKey(), newKey()]) await create(place.machine, 'skills', { syn: 'two keys' }, key);
    for (let turn = 0; turn < 2; turn += 1) await place.machine.create('skills', { syn: 'no key' });
    assert.equal((await named('two keys')).length, 2);
    assert.equal((await named('no key')).length, 2);
  });

  test('make one row when they come again, and answer it as it stands', async () => {
    const key = newKey();
    const { id } = rowOf(await create(place.machine, 'skills', { syn: 'once' }, key));
    await place.machine.put(`skills/update/${id}`, { syn: 'renamed' });
    const before = await readOne(place.machine, 'skills', id);
    assert.equal(before['syn'], 'renamed');
    const again = await create(place.machine, 'skills', { syn: 'once' }, key);
    assert.deepEqual(rowOf(again), before);
    assert.equal((await named('once')).length, 0);
    assert.deepEqual(await readOne(place.machine, 'skills', id), before);
  });

  test('make one row when many come at once', async () => {
    const key = newKey();
    const sent = Array.from({ length: 8 }, () => create(place.machine, 'skills', { syn: 'at once' }, key));
    const ids = (await Promise.all(sent)).map((answer) => rowOf(answer)['id'] as number);
    assert.equal(new Set(ids).size, 1);
    assert.equal((await named('at once')).length, 1);
  });

  test('make one row when they come to two servers of one database', async () => {
    const flags = { database: place.installation.databaseUrl, port: '0', ...unhurried };
    const second = await startApp(readConfig({ flags, env: {} }), { observe: () => {} });
    try {
      const there = createClient(
        { address: second.address, account: place.account.name },
        place.machine.token,
      );
      const key = newKey();
      const sent = Array.from({ length: 8 }, (_, turn) =>
        create(turn % 2 === 0 ? place.machine : there, 'skills', { syn: 'two servers' }, key),
      );
      const ids = (await Promise.all(sent)).map((answer) => rowOf(answer)['id'] as number);
      assert.equal(new Set(ids).size, 1);
      assert.equal((await named('two servers')).length, 1);
    } finally {
      await second.close();
    }
  });

  test('of a batch make each item once, those anew that were refused', async () => {
    const key = newKey();
    const batch = [{ syn: 'item' }, { syn: 'item' }, {}];
    const idsIn = ({ json }: Answer): readonly (number | undefined)[] =>
      (json['Results'] as Shown[]).map(({ Success, Results }) => (Success ? Results[0].id : undefined));
    const first = idsIn(await create(place.machine, 'skills', batch, key));
    assert.equal(new Set(first).size, 3);
    assert.equal(first[2], undefined);
    assert.deepEqual(idsIn(await create(place.machine, 'skills', batch, key)), first);
    const mended = idsIn(await create(place.machine, 'skills', batch.with(2, { syn: 'item' }), key));
    assert.deepEqual(mended.slice(0, 2), first.slice(0, 2));
    assert.equal((await named('item')).length, 3);
  });

  test('make no children again', async () => {
    const key = newKey();
    const body = { name: 'mother', mother_id: 1, nestedEntities: { tasks: [{ name: 'child' }] } };
    const { id } = rowOf(await create(place.machine, 'projects', body, key));
    assert.equal(rowOf(await create(place.machine, 'projects', body, key))['id'], id);
    assert.equal(idsOf(await place.machine.get('tasks/read', { mother_id: id })).length, 1);
  });

  test('of another resource are other creates', async () => {
    const key = newKey();
    rowOf(await create(place.machine, 'skills', { syn: 'other' }, key));
    rowOf(await create(place.machine, 'departments', { department_name: 'other' }, key));
    assert.equal((await named('other')).length, 1);
  });

  test('of another caller are other creates', async () => {
    const key = newKey();
    const clients = [place.machine, place.account.administrator];
    const [one, other] = await Promise.all(
      clients.map(async (client) => rowOf(await create(client, 'skills', { syn: 'mine' }, key))),
    );
    assert.notEqual(one?.['id'], other?.['id']);
  });

  test('are refused with other values, and say which row the first values made', async () => {
    const key = newKey();
    const { id } = rowOf(await create(place.machine, 'skills', { syn: 'first' }, key));
    const other = await create(place.machine, 'skills', { syn: 'second' }, key);
    const { ErrorExtended } = assertRefused(other, { status: 422, code: 'key_reused' });
    assert.deepEqual(ErrorExtended.data, { id });
    assert.equal((await named('second')).length, 0);
  });

  test('are the same in a form and in JSON, in any order of the fields', async () => {
    const key = newKey();
    const body = { name: 'form', mother_id: 1, is_billable: 1 };
    const { id } = rowOf(await create(place.machine, 'tasks', body, key));
    const form = new URLSearchParams({ is_billable: '1', mother_id: '1', name: 'form' });
    assert.equal(rowOf(await create(place.machine, 'tasks', form, key))['id'], id);
  });

  test('do not bring back a row that was deleted since', async () => {
    const key = newKey();
    const { id } = rowOf(await create(place.machine, 'skills', { syn: 'gone' }, key));
    await place.machine.delete(`skills/delete/${id}`);
    const again = await create(place.machine, 'skills', { syn: 'gone' }, key);
    const { ErrorExtended } = assertRefused(again, { status: 422, code: 'row_deleted' });
    assert.deepEqual(ErrorExtended.data, { id });
    assert.equal((await named('gone')).length, 0);
  });

  test('may come again with the key after a refusal, which made nothing', async () => {
    const key = newKey();
    const refused = await create(place.machine, 'skills', {}, key);
    assertRefused(refused, { status: 400, code: 'missing_parameter', field: 'syn' });
    rowOf(await create(place.machine, 'skills', { syn: 'mended' }, key));
    assert.equal((await named('mended')).length, 1);
  });

  test('are refused with a key that is empty, too long or no visible ASCII', async () => {
    for (const key of ['', 'a b', 'x'.repeat(256), 'ü', 'one, two']) {
      const answer = await create(place.machine, 'skills', { syn: 'bad key' }, key);
      assertRefused(answer, { status: 400, code: 'malformed_parameter', field: 'Idempotency-Key' });
    }
    rowOf(await create(place.machine, 'skills', { syn: 'long key' }, `"${'x'.repeat(253)}"`));
    assert.equal((await named('bad key')).length, 0);
  });

  test('with a password make one person, and the password is no part of what is kept', async () => {
    const key = newKey();
    const person = { username: 'berta', firstname: 'Berta', lastname: 'Person', timezone: 'UTC' };
    const { id } = rowOf(
      await create(place.machine, 'users', { ...person, password: 'first password 1' }, key),
    );
    const other = { ...person, password: 'second password 2' };
    assert.equal(rowOf(await create(place.machine, 'users', other, key))['id'], id);
    assert.ok((await place.account.login('berta', 'first password 1')).token);
  });

  test('ask once where they become a request', async () => {
    const { person, employee } = await openOffice(place, 'asking');
    const times = { start: '2026-03-02 08:00', end: '2026-03-02 09:00' };
    const body = { ...booking(person, times), _request_user_comment: 'forgot' };
    const key = newKey();
    const { id } = requestIn(await create(employee, 'timeTrackings', body, key));
    const again = rowOf(await create(employee, 'timeTrackings', body, key));
    assert.deepEqual([again['id'], again['user_id']], [null, person]);
    const asked = await employee.get('changeTimeTrackingRequests/read');
    assert.deepEqual(idsOf(asked), [id]);
  });

  test('of a flag, which make no row of their own, answer it', async () => {
    const key = newKey();
    const user_id = await hire(place.machine, 'flag');
    const flag = { user_id, node_id: 4 };
    const first = rowOf(await create(place.machine, 'favouriteTasks', flag, key));
    assert.deepEqual(rowOf(await create(place.machine, 'favouriteTasks', flag, key)), first);
    await place.machine.delete(`favouriteTasks/delete/${first['id']}`);
    const again = await create(place.machine, 'favouriteTasks', flag, key);
    assertRefused(again, { status: 422, code: 'row_deleted' });
  });

  test('keep the bytes of a file once', async () => {
    const key = newKey();
    const user_id = await hire(place.machine, 'file');
    const body = { user_id, ...inJson(samples.pdf) };
    const { id } = rowOf(await create(place.machine, 'files', body, key));
    assert.equal(rowOf(await create(place.machine, 'files', body, key))['id'], id);
    const folder = join(place.installation.filesFolder, String(place.account.id));
    assert.equal((await readdir(folder)).length, 1);
    const other = { user_id, ...inJson({ ...samples.pdf, bytes: samples.png.bytes }), filename: 'a.png' };
    assertRefused(await create(place.machine, 'files', other, key), { status: 422, code: 'key_reused' });
    assert.equal((await readdir(folder)).length, 1);
  });
});

onOwnInstallations('keys of creates', { why: 'the clock moves' }, (place) => {
  test('are forgotten after a day, and not before', async () => {
    const { database } = place.installation.app.engine;
    const key = newKey();
    const first = rowOf(await create(place.machine, 'skills', { syn: 'day' }, key));
    place.installation.clock.shift += (keysKeptSeconds - 60) * 1000;
    assert.equal(await purgeCreateKeys(database), 0);
    const machine = await place.account.login('admin');
    rowOf(await create(machine, 'skills', { syn: 'later' }, key));
    place.installation.clock.shift += 120_000;
    assert.equal(await purgeCreateKeys(database), 1);
    const anew = rowOf(await create(machine, 'skills', { syn: 'day' }, newKey()));
    assert.notEqual(anew['id'], first['id']);
  });
});
