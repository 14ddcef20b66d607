import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { rowOf, type Shown } from '../contract/expectations.ts';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import { absence, decide, enter, sickLeave } from './absence.ts';
import { foundDepartment, type LedPeople, type Person } from './led-people.ts';

// 2026-11-20 is a Friday; people work from Monday to Friday.
onEveryEngine(
  'absences in the holiday account',
  (place) => {
    let people: LedPeople;
    let anna: Person;
    before(async () => {
      people = await foundDepartment(place);
      anna = await people.hireNext({ entry_date: '2026-01-01', timesheet_holiday_calc_yearly_amount: 25 });
    });
    const numbers = async (): Promise<Shown> => {
      const path = 'timesheetAccountingSummaries/read';
      const { current_period, next_period } = rowOf(await anna.client.get(path, { user_id: anna.id }));
      return {
        taken: current_period.consumption_period,
        left: current_period.claim_holiday,
        granted: current_period.holiday_granted,
        requested: current_period.holiday_requested,
        available: current_period.holiday_available,
        next: [
          next_period.claim_from_last_period,
          next_period.holiday_requested,
          next_period.holiday_available,
        ],
      };
    };

    test('requests reduce what is available, decisions move them, days past are taken', async () => {
      const none = { taken: 0, left: 25, granted: 0, requested: 0, available: 25, next: [25, 0, 50] };
      assert.deepEqual(await numbers(), none);
      const { id } = await enter(anna.client, absence(anna.id, '2026-11-19', '2026-11-24'));
      const asked = { ...none, requested: 4, available: 21, next: [21, 0, 46] };
      assert.deepEqual(await numbers(), asked);
      await decide(people.boss.client, 'approve', id);
      assert.deepEqual(await numbers(), {
        ...none,
        taken: 2,
        left: 23,
        granted: 2,
        available: 21,
        next: [21, 0, 46],
      });
      const declined = await enter(anna.client, absence(anna.id, '2026-12-01'));
      await decide(people.boss.client, 'reject', declined['id']);
      assert.equal((await numbers())['available'], 21);
    });

    test('days of another year count in that year, and sick leave is no holiday', async () => {
      await enter(anna.client, absence(anna.id, '2026-12-31', '2027-01-04'));
      const { requested, available, next } = await numbers();
      // The 1st of January is a public holiday.
      assert.deepEqual([requested, available, next], [1, 20, [20, 1, 44]]);
      await enter(people.boss.client, absence(anna.id, '2026-12-09', '2026-12-10', sickLeave));
      assert.equal((await numbers())['available'], 20);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z' },
);
