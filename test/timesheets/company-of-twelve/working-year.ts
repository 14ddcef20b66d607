// The random part of the company: what its people booked and planned from the first day of 2026 to yesterday.
import { between, oneOf, randomFrom, type Random } from '../../support/random.ts';
import { publicHolidayOn } from './calendars.ts';
import { bookingsFrom, night, officeDay, type Part } from './day-patterns.ts';
import type { Booking, Company, Person } from './facts.ts';
import { sketches, type Sketch } from './people.ts';
import { schedules } from './schedules.ts';

const firstDay = '2026-01-01';
const today = '2027-01-11';
const hour = 3600;
/** Months for which night shifts are planned. */
const plannedMonths = ['2026-03', '2026-10', '2027-01'];
/** The evenings before the clocks change. */
const longNights = ['2026-03-28', '2026-10-24'];

/** The company that follows from a seed. */
export function companyFrom(seed: number): Company {
  return {
    today,
    schedules,
    ownModel: {
      steps: [
        { after: 270, breaks: 20 },
        { after: 480, breaks: 60 },
      ],
      part: 10,
      longest: 20,
      deducts: true,
    },
    accountModel: 'austrian',
    longestGap: 4,
    carriedUntil: '03-31',
    mostCarried: 4,
    people: sketches.map((sketch, index) => personFrom(sketch, randomFrom(seed * 100 + index))),
  };
}

function personFrom({ works, zeal, ...sketch }: Sketch, random: Random): Person {
  const { employments } = sketch;
  const bookings: Booking[] = [];
  const plans: Booking[] = [];
  for (let day = Temporal.PlainDate.from(firstDay); day.toString() < today; day = day.add({ days: 1 })) {
    const date = day.toString();
    const employed = employments.some(({ entry, exit }) => entry <= date && date <= (exit ?? date));
    if (!employed) continue;
    const hours = hoursToWork(sketch, day);
    bookings.push(...bookedOn({ works, zeal, zone: sketch.zone, day, hours }, random));
    if (plannedMonths.includes(date.slice(0, 7)) && works === 'nights' && hours > 0)
      plans.push(...plannedOn(day, sketch.zone));
  }
  if (works === 'nights') plans.push(...plannedOn(Temporal.PlainDate.from('2027-02-05'), sketch.zone));
  return {
    payouts: [],
    additions: [],
    adjustments: [],
    approved: [],
    ...sketch,
    employments,
    bookings,
    plans,
  };
}

/** About how many hours a person has to work on a day: the schedule, less holidays and absences. */
function hoursToWork(
  { schedules: given, calendars, absences }: Omit<Sketch, 'works' | 'zeal'>,
  day: Temporal.PlainDate,
): number {
  const date = day.toString();
  const name = given.findLast(({ from }) => from === null || from <= date)?.value;
  const calendar = calendars.findLast(({ from }) => from === null || from <= date)?.value ?? 'AT';
  const schedule = schedules.find((one) => one.name === name);
  let part = 1 - publicHolidayOn(calendar, date);
  for (const { from, to, beginsHalf, endsHalf } of absences)
    if (from <= date && date <= to)
      part -= (date === from && beginsHalf) || (date === to && endsHalf) ? 0.5 : 1;
  return (schedule?.days[day.dayOfWeek - 1]?.hours ?? 0) * Math.max(0, part);
}

interface WorkingDay {
  readonly works: Sketch['works'];
  readonly zeal: number;
  readonly zone: string;
  readonly day: Temporal.PlainDate;
  readonly hours: number;
}

function bookedOn({ works, zeal, zone, day, hours }: WorkingDay, random: Random): readonly Booking[] {
  const date = day.toString();
  if (works === 'nights') return nightFrom(day, zone, hours, random);
  const journey = works === 'travels' ? journeys[date] : undefined;
  if (journey !== undefined) return journey;
  const net = Math.round(hours * hour * zeal * (0.85 + 0.3 * random()));
  // In two weeks of five the hotel asks for work on each day.
  if (works === 'shifts' && (day.weekOfYear ?? 0) % 5 < 2)
    return splitShift({ day, zone, net: 7 * hour }, random);
  if (hours === 0) return random() < 0.04 ? short({ day, zone }, random) : [];
  if (random() < 0.03) return [];
  if (hours < 3) return short({ day, zone }, random);
  if (works === 'shifts' && random() < 0.7) return splitShift({ day, zone, net }, random);
  const where = works === 'travels' ? zoneOn(date, zone) : zone;
  const start = clock(day, where, between(random, 6.5 * hour, 9.5 * hour));
  return bookingsFrom(start, officeDay(net, random));
}

function clock(day: Temporal.PlainDate, zone: string, seconds: number): Temporal.ZonedDateTime {
  return day.toPlainDateTime().add({ seconds }).toZonedDateTime(zone);
}

interface ShortDay {
  readonly day: Temporal.PlainDate;
  readonly zone: string;
}

function short({ day, zone }: ShortDay, random: Random): readonly Booking[] {
  const start = clock(day, zone, between(random, 8 * hour, 10 * hour));
  return bookingsFrom(start, [['work', between(random, 20, 9_000)]]);
}

/** Mornings and evenings; some evenings end after midnight. */
function splitShift({ day, zone, net }: ShortDay & { net: number }, random: Random): readonly Booking[] {
  const start = clock(day, zone, between(random, 8 * hour, 9 * hour));
  const gap = oneOf(random, [2 * hour, 4 * hour, 5 * hour, 7 * hour]);
  const morning = Math.floor(net / 2);
  const lunch = oneOf(random, [600, 1200, 1800]);
  return bookingsFrom(start, [
    ['work', morning],
    ['gap', gap],
    ['work', Math.floor(net / 4)],
    ['pause', lunch],
    ['work', Math.floor(net / 4)],
  ]);
}

function nightFrom(day: Temporal.PlainDate, zone: string, hours: number, random: Random): readonly Booking[] {
  const isLong = longNights.includes(day.toString());
  if (!isLong && (hours === 0 || random() < 0.04)) return [];
  const start = clock(day, zone, between(random, 20.5 * hour, 22.5 * hour));
  return bookingsFrom(start, isLong ? overClockChange : night(random));
}

/** After the gap she works from 1 o'clock at the latest to 5 o'clock at least. */
const overClockChange: readonly Part[] = [
  ['work', 2 * hour],
  ['gap', 1800],
  ['work', 6 * hour + 1],
];

/** Shifts that overlap, a break, and a paid way home that lies half within the shift. */
function plannedOn(day: Temporal.PlainDate, zone: string): readonly Booking[] {
  const next = day.add({ days: 1 });
  const plan = (
    task: Booking['task'],
    start: Temporal.ZonedDateTime,
    end: Temporal.ZonedDateTime,
  ): Booking => ({
    task,
    start: start.toString(),
    end: end.toString(),
  });
  return [
    plan('work', clock(day, zone, 21.5 * hour), clock(next, zone, 5.5 * hour)),
    plan('pause', clock(next, zone, hour), clock(next, zone, 1.5 * hour)),
    ...(day.dayOfWeek === 3
      ? [plan('work', clock(next, zone, 4 * hour), clock(next, zone, 6.25 * hour))]
      : []),
    ...(day.dayOfWeek === 5
      ? [plan('travel', clock(next, zone, 5 * hour), clock(next, zone, 6 * hour))]
      : []),
  ];
}

/** Where the one who travels is on a date. */
function zoneOn(date: string, home: string): string {
  if ('2026-02-09' <= date && date <= '2026-02-13') return 'Asia/Kolkata';
  return '2026-06-08' <= date && date <= '2026-06-12' ? 'America/New_York' : home;
}

/** Days of the one who travels that begin in one zone and end in another. */
const journeys: Readonly<Record<string, readonly Booking[]>> = {
  '2026-02-13': [
    { task: 'work', start: '2026-02-13T08:00:00[Asia/Kolkata]', end: '2026-02-13T15:00:00[Asia/Kolkata]' },
    { task: 'travel', start: '2026-02-13T16:00:00[Asia/Kolkata]', end: '2026-02-13T18:30:00[Europe/Berlin]' },
  ],
  '2026-06-08': [
    { task: 'work', start: '2026-06-08T06:00:00[Europe/Berlin]', end: '2026-06-08T08:00:00[Europe/Berlin]' },
    {
      task: 'travel',
      start: '2026-06-08T09:30:00[Europe/Berlin]',
      end: '2026-06-08T13:15:00[America/New_York]',
    },
    {
      task: 'work',
      start: '2026-06-08T14:00:00[America/New_York]',
      end: '2026-06-08T17:00:30[America/New_York]',
    },
  ],
  '2026-06-12': [
    {
      task: 'work',
      start: '2026-06-12T08:00:00[America/New_York]',
      end: '2026-06-12T15:00:00[America/New_York]',
    },
    {
      task: 'travel',
      start: '2026-06-12T19:30:00[America/New_York]',
      end: '2026-06-13T09:45:00[Europe/Berlin]',
    },
  ],
  '2026-06-13': [],
};
