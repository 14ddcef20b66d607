// How much of a date each kind of absence takes. Sick leave comes first, granted holiday last.
import type { Absence, AbsenceKind, Company, Person } from '../facts.ts';
import { holidayOn, scheduleDayOn } from './terms.ts';

/** Parts of a working day; they never exceed 1 together. */
export type AbsentParts = Readonly<Record<AbsenceKind, number>>;

const order: readonly AbsenceKind[] = [
  'sick leave with certificate',
  'sick leave',
  'special leave',
  'time off for overtime',
  'home office',
  'holiday',
];

/** What is absent on a date: of the working day, whatever the public holiday leaves of it. */
export function absentOn(person: Person, date: string): AbsentParts {
  const parts = Object.fromEntries(order.map((kind) => [kind, 0])) as Record<AbsenceKind, number>;
  let left = 1;
  for (const kind of order) {
    let asked = 0;
    for (const absence of person.absences) if (absence.kind === kind) asked += partOf(absence, date);
    parts[kind] = Math.min(asked, left);
    left -= parts[kind];
  }
  return parts;
}

function partOf({ from, to, beginsHalf, endsHalf }: Absence, date: string): number {
  if (date < from || date > to) return 0;
  const isHalf = (date === from && beginsHalf === true) || (date === to && endsHalf === true);
  return isHalf ? 0.5 : 1;
}

/** What absences of a date cost in days. */
export function costOn(company: Company, person: Person, date: string): AbsentParts {
  const { hours, half } = scheduleDayOn(company, person, date);
  const open = hours > 0 ? 1 - holidayOn(person, date) : 0;
  const parts = absentOn(person, date);
  const cost = (kind: AbsenceKind): number => parts[kind] * open * (half === true ? 0.5 : 1);
  return Object.fromEntries(order.map((kind) => [kind, cost(kind)])) as AbsentParts;
}

/** Whether a granted absence lies on the date, whatever it costs. */
export function isAbsentOn(person: Person, date: string): boolean {
  return person.absences.some((absence) => partOf(absence, date) > 0);
}
