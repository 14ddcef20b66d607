// Absences of the demo company: past, present and to come, in every status. Plain data, counted from the present week.

/** What becomes of an absence after it is asked for; `granted` ones are entered by the server. */
export type DemoOutcome = 'granted' | 'open' | 'declined' | 'cancelled' | 'waiting';

/** One absence. */
export interface DemoAbsence {
  readonly username: string;
  readonly outcome: DemoOutcome;
  /** Weeks from the present one; then the first and the last weekday, 1 is Monday. */
  readonly week: number;
  readonly days: readonly [first: number, last: number];
  readonly type: 'holiday' | 'sickLeave';
  readonly comment: string;
  /** Who stands in. */
  readonly replacement?: string;
}

/** Numbers of the types that every account begins with. */
export const absenceTypes = {
  holiday: { type_id: 1, subtype_id: 0 },
  sickLeave: { type_id: 3, subtype_id: 11 },
} as const;

type Days = DemoAbsence['days'];

function holiday(username: string, week: number, days: Days, more: Partial<DemoAbsence> = {}): DemoAbsence {
  return { username, week, days, type: 'holiday', outcome: 'granted', comment: '', ...more };
}

/** All of them. Those to come last three days, so that public holidays leave at least one to ask for. */
export const absences: readonly DemoAbsence[] = [
  holiday('clara', -17, [1, 5], { comment: 'Sailing' }),
  holiday('emil', -14, [1, 5], { comment: 'Stockholm' }),
  holiday('ida', -12, [3, 5]),
  holiday('tom', -10, [1, 4]),
  holiday('eva', -6, [1, 5], { comment: 'Autumn holiday' }),
  holiday('pavel', -3, [2, 3], { type: 'sickLeave', comment: 'Influenza' }),
  holiday('nora', 0, [1, 5], { comment: 'Moving house' }),
  holiday('ida', 0, [1, 5], { comment: 'Rome' }),
  holiday('lena', 3, [1, 5]),
  holiday('samir', 2, [3, 5], { outcome: 'open', comment: 'Long weekend' }),
  holiday('emil', 5, [1, 3], { outcome: 'open', comment: 'Visit from home' }),
  holiday('pavel', 4, [1, 3], { outcome: 'declined', comment: 'Short break' }),
  holiday('ida', 4, [3, 5], { outcome: 'cancelled', comment: 'Concert' }),
  holiday('aylin', 6, [1, 3], { outcome: 'waiting', comment: 'Family visit', replacement: 'tom' }),
];

/** First and last date of an absence, for the Monday of the present week. */
export function datesOf(
  { week, days: [first, last] }: DemoAbsence,
  monday: Temporal.PlainDate,
): readonly [first: Temporal.PlainDate, last: Temporal.PlainDate] {
  const start = monday.add({ weeks: week });
  return [start.add({ days: first - 1 }), start.add({ days: last - 1 })];
}

/** Whether the person is away on the date. */
export function isAway(username: string, date: Temporal.PlainDate, monday: Temporal.PlainDate): boolean {
  return absences.some((one) => {
    if (one.username !== username || one.outcome !== 'granted') return false;
    const [first, last] = datesOf(one, monday);
    return Temporal.PlainDate.compare(first, date) <= 0 && Temporal.PlainDate.compare(date, last) <= 0;
  });
}
