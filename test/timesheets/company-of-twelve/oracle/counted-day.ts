// What one date comes to, in seconds: work, breaks, what is paid, and what was to be worked.
import type { Company, Person } from '../facts.ts';
import { absentOn } from './absent-parts.ts';
import { missingBreak } from './missing-break.ts';
import { paint, type PaintedDay, type Piece } from './painted-day.ts';
import { holidayOn, longestGapOn, modelOn, scheduleDayOn, valueOn } from './terms.ts';

/** The amounts of a date. */
export interface CountedDay {
  readonly painted: PaintedDay;
  /** Less what is taken off for breaks. */
  readonly work: number;
  readonly breaks: number;
  readonly paidBreak: number;
  /** Travel, paid breaks and absence that counts as working time. */
  readonly paid: number;
  /** Break that is missing and not taken off. */
  readonly missing: number;
  readonly target: number;
  /** Time off for overtime. */
  readonly reduction: number;
}

/** Counts the pieces of a date. */
export function countDay(
  company: Company,
  person: Person,
  { date, pieces }: { readonly date: string; readonly pieces: readonly Piece[] },
): CountedDay {
  const model = modelOn(company, person, date);
  const painted = paint(pieces, { least: model.part * 60, longest: longestGapOn(company, person, date) });
  const { deducted, missing } = missingBreak(model, painted.work, painted.rests);
  const work = painted.work - deducted;
  const breaks = painted.breaks + deducted;
  const agreed = (valueOn(person.paidBreaks ?? [], date) ?? 0) * 60;
  const paidBreak = Math.max(painted.paidPause, Math.min(agreed, breaks));
  const absent = absentOn(person, date);
  const { 'home office': home, 'time off for overtime': reduction, ...off } = absent;
  const open = scheduleDayOn(company, person, date).hours * 3600 * (1 - holidayOn(person, date));
  let left = 1 - reduction;
  for (const part of Object.values(off)) left -= part;
  const target = Math.round(open * left);
  const booked = painted.travel + paidBreak + painted.paidOutside;
  const credit = Math.min(Math.round(open * home), Math.max(0, target - work - booked));
  return {
    painted,
    work,
    breaks,
    paidBreak,
    paid: booked + credit,
    missing,
    target,
    reduction: Math.round(open * reduction),
  };
}
