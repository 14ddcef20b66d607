// ETag and If-None-Match: 304 for as long as nothing has changed, and never for what changes by itself.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../support/client.ts';
import { rowsOf } from './expectations.ts';
import { onEveryEngine } from './on-every-engine.ts';

onEveryEngine('ETag', (place) => {
  const tagOf = async (path: string, query: Record<string, string> = {}): Promise<string> => {
    const tag = (await place.machine.get(path, query)).headers.get('etag');
    assert.ok(tag, `${path} has an ETag`);
    return tag;
  };
  const again = (client: Client, path: string, tag: string, query: Record<string, string> = {}) =>
    client.get(path, query, { 'if-none-match': tag });

  // What a server does when it starts is written in the database, and changes tags on SQLite.
  before(async () => {
    let tag = '';
    for (let same = 0; same < 5; same += 1) {
      await pause(50);
      const next = await tagOf('departments/read');
      if (next !== tag) same = 0;
      tag = next;
    }
  });

  it('answers 304 without a body while nothing has changed, as often as it is asked', async () => {
    const tag = await tagOf('departments/read');
    for (let round = 0; round < 3; round += 1) {
      const answer = await again(place.machine, 'departments/read', tag);
      assert.equal(answer.status, 304);
      assert.equal(answer.text, '');
      assert.equal(answer.headers.get('etag'), tag);
      assert.ok(answer.headers.get('x-request-id'));
    }
  });

  it('answers anew after a create, an update and a delete, with another tag', async () => {
    const path = 'skills/read';
    let tag = await tagOf(path);
    const { id } = await place.machine.create('skills', { syn: 'A' });
    const changes = [
      async () => place.machine.put(`skills/update/${id}`, { syn: 'B' }),
      async () => place.machine.delete(`skills/delete/${id}`),
    ];
    for (const change of [async () => undefined, ...changes]) {
      await change();
      const answer = await again(place.machine, path, tag);
      assert.equal(answer.status, 200);
      const next = answer.headers.get('etag');
      assert.ok(next && next !== tag);
      tag = next;
    }
    assert.deepEqual(rowsOf(await place.machine.get(path)), []);
  });

  it('shows the new state with the new tag, never the old one', async () => {
    const { id } = await place.machine.create('skills', { syn: 'Old' });
    const path = `skills/read/${id}`;
    const tag = await tagOf(path);
    await place.machine.put(`skills/update/${id}`, { syn: 'New' });
    const answer = await again(place.machine, path, tag);
    assert.equal(rowsOf(answer)[0]?.['syn'], 'New');
    assert.equal((await again(place.machine, path, answer.headers.get('etag') ?? '')).status, 304);
  });

  it('answers anew after a change of ServerTimeZone, because every stamp reads differently', async () => {
    const tag = await tagOf('departments/read');
    await place.machine.put('generalSettings/update/1', { setting_value: 'Asia/Tokyo' });
    assert.equal((await again(place.machine, 'departments/read', tag)).status, 200);
    await place.machine.put('generalSettings/update/1', { setting_value: 'UTC' });
  });

  it('holds for the same question only: other parameters, another address, another format', async () => {
    const tag = await tagOf('departments/read', { active: '1' });
    assert.equal((await again(place.machine, 'departments/read', tag, { active: '0' })).status, 200);
    assert.equal((await again(place.machine, 'departments/read/1', tag, { active: '1' })).status, 200);
    const headers = { 'if-none-match': tag, accept: 'application/xml' };
    assert.equal((await place.machine.get('departments/read', { active: '1' }, headers)).status, 200);
  });

  it('holds for the same caller only', async () => {
    const tag = await tagOf('departments/read');
    assert.equal((await again(place.account.administrator, 'departments/read', tag)).status, 200);
    const other = await place.installation.addAccount('globex');
    assert.equal(
      (await again(other.machine, 'departments/read', await tagOf('departments/read'))).status,
      200,
    );
  });

  it('is never given for a running tracking, whose duration grows by itself', async () => {
    const { machine } = place;
    const tracking = {
      user_id: 1,
      task_id: 4,
      start_time: '2026-03-02 08:00:00',
      start_time_timezone: 'UTC',
    };
    const { id } = await machine.create('timeTrackings', tracking);
    for (const query of [{}, { id }, { _order_by: 'duration' }, { _fields: 'id,duration' }]) {
      const answer = await machine.get('timeTrackings/read', query as Record<string, string>);
      assert.equal(rowsOf(answer).length, 1);
      assert.equal(answer.headers.get('etag'), null, JSON.stringify(query));
    }
    const aggregate = await machine.get('timeTrackings/read', { _aggregate__duration: 'sum' });
    assert.equal(aggregate.headers.get('etag'), null);
    const end = { end_time: '2026-03-02 09:00:00', end_time_timezone: 'UTC' };
    await machine.put(`timeTrackings/update/${id}`, end);
    await tagOf('timeTrackings/read');
  });

  it('is never given for a list that a running tracking will enter or leave by itself', async () => {
    const { machine, installation } = place;
    const running = { user_id: 1, task_id: 4, start_time_timezone: 'UTC' };
    const start = new Date(Date.now() + installation.clock.shift - 60_000);
    const start_time = start.toISOString().slice(0, 19).replace('T', ' ');
    const { id } = await machine.create('timeTrackings', { ...running, start_time });
    const query = { duration: '3600', _op__duration: 'gt', id: String(id) };
    const earlier = await machine.get('timeTrackings/read', query);
    assert.deepEqual(rowsOf(earlier), []);
    installation.clock.shift += 3_550_000;
    const tag = earlier.headers.get('etag') ?? 'W/"none"';
    const answer = await again(machine, 'timeTrackings/read', tag, query);
    assert.equal(answer.status, 200);
    assert.equal(rowsOf(answer).length, 1);
  });
});
