// The row of one person and day in timesheetAccountings: where to find it, how it begins.
import type { ReadView, Row } from '#resource/rule.ts';
import { weekDateOf } from '#values/week.ts';

/** A day of a person. */
export interface PersonDay {
  readonly userId: number;
  /** As `YYYY-MM-DD`. */
  readonly date: string;
}

/** The row of a day as far as it is worked out: before it is stored it has no id, and perhaps nothing counted. */
export type AccountDay = Pick<Row<'timesheetAccountings'>, 'user_id' | 'date'> &
  Partial<Row<'timesheetAccountings'>>;

/** The account of the day, if there is one. */
export function findDay(
  view: ReadView,
  { userId, date }: PersonDay,
): Row<'timesheetAccountings'> | undefined {
  const [row] = view.find('timesheetAccountings', [
    { column: 'user_id', is: '=', value: userId },
    { column: 'date', is: '=', value: date },
  ]);
  return row;
}

/** A new account of a day, in which nothing is counted yet and nobody has written. */
export function emptyDay(user: Pick<Row<'users'>, 'id' | 'department_id'>, date: string): AccountDay {
  return {
    user_id: user.id,
    department_id: user.department_id,
    date,
    month: Number(date.slice(5, 7)),
    ...weekDateOf(date),
    additions: 0,
    overtime_paid: 0,
    overtime_settled: 0,
    settles_later: 0,
    opens_with: 0,
    holiday_adjustments: 0,
  };
}

/** Whether the person or who leads them has approved the day; then nothing of it changes. */
export function isApproved(day: Pick<AccountDay, 'approved_by_admin' | 'approved_by_user'>): boolean {
  return day.approved_by_admin === 1 || day.approved_by_user === 1;
}
