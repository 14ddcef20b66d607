// A tracking that runs longer than `alert_maximum_timer_hours` gets a mark and one notification for user and supervisor.
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { settleDue } from '#accounts/settle-due.ts';
import { rowsOf } from '../../support/expectations.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { booking, changelog, hire, work, written } from '../booking.ts';
import { presenceOf } from '../../presence/presence.ts';
import { hireWithTimer, storyClock, timerOptions, type Timer } from './timer.ts';

const kind = 13;

onEveryEngine(
  'the alert of a long running tracking',
  (place) => {
    const { at, today } = storyClock(place);
    let boss = 0;
    let department = 0;
    const limit = async (hours: number | string): Promise<void> => {
      const setting = { setting_value: String(hours) };
      written(await place.machine.put('generalSettings/update/16', setting));
    };
    before(async () => {
      today('06:00');
      boss = await hire(place.machine, 'boss');
      const led = { department_name: 'Led', supervisor_id: boss };
      department = (await place.machine.create('departments', led))['id'];
    });
    beforeEach(() => limit(10));
    const hired = (name: string): Promise<Timer> => hireWithTimer(place, name, { department_id: department });
    /** The alert of the status and the mark of the tracking. */
    const marks = async (person: number, tracking: number): Promise<readonly number[]> => [
      (await presenceOf(place.machine, person))['alert_maximum_timer_violation'],
      written(await place.machine.get(`timeTrackings/read/${tracking}`))['max_hours_alert'],
    ];
    /** Receiver and sender of each notification about the tracking. */
    const told = async (tracking: number): Promise<readonly (readonly number[])[]> => {
      const query = { assoc_id: tracking, notification_type: kind };
      const rows = rowsOf(await place.machine.get('notifications/read', query));
      return rows.map((row) => [row['user_id'], row['user_id_sender']]);
    };

    test('marks one second after the limit and notifies user and supervisor', async () => {
      today('08:00:00');
      const ada = await hired('ada');
      const { id } = written(await ada.start({ task_id: work }));
      at('18:00:00');
      assert.deepEqual([await marks(ada.person, id), await told(id)], [[0, 0], []]);
      at('18:00:01');
      assert.deepEqual(await marks(ada.person, id), [1, 1]);
      const both = [
        [ada.person, ada.person],
        [boss, ada.person],
      ];
      assert.deepEqual(await told(id), both);
      at('20:00:00');
      await settleDue(place.installation.app.engine);
      assert.deepEqual([await marks(ada.person, id), await told(id)], [[1, 1], both]);
      const [notice] = rowsOf(await ada.client.get('notifications/read', { assoc_id: id }));
      const url = rowsOf(await ada.client.get('notificationUrls/read', { id: kind }))[0]?.['url'];
      assert.equal(written(await ada.client.get(url.replace('{id}', notice?.['assoc_id'])))['id'], id);
    });

    test('marks the rest of a cut tracking only after its own limit', async () => {
      const day = today('08:00:00');
      const eva = await hired('eva');
      const { id } = written(await eva.start({ task_id: work }));
      at('19:00:00');
      assert.deepEqual(await marks(eva.person, id), [1, 1]);
      const { json } = await place.machine.put(`timeTrackings/split/${id}`, { time: `${day} 18:59:00` });
      const rest = json['Results'][1]['id'] as number;
      assert.deepEqual([await marks(eva.person, rest), await told(rest)], [[0, 0], []]);
      at('19:30:00');
      const inserted = booking(eva.person, { start: `${day} 19:10`, end: `${day} 19:20`, zone: 'UTC' });
      const answer = await place.machine.post('timeTrackings/create', {
        ...inserted,
        _insert_into_conflicting: 1,
      });
      assert.equal(answer.status, 200, answer.text);
      const last = (await eva.current())?.['id'] as number;
      assert.deepEqual(await marks(eva.person, last), [0, 0]);
      today('05:20:01');
      assert.deepEqual([await marks(eva.person, last), (await told(last)).length], [[1, 1], 2]);
      written(await eva.stop());
    });

    test('a stop clears the alert and keeps the mark, the next start has neither', async () => {
      today('08:00:00');
      const ben = await hired('ben');
      const { id } = written(await ben.start({ task_id: work }));
      at('19:00:00');
      assert.deepEqual(await marks(ben.person, id), [1, 1]);
      const next = written(await ben.start({ task_id: work }))['id'];
      assert.deepEqual(await marks(ben.person, next), [0, 0]);
      written(await ben.stop());
      assert.deepEqual(await marks(ben.person, id), [0, 1]);
      assert.deepEqual(await told(next), []);
    });

    test('notifies in the background without a read of the tracking', async () => {
      today('01:00:00');
      const cat = await hired('cat');
      const { id } = written(await cat.start({ task_id: work }));
      at('11:00:01');
      for (let turn = 0; (await told(id)).length === 0; turn += 1) {
        assert.ok(turn < 3000, 'no user was notified');
        await sleep(20);
      }
      assert.equal((await told(id)).length, 2);
    });

    test('concurrent refreshes notify once', async () => {
      today('01:00:00');
      const dan = await hired('dan');
      const { id } = written(await dan.start({ task_id: work }));
      at('12:00:00');
      const { engine } = place.installation.app;
      await Promise.all([settleDue(engine), settleDue(engine), presenceOf(place.machine, dan.person)]);
      assert.equal((await told(id)).length, 2);
    });

    test('the mark is in delta sync and in the changelog without a user', async () => {
      today('01:00:00');
      const eve = await hired('eve');
      const { id } = written(await eve.start({ task_id: work }));
      const since = (await eve.client.get('timeTrackings/read')).json['RequestStartTime'];
      at('11:00:01');
      await settleDue(place.installation.app.engine);
      const changes = (await changelog(place.machine, id)).map((row) => [
        row['change_type'],
        row['change_user_id'],
      ]);
      assert.deepEqual(changes, [
        ['CREATE', eve.person],
        ['UPDATE', null],
      ]);
      const query = { _since: since, user_id: eve.person };
      assert.deepEqual(
        rowsOf(await eve.client.get('timeTrackings/read', query)).map((row) => row['max_hours_alert']),
        [1],
      );
    });

    test('a client cannot clear the mark of a running tracking', async () => {
      today('01:00:00');
      const fay = await hired('fay');
      const { id } = written(await fay.start({ task_id: work }));
      at('12:00:00');
      assert.deepEqual(await marks(fay.person, id), [1, 1]);
      const row = written(await place.machine.put(`timeTrackings/update/${id}`, { max_hours_alert: 0 }));
      assert.equal(row['max_hours_alert'], 1);
      assert.equal((await told(id)).length, 2);
    });

    test('marks at once when the start moves back or the setting is lowered', async () => {
      const day = today('12:00:00');
      const [gus, hal] = [await hired('gus'), await hired('hal')];
      const [first, second] = [
        written(await gus.start({ task_id: work })),
        written(await hal.start({ task_id: work })),
      ];
      at('14:00:00');
      const moved = { start_time: `${day} 03:00:00` };
      written(await place.machine.put(`timeTrackings/update/${first['id']}`, moved));
      assert.deepEqual([await marks(gus.person, first['id']), (await told(first['id'])).length], [[1, 1], 2]);
      assert.deepEqual(await marks(hal.person, second['id']), [0, 0]);
      await limit(1);
      assert.deepEqual(
        [await marks(hal.person, second['id']), (await told(second['id'])).length],
        [[1, 1], 2],
      );
      assert.equal((await told(first['id'])).length, 2);
    });

    test('marks nothing with the setting 0, a client may set the mark', async () => {
      await limit(0);
      today('01:00:00');
      const ida = await hired('ida');
      const { id } = written(await ida.start({ task_id: work }));
      today('23:00:00');
      assert.deepEqual([await marks(ida.person, id), await told(id)], [[0, 0], []]);
      written(await ida.client.put(`timeTrackings/update/${id}`, { max_hours_alert: 1 }));
      assert.deepEqual([await marks(ida.person, id), await told(id)], [[1, 1], []]);
    });
  },
  timerOptions,
);
