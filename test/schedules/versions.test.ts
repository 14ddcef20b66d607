// A work schedule keeps what it said on past dates once a user has or had it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sinceEver } from '#domain/schedules/history.ts';
import { dayColumns, limitColumns } from '#domain/schedules/schedule-plan.ts';
import { dateAfter } from '#values/date-range.ts';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answer } from '../support/client.ts';
import { written } from '../time-tracking/booking.ts';
import { schedulesOf } from './schedules.ts';

/** A Monday. Only whole weeks pass, so that every today is one. */
const startsAt = '2026-03-02T23:30:00Z';
const [monday, wednesday] = [1, 3];

onEveryEngine(
  'versions of a schedule',
  (place) => {
    const stories = schedulesOf(place, startsAt);
    const { client, today, make, setDay, setLimits, hireFor, give, planOf, versions } = stories;
    const pass = (weeks: number): Promise<void> => stories.pass(7 * weeks);
    /** The Monday so many weeks from today. */
    const inWeeks = (weeks: number, weekday = monday): string => dateAfter(today(), 7 * weeks + weekday - 1);
    const beginnings = async (schedule: number): Promise<readonly unknown[]> =>
      (await versions(schedule)).map((row) => row['valid_from']);
    const hoursOn = async (person: number, dates: readonly string[]): Promise<readonly number[]> => {
      const hours: number[] = [];
      for (const date of dates) hours.push((await planOf(person, date)).hours);
      return hours;
    };

    test('applies changes to the whole past while no user has had the schedule', async () => {
      const schedule = await make({ law_limit_weekly_hours: 40 });
      written(await setDay(schedule, monday, { hours: 6 }));
      await pass(1);
      written(await setDay(schedule, monday, { hours: 5 }));
      written(await setLimits(schedule, { law_limit_daily_hours: 9 }));
      assert.deepEqual(await beginnings(schedule), [sinceEver]);
      const person = await hireFor(schedule);
      assert.deepEqual(
        await hoursOn(person, ['1990-01-01', inWeeks(-1), inWeeks(0), inWeeks(60)]),
        [500, 500, 500, 500],
      );
      const limits = {
        dailyHours: 900,
        weeklyHours: 4000,
        restHours: 1100,
        weeklyRestHours: 3500,
        breakTemplateId: null,
        gapsAreBreaks: null,
        longestGapHours: null,
      };
      assert.deepEqual((await planOf(person, '1990-01-01')).limits, limits);
    });

    test('applies a change from its UTC day on once a user has the schedule', async () => {
      const schedule = await make();
      // 2 March, 23:30 in UTC, is the 3rd in Auckland; the UTC date decides for all users.
      const person = await hireFor(schedule, { timezone: 'Pacific/Auckland' });
      const core = { core_time_start: '09:00:00', core_time_end: '15:00:00', core_time_start_tolerance: 10 };
      written(await setDay(schedule, monday, { hours: 6.5, half_holiday: 1, ...core }));
      const given = {
        law_limit_daily_hours: 8,
        law_limit_weekly_hours: '',
        automatic_break_template_id: 3,
        gap_break_maximum: 2.5,
      };
      written(await setLimits(schedule, { ...given, law_rest_period_minimum_hours: 12 }));
      const [before, after] = [await planOf(person, inWeeks(-1)), await planOf(person, today())];
      assert.deepEqual([before.hours, before.halfHoliday, before.workday], [800, false, true]);
      assert.equal(before.weekday?.['core_time_start'], null);
      assert.deepEqual([after.hours, after.halfHoliday], [650, true]);
      assert.deepEqual(after.weekday, {
        timesheet_template_id: schedule,
        weekday_id: monday,
        workday: 1,
        half_holiday: 1,
        hours: 650,
        core_time_end_tolerance: null,
        ...core,
      });
      const former = {
        dailyHours: 1000,
        weeklyHours: 4800,
        restHours: 1100,
        weeklyRestHours: 3500,
        breakTemplateId: null,
        gapsAreBreaks: null,
        longestGapHours: null,
      };
      const present = {
        dailyHours: 800,
        weeklyHours: null,
        restHours: 1200,
        weeklyRestHours: 3500,
        breakTemplateId: 3,
        gapsAreBreaks: null,
        longestGapHours: 250,
      };
      for (const [date, limits] of [
        ['1990-01-01', former],
        [dateAfter(today(), -1), former],
        [today(), present],
        [inWeeks(60, wednesday), present],
      ] as const)
        assert.deepEqual((await planOf(person, date)).limits, limits, date);
    });

    test('joins changes of one day and drops changes that are undone', async () => {
      const schedule = await make();
      const person = await hireFor(schedule);
      for (const hours of [4, 5]) written(await setDay(schedule, monday, { hours }));
      written(await setLimits(schedule, { law_limit_daily_hours: 6 }));
      const first = today();
      assert.deepEqual(await beginnings(schedule), [sinceEver, first]);
      await pass(1);
      written(await setDay(schedule, wednesday, { hours: 0 }));
      const second = today();
      assert.deepEqual(await beginnings(schedule), [sinceEver, first, second]);
      written(await setDay(schedule, wednesday, { hours: 8 }));
      assert.deepEqual(await beginnings(schedule), [sinceEver, first]);
      await pass(1);
      written(await setDay(schedule, monday, { hours: 8 }));
      written(await setLimits(schedule, { law_limit_daily_hours: 10 }));
      assert.deepEqual(await beginnings(schedule), [sinceEver, first, today()]);
      const dates = [inWeeks(-3), inWeeks(-2), inWeeks(-1), inWeeks(0)];
      assert.deepEqual(await hoursOn(person, dates), [800, 500, 500, 800]);
    });

    test('makes one version of a batch and none of a refused change', async () => {
      const schedule = await make();
      await hireFor(schedule);
      const { json } = await client().get('workScheduleDays/read', { timesheet_template_id: schedule });
      const ids: readonly number[] = json['Results'].map(({ id }: { id: number }) => id);
      const batch = ids.map((id, index) => ({ id, workday: 1, hours: index + 1 }));
      assert.equal((await client().put('workScheduleDays/update', batch)).json['NumErrors'], undefined);
      assert.deepEqual(await beginnings(schedule), [sinceEver, today()]);
      await pass(1);
      const refused = await setDay(schedule, monday, { workday: 0, hours: 4 });
      assertRefused(refused, { status: 422, code: 'contradiction', field: 'hours' });
      const above = await setLimits(schedule, { law_limit_daily_hours: 25 });
      assertRefused(above, { status: 422, code: 'invalid_value', field: 'law_limit_daily_hours' });
      written(await setLimits(schedule, { name: 'Another', note: 'New' }));
      written(await setDay(schedule, monday, { hours: 1 }));
      assert.deepEqual(await beginnings(schedule), [sinceEver, dateAfter(today(), -7)]);
    });

    test('makes a version for each dated field and none for other fields', async () => {
      const ofDay = {
        workday: 0,
        half_holiday: 1,
        hours: 7.75,
        core_time_start: '09:30:00',
        core_time_end: '15:30:00',
        core_time_start_tolerance: 5,
        core_time_end_tolerance: 5,
      };
      const ofSchedule = {
        law_limit_daily_hours: 9,
        law_limit_weekly_hours: 45,
        law_rest_period_minimum_hours: 12,
        law_rest_period_minimum_weekly_hours: 36,
        automatic_break_template_id: 2,
        gaps_are_breaks: 0,
        gap_break_maximum: 2.5,
      };
      const undated = { name: 'Other', note: 'n', type: 't', active: 0, public_holiday_template_id: 1 };
      const made = async (change: (schedule: number) => Promise<Answer>): Promise<number> => {
        const schedule = await make();
        written(await setDay(schedule, monday, { core_time_start: '09:00:00', core_time_end: '15:00:00' }));
        await hireFor(schedule);
        written(await change(schedule));
        return (await versions(schedule)).length - 1;
      };
      for (const [name, value] of Object.entries(ofDay))
        assert.equal(await made((schedule) => setDay(schedule, monday, { [name]: value })), 1, name);
      for (const [name, value] of Object.entries(ofSchedule))
        assert.equal(await made((schedule) => setLimits(schedule, { [name]: value })), 1, name);
      for (const [name, value] of Object.entries(undated))
        assert.equal(await made((schedule) => setLimits(schedule, { [name]: value })), 0, name);
      assert.deepEqual([Object.keys(ofDay), Object.keys(ofSchedule)], [dayColumns, limitColumns]);
    });

    test('keeps versions for future and former users of the schedule', async () => {
      const schedule = await make();
      const person = await hireFor(1);
      written(await give(person, schedule, inWeeks(4)));
      written(await setDay(schedule, monday, { hours: 3 }));
      assert.deepEqual(await beginnings(schedule), [sinceEver, today()]);
      await pass(6);
      written(await give(person, 1));
      written(await setDay(schedule, monday, { hours: 2 }));
      assert.deepEqual(
        await hoursOn(person, [inWeeks(-3), inWeeks(-2), inWeeks(-1), inWeeks(0)]),
        [800, 300, 300, 800],
      );
    });

    test('deletes past versions with the last user who depends on them', async () => {
      const schedule = await make();
      const [first, second] = [await hireFor(schedule), await hireFor(1)];
      written(await give(second, schedule, inWeeks(1)));
      written(await setDay(schedule, monday, { hours: 3 }));
      assert.equal((await client().delete(`users/delete/${first}`)).status, 200);
      assert.deepEqual(await beginnings(schedule), [sinceEver, today()]);
      // Never from then on: nothing is left of it in this person's history.
      written(await give(second, 2, inWeeks(-1)));
      assert.deepEqual(await beginnings(schedule), [sinceEver]);
      assert.deepEqual(await hoursOn(await hireFor(schedule), [inWeeks(-9)]), [300]);
      const free = await make();
      assert.equal((await client().delete(`workSchedules/delete/${free}`)).status, 200);
      assert.deepEqual(await versions(free), []);
    });

    test('keeps separate versions of two schedules of one user', async () => {
      const [early, late] = [await make(), await make()];
      const person = await hireFor(early);
      written(await setDay(early, monday, { hours: 7 }));
      await pass(1);
      written(await give(person, late, inWeeks(1)));
      written(await setDay(late, monday, { hours: 6 }));
      await pass(2);
      written(await setDay(early, monday, { hours: 5 }));
      written(await setDay(late, monday, { hours: 4 }));
      const dates = [inWeeks(-4), inWeeks(-3), inWeeks(-2), inWeeks(-1), inWeeks(0)];
      assert.deepEqual(await hoursOn(person, dates), [800, 700, 700, 600, 400]);
    });

    test('has initial versions in a new account: full time 8 hours, part time 4', async () => {
      const [full, part] = [await hireFor(1), await hireFor(2)];
      assert.deepEqual(await hoursOn(full, ['2000-01-03']), [800]);
      assert.deepEqual(await hoursOn(part, ['2000-01-03', '2000-01-08']), [400, 0]);
      assert.deepEqual(await beginnings(2), [sinceEver]);
    });

    test('has no address and appears in no delta answer', async () => {
      for (const path of ['scheduleVersions/read', 'scheduleversions/read', 'scheduleVersions/create'])
        assert.equal((await client().get(path)).status, 404, path);
      const delta = await client().get('deltaSync/read', { _include: 'workSchedules' });
      assert.ok(!delta.text.includes('valid_from') && !delta.text.includes('"plan"'));
      const included = await client().get('fetchData/read', { _include: 'scheduleVersions' });
      assertRefused(included, { status: 422, code: 'invalid_value', field: '_include' });
    });
  },
  { startsAt },
);
