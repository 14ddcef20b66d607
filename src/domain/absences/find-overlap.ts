// Two absences of one person may not overlap. What those of one date take adds up to that date at most, so that two
// halves make one day; absences in hours that say when they begin may not lie over each other. Pure.
import { datesBetween, earlierDate, laterDate } from '#values/date-range.ts';
import { partOf, type Calendar, type Span } from '../absence-days/count-days.ts';

/** An absence as far as others can collide with it. */
export interface Occupation<Row> {
  readonly row: Row;
  readonly span: Span;
  /** Seconds after midnight at which an absence in hours begins, if it says so. */
  readonly begin: number | null;
}

/** Hundredths of the hours of a date on which nobody works: there, hours are measured against the clock. */
const wholeClock = 2400;

/** The first of the others, by date, that leaves no room for the wanted one. */
export function findOverlap<Row>(
  wanted: Omit<Occupation<unknown>, 'row'>,
  others: readonly Occupation<Row>[],
  calendar: Calendar,
): Row | undefined {
  const reach = others.filter(({ span }) => span.from <= wanted.span.to && span.to >= wanted.span.from);
  for (const date of datesConcerned(wanted.span, reach)) {
    const here = reach.filter(({ span }) => span.from <= date && date <= span.to);
    const clash = here.find((other) => clocksClash(wanted, other));
    if (clash !== undefined) return clash.row;
    const whole = calendar(date).hours || wholeClock;
    const taken = here.reduce((sum, { span }) => sum + takenOf(span, date, whole), 0);
    if (here[0] !== undefined && taken + takenOf(wanted.span, date, whole) > 100 * whole) return here[0].row;
  }
  return undefined;
}

/** Only dates that another absence reaches are looked at. */
function datesConcerned<Row>({ from, to }: Span, others: readonly Occupation<Row>[]): readonly string[] {
  const dates = others.flatMap(({ span }) =>
    datesBetween(laterDate(from, span.from), earlierDate(to, span.to)),
  );
  return [...new Set(dates)].sort();
}

/** What a span takes of a date on which `whole` hundredths of hours are all there is, in hundredths of those. */
function takenOf(span: Span, date: string, whole: number): number {
  return span.inHours && span.hours !== null ? 100 * span.hours : partOf(span, date) * whole;
}

function clocksClash(
  one: Omit<Occupation<unknown>, 'row'>,
  other: Omit<Occupation<unknown>, 'row'>,
): boolean {
  if (one.begin === null || other.begin === null) return false;
  return one.begin < endOf(other) && other.begin < endOf(one);
}

function endOf({ begin, span }: Omit<Occupation<unknown>, 'row'>): number {
  return (begin ?? 0) + (span.hours ?? 0) * 36;
}
