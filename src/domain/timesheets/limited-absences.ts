// What a person has left of the absence types that limit how many days are taken in a cycle.
import type { ShownValue } from '#resource/answered-member.ts';
import type { ReadView, Row } from '#resource/rule.ts';
import { decimalToNumber } from '#values/decimal.ts';
import { cycleAt, daysInCycle, type Cycle, type HeldDay } from '../absence-days/absence-cycle.ts';
import { absenceStatus } from '../absence-days/absence-kind.ts';
import { durationOf } from '../absence-days/count-days.ts';
import { typesForPerson } from '../absence-days/person-limit.ts';

/** Whose, on which date, and what is past. */
interface Asked {
  readonly userId: number;
  readonly date: string;
  readonly today: string;
}

/** What there is of a limited type in a cycle, in hundredths of days. */
interface Limited {
  readonly type: Row<'absenceTypes'>;
  readonly cycle: Cycle;
  readonly limit: number;
  readonly taken: number;
  readonly granted: number;
  readonly requested: number;
  readonly available: number;
}

/** One member for each limited type, in the cycle that holds the date: under the server's names and those of clients. */
export function limitedAbsences(
  view: ReadView,
  asked: Asked,
): Record<'limited_absences' | 'other_absences_with_limits', readonly ShownValue[]> {
  const types = typesForPerson(view, asked.userId, view.find('absenceTypes', []));
  const limited: Limited[] = [];
  for (const type of types) {
    const { cycle_max_days: limit } = type;
    if (limit !== null) limited.push(limitOf({ type, limit }, asked, view));
  }
  return {
    limited_absences: limited.map(shownLimit),
    other_absences_with_limits: limited.map(shownToClients),
  };
}

function limitOf(
  { type, limit }: Pick<Limited, 'type' | 'limit'>,
  { userId, date, today }: Asked,
  view: ReadView,
): Limited {
  const cycle = cycleAt(type, date);
  const held = daysInCycle(view, { userId, type, cycle });
  const sum = (test: (day: HeldDay) => boolean): number => durationOf(held.filter(test));
  const isGranted = (day: HeldDay): boolean => day.status === absenceStatus.granted;
  return {
    type,
    cycle,
    limit,
    taken: sum((day) => isGranted(day) && day.date <= today),
    granted: sum((day) => isGranted(day) && day.date > today),
    requested: sum((day) => !isGranted(day)),
    available: limit - durationOf(held),
  };
}

function shownLimit({ type, cycle, limit, taken, granted, requested, available }: Limited): ShownValue {
  return {
    type_id: type.absence_type_id,
    subtype_id: type.absence_subtype_id,
    name: type.name_const,
    period_from: cycle.first,
    period_to: cycle.last,
    limit: days(limit),
    taken: days(taken),
    granted: days(granted),
    requested: days(requested),
    available: days(available),
  };
}

function shownToClients({ type, cycle, limit, taken, granted, requested, available }: Limited): ShownValue {
  return {
    id: type.id,
    absence_type_id: type.absence_type_id,
    absence_subtype_id: type.absence_subtype_id,
    cycle_max_days: days(limit),
    requested: days(requested),
    granted: days(taken + granted),
    available: days(available),
    header_from_to_text: `${cycle.first} – ${cycle.last}`,
  };
}

function days(hundredths: number): number {
  return decimalToNumber(hundredths, 2);
}
