// An absence may not take more than there is. This is the one place where that is asked: when it is entered, and again
// when it is passed on or granted.
import { ApiError } from '#errors/api-error.ts';
import type { Row, View } from '#resource/rule.ts';
import { refuseOverdrawn } from '../holidays/refuse-overdrawn.ts';
import { cycleAt, daysInCycle } from '../absence-days/absence-cycle.ts';
import { referenceIn } from '../change.ts';
import { absenceKind } from '../absence-days/absence-kind.ts';
import { amountsInDays } from '../absence-days/amounts-in-days.ts';
import { typeForPerson } from '../absence-days/person-limit.ts';
import { refuseOvertaken } from './refuse-overtaken.ts';
import { durationOf, type CostlyDay } from '../absence-days/count-days.ts';

/** Refuses an absence that passes its type's limit for a cycle, or takes more holiday than the person has available. */
export function refuseOverLimits(
  absence: Row<'absences'>,
  { type, days, view }: { type: Row<'absenceTypes'>; days: readonly CostlyDay[]; view: View },
): void {
  const userId = absence.user_id;
  const rows = days.map((day) => ({ ...day, value_unit: absence.duration_unit ?? null }));
  const amounts = amountsInDays(rows, userId, view);
  const costly = days
    .map(({ date }, index) => ({ date, value: amounts[index] ?? 0 }))
    .filter(({ value }) => value > 0);
  refuseOverCycle(absence, { type, days: costly, view });
  const kind = absenceKind(absence);
  if (kind === 'holiday') refuseOverdrawn({ userId, absence: referenceIn(absence, 'id') }, costly, view);
  if (kind === 'overtime_reduction') refuseOvertaken(absence, days, view);
}

function refuseOverCycle(
  absence: Row<'absences'>,
  { type: ofAll, days, view }: { type: Row<'absenceTypes'>; days: readonly CostlyDay[]; view: View },
): void {
  const userId = absence.user_id;
  const type = typeForPerson(view, userId, ofAll);
  const most = type.cycle_max_days;
  if (typeof most !== 'number') return;
  for (const [first, within] of Map.groupBy(days, ({ date }) => cycleAt(type, date).first)) {
    const cycle = cycleAt(type, first);
    const held = daysInCycle(view, { userId, type, cycle });
    const taken = durationOf(held.filter((day) => day.absence !== absence.id));
    const wanted = durationOf(within);
    if (taken + wanted > most) throw overLimit({ type, ...cycle, taken, wanted, most });
  }
}

interface Excess {
  readonly type: Row<'absenceTypes'>;
  readonly first: string;
  readonly last: string;
  readonly taken: number;
  readonly wanted: number;
  readonly most: number;
}

function overLimit({ type, first, last, taken, wanted, most }: Excess): ApiError {
  const message =
    `duration is too long: from ${first} to ${last} it must leave at most ${most / 100} days of type ` +
    `${type.name_const}; ${taken / 100} are taken or asked for already, and this takes ${wanted / 100}.`;
  const data = { from: first, to: last, limit: most / 100, taken: taken / 100, wanted: wanted / 100 };
  return new ApiError('rule_broken', message, { field: 'duration', data });
}
