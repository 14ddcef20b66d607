// The server answers `If-None-Match` with 304 while the response is unchanged, and tags no response that changes with
// time.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { jobKinds } from '#accounts/background-tasks.ts';
import type { Client } from '../support/client.ts';
import { rowsOf } from '../support/expectations.ts';
import { onOwnInstallations } from '../support/on-every-engine.ts';

onOwnInstallations('ETag', { why: 'moves the clock' }, (place) => {
  const tagOf = async (path: string, query: Record<string, string> = {}): Promise<string> => {
    const tag = (await place.machine.get(path, query)).headers.get('etag');
    assert.ok(tag, `${path} has an ETag`);
    return tag;
  };
  const again = (client: Client, path: string, tag: string, query: Record<string, string> = {}) =>
    client.get(path, query, { 'if-none-match': tag });

  // The jobs that a server runs when it starts write to the database, which changes tags on SQLite.
  before(async () => {
    const { app, events } = place.installation;
    const waiting = (): readonly string[] => {
      const done = events.flatMap((event) => (event.kind === 'background_done' ? [event.task] : []));
      const first = jobKinds(app.engine).filter(({ every }) => every !== null);
      return first.map(({ name }) => name).filter((name) => !done.includes(name));
    };
    for (let turn = 0; waiting().length > 0; turn += 1) {
      assert.ok(turn < 3000, `the server has not run ${waiting().join()}`);
      await pause(20);
    }
  });

  it('answers 304 without a body while nothing has changed', async () => {
    const tag = await tagOf('departments/read');
    for (let round = 0; round < 3; round += 1) {
      const answer = await again(place.machine, 'departments/read', tag);
      assert.equal(answer.status, 304);
      assert.equal(answer.text, '');
      assert.equal(answer.headers.get('etag'), tag);
      assert.ok(answer.headers.get('x-request-id'));
    }
  });

  it('answers 200 with a new tag after a create, an update and a delete', async () => {
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

  it('returns the new state with the new tag', async () => {
    const { id } = await place.machine.create('skills', { syn: 'Old' });
    const path = `skills/read/${id}`;
    const tag = await tagOf(path);
    await place.machine.put(`skills/update/${id}`, { syn: 'New' });
    const answer = await again(place.machine, path, tag);
    assert.equal(rowsOf(answer)[0]?.['syn'], 'New');
    assert.equal((await again(place.machine, path, answer.headers.get('etag') ?? '')).status, 304);
  });

  it('answers 200 after a change of ServerTimeZone', async () => {
    const tag = await tagOf('departments/read');
    await place.machine.put('generalSettings/update/1', { setting_value: 'Asia/Tokyo' });
    assert.equal((await again(place.machine, 'departments/read', tag)).status, 200);
    await place.machine.put('generalSettings/update/1', { setting_value: 'UTC' });
  });

  it('answers 200 for other parameters, another address or another format', async () => {
    const tag = await tagOf('departments/read', { active: '1' });
    assert.equal((await again(place.machine, 'departments/read', tag, { active: '0' })).status, 200);
    assert.equal((await again(place.machine, 'departments/read/1', tag, { active: '1' })).status, 200);
    const headers = { 'if-none-match': tag, accept: 'application/xml' };
    assert.equal((await place.machine.get('departments/read', { active: '1' }, headers)).status, 200);
  });

  it('answers 200 for another caller', async () => {
    const tag = await tagOf('departments/read');
    assert.equal((await again(place.account.administrator, 'departments/read', tag)).status, 200);
    const other = await place.installation.addAccount('globex');
    assert.equal(
      (await again(other.machine, 'departments/read', await tagOf('departments/read'))).status,
      200,
    );
  });

  it('returns no tag for a running tracking', async () => {
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

  it('answers 200 when a running tracking enters a list by its duration', async () => {
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
