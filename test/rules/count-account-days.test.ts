// Days as the server counts them against days counted the slow way (../scenarios/account-model.ts).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { partsOf } from '#rules/accounts/booked-parts.ts';
import { countDays } from '#rules/accounts/count-days.ts';
import { emptyDay } from '#rules/accounts/day-account.ts';
import { balanceStep } from '#rules/accounts/day-columns.ts';
import { frameColumns } from '#rules/accounts/day-frame.ts';
import type { Row } from '#resource/rule.ts';
import type { PersonDay } from '#rules/schedules/person-days.ts';
import { dateAfter, datesBetween } from '#values/date-range.ts';
import { modelOf, shown, type Amounts, type Away, type Known } from '../scenarios/account-model.ts';
import type { Booking } from '../scenarios/booked-model.ts';

/** Mondays: in summer, before both changes of the clocks, and before the years change. */
const mondays = ['2026-06-01', '2026-03-23', '2026-10-19', '2026-12-21'];
const zones = ['Europe/Vienna', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC'];
const dayCount = 14;

const minute = 60;
const length = fc.oneof(
  fc.integer({ min: 1, max: 40 }).map((quarters) => quarters * 15 * minute),
  fc
    .constantFrom(6, 9, 10)
    .chain((hours) => fc.integer({ min: -1, max: 1 }).map((off) => hours * 3600 + off)),
  fc.integer({ min: 1, max: 20_000 }),
);
const gap = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.constantFrom(600, 900, 1800, 3600, 3601) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 20 * 60 }).map((minutes) => minutes * minute) },
  { weight: 1, arbitrary: fc.integer({ min: 30, max: 60 }).map((hours) => hours * 3600) },
);
const kind = fc.constantFrom('work', 'work', 'work', 'pause', 'pause', 'paid', 'paid pause');
const sequence = fc.array(fc.record({ gap, length, kind, zone: fc.nat({ max: 9 }) }), { maxLength: 40 });

const away: fc.Arbitrary<Away> = fc.record({
  kind: fc.constantFrom('holiday', 'sick_leave', 'other_paid_leave', 'overtime_reduction', 'work'),
  value: fc.constantFrom(0.25, 0.5, 1, 1.5, 2.75),
  inHours: fc.boolean(),
});
const known: fc.Arbitrary<Known> = fc
  .record({
    workday: fc.boolean(),
    hours: fc.constantFrom(8, 4, 7.7, 10, 3.85, 0),
    half: fc.boolean(),
    holiday: fc.constantFrom(0, 0, 0, 0, 0.5, 1),
    away: fc.array(away, { maxLength: 2 }),
    core: fc.option(
      fc.constantFrom(
        { from: '09:00:00', to: '15:00:00', late: 0, early: 0 },
        { from: '04:00:00', to: '08:00:00', late: 45, early: 30 },
        { from: '12:00:00', to: '12:30:00', late: 60, early: 10 },
      ),
    ),
    limits: fc.record({
      daily: fc.option(fc.constantFrom(10, 8, 9.5)),
      weekly: fc.option(fc.constantFrom(48, 30, 12)),
      rest: fc.option(fc.constantFrom(11, 24, 9)),
    }),
    breaks: fc.boolean(),
    paidOut: fc.constantFrom(0, 0, 0, 1.25),
    added: fc.constantFrom(0, 0, 0, 2.5, -0.75),
    counts: fc.constant(true),
    frozen: fc.constant(null),
  })
  // Nobody is away for longer than the day costs, nor without hours to be away from.
  .map((day) => ({
    ...day,
    away: day.away.filter((one, index) => {
      const before = day.away.slice(0, index).reduce((sum, { value }) => sum + value, 0);
      return one.inHours || (day.hours > 0 && before + one.value <= costOf(day));
    }),
  }));

function costOf({ workday, half, holiday }: Pick<Known, 'workday' | 'half' | 'holiday'>): number {
  return workday ? (half ? 0.5 : 1) * (1 - holiday) : 0;
}

interface Story {
  readonly dates: readonly string[];
  readonly days: ReadonlyMap<string, Known>;
  readonly bookings: readonly Booking[];
}

const story: fc.Arbitrary<Story> = fc
  .record({
    monday: fc.constantFrom(...mondays),
    begin: fc.nat({ max: 3 * 24 * 60 }),
    runs: fc.boolean(),
    home: fc.nat({ max: zones.length - 1 }),
    parts: sequence,
    days: fc.array(known, { minLength: dayCount, maxLength: dayCount }),
  })
  .map(({ monday, begin, runs, home, parts, days }) => {
    const dates = datesBetween(monday, dateAfter(monday, dayCount - 1));
    const zone = zones[home] as string;
    let from = Temporal.PlainDate.from(monday).toZonedDateTime(zone).add({ minutes: begin });
    const bookings = parts.map((one, index): Booking => {
      const start = from.add({ seconds: one.gap }).withTimeZone(zones[one.zone] ?? zone);
      from = start.add({ seconds: one.length });
      const last = runs && index === parts.length - 1;
      return {
        start,
        end: last ? null : from,
        isBreak: one.kind.endsWith('pause'),
        isPaid: one.kind.startsWith('paid'),
      };
    });
    return { dates, days: new Map(dates.map((date, index) => [date, days[index] as Known])), bookings };
  });

const user = { id: 1, department_id: 1 };

function counted({ dates, days, bookings }: Story): readonly Row[] {
  const parts = bookings.map(trackingOf).flatMap((row) => partsOf(row));
  return countDays({
    rows: dates.map((date) => ({
      ...emptyDay(user, date),
      overtime_paid: (days.get(date) as Known).paidOut * 3600,
      additions: (days.get(date) as Known).added * 3600,
    })),
    from: dates[0] as string,
    frames: new Map([...days].map(([date, day]) => [date, frameOf(date, day)])),
    booked: Map.groupBy(parts, ({ date }) => date),
    breakRule: ruleOf(days),
  });
}

/** What the account says; where the schedule says something, it says the opposite. */
function ruleOf(days: Story['days']): (date: string) => boolean {
  return (date) => followsAccount(date) === days.get(date)?.breaks;
}

/** On every other day the schedule leaves breaks to the account. */
function followsAccount(date: string): boolean {
  return Number(date.slice(-1)) % 2 === 0;
}

function trackingOf({ start, end, isBreak, isPaid }: Booking): Row {
  return {
    start_instant: start.epochMilliseconds / 1000,
    end_instant: end === null ? null : end.epochMilliseconds / 1000,
    start_time_timezone: start.timeZoneId,
    is_nonworking: isBreak ? 1 : 0,
    is_paid_non_working: isPaid ? 1 : 0,
  };
}

function frameOf(
  date: string,
  { workday, hours, half, holiday, away: absences, core, limits, breaks }: Known,
): Row {
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
    absences: absences.map(({ kind: type, value, inHours }) => ({
      type: type === 'work' ? 'other_paid_leave' : type,
      counts_as_work: type === 'work' ? 1 : 0,
      value: value * 100,
      value_unit: inHours ? 'hs' : 'd',
    })),
    limits: { daily: seconds(limits.daily), weekly: seconds(limits.weekly), rest: seconds(limits.rest) },
    breaks: followsAccount(date) ? null : breaks,
    planned: 0,
  });
}

function coreColumns(core: Known['core']): Row {
  return {
    core_time_start: core?.from ?? null,
    core_time_end: core?.to ?? null,
    core_time_start_tolerance: core?.late ?? null,
    core_time_end_tolerance: core?.early ?? null,
  };
}

const inDays = new Set(['public_holiday', 'holiday', 'sick_leave', 'other_paid_leave']);
const asStored = /_violation$|_time$|^workday$|^break_law_check$/;
const spans = new Set([
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

test('days are what they are when counted the slow way, over changes of clocks, weeks and zones', () => {
  fc.assert(
    fc.property(story, ({ dates, days, bookings }) => {
      const rows = counted({ dates, days, bookings });
      const model = modelOf({ dates, known: (date) => days.get(date) as Known, bookings, initial: 12.5 });
      let total = 12.5 * 3600;
      for (const row of rows) {
        const expected = model.get(row['date'] as string) as Amounts;
        total += balanceStep(user, row);
        assert.deepEqual(
          shownOf({ ...row, working_time_total_balance: total }, expected),
          expected,
          row['date'] as string,
        );
      }
    }),
    { numRuns: 1_000 },
  );
});

test('a day counted in the middle of its week is the same as one counted with the whole account', () => {
  const cut = fc.tuple(story, fc.integer({ min: 1, max: dayCount - 1 }));
  fc.assert(
    fc.property(cut, ([one, place]) => {
      const all = counted(one);
      const parts = one.bookings.map(trackingOf).flatMap((row) => partsOf(row));
      const from = one.dates[place] as string;
      const again = countDays({
        rows: all.slice(place >= 7 ? 7 : 0),
        from,
        frames: new Map(),
        booked: Map.groupBy(parts, ({ date }) => date),
        breakRule: ruleOf(one.days),
      });
      assert.deepEqual(again, all.slice(place));
    }),
    { numRuns: 1_000 },
  );
});

test('all work that was booked within the days stands in one of them', () => {
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
      const whole = new Map([...days].map(([date, day]) => [date, { ...day, breaks: false }]));
      const rows = counted({ dates, days: whole, bookings: within });
      assert.equal(
        rows.reduce((sum, row) => sum + (row['working_time'] as number), 0),
        booked,
      );
    }),
    { numRuns: 1_000 },
  );
});
