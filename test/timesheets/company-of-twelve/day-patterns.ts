// How people divide a day: parts of work, breaks and gaps, with lengths on both sides of every limit to the second.
import { between, oneOf, type Random } from '../../support/random.ts';
import type { Booking, TaskKind } from './facts.ts';

/** A part of a day in seconds; a gap is not booked. */
export type Part = readonly [TaskKind | 'gap', number];

const minute = 60;
const hour = 3600;

/** Lengths of gaps: around the least part of each model, an hour, and the most hours of a break. */
const halfHour = 30 * minute;
const gaps = [
  1,
  599,
  600,
  601,
  899,
  900,
  901,
  1200,
  halfHour - 1,
  halfHour,
  halfHour + 1,
  2100,
  2700,
  hour,
  hour + 1,
];
const longGaps = [2 * hour, 2 * hour + 1, 4 * hour - 1, 4 * hour, 4 * hour + 1];

/** Lengths of work without a break, around the steps of each model. */
const steps = [4.5, 5.5, 6, 7, 8, 9, 9.75].flatMap((hours) => [hours * hour, hours * hour + 1]);
const lengths = [...steps, 6 * hour + 20 * minute, 6.5 * hour, 9 * hour + 10 * minute, 10.5 * hour];

type Pattern = (net: number, random: Random) => readonly Part[];

const patterns: readonly Pattern[] = [
  (net, random) => halves(net, random, ['gap', oneOf(random, gaps)]),
  (net, random) => halves(net, random, ['pause', between(random, 10 * minute, hour)]),
  (net, random) => halves(net, random, ['paid pause', between(random, 5 * minute, 40 * minute)]),
  (net, random) => halves(net, random, ['gap', oneOf(random, longGaps)]),
  (_, random) => [['work', oneOf(random, lengths)]],
  // Three parts of ten minutes: enough in all for the Austrian model, but none is long enough.
  (net, random) => [
    ['work', Math.floor(net / 4)],
    [oneOf(random, ['gap', 'pause']), 10 * minute],
    ['work', Math.floor(net / 4)],
    [oneOf(random, ['gap', 'pause']), 10 * minute + between(random, 0, 1)],
    ['work', Math.floor(net / 4)],
    [oneOf(random, ['gap', 'pause']), 10 * minute],
    ['work', Math.floor(net / 4)],
  ],
  // A booked break and a gap after it are one rest.
  (net, random) => halves(net, random, ['pause', 10 * minute], ['gap', oneOf(random, [600, 899, 900, 1200])]),
  (net, random) => halves(net, random, ['gap', 15 * minute], ['pause', between(random, 1, 20) * minute]),
  // Two booked breaks without a second between them.
  (net, random) => halves(net, random, ['pause', 8 * minute], ['pause', oneOf(random, [7, 8, 22]) * minute]),
  // Breaks at the edges of the day lie outside of it.
  (net, random) => [
    ['pause', 15 * minute],
    ...halves(net, random, ['pause', 30 * minute]),
    ['pause', 10 * minute],
  ],
  (net, random) => [
    ['travel', between(random, 20 * minute, hour)],
    ['gap', oneOf(random, gaps)],
    ...halves(net, random, ['gap', 30 * minute]),
  ],
  (net, random) => [...halves(net, random, ['gap', oneOf(random, gaps)]), ['travel', 40 * minute]],
  (net, random) => halves(net, random, ['gap', 900], ['travel', 50 * minute], ['gap', oneOf(random, gaps)]),
  // Work just over nine hours with a break between the two that are asked for.
  (_, random) => [
    ['work', 5 * hour],
    [oneOf(random, ['gap', 'pause']), between(random, 30, 44) * minute],
    ['work', 4 * hour + between(random, 1, 30 * minute)],
  ],
  (_, random) => halves(10.5 * hour, random, ['gap', oneOf(random, gaps)]),
  (net, random) => [...halves(net, random, ['gap', oneOf(random, gaps)]), ['gap', 1], ['work', 17 * minute]],
];

/** A day of an office with about so many seconds of work. */
export function officeDay(net: number, random: Random): readonly Part[] {
  return oneOf(random, patterns)(net, random);
}

/** A night with one or two breaks, some of them over midnight. */
export function night(random: Random): readonly Part[] {
  const around = between(random, 150, 240) * minute;
  const rest: Part = [
    oneOf(random, ['pause', 'gap', 'paid pause']),
    oneOf(random, [10, 20, 30, 45, 60, 70]) * minute,
  ];
  const second: Part = [oneOf(random, ['pause', 'gap']), oneOf(random, gaps)];
  const whole: readonly Part[] = [
    ['work', around],
    rest,
    ['work', 4 * hour - around / 4 + between(random, 0, 59)],
  ];
  return random() < 0.4
    ? [...whole, second, ['work', 40 * minute]]
    : random() < 0.2
      ? [['work', 9 * hour]]
      : whole;
}

function halves(net: number, random: Random, ...middle: readonly Part[]): readonly Part[] {
  const first = Math.floor(net * (0.35 + 0.3 * random()));
  return [['work', first], ...middle, ['work', net - first]];
}

/** The bookings of parts that follow each other from a moment on. */
export function bookingsFrom(start: Temporal.ZonedDateTime, parts: readonly Part[]): readonly Booking[] {
  const bookings: Booking[] = [];
  let at = start;
  for (const [task, seconds] of parts) {
    const end = at.add({ seconds: Math.round(seconds) });
    if (task !== 'gap') bookings.push({ task, start: at.toString(), end: end.toString() });
    at = end;
  }
  return bookings;
}
