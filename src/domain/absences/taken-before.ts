// What absences take of dates that they share. Sick leave comes first and granted vacations last: these give way to all
// that was granted beside them. Within a kind whoever was entered first has more.
import type { ReadView, Row } from '#resource/rule.ts';
import { absenceKind, absenceStatus } from '../absence-days/absence-kind.ts';
import { takenOf, type Calendar, type Taken } from '../absence-days/count-days.ts';
import { absenceTypesOf } from '../absence-days/find-type.ts';
import { absencesWithin, maySupersede } from './refuse-overlap.ts';
import { spanOf } from './span-of.ts';

/** What others have taken of the dates of an absence (it has no id before it is entered) when its turn comes. */
export function takenBefore(absence: Row<'absences'>, calendar: Calendar, view: ReadView): Taken {
  const others = absencesWithin(absence, view);
  return takenAmong(absence, { others, typeOf: absenceTypesOf(others, view), calendar });
}

/** The same among others of the person that hold their days. Pure. */
export function takenAmong(
  absence: Row<'absences'>,
  {
    others,
    typeOf,
    calendar,
  }: {
    readonly others: readonly Row<'absences'>[];
    readonly typeOf: (absence: Row<'absences'>) => Row<'absenceTypes'>;
    readonly calendar: Calendar;
  },
): Taken {
  const spans = others
    .filter((other) => comesBefore(other, absence))
    .map((other) => spanOf(other, typeOf(other)));
  return (date) =>
    spans
      .filter(({ from, to }) => from <= date && date <= to)
      .reduce((sum, span) => sum + takenOf(span, date, calendar(date)), 0);
}

function comesBefore(other: Row<'absences'>, absence: Row<'absences'>): boolean {
  if (other.id === absence.id || maySupersede(absence, other)) return false;
  const [one, two] = [placeOf(other), placeOf(absence)];
  const first = one.findIndex((part, index) => part !== two[index]);
  return (one[first] ?? 0) < (two[first] ?? 0);
}

/** Smaller comes first: whether it is granted, its kind, its id. */
function placeOf(absence: Row<'absences'>): readonly number[] {
  return [
    absence.status === absenceStatus.granted ? 0 : 1,
    ['sick_leave', 'other_paid_leave', 'overtime_reduction', 'holiday'].indexOf(absenceKind(absence)),
    absence.id ?? Infinity,
  ];
}
