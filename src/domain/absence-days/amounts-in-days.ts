// Amounts of days of absence, in days or in seconds, whatever they are counted in: hours are measured against those to be
// worked.
import type { ReadView, Row } from '#resource/rule.ts';
import { roundedQuotient } from '#values/decimal.ts';
import { absenceStatus } from './absence-kind.ts';
import type { CalendarDay } from './count-days.ts';
import { calendarOf, secondsOfUnit } from './person-calendar.ts';

/** What of a row of `absenceDays` says how much it takes. */
export type CountedDay = Pick<Row<'absenceDays'>, 'value' | 'value_unit'> &
  Partial<Pick<Row<'absenceDays'>, 'seconds' | 'status'>>;

/** Hundredths of days that days of absence (rows of `absenceDays` of one person) take, in their order. */
export function amountsInDays(
  rows: readonly (CountedDay & { readonly date: string })[],
  userId: number,
  view: ReadView,
): readonly number[] {
  const inHours = rows.filter(isInHours).map((row) => row.date);
  const [from, to] = [inHours.toSorted()[0], inHours.toSorted().at(-1)];
  const calendar =
    from === undefined || to === undefined ? undefined : calendarOf(userId, { from, to }, view);
  if (calendar === undefined) return rows.map(valueOf);
  const amounts = new Map<CountedDay, number>();
  for (const [date, ofDate] of Map.groupBy(rows, (row) => row.date))
    for (const [row, days] of amountsOn(ofDate, calendar(date))) amounts.set(row, days);
  return rows.map((row) => amounts.get(row) ?? 0);
}

/**
 * Hundredths of days that each row of one date takes, what is granted first. Hours are rounded together: all that is to be
 * worked is the whole day, in however many parts, and together the rows take no more.
 */
export function amountsOn<Day extends CountedDay>(
  rows: readonly Day[],
  day: Pick<CalendarDay, 'share' | 'hours'>,
): ReadonlyMap<Day, number> {
  const inDays = rows.filter((row) => !isInHours(row));
  const most = Math.max(0, day.share - inDays.reduce((sum, row) => sum + valueOf(row), 0));
  const amounts = new Map(inDays.map((row) => [row, valueOf(row)]));
  let [hours, days] = [0, 0];
  for (const row of rows.filter(isInHours).toSorted((a, b) => rankOf(a) - rankOf(b))) {
    hours += valueOf(row);
    const upTo = Math.min(most, daysOfHours(hours, day));
    amounts.set(row, upTo - days);
    days = upTo;
  }
  return amounts;
}

/** Whole seconds of a date that a row takes; one of before these were kept takes what follows from its value. */
export function secondsTaken(
  row: CountedDay,
  { share, seconds }: Pick<CalendarDay, 'share' | 'seconds'>,
): number {
  if (typeof row.seconds === 'number') return row.seconds;
  if (isInHours(row)) return valueOf(row) * secondsOfUnit;
  return share === 0 ? 0 : Math.round((seconds * valueOf(row)) / share);
}

function daysOfHours(value: number, { share, hours }: Pick<CalendarDay, 'share' | 'hours'>): number {
  return hours === 0 ? 0 : Number(roundedQuotient(BigInt(share) * BigInt(value), BigInt(hours)));
}

function isInHours(row: CountedDay): boolean {
  return row.value_unit === 'hs';
}

function rankOf(row: CountedDay): number {
  return row.status === absenceStatus.granted ? 0 : 1;
}

function valueOf(row: CountedDay): number {
  return row.value ?? 0;
}
