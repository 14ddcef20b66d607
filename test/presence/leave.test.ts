// Leave in the status overview, by the clocks of each person. Unless a test changes data, only the clock moves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { absence, decide, enter } from '../absences/absence.ts';
import { assertPart, booking, hire, pause, work, written } from '../time-tracking/booking.ts';
import { presenceOf, status } from './presence.ts';
import { setClock, timerOptions } from '../time-tracking/timer/timer.ts';

onEveryEngine(
  'leave in the status overview',
  (place) => {
    const at = (moment: string): void => setClock(place.installation, moment);
    const statusOf = async (person: number): Promise<number> =>
      (await presenceOf(place.machine, person))['status'];

    test('lasts from midnight to midnight in the time zone of each person', async () => {
      at('2026-06-08 12:00');
      const zones = { vienna: 'Europe/Vienna', auckland: 'Pacific/Auckland', angeles: 'America/Los_Angeles' };
      const people: Record<string, number> = {};
      const absences: Record<string, number> = {};
      for (const [name, timezone] of Object.entries(zones)) {
        const person = (people[name] = await hire(place.machine, name, { timezone }));
        absences[name] = (await enter(place.machine, absence(person, '2026-06-10')))['id'];
      }
      /** When the day begins and ends somewhere, in UTC. */
      const turns: readonly (readonly [string, string, number])[] = [
        ['2026-06-09 12:00', 'auckland', status.onLeave],
        ['2026-06-09 22:00', 'vienna', status.onLeave],
        ['2026-06-10 07:00', 'angeles', status.onLeave],
        ['2026-06-10 12:00', 'auckland', status.offline],
        ['2026-06-10 22:00', 'vienna', status.offline],
        ['2026-06-11 07:00', 'angeles', status.offline],
      ];
      const expected: Record<string, number> = { vienna: 0, auckland: 0, angeles: 0 };
      for (const [moment, name, then] of turns) {
        at(secondBefore(moment));
        await assertAll();
        at(moment);
        expected[name] = then;
        await assertAll();
      }
      async function assertAll(): Promise<void> {
        for (const [name, person] of Object.entries(people)) {
          const row = await presenceOf(place.machine, person);
          const ids = expected[name] === status.onLeave ? String(absences[name]) : null;
          assert.deepEqual([name, row['status'], row['current_absence_ids']], [name, expected[name], ids]);
        }
      }
    });

    test('covers each day of an absence, including weekends', async () => {
      at('2026-06-12 08:00');
      const person = await hire(place.machine, 'long');
      // Friday to Tuesday; the weekend costs nothing.
      const { id } = await enter(place.machine, absence(person, '2026-06-12', '2026-06-16'));
      for (const day of ['12', '13', '14', '15', '16']) {
        at(`2026-06-${day} 12:00`);
        assertPart(await presenceOf(place.machine, person), { status: 3, current_absence_ids: String(id) });
      }
      at('2026-06-16 22:00');
      assertPart(await presenceOf(place.machine, person), { status: 0, current_absence_ids: null });
    });

    test('shows approved absences only, not requested, cancelled or deleted ones', async () => {
      at('2026-06-17 06:00');
      const person = await hire(place.machine, 'asks');
      const own = await place.account.login('asks');
      const { id } = await enter(own, absence(person, '2026-06-17'));
      assert.equal(await statusOf(person), status.offline);
      written(await decide(place.machine, 'approve', id));
      assert.equal(await statusOf(person), status.onLeave);
      written(await decide(place.machine, 'cancel', id));
      assert.equal(await statusOf(person), status.offline);
      const again = await enter(place.machine, absence(person, '2026-06-17'));
      assert.equal(await statusOf(person), status.onLeave);
      assert.equal((await place.machine.delete(`absences/delete/${again['id']}`)).status, 200);
      assertPart(await presenceOf(place.machine, person), { status: 0, current_absence_ids: null });
    });

    test('shows work and breaks before leave', async () => {
      at('2026-06-18 06:00');
      const person = await hire(place.machine, 'works');
      const { id } = await enter(place.machine, absence(person, '2026-06-18'));
      const running = booking(person, { start: '2026-06-18 07:30', end: null });
      const tracking = written(await place.machine.post('timeTrackings/create', running))['id'];
      assertPart(await presenceOf(place.machine, person), { status: 1, current_absence_ids: String(id) });
      written(await place.machine.put(`timeTrackings/update/${tracking}`, { task_id: pause }));
      assert.equal(await statusOf(person), status.pausing);
      written(await place.machine.put(`timeTrackings/update/${tracking}`, { task_id: work }));
      written(await place.machine.put('timeTrackings/stop', { user_id: person }));
      assert.equal(await statusOf(person), status.onLeave);
    });

    test('names home office without leave, unless its type stops counting as work', async () => {
      at('2026-06-19 06:00');
      const person = await hire(place.machine, 'home');
      const homeOffice = { type_id: 3, subtype_id: 12 };
      const { id } = await enter(place.machine, absence(person, '2026-06-19', '2026-06-19', homeOffice));
      const named = { current_absence_ids: String(id) };
      assertPart(await presenceOf(place.machine, person), { ...named, status: 0 });
      const [type] = (
        await place.machine.get('absenceTypes/read', { absence_type_id: 3, absence_subtype_id: 12 })
      ).json['Results'];
      for (const [add_to_working_hours, then] of [
        [0, status.onLeave],
        [1, status.offline],
      ] as const) {
        written(await place.machine.put(`absenceTypes/update/${type.id}`, { add_to_working_hours }));
        assertPart(await presenceOf(place.machine, person), { ...named, status: then });
      }
    });

    test('lasts the hours of an hourly absence and all day for a half day', async () => {
      at('2026-06-22 05:00');
      const type = await place.machine.create('absenceTypes', {
        name_const: 'Doctor',
        abbreviation_const: 'D',
        duration_unit: 'hs',
      });
      const hours = { type_id: type['absence_type_id'], subtype_id: type['absence_subtype_id'] };
      const [patient, half] = [await hire(place.machine, 'patient'), await hire(place.machine, 'half')];
      const visit = { ...hours, begin: '10:00:00', duration: 1.5 };
      const { id } = await enter(place.machine, absence(patient, '2026-06-22', '2026-06-22', visit));
      const parts = { request_partial_end_duration: 0.5 };
      await enter(place.machine, absence(half, '2026-06-22', '2026-06-22', parts));
      for (const [moment, ofPatient] of [
        ['07:59:59', status.offline],
        ['08:00', status.onLeave],
        ['09:29:59', status.onLeave],
        ['09:30', status.offline],
      ] as const) {
        at(`2026-06-22 ${moment}`);
        assertPart(await presenceOf(place.machine, patient), {
          status: ofPatient,
          current_absence_ids: String(id),
        });
        assert.equal(await statusOf(half), status.onLeave);
      }
    });

    test('follows a person to another time zone', async () => {
      at('2026-06-24 09:00');
      const person = await hire(place.machine, 'mover');
      await enter(place.machine, absence(person, '2026-06-25'));
      assert.equal(await statusOf(person), status.offline);
      written(await place.machine.put(`users/update/${person}`, { timezone: 'Pacific/Kiritimati' }));
      assert.equal(await statusOf(person), status.offline);
      at('2026-06-24 10:00');
      assert.equal(await statusOf(person), status.onLeave);
      written(await place.machine.put(`users/update/${person}`, { timezone: 'Europe/Vienna' }));
      assert.equal(await statusOf(person), status.offline);
      written(await place.machine.put(`users/update/${person}`, { timezone: '' }));
      const zone = async (setting_value: string): Promise<void> =>
        void written(await place.machine.put('generalSettings/update/2', { setting_value }));
      await zone('Pacific/Kiritimati');
      assert.equal(await statusOf(person), status.onLeave);
      await zone('UTC');
      assert.equal(await statusOf(person), status.offline);
    });

    test('names both holiday and sick leave of a day', async () => {
      at('2026-06-29 06:00');
      const person = await hire(place.machine, 'sick');
      const vacation = await enter(place.machine, absence(person, '2026-06-29', '2026-07-03'));
      const sick = await enter(
        place.machine,
        absence(person, '2026-06-30', '2026-06-30', { type_id: 3, subtype_id: 11 }),
      );
      const ids = async (): Promise<unknown> =>
        (await presenceOf(place.machine, person))['current_absence_ids'];
      assert.equal(await ids(), String(vacation['id']));
      at('2026-06-30 06:00');
      assert.equal(await ids(), `${vacation['id']},${sick['id']}`);
    });
  },
  { ...timerOptions, timezone: 'UTC' },
);

function secondBefore(moment: string): string {
  const instant = Date.parse(`${moment.replace(' ', 'T')}Z`) - 1000;
  return new Date(instant).toISOString().slice(0, 19).replace('T', ' ');
}
