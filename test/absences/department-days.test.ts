// Absence days, timesheets and bans use the department of the person on each day. 2026-11-20 is a Friday.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { absence, dayRows, enter } from './absence.ts';
import { assertAgreed, assertRebuilt, dayOf } from '../timesheets/timesheets.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';

onEveryEngine(
  'absences after a change of department',
  (place) => {
    const department = async (department_name: string): Promise<number> =>
      (await place.machine.create('departments', { department_name }))['id'];
    const move = async (person: number, department_id: number, from: string): Promise<void> => {
      const moved = { department_id, department_id_valid_from: from };
      written(await place.machine.put(`users/update/${person}`, moved));
    };

    test('shows absences in days and reports under the department of each day', async () => {
      const [a, b] = [await department('A'), await department('B')];
      const person = await hire(place.machine, 'moves', { department_id: a, entry_date: '2026-01-01' });
      const early = await enter(place.machine, absence(person, '2026-05-27', '2026-06-03'));
      await move(person, b, '2026-06-01');
      const late = await enter(place.machine, absence(person, '2026-05-21', '2026-05-22'));
      const expected = (date: string): number => (date < '2026-06-01' ? a : b);
      for (const { id } of [early, late]) {
        const days = await dayRows(place.machine, { request_id: id });
        assert.deepEqual(
          days.map(({ user_department_id: shown }) => shown),
          days.map(({ date }) => expected(date)),
        );
      }
      const report = await place.machine.get('absenceReports/read', {
        user_id: person,
        _group_by: 'month|department_id',
        _aggregate__days: 'sum',
        _order_by: 'month',
      });
      assert.deepEqual(
        rowsOf(report).map(({ month, department_id, days }) => [month, department_id, days]),
        [
          ['2026-05', a, 5],
          ['2026-06', b, 3],
        ],
      );
    });

    test('applies the absence bans of the department of the day', async () => {
      const [a, b] = [await department('C'), await department('D')];
      await place.machine.create('absenceBans', {
        department_id: a,
        date_from: '2026-12-28',
        date_to: '2027-01-31',
        reason: 'Stocktaking',
      });
      const person = await hire(place.machine, 'banned', { department_id: a });
      await move(person, b, '2027-01-15');
      const client = await place.account.login('banned');
      const ask = async (date: string): Promise<number> =>
        (await client.post('absences/create', absence(person, date))).status;
      assert.equal(await ask('2026-12-28'), 422);
      assert.equal(await ask('2027-01-14'), 422);
      assert.equal(await ask('2027-01-20'), 200);
    });

    test('keeps days in a deleted department after a recount', async () => {
      const [a, b] = [await department('E'), await department('F')];
      const person = await hire(place.machine, 'stays', { department_id: a, entry_date: '2026-11-02' });
      await move(person, b, '2026-11-16');
      assert.equal((await place.machine.delete(`departments/delete/${a}`)).status, 200);
      const times = { start: '2026-11-03 08:00', end: '2026-11-03 12:00' };
      written(await place.machine.post('timeTrackings/create', booking(person, times)));
      for (const date of ['2026-11-03', '2026-11-04'])
        assert.equal((await dayOf(place.machine, person, date))['department_id'], a);
      await assertAgreed(place, person);
      await assertRebuilt(place, person);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z' },
);
