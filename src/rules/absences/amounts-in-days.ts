// Amounts of absence in days, whatever they are counted in: hours are measured against those to be worked.
import type { ReadView, Row } from '#resource/rule.ts';
import { roundedQuotient } from '#values/decimal.ts';
import type { CalendarDay } from './count-days.ts';
import { calendarOf } from './person-calendar.ts';

/** Hundredths of days that days of absence (rows of `absenceDays` of one person) take, in their order. */
export async function amountsInDays(
  rows: readonly Row[],
  userId: number,
  view: ReadView,
): Promise<readonly number[]> {
  const inHours = rows.filter((row) => row['value_unit'] === 'hs').map((row) => row['date'] as string);
  const [from, to] = [inHours.toSorted()[0], inHours.toSorted().at(-1)];
  const calendar =
    from === undefined || to === undefined ? undefined : await calendarOf(userId, { from, to }, view);
  return rows.map((row) => {
    const value = (row['value'] ?? 0) as number;
    return row['value_unit'] === 'hs' && calendar !== undefined
      ? daysOfHours(value, calendar(row['date'] as string))
      : value;
  });
}

/** Hundredths of days that hundredths of hours are; nothing where nobody works. */
export function daysOfHours(value: number, { share, hours }: CalendarDay): number {
  return hours === 0 ? 0 : Number(roundedQuotient(BigInt(share) * BigInt(value), BigInt(hours)));
}
