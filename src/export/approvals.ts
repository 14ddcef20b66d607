// Who approved the days of a month, at which level and when, from rows of timesheetAccountings.
import type { ReadView, Row } from '#resource/rule.ts';
import { nameOf } from './person-name.ts';
import type { Approval } from './timesheet.ts';

/** By level: the columns with the flag, the moment and the approver; the person confirms their own days. */
const levels = [
  { level: 'person', flag: 'approved_by_user', at: 'approved_by_user_at', by: 'user_id' },
  { level: 'first', flag: 'approved_by_user_1', at: 'approved_by_user_1_at', by: 'approved_by_user_1_id' },
  { level: 'company', flag: 'approved_by_admin', at: 'approved_by_admin_at', by: 'approved_by_admin_id' },
] as const;

/** One for each level and approver; dates are those of the person's zone. */
export function approvalsOf(
  view: Pick<ReadView, 'get'>,
  user: Row,
  days: readonly Row[],
): readonly Approval[] {
  const zone = String(user['timezone'] ?? '') || 'UTC';
  const approvals: Approval[] = [];
  for (const { level, flag, at, by } of levels) {
    const approved = days.filter((day) => day[flag] === 1);
    for (const [id, own] of Map.groupBy(approved, (day) => day[by] ?? null)) {
      const approver: Row | undefined = typeof id === 'number' ? view.get('users', id) : undefined;
      const last = Math.max(...own.map((day) => Number(day[at] ?? 0)));
      approvals.push({
        level,
        name: approver === undefined ? '' : nameOf(approver),
        date: last === 0 ? null : dateOf(last, zone),
        days: own.length,
      });
    }
  }
  return approvals;
}

function dateOf(seconds: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString();
}
