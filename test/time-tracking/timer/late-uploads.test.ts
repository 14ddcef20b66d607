// Starts, stops and toggles that are uploaded late or repeated: the trackings that they start, end, cut or leave unchanged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../support/expectations.ts';
import type { Answer } from '../../support/client.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { assertPart, booking, pause, work, written } from '../booking.ts';
import { bookedAfter, limitTo, recordedAt, type Act } from './late-acts.ts';
import { rowsOf } from './timer-acts.ts';
import { affected, assertNothing, hireWithTimer, storyClock, timerOptions } from './timer.ts';

/** Checks that a call did nothing, and was told why. */
function assertWarned(answer: Answer, why: string): void {
  assertNothing(answer);
  const [warning, ...more] = answer.json['Warnings'] as readonly string[];
  assert.ok(warning?.includes(why) && more.length === 0, answer.text);
}

onEveryEngine(
  'late uploads of the timer',
  (place) => {
    const { at, today } = storyClock(place);
    const enter = (person: number, start: string, end: string): Promise<unknown> =>
      place.machine.create('timeTrackings', booking(person, { start, end, zone: 'UTC' }));

    test('a repeated start with client_unique_id answers the row and changes nothing', async () => {
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

    test('a repeated stop or toggle does not end a later start', async () => {
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

    test('a late stop is cut to the next start and marks the day', async () => {
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

    test('marks no approved day and no day before payroll accounting starts', async () => {
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

    test('a stop uploaded before its start ends it', async () => {
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

    test('refuses a stop that changes notes of an approved tracking in its last second', async () => {
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

    test('a stop that changes no row lists no tracking in Affected', async () => {
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

    test('uploads inside a manual entry do nothing and answer a warning', async () => {
      const day = today('12:00');
      const eve = await hireWithTimer(place, 'eve');
      const times = booking(eve.person, { start: `${day} 08:00`, end: `${day} 10:00`, zone: 'UTC' });
      const { id } = written(await place.machine.post('timeTrackings/create', times));
      const why = `inside time tracking ${id} from ${day} 08:00:00 to ${day} 10:00:00, which was entered by hand`;
      const start = { task_id: work, ...recordedAt(`${day} 09:00:00`, 's') };
      for (const send of [eve.start, eve.start]) assertWarned(await send(start), why);
      assertWarned(await eve.toggle({ ...start, client_unique_id: 't' }), why);
      assertWarned(await eve.toggle({ ...start, client_unique_id: 't' }), why);
      assertWarned(await eve.stop(recordedAt(`${day} 09:00:00`, 'u')), why);
      assert.deepEqual(await eve.days(), [`${day} 08:00:00 – ${day} 10:00:00`]);
      const { json } = await eve.client.post('timeTrackings/start', [
        start,
        { ...start, client_unique_id: 'v' },
      ]);
      assert.match(json['Results'][1]['Warnings'][0], new RegExp(why));
      written(await place.machine.delete(`timeTrackings/delete/${id}`));
      written(await eve.start(start));
      assert.deepEqual(await eve.days(), [`${day} 09:00:00 – running`]);
    });

    test('uploads inside an approved tracking do nothing and answer a warning', async () => {
      const day = today('12:00');
      const eli = await hireWithTimer(place, 'eli');
      written(await eli.start({ task_id: work, ...recordedAt(`${day} 08:00:00`, 'a') }));
      const { id } = written(await eli.stop(recordedAt(`${day} 10:00:00`, 'a')));
      written(await place.machine.put(`timeTrackings/approve/${id}`, {}));
      const why = `inside time tracking ${id} from ${day} 08:00:00 to ${day} 10:00:00, which is approved`;
      assertWarned(await eli.start({ task_id: pause, ...recordedAt(`${day} 09:00:00`, 'b') }), why);
      assertWarned(await eli.toggle({ task_id: pause, ...recordedAt(`${day} 09:10:00`, 'c') }), why);
      assertWarned(await eli.stop(recordedAt(`${day} 09:20:00`, 'd')), why);
      assertWarned(await eli.stop(recordedAt(`${day} 09:30:00`, 'a')), why);
      assertPart(written(await eli.start(recordedAt(`${day} 08:00:00`, 'a'))), { id });
      assert.deepEqual(await eli.days(), [`${day} 08:00:00 – ${day} 10:00:00`]);
    });

    test('refuses a late start without the right to backdate', async () => {
      const day = today('12:00');
      const fay = await hireWithTimer(place, 'fay', { manual_timetracking: 0 });
      const late = { task_id: work, time: `${day} 11:59:00`, is_offline_tracking: 1 };
      assertRefused(await fay.start(late), { status: 401, code: 'not_allowed' });
    });

    test('later uploads keep an approved tracking and restore no deleted one', async () => {
      const day = today('12:00');
      const kim = await hireWithTimer(place, 'kim');
      const toggle = (time: string) =>
        kim.toggle({ task_id: work, time: `${day} ${time}`, is_offline_tracking: 1 });
      written(await toggle('10:00:00'));
      written(await toggle('11:00:00'));
      const [first] = await rowsOf(place.machine, kim.person);
      written(await place.machine.put(`timeTrackings/approve/${first?.['id']}`, {}));
      written(await toggle('09:00:00'));
      const booked = [`${day} 09:00:00 – ${day} 10:00:00`, `${day} 10:00:00 – ${day} 11:00:00`];
      assert.deepEqual(await kim.days(), booked);
      written(await toggle('11:30:00'));
      const [, , last] = await rowsOf(place.machine, kim.person);
      written(await place.machine.delete(`timeTrackings/delete/${last?.['id']}`));
      written(await toggle('11:15:00'));
      assert.deepEqual(await kim.days(), [...booked, `${day} 11:15:00 – ${day} 11:30:00`]);
    });

    test('books a tracking above maximum_tracking_hours in either upload order', async () => {
      const first = today('08:00');
      today('08:00');
      const last = today('12:00');
      await limitTo(place, '24');
      const start: Act = (timer) => timer.start({ task_id: work, ...recordedAt(`${first} 09:00:00`, 's') });
      const ends: readonly Act[] = [
        (timer) => timer.start({ task_id: pause, ...recordedAt(`${last} 10:00:00`, 't') }),
        (timer) => timer.stop(recordedAt(`${last} 10:00:00`, 's')),
      ];
      for (const [index, end] of ends.entries()) {
        const inOrder = await bookedAfter(place, `ann-${index}`, { acts: [start, end] });
        assert.equal(inOrder[0], `${work} ${first} 09:00:00 ${last} 10:00:00`);
        assert.deepEqual(await bookedAfter(place, `ben-${index}`, { acts: [end, start] }), inOrder);
      }
      await limitTo(place, '0');
    });

    test('accepts a stop before a toggle whose task is done by now, and marks the day', async () => {
      const day = today('12:00');
      const gone = (await place.machine.create('tasks', { name: 'Gone', mother_id: 3 }))['id'] as number;
      const cleo = await hireWithTimer(place, 'cleo');
      written(await cleo.start({ task_id: work, ...recordedAt(`${day} 09:00:00`, 'a') }));
      written(await cleo.toggle({ task_id: gone, ...recordedAt(`${day} 10:00:00`, 'b') }));
      written(await place.machine.put(`tasks/update/${gone}`, { is_done: 1 }));
      const answer = await cleo.stop(recordedAt(`${day} 09:30:00`, 'c'));
      assertPart(written(answer), { end_time: `${day} 09:30:00` });
      const [marked] = affected(answer, 'timesheetAccountings');
      assertPart(marked ?? {}, { date: day, plausibility_conflict_violation: 1 });
      assert.deepEqual(await cleo.days(), [`${day} 09:00:00 – ${day} 09:30:00`]);
      at('12:10');
      written(await place.machine.put(`tasks/update/${gone}`, { is_done: 0 }));
      written(await cleo.start({ task_id: work, ...recordedAt(`${day} 08:00:00`, 'd') }));
      assert.deepEqual(await cleo.days(), [
        `${day} 08:00:00 – ${day} 09:00:00`,
        `${day} 09:00:00 – ${day} 09:30:00`,
        `${day} 10:00:00 – running`,
      ]);
    });

    test('a start runs on past the planned entry that once ended an earlier one', async () => {
      const day = today('08:00');
      const dana = await hireWithTimer(place, 'dana');
      await enter(dana.person, `${day} 17:00`, `${day} 18:00`);
      at('10:00');
      written(await dana.start({ task_id: work, ...recordedAt(`${day} 08:10:00`, 'a') }));
      written(await dana.start({ task_id: work, ...recordedAt(`${day} 08:30:00`, 'b') }));
      at('10:10');
      written(await dana.start({ task_id: work, _insert_into_conflicting: 1 }));
      at('10:30');
      written(await dana.start({ task_id: pause, ...recordedAt(`${day} 10:20:00`, 'c') }));
      assert.deepEqual(await dana.days(), [
        `${day} 08:10:00 – ${day} 08:30:00`,
        `${day} 08:30:00 – ${day} 10:10:00`,
        `${day} 10:10:00 – ${day} 10:20:00`,
        `${day} 10:20:00 – running`,
      ]);
    });

    test('a start inserted into a manual entry lets no kept toggle begin in the rest of it', async () => {
      const day = today('13:00');
      const evan = await hireWithTimer(place, 'evan');
      await enter(evan.person, `${day} 08:00`, `${day} 12:00`);
      for (const [time, name] of [
        ['10:00:00', 'b'],
        ['09:30:00', 'a'],
      ] as const)
        assertWarned(
          await evan.toggle({ task_id: work, ...recordedAt(`${day} ${time}`, name) }),
          'was entered by hand',
        );
      const inserted = { task_id: work, _insert_into_conflicting: 1, ...recordedAt(`${day} 09:00:00`, 'c') };
      assertPart(written(await evan.start(inserted)), { end_time: `${day} 09:30:00` });
      assert.deepEqual(await evan.days(), [
        `${day} 08:00:00 – ${day} 09:00:00`,
        `${day} 09:00:00 – ${day} 09:30:00`,
        `${day} 09:30:00 – ${day} 12:00:00`,
      ]);
    });
  },
  timerOptions,
);
