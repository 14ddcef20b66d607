// In the time of an absence ban nobody of the department, or of those below it, may ask for holiday.
import { ApiError } from '#errors/api-error.ts';
import type { Row, View } from '#resource/rule.ts';
import { referenceIn } from '../change.ts';
import { absenceKind } from '../absence-days/absence-kind.ts';
import type { CostlyDay } from '../absence-days/count-days.ts';
import type { PersonCalendar } from '../absence-days/person-calendar.ts';

/** Refuses a holiday one of whose days lies in a ban of the department on that day; days off in it do not matter. */
export function refuseBanned(
  absence: Row<'absences'>,
  {
    days,
    calendar,
    view,
  }: { readonly days: readonly CostlyDay[]; readonly calendar: PersonCalendar; readonly view: View },
): void {
  if (absenceKind(absence) !== 'holiday') return;
  const bans = view.find('absenceBans', [
    { column: 'date_from', is: '<=', value: absence.to_date ?? null },
    { column: 'date_to', is: '>=', value: absence.from_date ?? null },
  ]);
  if (bans.length === 0) return;
  const lines = new Map<number | null, ReadonlySet<number>>();
  for (const { date, value } of days) {
    const { departmentId } = calendar(date);
    const line = lines.get(departmentId) ?? departmentLine(departmentId, view);
    lines.set(departmentId, line);
    const isFor = (department: number | null): boolean => department === null || line.has(department);
    const ban = bans.find((one) => isWithin(one, date) && isFor(referenceIn(one, 'department_id')));
    if (ban !== undefined && value > 0) throw banned(ban, date);
  }
}

function isWithin(ban: Row<'absenceBans'>, date: string): boolean {
  return ban.date_from <= date && date <= ban.date_to;
}

/** The department and those above it. */
function departmentLine(id: number | null, view: View): ReadonlySet<number> {
  const line = new Set<number>();
  for (let next = id; next !== null && !line.has(next);) {
    line.add(next);
    const department = view.get('departments', next);
    next = department === undefined ? null : referenceIn(department, 'mother_id');
  }
  return line;
}

function banned(ban: Row<'absenceBans'>, date: string): ApiError {
  const message =
    `from_date and to_date hold ${date}, on which no holiday is granted: ` +
    `absence ban ${ban.id} from ${ban.date_from} to ${ban.date_to} (${ban.reason}).`;
  const data = { id: ban.id, date_from: ban.date_from, date_to: ban.date_to, reason: ban.reason };
  return new ApiError('rule_broken', message, { field: 'from_date', data });
}
