// A schedule, calendar or department from a date on recounts no day before it, even where an absence type has changed
// since. 2026-11-20 is a Friday; schedule 2 has half the hours of schedule 1.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { absence, dayRows, homeOffice } from '../absences/absence.ts';
import { accountOf, assertRebuilt, dayOf } from '../timesheets/timesheets.ts';
import { hire, written } from '../time-tracking/booking.ts';

onEveryEngine(
  'changes from a date on',
  (place) => {
    const homeOfficeCounts = async (add_to_working_hours: 0 | 1): Promise<void> => {
      const { json } = await place.machine.get('absenceTypes/read', { absence_subtype_id: 12 });
      const { id } = json['Results'][0];
      written(await place.machine.put(`absenceTypes/update/${id}`, { add_to_working_hours }));
    };
    before(async () => {
      await place.machine.create('departments', { department_name: 'Elsewhere' });
      await place.machine.create('publicHolidayTemplates', { country_id: 276 });
    });

    for (const [name, change] of [
      ['schedule', { timesheet_template_id: 2, timesheet_template_id_valid_starting_from: '2026-12-01' }],
      ['calendar', { public_holiday_template_id: 2, public_holiday_template_id_valid_from: '2026-12-01' }],
      ['department', { department_id: 2, department_id_valid_from: '2026-12-01' }],
    ] as const) {
      test(`keeps absences and balances before the date of another ${name}`, async () => {
        await homeOfficeCounts(1);
        const person = await hire(place.machine, name, { entry_date: '2026-01-01' });
        await place.machine.create('absences', absence(person, '2026-03-04', '2026-03-04', homeOffice));
        await place.machine.create('absences', absence(person, '2026-11-27', '2026-12-02', homeOffice));
        const past = (): Promise<unknown> => accountOf(place.machine, person, ['2026-01-01', '2026-11-30']);
        const [days, account] = [await dayRows(place.machine, { user_id: person }), await past()];
        await homeOfficeCounts(0);
        written(await place.machine.put(`users/update/${person}`, change));
        const former = (await dayRows(place.machine, { user_id: person })).filter(
          ({ date }) => date < '2026-12-01',
        );
        assert.deepEqual(
          former,
          days.filter(({ date }) => date < '2026-12-01'),
        );
        assert.deepEqual(await past(), account);
        await assertRebuilt(place, person);
      });
    }

    test('recounts absence days from the date on', async () => {
      await homeOfficeCounts(1);
      const person = await hire(place.machine, 'both', { entry_date: '2026-01-01' });
      await place.machine.create('absences', absence(person, '2026-11-30', '2026-12-01', homeOffice));
      await homeOfficeCounts(0);
      const change = { timesheet_template_id: 2, timesheet_template_id_valid_starting_from: '2026-12-01' };
      written(await place.machine.put(`users/update/${person}`, change));
      const credited = async (date: string): Promise<readonly number[]> => {
        const day = await dayOf(place.machine, person, date);
        return [day['paid_nonworking_time'], day['other_paid_leave']];
      };
      assert.deepEqual(await credited('2026-11-30'), [8, 0]);
      assert.deepEqual(await credited('2026-12-01'), [0, 1]);
    });

    test('follows a corrected or postponed start of the current schedule', async () => {
      const person = await hire(place.machine, 'corrected', { entry_date: '2026-01-01' });
      const target = async (): Promise<readonly number[]> => {
        const days = ['2026-11-10', '2026-11-12', '2026-12-02'];
        return Promise.all(
          days.map(async (date) => (await dayOf(place.machine, person, date))['target_working_hours']),
        );
      };
      const again = { timesheet_template_id: 2 };
      for (const [named, from, expected] of [
        [again, '2026-12-01', [8, 8, 4]],
        [again, '2026-11-11', [8, 4, 4]],
        [again, '2026-12-02', [8, 4, 4]],
        [{}, '2026-12-02', [8, 8, 4]],
        [again, '2026-12-03', [8, 8, 8]],
      ] as const) {
        const change = { ...named, timesheet_template_id_valid_starting_from: from };
        written(await place.machine.put(`users/update/${person}`, change));
        assert.deepEqual(await target(), expected);
        await assertRebuilt(place, person);
      }
    });
  },
  { startsAt: '2026-11-20T12:00:00Z' },
);
