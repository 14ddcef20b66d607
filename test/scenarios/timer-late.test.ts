// Uploads that come late or repeated: what they find, what they cut and what waits for them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../contract/expectations.ts';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import { assertPart, pause, work, written } from './booking.ts';
import { affected, assertNothing, hireWithTimer, storyClock, timerOptions } from './timer.ts';

onEveryEngine(
  'late uploads of the timer',
  (place) => {
    const { at, today } = storyClock(place);

    test('a start with a client_unique_id that is repeated answers the row and changes nothing', async () => {
      const day = today('08:00');
      const ada = await hireWithTimer(place, 'ada');
      const first = written(await ada.start({ task_id: work, client_unique_id: 'u1' }));
      at('09:00');
      written(await ada.start({ task_id: pause, client_unique_id: 'u2' }));
      at('10:00');
      const again = written(await ada.start({ task_id: work, client_unique_id: 'u1' }));
      assertPart(again, { id: first['id'], end_time: `${day} 09:00:00` });
      assert.equal((await ada.current())?.['client_unique_id'], 'u2');
    });

    test('a stop or toggle that is repeated does not stop what was started since', async () => {
      today('08:00');
      const bob = await hireWithTimer(place, 'bob');
      const { id } = written(await bob.toggle({ task_id: work, client_unique_id: 't1' }));
      at('09:00');
      assertPart(written(await bob.toggle({ client_unique_id: 't2' })), { id, duration: 3600 });
      at('09:30');
      assertPart(written(await bob.toggle({ client_unique_id: 't2' })), { id, duration: 3600 });
      const second = written(await bob.start({ task_id: work }));
      assertPart(written(await bob.toggle({ client_unique_id: 't1' })), { id });
      assertPart(written(await bob.toggle({ client_unique_id: 't2' })), { id });
      at('10:00');
      assertPart(written(await bob.stop({ client_unique_id: 's1' })), { id: second['id'] });
      written(await bob.start({ task_id: work }));
      assertPart(written(await bob.stop({ client_unique_id: 's1' })), { id: second['id'] });
      assert.notEqual(await bob.current(), undefined);
    });

    test('a late stop is cut to the start of what was booked meanwhile, and the day is marked', async () => {
      const day = today('08:00');
      const cid = await hireWithTimer(place, 'cid');
      const first = written(await cid.start({ task_id: work, client_unique_id: 'phone' }));
      at('11:00');
      written(await cid.start({ task_id: pause }));
      at('12:30');
      const answer = await cid.stop({ client_unique_id: 'phone', end_time: `${day} 12:00:00` });
      assertPart(written(answer), { id: first['id'], end_time: `${day} 11:00:00` });
      const [marked] = affected(answer, 'timesheetAccountings');
      assertPart(marked ?? {}, { date: day, user_id: cid.person, plausibility_conflict_violation: 1 });
      assert.equal((await cid.current())?.['task_id'], pause);
      const again = await cid.stop({ client_unique_id: 'phone' });
      assertPart(written(again), { id: first['id'], end_time: `${day} 11:00:00` });
      assert.deepEqual(affected(again, 'timesheetAccountings'), []);
    });

    test('no day is marked that is approved or does not count', async () => {
      const marks = async (person: number, date: string): Promise<readonly unknown[]> =>
        (await place.machine.get('timesheetAccountings/read', { user_id: person, date })).json['Results'].map(
          (row: Record<string, unknown>) => row['plausibility_conflict_violation'],
        );
      for (const more of [{}, { payroll_accounting_starts_at: '2027-01-01' }]) {
        const first = today('23:00');
        const ida = await hireWithTimer(place, `ida-${first}`, more);
        written(await ida.start({ task_id: work, client_unique_id: 'p' }));
        const second = today('01:00');
        written(await ida.start({ task_id: pause }));
        const counts = Object.keys(more).length === 0;
        const day = { user_id: ida.person, date: first };
        if (counts) written(await place.machine.put('timesheetAccountings/approve', day));
        at('03:00');
        const late = { client_unique_id: 'p', end_time: `${second} 02:00:00` };
        assertPart(written(await ida.stop(late)), { end_time: `${second} 01:00:00` });
        assert.deepEqual(await marks(ida.person, first), counts ? [0] : []);
      }
    });

    test('an upload that came before what it ends is not lost', async () => {
      const day = today('12:00');
      const dan = await hireWithTimer(place, 'dan');
      const offline = { _is_offline_live_tracking: 1 };
      assertNothing(await dan.stop({ ...offline, client_unique_id: 'a', time: `${day} 09:00:00` }));
      const start = { ...offline, client_unique_id: 'a', time: `${day} 08:00:00`, task_id: work };
      assertPart(written(await dan.start(start)), {
        start_time: `${day} 08:00:00`,
        end_time: `${day} 09:00:00`,
        is_offline_tracking: 1,
        is_start_live: 0,
      });
      assert.equal(await dan.current(), undefined);
    });

    test('a stop that no longer ends what it ended is not forgotten', async () => {
      const day = today('12:00');
      const gil = await hireWithTimer(place, 'gil');
      const tell = (kind: 'start' | 'stop', time: string) =>
        gil[kind]({
          time: `${day} ${time}`,
          is_offline_tracking: 1,
          ...(kind === 'start' ? { task_id: work } : {}),
        });
      written(await tell('start', '08:00:00'));
      written(await gil.stop({ time: `${day} 10:00:00` }));
      written(await tell('stop', '09:00:00'));
      assertPart(written(await tell('start', '09:30:00')), { end_time: `${day} 10:00:00` });
      assert.deepEqual(await gil.days(), [
        `${day} 08:00:00 – ${day} 09:00:00`,
        `${day} 09:30:00 – ${day} 10:00:00`,
      ]);
    });

    test('another stop in the second in which something approved ended cannot change its remarks', async () => {
      const day = today('12:00');
      const ivo = await hireWithTimer(place, 'ivo');
      const late = (time: string) => ({ time: `${day} ${time}`, is_offline_tracking: 1 });
      const { id } = written(await ivo.start({ ...late('08:00:00'), task_id: work }));
      written(await ivo.stop({ ...late('10:00:00'), notes: 'done' }));
      written(await place.machine.put(`timeTrackings/approve/${id}`, {}));
      const again = { ...late('10:00:00'), client_unique_id: 'again' };
      assertRefused(await ivo.stop({ ...again, notes: 'rather not' }), { status: 422, code: 'locked' });
      assertPart(written(await ivo.stop({ ...again, notes: 'done' })), { id, notes: 'done' });
    });

    test('what goes on ending where it ended, for another reason, is not affected', async () => {
      const day = today('08:00');
      const jan = await hireWithTimer(place, 'jan');
      written(await jan.start({ task_id: work }));
      at('10:00');
      written(await jan.stop({ client_unique_id: 's' }));
      assertNothing(await jan.stop());
      at('11:00');
      const before = { time: `${day} 07:00:00`, is_offline_tracking: 1, client_unique_id: 's' };
      const answer = await jan.stop(before);
      assertNothing(answer);
      assert.deepEqual(affected(answer), []);
      assert.deepEqual(await jan.days(), [`${day} 08:00:00 – ${day} 10:00:00`]);
    });

    test('two named starts in one second are one tracking under both names', async () => {
      today('08:00');
      const hal = await hireWithTimer(place, 'hal');
      const { id } = written(await hal.start({ task_id: pause }));
      assertPart(written(await hal.start({ task_id: work, client_unique_id: 'n1' })), {
        id,
        client_unique_id: 'n1',
      });
      written(await hal.start({ task_id: work, client_unique_id: 'n2' }));
      at('09:00');
      written(await hal.stop());
      for (const client_unique_id of ['n1', 'n2'])
        assertPart(written(await hal.start({ task_id: work, client_unique_id })), {
          id,
          client_unique_id: 'n1',
        });
      assert.equal(await hal.current(), undefined);
    });

    test('a late start does not cut what somebody entered by hand', async () => {
      const day = today('12:00');
      const eve = await hireWithTimer(place, 'eve');
      const times = { start_time: `${day} 08:00:00`, end_time: `${day} 10:00:00` };
      const zones = { start_time_timezone: 'UTC', end_time_timezone: 'UTC' };
      await place.machine.create('timeTrackings', { user_id: eve.person, task_id: work, ...times, ...zones });
      const late = { task_id: work, time: `${day} 09:00:00`, is_offline_tracking: 1 };
      assertRefused(await eve.start(late), { status: 422, code: 'conflict' });
      assertNothing(await eve.stop({ time: `${day} 09:00:00`, is_offline_tracking: 1 }));
      assert.deepEqual(await eve.days(), [`${day} 08:00:00 – ${day} 10:00:00`]);
    });

    test('without the right to post-date, late uploads are refused', async () => {
      const day = today('12:00');
      const fay = await hireWithTimer(place, 'fay', { manual_timetracking: 0 });
      const late = { task_id: work, time: `${day} 11:59:00`, is_offline_tracking: 1 };
      assertRefused(await fay.start(late), { status: 401, code: 'not_allowed' });
    });
  },
  timerOptions,
);
