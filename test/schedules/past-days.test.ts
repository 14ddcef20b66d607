// Absences and timesheets of past days keep what their schedule said on those days.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateAfter } from '#values/date-range.ts';
import { readOne } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { absence, daysOf, enter, sickLeave } from '../absences/absence.ts';
import { assertRebuilt, dayOf } from '../timesheets/timesheets.ts';
import { booking, written } from '../time-tracking/booking.ts';
import { schedulesOf } from './schedules.ts';

/** A Monday far from public holidays. */
const startsAt = '2027-02-22T08:00:00Z';
const [monday, wednesday, friday] = [1, 3, 5];

onEveryEngine(
  'past days after a change of schedule',
  (place) => {
    const { client, today, pass, make, setDay, setLimits, hireFor } = schedulesOf(place, startsAt);
    const inWeeks = (weeks: number, weekday = monday): string => dateAfter(today(), 7 * weeks + weekday - 1);

    test('keeps the cost of past absence days, also in later recounts', async () => {
      const schedule = await make();
      const person = await hireFor(schedule);
      const over = await enter(client(), absence(person, inWeeks(-2), inWeeks(-2, friday), sickLeave));
      const around = await enter(client(), absence(person, inWeeks(-1), inWeeks(0, friday), sickLeave));
      written(await setDay(schedule, friday, { workday: 0 }));
      written(await setDay(schedule, monday, { half_holiday: 1 }));
      const costs = async (): Promise<readonly unknown[]> => {
        const durations: unknown[] = [];
        for (const { id } of [over, around])
          durations.push((await readOne(client(), 'absences', id as number))['duration']);
        return durations;
      };
      const present = await costs();
      assert.deepEqual(present, [5, 8.5]);
      const days = await daysOf(client(), around['id'] as number);
      const mondaysAndFridays = [inWeeks(-1), inWeeks(-1, friday), inWeeks(0), inWeeks(0, friday)];
      assert.deepEqual(
        days.filter((day) => mondaysAndFridays.some((date) => day.startsWith(date))),
        [`${inWeeks(-1)} 1`, `${inWeeks(-1, friday)} 1`, `${inWeeks(0)} 0.5`, `${inWeeks(0, friday)} 0`],
      );
      await pass(7);
      for (const exit_date of [inWeeks(-3, wednesday), '']) {
        written(await client().put(`users/update/${person}`, { exit_date }));
        if (exit_date !== '') assert.deepEqual(await costs(), [3, 0]);
      }
      assert.deepEqual(await costs(), present, 'counted anew, and by what the schedule said then');
      const late = await enter(client(), absence(person, inWeeks(-5), inWeeks(-5, friday), sickLeave));
      assert.equal(late['duration'], 5, 'a date before the change, entered after it');
    });

    test('keeps limits, core time and target of past timesheets in later recounts', async () => {
      const schedule = await make();
      written(await setDay(schedule, monday, { core_time_start: '09:00:00', core_time_end: '12:00:00' }));
      const person = await hireFor(schedule, { entry_date: inWeeks(-2) });
      const book = async (date: string, start: string): Promise<number> => {
        const times = { start: `${date} ${start}`, end: `${date} 19:00`, zone: 'UTC' };
        return (await client().create('timeTrackings', booking(person, times)))['id'];
      };
      const [before, since] = [await book(inWeeks(-1), '10:00'), await book(today(), '10:00')];
      written(await setDay(schedule, monday, { hours: 6 }));
      written(await setLimits(schedule, { law_limit_daily_hours: 8 }));
      written(await setDay(schedule, monday, { core_time_start: '11:00:00' }));
      const shown = async (date: string): Promise<readonly unknown[]> => {
        const row = await dayOf(client(), person, date);
        return [
          row['target_working_hours'],
          row['law_limit_daily_hours_violation'],
          row['core_time_violation'],
          row['working_time_daily_balance'],
        ];
      };
      assert.deepEqual(await shown(inWeeks(-1)), [8, 0, 1, 1]);
      assert.deepEqual(await shown(today()), [6, 1, 0, 3]);
      await assertRebuilt(place, person);
      for (const [id, date] of [
        [before, inWeeks(-1)],
        [since, today()],
      ] as const)
        written(await client().put(`timeTrackings/update/${id}`, { start_time: `${date} 10:30:00` }));
      assert.deepEqual(await shown(inWeeks(-1)), [8, 0, 1, 0.5]);
      assert.deepEqual(await shown(today()), [6, 1, 0, 2.5]);
      await assertRebuilt(place, person);
    });

    test('counts an absence day as work as its type said at the last count', async () => {
      const schedule = await make();
      const type = await client().create('absenceTypes', {
        name_const: 'On the road',
        abbreviation_const: 'R',
        add_to_working_hours: 1,
      });
      const numbers = { type_id: type['absence_type_id'], subtype_id: type['absence_subtype_id'] };
      const person = await hireFor(schedule, { entry_date: inWeeks(-2) });
      await enter(client(), absence(person, inWeeks(-1), inWeeks(0, friday), numbers));
      const paid = async (date: string): Promise<number> =>
        (await dayOf(client(), person, date))['paid_nonworking_time'];
      written(await client().put(`absenceTypes/update/${type['id']}`, { add_to_working_hours: 0 }));
      assert.deepEqual([await paid(inWeeks(-1)), await paid(inWeeks(0, friday))], [8, 8]);
      await assertRebuilt(place, person);
      written(await setDay(schedule, friday, { hours: 7 }));
      assert.deepEqual([await paid(inWeeks(-1)), await paid(inWeeks(0, friday))], [8, 0]);
      await assertRebuilt(place, person);
    });
  },
  { startsAt },
);
