// Values with a start date, and the text in which a version of a schedule is stored.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Row } from '#resource/rule.ts';
import { sinceEver, valueOn, withValueFrom, type Entry } from '#domain/schedules/history.ts';
import { dayColumns, limitColumns, planOf, planText } from '#domain/schedules/schedule-plan.ts';
import { dateAfter } from '#values/date-range.ts';
import { seed } from '../../support/property.ts';

const dayCount = 40;
const dateOf = (day: number): string => dateAfter('2026-03-01', day);

/** From a day on, a value; in any order of days. */
const writes = fc.array(fc.record({ day: fc.nat({ max: dayCount - 1 }), value: fc.nat({ max: 2 }) }), {
  maxLength: 12,
});

test('applies a value from its day on, keeps earlier days and joins equal ones', () => {
  fc.assert(
    fc.property(writes, (history) => {
      // The model knows of every day what holds on it; 0 is what was there since ever.
      const held = Array.from({ length: dayCount }, () => 0);
      let entries: readonly Entry[] = [{ from: sinceEver, value: 0 }];
      for (const { day, value } of history) {
        entries = withValueFrom(entries, { from: dateOf(day), value });
        held.fill(value, day);
      }
      assert.deepEqual(
        held.map((_, day) => valueOn(entries, dateOf(day))),
        held,
      );
      assert.equal(entries.length, 1 + held.filter((value, day) => value !== (held[day - 1] ?? 0)).length);
      const days = entries.map(({ from }) => from);
      assert.deepEqual(days, [...new Set(days)].sort());
    }),
    { seed, numRuns: 2000 },
  );
});

const hundredths = fc.nat({ max: 2400 });
const time = fc.constantFrom(null, '08:00:00', '16:30:00');
const flag = fc.constantFrom(0, 1);
const minutes = fc.option(fc.nat({ max: 1440 }));
const dayRow = fc.record({
  id: fc.nat(),
  updated: fc.nat(),
  weekday: fc.constantFrom('Monday', 'Tuesday'),
  workday: flag,
  half_holiday: flag,
  hours: hundredths,
  core_time_start: time,
  core_time_end: time,
  core_time_start_tolerance: minutes,
  core_time_end_tolerance: minutes,
});
const scheduleRow = fc.record({
  id: fc.nat(),
  name: fc.string(),
  note: fc.option(fc.string()),
  law_limit_daily_hours: fc.option(hundredths),
  law_limit_weekly_hours: fc.option(hundredths),
  law_rest_period_minimum_hours: fc.option(hundredths),
  law_rest_period_minimum_weekly_hours: fc.option(hundredths),
  automatic_break_template_id: fc.option(fc.nat()),
  gaps_are_breaks: fc.option(flag),
  gap_break_maximum: fc.option(hundredths),
});
const week = fc.array(dayRow, { minLength: 7, maxLength: 7 });
const part = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));

test('reads a plan as it was written, without names', () => {
  fc.assert(
    fc.property(scheduleRow, week, (schedule, days) => {
      const text = planText(schedule, days);
      const { days: read, limits } = planOf({ timesheet_template_id: 5, plan: text });
      assert.deepEqual(
        read,
        days.map((day, index) => ({
          timesheet_template_id: 5,
          weekday_id: index + 1,
          ...part(day, dayColumns),
        })),
      );
      assert.deepEqual(limits, {
        dailyHours: schedule['law_limit_daily_hours'],
        weeklyHours: schedule['law_limit_weekly_hours'],
        restHours: schedule['law_rest_period_minimum_hours'],
        weeklyRestHours: schedule['law_rest_period_minimum_weekly_hours'],
        breakTemplateId: schedule['automatic_break_template_id'],
        gapsAreBreaks: schedule['gaps_are_breaks'],
        longestGapHours: schedule['gap_break_maximum'],
      });
      const renamed = days.map((day) => ({ ...day, id: 1, updated: 2, weekday: 'Day' }));
      const other = { ...schedule, id: 1, name: 'Other', note: null };
      assert.equal(planText(other, renamed), text);
    }),
    { seed, numRuns: 1000 },
  );
});

test('distinguishes plans that differ in one column or one limit', () => {
  const change = fc.record({ day: fc.nat({ max: 6 }), column: fc.constantFrom(...dayColumns) });
  fc.assert(
    fc.property(scheduleRow, week, change, (schedule, days, { day, column }) => {
      const changed = days.map((one, index) => (index === day ? { ...one, [column]: 'another' } : one));
      assert.notEqual(planText(schedule, changed), planText(schedule, days));
      for (const limit of limitColumns)
        assert.notEqual(planText({ ...schedule, [limit]: 'another' }, days), planText(schedule, days));
    }),
    { seed, numRuns: 1000 },
  );
});
