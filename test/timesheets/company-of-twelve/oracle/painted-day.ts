// A date as a strip of seconds: each second has the colour of what was booked in it. All amounts are counted on the strip.
import type { Booking, TaskKind } from '../facts.ts';
import { daysAfter } from './terms.ts';

const colours: Readonly<Record<TaskKind, number>> = { work: 1, pause: 2, travel: 3, 'paid pause': 4 };
/** A second of a gap that counts as a break. */
const gapBreak = 5;
const restful: readonly number[] = [colours.pause, colours['paid pause'], gapBreak];

/** What was booked on a date: a part of a booking between two midnights of the zone in which the booking began. */
export interface Piece {
  readonly task: TaskKind;
  /** Seconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** What clocks show at both ends. */
  readonly shownFrom: string;
  readonly shownTo: string;
}

/** What the strip of a date shows, in seconds. */
export interface PaintedDay {
  readonly begin: string | null;
  readonly end: string | null;
  readonly work: number;
  readonly breaks: number;
  readonly unbooked: number;
  readonly travel: number;
  /** Paid breaks between begin and end. */
  readonly paidPause: number;
  /** Paid breaks before the begin or after the end, as of a night whose break lies at midnight. */
  readonly paidOutside: number;
  /** Lengths of rests without interruption, from the least part on or not. */
  readonly rests: readonly number[];
  readonly pieces: readonly Piece[];
}

const emptyDay = {
  begin: null,
  end: null,
  work: 0,
  breaks: 0,
  unbooked: 0,
  travel: 0,
  paidPause: 0,
  rests: [],
};

/** The pieces of all bookings by date. */
export function piecesByDate(bookings: readonly Booking[]): ReadonlyMap<string, readonly Piece[]> {
  const dates = new Map<string, Piece[]>();
  for (const { task, start: startText, end: endText } of bookings) {
    const [start, end] = [Temporal.ZonedDateTime.from(startText), Temporal.ZonedDateTime.from(endText)];
    const [first, last] = [secondsOf(start), secondsOf(end)];
    for (let date = start.toPlainDate().toString(); ; date = daysAfter(date, 1)) {
      const midnight = midnightOf(date, start.timeZoneId);
      const next = midnightOf(daysAfter(date, 1), start.timeZoneId);
      if (midnight >= last) break;
      const piece = {
        task,
        from: Math.max(first, midnight),
        to: Math.min(last, next),
        shownFrom: first >= midnight ? clockOf(start) : '00:00:00',
        // On the clocks that show the beginning, so that the parts of the day add up.
        shownTo: last < next ? clockOf(end.withTimeZone(start.timeZoneId)) : '00:00:00',
      };
      dates.set(date, [...(dates.get(date) ?? []), piece]);
    }
  }
  return dates;
}

/** Paints the pieces of a date and counts. Gaps from `least` to `longest` seconds are breaks. */
export function paint(
  pieces: readonly Piece[],
  { least, longest }: { least: number; longest: number },
): PaintedDay {
  const present = pieces.filter(({ task }) => task === 'work' || task === 'travel');
  let paid = 0;
  for (const { task, from, to } of pieces) if (task === 'paid pause') paid += to - from;
  if (present.length === 0) return { ...emptyDay, paidOutside: paid, pieces };
  const first = present.reduce((a, b) => (b.from < a.from ? b : a));
  const last = present.reduce((a, b) => (b.to > a.to ? b : a));
  const strip = new Uint8Array(last.to - first.from);
  for (const { task, from, to } of pieces)
    strip.fill(colours[task], Math.max(0, from - first.from), Math.max(0, to - first.from));
  const runs = runsOf(strip).map(([colour, length]): Run =>
    colour === 0 && length >= least && length <= longest ? [gapBreak, length] : [colour, length],
  );
  const lengthOf = (...wanted: readonly number[]): number => {
    let sum = 0;
    for (const [colour, length] of runs) if (wanted.includes(colour)) sum += length;
    return sum;
  };
  const paidPause = lengthOf(colours['paid pause']);
  return {
    begin: first.shownFrom,
    end: last.shownTo,
    work: lengthOf(colours.work),
    breaks: lengthOf(...restful),
    unbooked: lengthOf(0),
    travel: lengthOf(colours.travel),
    paidPause,
    paidOutside: paid - paidPause,
    rests: restsOf(runs),
    pieces,
  };
}

/** A colour, and for how many seconds it goes on. */
type Run = readonly [number, number];

function runsOf(strip: Uint8Array): readonly Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (let second = 1; second <= strip.length; second += 1) {
    if (strip[second] === strip[from]) continue;
    runs.push([strip[from] as number, second - from]);
    from = second;
  }
  return runs;
}

/** Rests without interruption, whatever they consist of. */
function restsOf(runs: readonly Run[]): readonly number[] {
  const rests: number[] = [];
  let isResting = false;
  for (const [colour, length] of runs) {
    if (restful.includes(colour)) rests.push(length + (isResting ? (rests.pop() as number) : 0));
    isResting = restful.includes(colour);
  }
  return rests;
}

/** The first second of a date in a zone. */
export function midnightOf(date: string, zone: string): number {
  return secondsOf(Temporal.PlainDate.from(date).toZonedDateTime(zone));
}

/** Seconds since 1970. */
export function secondsOf(moment: Temporal.ZonedDateTime): number {
  return moment.epochMilliseconds / 1000;
}

/** What the clock shows. */
export function clockOf(moment: Temporal.ZonedDateTime): string {
  return moment.toPlainTime().toString({ smallestUnit: 'second' });
}
