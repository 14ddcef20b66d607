// The rest before work: from the end of one day's work to the beginning of another's. Pure; epoch seconds.
import type { BookedPart } from './booked-parts.ts';

const hour = 3600;
/** Whoever pauses for longer has ended their work. */
const longestPause = hour;

/** Work without a longer pause; one that runs has no end yet. */
interface Shift {
  readonly beganOn: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The shortest rest before work that begins on a date, by date: between pieces of work that began on one date nobody
 * rests. Moments count, not dates: whoever flies east or west has no other rest than the hours between.
 */
export function restsBefore(booked: ReadonlyMap<string, readonly BookedPart[]>): ReadonlyMap<string, number> {
  const rests = new Map<string, number>();
  let last: Shift | null = null;
  for (const shift of shiftsOf([...booked.values()].flat())) {
    const rest = last === null || last.beganOn === shift.beganOn ? Infinity : shift.start - last.end;
    if (rest < (rests.get(shift.beganOn) ?? Infinity)) rests.set(shift.beganOn, rest);
    last = shift;
  }
  return rests;
}

function shiftsOf(parts: readonly BookedPart[]): readonly Shift[] {
  const shifts: Shift[] = [];
  const work = parts.filter(({ isBreak }) => !isBreak).sort((one, other) => one.start - other.start);
  for (const { date, start, end } of work) {
    const last = shifts.at(-1);
    if (last === undefined || start - last.end > longestPause)
      shifts.push({ beganOn: date, start, end: end ?? Infinity });
    else shifts[shifts.length - 1] = { ...last, end: end ?? Infinity };
  }
  return shifts;
}

/** No rule asks for a longer rest between days: a schedule's limit ends here. */
const longestRest = 24 * hour;
/** No zone's clocks are further behind, or ahead of, UTC. */
const [behind, ahead] = [12 * hour, 14 * hour];

/** The dates, in whatever zone, on which the rest before work may follow from what was booked up to the moment. */
export function restReach(moment: number): { readonly from: string; readonly to: string } {
  return { from: utcDate(moment - behind), to: utcDate(moment + longestPause + longestRest + ahead) };
}

function utcDate(moment: number): string {
  return new Date(moment * 1000).toISOString().slice(0, 10);
}
