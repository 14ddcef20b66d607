// What lies on the dates of an account, worked out the slow way: lists, loops, one minute or second after the other. It
// knows none of the server's rules.

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

/** The German rule: seconds of break that so much work asks for. */
export function leastBreak(worked: number): number {
  return worked > 9 * hour ? 2700 : worked > 6 * hour ? 1800 : 0;
}

/** As the day goes on, every second of work for which a break is missing is taken as one. */
export function automaticBreak(worked: number, recorded: number): number {
  let taken = 0;
  for (let second = 6 * hour; second <= worked; second += 1)
    if (recorded + taken < leastBreak(second)) taken += 1;
  return taken;
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

/** When everybody must be there, and how many minutes later and earlier is excused. */
export interface CoreTime {
  readonly from: string;
  readonly to: string;
  readonly late: number;
  readonly early: number;
}

/** Whether nobody was there, for any second, when the core time began or when it ended, as far as that is not excused. */
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
