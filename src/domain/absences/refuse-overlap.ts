// Absences of one person do not overlap; only sick leave may lie over a vacation that was granted.
import { ApiError } from '#errors/api-error.ts';
import type { ReadView, Row, View } from '#resource/rule.ts';
import { absenceKind, absenceStatus, holdingStatuses } from '../absence-days/absence-kind.ts';
import type { Calendar } from '../absence-days/count-days.ts';
import { absenceTypesOf } from '../absence-days/find-type.ts';
import { findOverlap } from './find-overlap.ts';
import { occupationOf } from './span-of.ts';

/** Refuses an absence that leaves a date overfull, naming the one in its way. */
export function refuseOverlap(
  absence: Row<'absences'>,
  { type, calendar, view }: { type: Row<'absenceTypes'>; calendar: Calendar; view: View },
): void {
  const others = absencesWithin(absence, view);
  const inTheWay = others.filter((other) => other.id !== absence.id && !maySupersede(absence, other));
  const typeOf = absenceTypesOf(inTheWay, view);
  const occupations = inTheWay.map((other) => occupationOf(other, typeOf(other)));
  const found = findOverlap(occupationOf(absence, type), occupations, calendar);
  if (found !== undefined) throw collision(absence, found);
}

/** The absences of the person that hold dates of the range, by their first date. */
export function absencesWithin(
  range: Pick<Row<'absences'>, 'user_id' | 'from_date' | 'to_date'>,
  view: ReadView,
): readonly Row<'absences'>[] {
  return view.find(
    'absences',
    [
      { column: 'user_id', is: '=', value: range.user_id ?? null },
      { column: 'from_date', is: '<=', value: range.to_date ?? null },
      { column: 'to_date', is: '>=', value: range.from_date ?? null },
      { column: 'status', is: 'in', value: holdingStatuses },
    ],
    { orderBy: ['from_date'] },
  );
}

/** Whether an absence is sick leave and the other a granted vacation, which gives its days back. */
export function maySupersede(absence: Row<'absences'>, other: Row<'absences'>): boolean {
  return (
    absenceKind(absence) === 'sick_leave' &&
    absenceKind(other) === 'holiday' &&
    other.status === absenceStatus.granted
  );
}

function collision(absence: Row<'absences'>, other: Row<'absences'>): ApiError {
  const message =
    `from_date is ${absence.from_date}, to_date ${absence.to_date}; the absence must not overlap ` +
    `absence ${other.id} of user ${other.user_id}, from ${other.from_date} to ${other.to_date}.`;
  const data = { id: other.id, from_date: other.from_date, to_date: other.to_date };
  return new ApiError('conflict', message, { field: 'from_date', data });
}
