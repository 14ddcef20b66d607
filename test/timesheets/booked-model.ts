// A slow model of the time booked on each date: lists and loops over every minute or second. It knows none of the
// server's rules.

/** A tracking, its ends as moments on the clocks of its zones. */
export interface Booking {
  readonly start: Temporal.ZonedDateTime;
  readonly end: Temporal.ZonedDateTime | null;
  readonly isBreak: boolean;
  readonly isPaid: boolean;
}

const hour = 3600;
const day = 24 * hour;

/** What of a booking lies on one date; `null`: it runs. */
export interface Piece {
  readonly date: string;
  readonly start: number;
  readonly end: number | null;
  readonly begins: string;
  readonly ends: string | null;
  readonly isBreak: boolean;
  readonly isPaid: boolean;
}

/** One that has ended. */
export type Ended = Piece & { readonly end: number; readonly ends: string };

/** A booking, cut at midnight on the clocks where it began. */
export function slices({ start, end, isBreak, isPaid }: Booking): readonly Piece[] {
  const piece = (from: Temporal.ZonedDateTime, until: Temporal.ZonedDateTime | null): Piece => ({
    date: from.toPlainDate().toString(),
    start: from.epochMilliseconds / 1000,
    end: until === null ? null : until.epochMilliseconds / 1000,
    begins: clockOf(from),
    ends: until === null ? null : clockOf(until),
    isBreak,
    isPaid,
  });
  if (end === null) return [piece(start, null)];
  const all: Piece[] = [];
  const last = end.withTimeZone(start.timeZoneId);
  for (let from = start; Temporal.ZonedDateTime.compare(from, last) < 0;) {
    const midnight = from.toPlainDate().add({ days: 1 }).toZonedDateTime(start.timeZoneId);
    const until = Temporal.ZonedDateTime.compare(midnight, last) < 0 ? midnight : last;
    all.push(piece(from, until));
    from = until;
  }
  return all;
}

function clockOf(moment: Temporal.ZonedDateTime): string {
  return moment.toPlainTime().toString({ smallestUnit: 'second' });
}

type Stretch = Pick<Ended, 'start' | 'end'>;

/** Seconds in all. */
export function lengthOf(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** Pauses that touch are one. */
export function merged(stretches: readonly Stretch[]): readonly Stretch[] {
  const all: Stretch[] = [];
  for (const { start, end } of stretches) {
    const touching = all.findIndex((other) => other.end === start);
    if (touching === -1) all.push({ start, end });
    else all[touching] = { start: all[touching]?.start ?? start, end };
  }
  return all;
}

/** What breaks a model asks for: minutes of break after more than so many minutes of work. */
export interface BreakModel {
  readonly steps: readonly (readonly [after: number, least: number])[];
  /** Minutes that a part of a break lasts at least. */
  readonly part: number;
  /** Minutes that one part lasts at least, if a break is asked for. */
  readonly longest: number;
  /** Whether what is missing is taken off. */
  readonly deducts: boolean;
}

const german = [
  [360, 30],
  [540, 45],
] as const;

/** The models of every account, by name. */
export const models = {
  german: { steps: german, part: 15, longest: 0, deducts: true },
  austrian: { steps: [[360, 30]], part: 10, longest: 15, deducts: true },
  swiss: {
    steps: [
      [330, 15],
      [420, 30],
      [540, 60],
    ],
    part: 15,
    longest: 0,
    deducts: true,
  },
  none: { steps: [], part: 15, longest: 0, deducts: true },
  off: { steps: german, part: 15, longest: 0, deducts: false },
} as const satisfies Readonly<Record<string, BreakModel>>;

/** Seconds of the breaks that count, and of the longest of them. */
export interface Rested {
  readonly sum: number;
  readonly longest: number;
}

/** What of the pauses of a day counts. */
export function rested(pauses: readonly Stretch[], { part }: BreakModel): Rested {
  const long = merged(pauses).filter(({ start, end }) => end - start >= part * 60);
  return { sum: lengthOf(long), longest: Math.max(0, ...long.map((one) => lengthOf([one]))) };
}

/** Seconds by which the longest part falls short, so that together with the others it would do. */
export function lackingBreak(worked: number, { sum, longest }: Rested, model: BreakModel): number {
  const asked = model.steps.filter(([after]) => worked > after * 60).map(([, least]) => least * 60);
  if (asked.length === 0) return 0;
  return Math.max(0, Math.max(...asked) - sum, model.longest * 60 - longest);
}

/** As the day goes on, every second of work for which a break is missing is taken as one. */
export function automaticBreak(worked: number, { sum, longest }: Rested, model: BreakModel): number {
  if (!model.deducts) return 0;
  let taken = 0;
  for (let second = (model.steps[0]?.[0] ?? Infinity) * 60; second <= worked; second += 1)
    if (lackingBreak(second, { sum: sum + taken, longest: longest + taken }, model) > 0) taken += 1;
  return taken;
}

/** The stretches between the first start and the last end of work that no piece covers, as pieces of a break. */
export function gapsOf(pieces: readonly Ended[]): readonly Ended[] {
  const work = pieces.filter(({ isBreak }) => !isBreak);
  const first = Math.min(...work.map(({ start }) => start));
  const last = Math.max(...work.map(({ end }) => end));
  if (work.length === 0) return [];
  const covered = new Uint8Array(last - first + 1);
  for (const { start, end } of pieces)
    covered.fill(1, Math.max(0, start - first), Math.max(0, Math.min(end, last) - first));
  covered[last - first] = 1;
  const gaps: Ended[] = [];
  for (let from = covered.indexOf(0); from !== -1;) {
    const until = covered.indexOf(1, from);
    const [start, end] = [first + from, first + until];
    const before = pieces.find((piece) => piece.end === start) as Ended;
    const next = pieces.find((piece) => piece.start === end) as Ended;
    const clocks = { begins: before.ends, ends: next.begins };
    gaps.push({ date: next.date, start, end, ...clocks, isBreak: true, isPaid: false });
    from = covered.indexOf(0, until);
  }
  return gaps;
}

/** Seconds of rest before work that begins on the date, after work that began on another. */
export function shortestRest(date: string, pieces: readonly Piece[]): number {
  const work = pieces.filter(({ isBreak }) => !isBreak);
  const before = (piece: Piece): Piece | undefined => work[work.indexOf(piece) - 1];
  const pause = (piece: Piece): number => piece.start - (before(piece)?.end ?? -Infinity);
  const beginning = (piece: Piece): Piece => {
    let first = piece;
    while (pause(first) <= hour) first = before(first) as Piece;
    return first;
  };
  const rests = work
    .filter((piece) => piece.date === date && pause(piece) > hour)
    .map((piece) => {
      const former = before(piece);
      return former === undefined || beginning(former).date === date ? Infinity : pause(piece);
    });
  return Math.min(Infinity, ...rests);
}

/** The seven dates of the ISO week. */
export function weekOf(date: string): readonly string[] {
  const monday = Temporal.PlainDate.from(date).subtract({
    days: Temporal.PlainDate.from(date).dayOfWeek - 1,
  });
  return Array.from({ length: 7 }, (_, days) => monday.add({ days }).toString());
}

/** Whether the week, on its clocks, holds work, and 35 hours without begin neither with it nor after work in it. */
export function lacksWeeklyRest(sunday: string, pieces: readonly Piece[]): boolean {
  const nextWeek = weekOf(Temporal.PlainDate.from(sunday).add({ days: 1 }).toString());
  const work = [...weekOf(sunday), ...nextWeek].flatMap((date, index) =>
    pieces
      .filter((piece) => piece.date === date && !piece.isBreak && piece.end !== null)
      .map(({ begins, ends }) => {
        const from = secondsOf(begins);
        // Clocks that were put back may end work before it began.
        const until = ends === '00:00:00' ? day : Math.max(from, secondsOf(ends as string));
        return { from: index * day + from, until: index * day + until };
      }),
  );
  const isFree = (from: number): boolean =>
    work.every((one) => one.until <= from || one.from >= from + 35 * hour);
  const begins = [0, ...work.map(({ until }) => until)].filter((from) => from < 7 * day);
  return work.some(({ from }) => from < 7 * day) && !begins.some(isFree);
}

/** Core time, with the tolerances at its beginning and end in minutes. */
export interface CoreTime {
  readonly from: string;
  readonly to: string;
  readonly late: number;
  readonly early: number;
}

/** Whether no work covers a second at the beginning or at the end of core time, within the tolerances. */
export function missesCore(pieces: readonly Piece[], { from, to, late, early }: CoreTime): boolean {
  const there = new Uint8Array(day + 1);
  for (const { begins, ends } of pieces)
    there.fill(1, secondsOf(begins), ends === null || ends === '00:00:00' ? day : secondsOf(ends));
  const [begin, finish] = [secondsOf(from), secondsOf(to)];
  const beginning = there.subarray(begin, Math.min(finish, begin + late * 60) + 1);
  const ending = there.subarray(Math.max(begin, finish - early * 60) - 1, finish);
  return !beginning.includes(1) || !ending.includes(1);
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return hours * hour + minutes * 60 + seconds;
}
