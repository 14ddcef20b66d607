// Time off for overtime leaves at least the balance that the account asks for.
import { ApiError } from '#errors/api-error.ts';
import { shownHours } from '#resource/field-types/hours.ts';
import type { Row, View } from '#resource/rule.ts';
import { knownRow } from '../known-row.ts';
import { begunUntil } from '../days/employment.ts';
import { overtimeSeconds } from '../timesheets/overtime.ts';
import { secondsTaken } from '../absence-days/amounts-in-days.ts';
import type { CostlyDay } from '../absence-days/count-days.ts';
import { calendarOf } from '../absence-days/person-calendar.ts';

/** `generalSettings` row with the least balance, in hours. */
const minimumSetting = 'overtime_minimum_balance';

/**
 * Refuses days of time off that, with all others asked for or granted, and with payouts to come, would leave less than the
 * least balance.
 */
export function refuseOvertaken(absence: Row<'absences'>, days: readonly CostlyDay[], view: View): void {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return;
  const userId = absence.user_id;
  const user = knownRow(view, 'users', userId);
  const overtime = overtimeSeconds(view, { user, date: begunUntil(user) });
  if (overtime === null) return;
  const calendar = calendarOf(userId, { from: first.date, to: last.date }, view);
  const value_unit = absence.duration_unit ?? null;
  const wanted = sumOf(days.map((day) => secondsTaken({ ...day, value_unit }, calendar(day.date))));
  const others = overtime.reductions.filter((one) => one.absence !== absence.id);
  const { saldo, paid } = overtime;
  const left = saldo - sumOf(others.map(({ seconds }) => seconds)) - paid - wanted;
  const least = Math.round(Number(view.setting(minimumSetting)) * 3600);
  if (left >= least) return;
  const payouts = paid === 0 ? '' : ` and ${shownHours(paid)} hours paid out on days to come`;
  const message =
    `duration is too long: ${shownHours(wanted)} hours of time off leave a balance of ${shownHours(left)} hours, ` +
    `with all other time off that is asked for or granted${payouts}; the least is ${shownHours(least)} (${minimumSetting}).`;
  const data = { left: shownHours(left), least: shownHours(least), wanted: shownHours(wanted) };
  throw new ApiError('rule_broken', message, { field: 'duration', data });
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, one) => sum + one, 0);
}
