// How many days of holiday each day of absence takes. Hours are measured against those that the schedule asks for by now;
// on an approved day they are what its account was credited then.
import type { ReadView, Row } from '#resource/rule.ts';
import { earlierDate, laterDate } from '#values/date-range.ts';
import { absenceStatus } from '../absence-days/absence-kind.ts';
import { amountsInDays } from '../absence-days/amounts-in-days.ts';
import { approvedDays } from '../days/refuse-approved-day.ts';

type Day = Row<'absenceDays'>;

/** Hundredths of days that the rows (of `absenceDays`, all holiday of one person) take, in their order. */
export function daysTaken(rows: readonly Day[], userId: number, view: ReadView): readonly number[] {
  const days = amountsInDays(rows, userId, view);
  const dates = rows.filter(isGrantedInHours).map(({ date }) => date);
  if (dates.length === 0) return days;
  const range = { from: dates.reduce(earlierDate), to: dates.reduce(laterDate) };
  const approved = approvedDays(view, userId, range);
  return rows.map((row, index) => {
    const account = approved.get(row.date);
    const first = rows.find((other) => isGrantedInHours(other) && other.date === row.date);
    if (account === undefined || row !== first) return days[index] ?? 0;
    // What else was granted on the date keeps its days; this one has the rest.
    const others = rows.reduce(
      (sum, other, place) => (other !== row && isLike(other, row) ? sum + (days[place] ?? 0) : sum),
      0,
    );
    return (account.holiday ?? 0) - others;
  });
}

function isGrantedInHours(row: Day): boolean {
  return row.value_unit === 'hs' && row.status === absenceStatus.granted;
}

function isLike(other: Day, row: Day): boolean {
  return other.status === absenceStatus.granted && other.date === row.date;
}
