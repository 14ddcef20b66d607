// The official client starts, stops, toggles and reads the timer.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setClock, timerOptions } from '../time-tracking/timer/timer.ts';
import { describeOnEveryEngine } from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { loginWith, newPerson, refusalOf, type Api } from './official-client.ts';

const zone = 'Europe/Vienna';

describeOnEveryEngine('timer through the official client', (engine) => {
  let installation: Installation;
  let api: Api;
  let user_id: number;
  let serial = 0;

  /** Ten minutes after the last one. */
  const later = (): void => {
    serial += 1;
    setClock(installation, new Date(Date.UTC(2026, 5, 2, 6, 10 * serial)).toISOString().slice(0, 16));
  };

  before(async () => {
    installation = await startInstallation({ engine, ...timerOptions, timezone: zone });
    const { api: administrator } = await loginWith(installation, 'admin');
    user_id = (await administrator.users.create(newPerson('anna'))).Results.id;
    ({ api } = await loginWith(installation, 'anna'));
  });

  after(() => installation.close());

  it('returns no tracking for current and stop before a start', async () => {
    later();
    assert.equal((await api.timeTrackings.current()).Results, undefined);
    assert.equal((await api.timeTrackings.stop({ user_id, end_time_timezone: zone })).Results, undefined);
  });

  it('starts, reads the current tracking, and stops it', async () => {
    later();
    const { Results: started } = await api.timeTrackings.start({
      user_id,
      task_id: 4,
      start_time_timezone: zone,
      notes: 'from the menu bar',
      is_billable: true,
      geo_start_lat: 48.2081743,
      geo_start_long: 16.3738189,
      geo_start_accuracy: 12.5,
      client_unique_id: 'menu-1',
      _temp_record_id: 'temp-1',
    });
    const { _temp_record_id: echoed, start_time, end_time, geo_start_lat } = started;
    assert.deepEqual(
      { echoed, start_time, end_time, geo_start_lat },
      { echoed: 'temp-1', start_time: '2026-06-02 08:20:00', end_time: null, geo_start_lat: 48.2081743 },
    );
    const { Results: current } = await api.timeTrackings.current({ user_id: String(user_id) });
    assert.equal(current?.id, started.id);
    later();
    const { Results: stopped } = await api.timeTrackings.stop({ user_id, end_time_timezone: zone });
    assert.deepEqual(
      [stopped?.id, stopped?.end_time, stopped?.duration],
      [started.id, '2026-06-02 08:30:00', 600],
    );
    assert.equal((await api.timeTrackings.current()).Results, undefined);
  });

  it('returns the tracking that a start ends', async () => {
    later();
    const { Results: first } = await api.timeTrackings.start({ user_id, task_id: 4 });
    later();
    const { Results: second, Affected } = await api.timeTrackings.start({ user_id, task_id: 9 });
    const [ended] = (Affected as { timeTrackings: readonly { id: number; end_time: string }[] })
      .timeTrackings;
    assert.equal(ended?.id, first.id);
    assert.equal(ended?.end_time, second.start_time);
    await api.timeTrackings.stop({ user_id, end_time_timezone: zone });
  });

  it('starts and stops with toggle', async () => {
    later();
    const { Results: on } = await api.timeTrackings.toggle({ user_id, timezone: zone });
    assert.deepEqual([on.task_id, on.end_time], [9, null]);
    later();
    const { Results: off } = await api.timeTrackings.toggle({ user_id, timezone: zone });
    assert.deepEqual([off.id, off.duration], [on.id, 600]);
  });

  it('refuses a start in the future', async () => {
    later();
    const { code, message } = await refusalOf(
      api.timeTrackings.start({ user_id, task_id: 4, start_time: '2026-06-02 23:00:00', timezone: zone }),
    );
    assert.equal(code, 422);
    assert.match(message, /2026-06-02 23:00:00/);
  });
});
