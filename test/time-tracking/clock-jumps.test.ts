// A clock that was ahead once, and is right again: what people book, and for how long logins hold, follows the clock.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { healClock } from '#accounts/heal-clock.ts';
import { onOwnInstallations, type Place } from '../support/on-every-engine.ts';
import { rowOf, rowsOf } from '../support/expectations.ts';
import { send } from '../support/client.ts';
import { booking, hire, written } from './booking.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** By how much the clock is ahead when something is written, in milliseconds. */
const jumps: Readonly<Record<string, number>> = { '1 hour': hour, '400 days': 400 * day };

for (const [name, jump] of Object.entries(jumps))
  onOwnInstallations(`after a clock ${name} ahead`, { why: 'they move the clock' }, (place) => {
    const now = (): number => place.installation.clock.stoppedAt as number;
    const pass = (seconds: number): void => {
      place.installation.clock.stoppedAt = now() + seconds * 1000;
    };

    test('books starts and stops right to the second', async () => {
      await writeAhead(place, jump);
      const id = await hire(place.machine, 'worker', { timezone: 'UTC' });
      const worker = await place.account.login('worker');
      for (const seconds of [1, 90]) {
        const started = written(await worker.post('timeTrackings/start', { task_id: 4 }));
        assert.equal(started['start_time'], shown(place));
        pass(seconds);
        const stopped = written(await worker.put('timeTrackings/stop', {}));
        assert.deepEqual([stopped['end_time'], stopped['duration']], [shown(place), seconds]);
        pass(1);
      }
      assert.equal(rowsOf(await place.machine.get('timeTrackings/read', { user_id: id })).length, 2);
    });

    test('orders changes after those that were made ahead', async () => {
      const { machine } = place;
      const { RequestStartTime: since } = (await machine.get('skills/read')).json;
      const { id } = await machine.create('skills', { syn: 'Later' });
      const later = await machine.get('skills/read', { _since: since });
      assert.ok(rowsOf(later).some((row) => row['id'] === id));
    });

    test('logs, measures and tells by how much the clock is behind', async () => {
      const { address, events } = place.installation;
      const told = events.filter((event) => event.kind === 'clock_behind');
      assert.ok(told.length >= 1 && told.every(({ seconds }) => Math.abs(seconds * 1000 - jump) < 200_000));
      const ready = await send(`${address}/health/ready`, { method: 'GET' });
      assert.equal(ready.status, 200);
      assert.match(ready.json['warning'], /^The clock is \d+ seconds behind/);
      const metrics = place.installation.app.ownMetrics();
      const lag = Number(/^hourbook_clock_lag_seconds (\d+)$/m.exec(metrics)?.[1]);
      assert.ok(Math.abs(lag * 1000 - jump) < 200_000, String(lag));
    });

    test('ends access tokens after their hour and delays after their minutes', async () => {
      await hire(place.machine, 'guest');
      const guest = await place.account.login('guest');
      for (let guess = 0; guess < 5; guess += 1)
        await assert.rejects(place.account.login('guest', 'wrong horse 1'), /invalid_grant/);
      await assert.rejects(place.account.login('guest'), /Too many attempts/);
      pass(16 * 60);
      await place.account.login('guest');
      assert.equal((await guest.get('users/me')).status, 200);
      pass(45 * 60);
      assert.equal((await guest.get('users/me')).status, 401);
    });
  });

onOwnInstallations('clock heal', { why: 'they move the clock' }, (place) => {
  test('is as if nothing had been after clock heal', async () => {
    await writeAhead(place, 400 * day);
    const { machine } = place;
    await machine.create('skills', { syn: 'Later' });
    const synchronised = (await machine.get('skills/read')).json['RequestStartTime'];
    const [healed] = await healClock(place.installation.app.engine);
    assert.ok((healed?.moved ?? 0) > 0);
    assert.equal(place.installation.app.engine.database.clockLag(), 0);
    const row = rowOf(await machine.get('skills/read', { syn: 'Ahead' }));
    assert.ok(row['updated'] === undefined || row['updated'] <= shown(place));
    const whole = await machine.get('skills/read', { _since: synchronised, _fetch_deleted: 1 });
    assert.equal(whole.json['FullResync'], 1);
    assert.equal(rowsOf(whole).length, 2);
    place.installation.clock.stoppedAt = (place.installation.clock.stoppedAt as number) + 1000;
    const { json } = await machine.get('skills/read');
    assert.equal(json['RequestStartTime'], shown(place));
    const next = await machine.get('skills/read', { _since: json['RequestStartTime'], _fetch_deleted: 1 });
    assert.equal(next.json['FullResync'], undefined);
  });
});

onOwnInstallations('a clock set back by an hour', { why: 'they move the clock' }, (place) => {
  test('stops what was started before; books right once that is deleted', async () => {
    const { clock } = place.installation;
    clock.stoppedAt = Math.floor(Date.now() / 1000) * 1000;
    await hire(place.machine, 'worker', { timezone: 'UTC' });
    const worker = await place.account.login('worker');
    written(await worker.post('timeTrackings/start', { task_id: 4 }));
    clock.stoppedAt -= hour;
    const stopped = written(await worker.put('timeTrackings/stop', {}));
    assert.equal(stopped['duration'], 1);
    const refused = await worker.post('timeTrackings/start', { task_id: 4 });
    assert.equal(refused.status, 422);
    written(await place.machine.delete(`timeTrackings/delete/${stopped['id']}`));
    const started = written(await worker.post('timeTrackings/start', { task_id: 4 }));
    assert.equal(started['start_time'], shown(place));
  });
});

onOwnInstallations('a clock within 5 seconds of the stamps', { why: 'they move the clock' }, (place) => {
  test('keeps the later second, so that no stop comes before its start', async () => {
    const { clock } = place.installation;
    clock.stoppedAt = Math.floor(Date.now() / 1000) * 1000;
    const id = await hire(place.machine, 'worker', { timezone: 'UTC' });
    const worker = await place.account.login('worker');
    const times = { start: '2026-03-02 08:00', end: '2026-03-02 09:00', zone: 'UTC' };
    await place.machine.create('timeTrackings', booking(id, times));
    clock.stoppedAt -= 3000;
    const started = written(await worker.post('timeTrackings/start', { task_id: 4 }));
    clock.stoppedAt += 3000;
    assert.equal(started['start_time'], shown(place));
    assert.ok(place.installation.events.every(({ kind }) => kind !== 'clock_behind'));
  });
});

/** Writes once while the clock is ahead, then sets it right and stops it. */
async function writeAhead({ installation, account }: Place, jump: number): Promise<void> {
  const { clock } = installation;
  clock.stoppedAt = Math.floor(Date.now() / 1000) * 1000 + jump;
  const administrator = await account.login('admin');
  await administrator.create('skills', { syn: 'Ahead' });
  clock.stoppedAt -= jump;
}

/** The second that the clock shows, as the interface writes it. */
function shown({ installation }: Place): string {
  return new Date(installation.clock.stoppedAt as number).toISOString().slice(0, 19).replace('T', ' ');
}
