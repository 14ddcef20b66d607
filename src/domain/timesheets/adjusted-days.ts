// What was added to a person's holiday by hand, as their days show it.
import type { ReadView } from '#resource/rule.ts';

/** The sums of a person's adjustments by date, in hundredths of days: of one date, or of all that have any. */
export function adjustedDays(
  view: ReadView,
  { userId, date }: { readonly userId: number; readonly date?: string },
): ReadonlyMap<string, number> {
  const entries = view.find('timesheetActionLogs', [
    { column: 'user_id', is: '=', value: userId },
    ...(date === undefined ? [] : [{ column: 'date', is: '=', value: date } as const]),
    { column: 'type', is: '=', value: 'holiday' },
    { column: 'request_id', is: 'null' },
  ]);
  const sums = new Map<string, number>();
  for (const { date: on, value } of entries) sums.set(on, (sums.get(on) ?? 0) + (value ?? 0));
  return sums;
}
