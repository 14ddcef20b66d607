// Random timesheet days as the server counts them match the slow model of ../model.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { partsOf, type Booking as Tracking } from '#domain/timesheets/booked-parts.ts';
import { countDays } from '#domain/timesheets/count-days.ts';
import { emptyDay, type AccountDay } from '#domain/days/day-account.ts';
import { balanceStep } from '#domain/days/day-columns.ts';
import { frameColumns, type FrameColumns } from '#domain/timesheets/day-frame.ts';
import type { Row } from '#resource/rule.ts';
import type { PersonDay } from '#domain/schedules/person-days.ts';
import { modelId, standingModels, type BreakModel } from '#domain/timesheets/break-models.ts';
import type { BreakRule, DayBreaks, FrameBreaks } from '#domain/timesheets/break-rule.ts';
import { someRow } from '../../support/some-row.ts';
import type { PlannedDay } from '#domain/schedules/schedule-plan.ts';
import { seed } from '../../support/property.ts';
import { modelOf, shown, type Amounts, type Known } from '../model.ts';
import { models, slices, type Booking } from '../booked-model.ts';
import { dayCount, story, type Story } from './random-days.ts';

const user = someRow('users', {
  id: 1,
  department_id: 1,
  entry_date: null,
  exit_date: null,
  payroll_accounting_starts_at: null,
  former_employments: null,
});

function counted({ dates, days, bookings }: Story): readonly AccountDay[] {
  const parts = bookings.map(trackingOf).flatMap((row) => partsOf(row));
  return countDays({
    rows: dates.map((date) => ({
      ...emptyDay(user, date),
      overtime_paid: (days.get(date) as Known).paidOut * 3600,
      additions: (days.get(date) as Known).added * 3600,
    })),
    from: dates[0] as string,
    frames: (date) => {
      const day = days.get(date);
      return day && frameOf(date, day);
    },
    booked: Map.groupBy(parts, ({ date }) => date),
    breakRule: ruleOf(days),
  });
}

/** The rule of the account; on days whose schedule has its own the account has another. */
function ruleOf(days: Story['days']): BreakRule {
  return (frame, date) => {
    const { model, longestGap } = breaksOn(days.get(date) as Known);
    if (!followsAccount(date))
      return {
        model: standingModels.get(frame.breaks as number) as BreakModel,
        longestGap: frame.gaps === true ? (frame.longestGap as number) : 0,
      };
    assert.deepEqual([frame.breaks, frame.gaps, frame.longestGap], [null, null, null]);
    return { model, longestGap };
  };
}

function breaksOn({ breaks }: Known): DayBreaks & { readonly id: number } {
  const name = Object.entries(models).find(([, model]) => model === breaks.model)?.[0] as string;
  const id = modelId(name) as number;
  return { id, model: standingModels.get(id) as BreakModel, longestGap: breaks.longestGap * 3600 };
}

/** On every other day the schedule leaves breaks to the account. */
function followsAccount(date: string): boolean {
  return Number(date.slice(-1)) % 2 === 0;
}

function trackingOf({ start, end, isBreak, isPaid }: Booking): Tracking {
  return {
    start_instant: start.epochMilliseconds / 1000,
    end_instant: end === null ? null : end.epochMilliseconds / 1000,
    start_time_timezone: start.timeZoneId,
    is_nonworking: isBreak ? 1 : 0,
    is_paid_non_working: isPaid ? 1 : 0,
  };
}

function frameOf(date: string, known: Known): FrameColumns {
  const { workday, hours, half, holiday, away: absences, core, limits } = known;
  const day = {
    date,
    employed: true,
    departmentId: 1,
    workday,
    hours: workday ? Math.round(hours * 100) : 0,
    halfHoliday: half,
    weekday: coreColumns(core),
    holiday: holiday === 0 ? null : { value: holiday * 100 },
  } as PersonDay;
  const seconds = (limit: number | null): number | null => (limit === null ? null : limit * 3600);
  return frameColumns({
    day,
    absences: absences.map(({ kind: type, value, inHours }) =>
      someRow('absenceDays', {
        type: type === 'work' ? 'other_paid_leave' : type,
        counts_as_work: type === 'work' ? 1 : 0,
        value: value * 100,
        value_unit: inHours ? 'hs' : 'd',
        begin: null,
      }),
    ),
    limits: {
      daily: seconds(limits.daily),
      weekly: seconds(limits.weekly),
      rest: seconds(limits.rest),
      weeklyRest: seconds(35),
    },
    breaks: { ...breakColumns(date, known), paidBreak: known.breaks.paid * 60 },
    planned: 0,
  });
}

function breakColumns(date: string, known: Known): FrameBreaks {
  if (followsAccount(date)) return { breaks: null, gaps: null, longestGap: null };
  const { id, longestGap } = breaksOn(known);
  return { breaks: id, gaps: longestGap > 0, longestGap };
}

function coreColumns(core: Known['core']): PlannedDay {
  return someRow('workScheduleDays', {
    core_time_start: core?.from ?? null,
    core_time_end: core?.to ?? null,
    core_time_start_tolerance: core?.late ?? null,
    core_time_end_tolerance: core?.early ?? null,
  });
}

const inDays = new Set(['public_holiday', 'holiday', 'sick_leave', 'other_paid_leave']);
const asStored = /_violation$|_time$|^workday$|^break_law_check$/;
const spans = new Set([
  'unbooked_time',
  'working_time',
  'paid_nonworking_time',
  'total_working_time',
  'total_working_time_incl_paid_non_working_time',
]);

/** The columns that the model knows, as they are shown. */
function shownOf(row: Row, like: Amounts): Amounts {
  return Object.fromEntries(
    Object.keys(like).map((name) => {
      const value = row[name] ?? null;
      if (value === null || (asStored.test(name) && !spans.has(name))) return [name, value as string | null];
      return [name, inDays.has(name) ? (value as number) / 100 : shown(value as number)];
    }),
  );
}

test('matches days of a slow model across clock changes, weeks and zones', () => {
  fc.assert(
    fc.property(story, ({ dates, days, bookings }) => {
      const rows = counted({ dates, days, bookings });
      const model = modelOf({ dates, known: (date) => days.get(date) as Known, bookings, initial: 12.5 });
      let total = 12.5 * 3600;
      for (const row of rows) {
        const expected = model.get(row.date) as Amounts;
        total += balanceStep(user, row);
        assert.deepEqual(
          shownOf({ ...row, working_time_total_balance: total }, expected),
          expected,
          row.date,
        );
      }
    }),
    { seed, numRuns: 1_000 },
  );
});

test('counts a day in mid-week like within the whole timesheet', () => {
  const cut = fc.tuple(story, fc.integer({ min: 1, max: dayCount - 1 }));
  fc.assert(
    fc.property(cut, ([one, place]) => {
      const all = counted(one);
      const parts = one.bookings.map(trackingOf).flatMap((row) => partsOf(row));
      const from = one.dates[place] as string;
      const again = countDays({
        rows: all.slice(place >= 7 ? 7 : 0),
        from,
        frames: () => undefined,
        booked: Map.groupBy(parts, ({ date }) => date),
        breakRule: ruleOf(one.days),
      });
      assert.deepEqual(again, all.slice(place));
    }),
    { seed, numRuns: 1_000 },
  );
});

test('contains all booked work in its days', () => {
  fc.assert(
    fc.property(story, ({ dates, days, bookings }) => {
      const dateOf = (moment: Temporal.ZonedDateTime, zone: string): string =>
        moment.withTimeZone(zone).toPlainDate().toString();
      const within = bookings.filter(({ start, end }) => {
        const [first, last] = [start, end ?? start].map((moment) => dateOf(moment, start.timeZoneId));
        return (first as string) >= (dates[0] as string) && (last as string) < (dates.at(-1) as string);
      });
      const booked = within.reduce((sum, { start, end, isBreak, isPaid }) => {
        if (end === null || isBreak || isPaid) return sum;
        return sum + (end.epochMilliseconds - start.epochMilliseconds) / 1000;
      }, 0);
      const whole = new Map(
        [...days].map(([date, day]) => [date, { ...day, breaks: { ...day.breaks, model: models.none } }]),
      );
      const rows = counted({ dates, days: whole, bookings: within });
      assert.equal(
        rows.reduce((sum, row) => sum + (row['working_time'] as number), 0),
        booked,
      );
    }),
    { seed, numRuns: 1_000 },
  );
});

test('adds up from begin to end of each day: work, breaks, unbooked time and travel', () => {
  let unbooked = 0;
  fc.assert(
    fc.property(story, ({ dates, days, bookings }) => {
      const pieces = bookings.flatMap(slices).filter(({ end }) => end !== null);
      for (const row of counted({ dates, days, bookings })) {
        const own = pieces.filter(({ date, isBreak }) => date === row['date'] && !isBreak);
        const [first, last] = [own[0]?.start ?? 0, own.at(-1)?.end ?? 0];
        const travelled = own
          .filter(({ isPaid }) => isPaid)
          .reduce((sum, { start, end }) => sum + (end as number) - start, 0);
        const parts = (['working_time', 'break', 'unbooked_time'] as const).map(
          (name) => row[name] as number,
        );
        assert.equal(
          parts.reduce((sum, part) => sum + part, travelled),
          last - first,
        );
        assert.equal((row['paid_break'] as number) + (row['unpaid_break'] as number), row['break']);
        unbooked += row['unbooked_time'] as number;
      }
    }),
    { seed, numRuns: 1_000 },
  );
  assert.ok(unbooked > 0);
});
