// What a person has left of the absence types that limit how many days are taken in a cycle.
import type { ShownValue } from '#resource/resource.ts';
import type { ReadView, Row } from '#resource/rule.ts';
import { decimalToNumber } from '#values/decimal.ts';
import { cycleAt, daysInCycle, type HeldDay } from '../absences/absence-cycle.ts';
import { absenceStatus } from '../absences/absence-kind.ts';
import { durationOf } from '../absences/count-days.ts';

/** Whose, on which date, and what is past. */
interface Asked {
  readonly userId: number;
  readonly date: string;
  readonly today: string;
}

/** One member for each limited type: the cycle that holds the date, the limit, and what there is of it, in days. */
export async function limitedAbsences(view: ReadView, asked: Asked): Promise<readonly ShownValue[]> {
  const types = await view.find('absenceTypes', [{ column: 'cycle_max_days', is: 'not null' }]);
  const shown: ShownValue[] = [];
  for (const type of types) shown.push(await limitOf(type, asked, view));
  return shown;
}

async function limitOf(type: Row, { userId, date, today }: Asked, view: ReadView): Promise<ShownValue> {
  const cycle = cycleAt(type, date);
  const held = await daysInCycle(view, { userId, type, cycle });
  const limit = type['cycle_max_days'] as number;
  const sum = (test: (day: HeldDay) => boolean): number => durationOf(held.filter(test));
  const isGranted = (day: HeldDay): boolean => day.status === absenceStatus.granted;
  return {
    type_id: type['absence_type_id'] as number,
    subtype_id: type['absence_subtype_id'] as number,
    name: type['name_const'] as string,
    period_from: cycle.first,
    period_to: cycle.last,
    limit: days(limit),
    taken: days(sum((day) => isGranted(day) && day.date <= today)),
    granted: days(sum((day) => isGranted(day) && day.date > today)),
    requested: days(sum((day) => !isGranted(day))),
    available: days(limit - durationOf(held)),
  };
}

function days(hundredths: number): number {
  return decimalToNumber(hundredths, 2);
}
