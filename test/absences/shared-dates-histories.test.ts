// Random absences in days, halves and hours on two dates, while public holidays come and go: together they never take
// more than the date.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { absence, certifiedSickLeave, decide, holiday, reduction, specialLeave } from './absence.ts';
import { assertRebuilt, dayOf, storedDayOf } from '../timesheets/timesheets.ts';
import { inAccount } from '../support/account-view.ts';
import { runs } from '../support/property.ts';
import { hire, written } from '../time-tracking/booking.ts';
import { assertSettled } from '../holidays/holidays.ts';

const counts = runs({ test: 20, long: 50, soak: 2_000 });
/** A whole day of 8 h, and one of which a holiday takes three quarters. */
const dates = ['2026-11-10', '2026-11-12'] as const;
const kinds = ['holiday', 'sick leave', 'special leave', 'reduction'] as const;

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('enter' as const),
      kind: fc.constantFrom(...kinds),
      date: fc.constantFrom(...dates),
      amount: fc.oneof(
        fc.constantFrom('day' as const, 'half' as const, 'half' as const),
        fc.integer({ min: 1, max: 16 }).map((quarters) => quarters * 0.25),
        fc.constantFrom(0.67, 1.99, 2.66, 2.67, 3.98, 3.99),
      ),
      granted: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom('approve' as const, 'cancel' as const),
      pick: fc.nat({ max: 9 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('festival' as const) }) },
);

onEveryEngine(
  'random absences on shared dates',
  (place) => {
    let serial = 0;
    let festival: number | null = null;
    const inHours: Record<string, object> = {};
    const inDays = { holiday, 'sick leave': certifiedSickLeave, 'special leave': specialLeave, reduction };
    before(async () => {
      const quarter = { template_id: 1, date: dates[1], name: 'Most of it', value: 0.75 };
      await place.machine.create('publicHolidays', quarter);
      for (const name of kinds) {
        const row = await place.machine.create('absenceTypes', {
          name_const: name,
          abbreviation_const: name.slice(0, 1),
          duration_unit: 'hs',
          absence_type_id: inDays[name].type_id,
        });
        inHours[name] = { type_id: row['absence_type_id'], subtype_id: row['absence_subtype_id'] };
      }
    });

    /** The first date becomes a half holiday, or is one no longer. */
    async function toggleFestival(): Promise<void> {
      if (festival === null) {
        const half = { template_id: 1, date: dates[0], name: 'Festival', value: 0.5 };
        festival = (await place.machine.create('publicHolidays', half))['id'] as number;
      } else {
        await place.machine.delete(`publicHolidays/delete/${festival}`);
        festival = null;
      }
    }

    async function assertHeld(person: number): Promise<void> {
      for (const date of dates) {
        const [day, stored] = [
          await dayOf(place.machine, person, date),
          await storedDayOf(place, person, date),
        ];
        const rows = await inAccount(place.installation, (view) =>
          view.find('absenceDays', [
            { column: 'user_id', is: '=', value: person },
            { column: 'date', is: '=', value: date },
            { column: 'status', is: '=', value: 1 },
            { column: 'type', is: '!=', value: 'public_holiday' },
          ]),
        );
        const cost = 100 - Math.round(100 * day['public_holiday']);
        const shares = ['holiday', 'sick_leave', 'other_paid_leave'].map((name) =>
          Math.round(100 * day[name]),
        );
        const seconds = rows.reduce((sum, row) => sum + (row['seconds'] as number), 0);
        assert.ok(shares.reduce((sum, share) => sum + share, 0) <= cost, `${date}: ${shares} of ${cost}`);
        assert.equal(stored['target_working_hours'], cost * 288 - seconds, `${date}: ${seconds} s`);
        const counted = rows.filter((row) => row['value_unit'] === 'd');
        assert.ok(counted.reduce((sum, row) => sum + (row['value'] as number), 0) <= cost);
        const free = rows.every((row) => row['type'] !== 'overtime_reduction');
        if (seconds === cost * 288 && free)
          assert.equal(
            shares.reduce((sum, share) => sum + share, 0),
            cost,
          );
      }
      await assertSettled(place, person);
      await assertRebuilt(place, person);
    }

    test('never takes more than a date, and exactly all of it when it is full', async () => {
      let entered = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14, size: 'max' }), async (steps) => {
          const username = `random.${(serial += 1)}`;
          const person = await hire(place.machine, username, {
            entry_date: '2026-11-02',
            timesheet_holiday_calc_yearly_amount: 25,
            exit_date: '2026-11-30',
          });
          const client = await place.account.login(username);
          const ids: number[] = [];
          for (const one of steps) {
            if (one.does === 'festival') await toggleFestival();
            else if (one.does === 'enter') {
              const { kind, date, amount, granted } = one;
              const more =
                typeof amount === 'number'
                  ? { ...inHours[kind], duration: amount }
                  : { ...inDays[kind], ...(amount === 'half' ? { request_partial_end_duration: 0.5 } : {}) };
              const body = absence(person, date, date, more);
              const answer = await (granted ? place.machine : client).post('absences/create', body);
              if (answer.status === 200) ids.push(answer.json['Results'][0].id);
            } else if (ids.length > 0) {
              await decide(place.machine, one.does, ids[one.pick % ids.length] as number);
            }
          }
          entered += ids.length;
          await assertHeld(person);
          if (festival !== null) await toggleFestival();
          await assertHeld(person);
          // The holidays of later histories need not count this person.
          written(await place.machine.put(`users/update/${person}`, { exit_date: '2026-11-03' }));
        }),
        counts,
      );
      assert.ok(entered > counts.numRuns / 2, `${entered} entered`);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z' },
);
