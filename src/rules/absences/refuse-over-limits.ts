// An absence may not take more than there is. This is the one place where that is asked: when it is entered, and
// again when it is granted. Here belongs what the holiday account has available, beside the limits of absence types.
import { ApiError } from '#errors/api-error.ts';
import type { Row, View } from '#resource/rule.ts';
import { dateAfter } from '#values/date-range.ts';
import { holdingStatuses } from './absence-kind.ts';
import type { CostlyDay } from './count-days.ts';

/** Refuses an absence with which its type's limit for a cycle would be passed. */
export async function refuseOverLimits(
  absence: Row,
  { type, days, view }: { type: Row; days: readonly CostlyDay[]; view: View },
): Promise<void> {
  const most = type['cycle_max_days'];
  if (typeof most !== 'number') return;
  const cycles = Map.groupBy(
    days.filter(({ value }) => value > 0),
    ({ date }) => firstOfCycle(date, type['cycle_id']),
  );
  for (const [first, within] of cycles) {
    const last = lastOfCycle(first, type['cycle_id']);
    const taken = await takenWithin(absence, { first, last }, view);
    const wanted = within.reduce((sum, { value }) => sum + value, 0);
    if (taken + wanted > most) throw overLimit({ type, first, last, taken, wanted, most });
  }
}

/** `cycle_id` 2 is a calendar month, 3 an ISO week, any other a calendar year. */
function firstOfCycle(date: string, cycle: Row[string] | undefined): string {
  if (cycle === 2) return `${date.slice(0, 7)}-01`;
  if (cycle !== 3) return `${date.slice(0, 4)}-01-01`;
  return dateAfter(date, 1 - Temporal.PlainDate.from(date).dayOfWeek);
}

function lastOfCycle(first: string, cycle: Row[string] | undefined): string {
  if (cycle === 3) return dateAfter(first, 6);
  const next = Temporal.PlainDate.from(first).add(cycle === 2 ? { months: 1 } : { years: 1 });
  return dateAfter(next.toString(), -1);
}

async function takenWithin(
  absence: Row,
  { first, last }: { first: string; last: string },
  view: View,
): Promise<number> {
  const days = await view.find('absenceDays', [
    { column: 'user_id', is: '=', value: absence['user_id'] ?? null },
    { column: 'date', is: '>=', value: first },
    { column: 'date', is: '<=', value: last },
    { column: 'type_id', is: '=', value: absence['type_id'] ?? null },
    { column: 'subtype_id', is: '=', value: absence['subtype_id'] ?? null },
    { column: 'status', is: 'in', value: holdingStatuses },
    { column: 'request_id', is: '!=', value: absence['id'] ?? null },
  ]);
  return days.reduce((sum, day) => sum + (day['value'] as number), 0);
}

interface Excess {
  readonly type: Row;
  readonly first: string;
  readonly last: string;
  readonly taken: number;
  readonly wanted: number;
  readonly most: number;
}

function overLimit({ type, first, last, taken, wanted, most }: Excess): ApiError {
  const message =
    `duration is too long: from ${first} to ${last} it must leave at most ${most / 100} of type ` +
    `${type['name_const']}; ${taken / 100} are taken or asked for already, and this takes ${wanted / 100}.`;
  const data = { from: first, to: last, limit: most / 100, taken: taken / 100, wanted: wanted / 100 };
  return new ApiError('rule_broken', message, { field: 'duration', data });
}
