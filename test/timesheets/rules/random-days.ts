// Random days and bookings of a person, for tests of how days are counted.
import fc from 'fast-check';
import { dateAfter, datesBetween } from '#values/date-range.ts';
import { models, type Booking } from '../booked-model.ts';
import type { Away, Known } from '../model.ts';

/** Mondays: in summer, before both changes of the clocks, and before the years change. */
const mondays = ['2026-06-01', '2026-03-23', '2026-10-19', '2026-12-21'];
const zones = ['Europe/Vienna', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC'];
/** How many dates a story has. */
export const dayCount = 14;

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
  // Around the least parts of breaks, and the longest gaps.
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(600, 900, 3600, 14_400), fc.integer({ min: -1, max: 1 }))
      .map(([limit, off]) => limit + off),
  },
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
const knownDay: fc.Arbitrary<Known> = fc
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
    breaks: fc.record({
      model: fc.constantFrom(...Object.values(models)),
      longestGap: fc.constantFrom(4, 4, 1, 0),
      paid: fc.constantFrom(0, 0, 15, 40),
    }),
    paidOut: fc.constantFrom(0, 0, 0, 1.25),
    added: fc.constantFrom(0, 0, 0, 2.5, -0.75),
    counts: fc.constant(true),
    begun: fc.constant(true),
    frozen: fc.constant(null),
  })
  // An absence is never longer than the day costs, and needs hours of work on the day.
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

/** Days of a person, what is known of each, and what was booked. */
export interface Story {
  readonly dates: readonly string[];
  readonly days: ReadonlyMap<string, Known>;
  readonly bookings: readonly Booking[];
}

/** Any of them. */
export const story: fc.Arbitrary<Story> = fc
  .record({
    monday: fc.constantFrom(...mondays),
    begin: fc.nat({ max: 3 * 24 * 60 }),
    runs: fc.boolean(),
    home: fc.nat({ max: zones.length - 1 }),
    parts: sequence,
    days: fc.array(knownDay, { minLength: dayCount, maxLength: dayCount }),
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
