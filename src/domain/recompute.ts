// The one list by which rows that follow from others are made right after facts of a person have changed:
// days of absence → days and weeks → holiday account → what leaves the balance → status, with the notices that it causes.
import type { View } from '#resource/rule.ts';
import type { Recomputation } from '#resource/recomputation.ts';
import type { Stale, StalePart } from '#resource/stale.ts';
import { earlierDate } from '#values/date-range.ts';
import { renewAbsenceDays } from './absences/renew-days.ts';
import { recalculateHolidays } from './holidays/recalculate-holidays.ts';
import { settleOvertime } from './settlements/settle-overtime.ts';
import { renewStatuses, peopleWithCoreTime } from './status/keep-status.ts';
import { begunUntil } from './days/employment.ts';
import { recountDays } from './timesheets/recount.ts';
import { rangesToCount } from './timesheets/stale-days.ts';

/** What follows from other rows. That a tracking has run for very long is noted on it together with the status. */
const resources: ReadonlySet<string> = new Set([
  'accountMonths',
  'holidayEntries',
  'overtimeLedger',
  'timesheetAccountings',
  'userStatusOverview',
]);

/** What follows from calendars too. */
const ofAbsences: ReadonlySet<string> = new Set(['absences', 'absenceDays', 'timesheetActionLogs']);

/** Recomputes what is stale, each person once. */
export const recomputation: Recomputation = {
  concerns: (resource, stale) =>
    resources.has(resource) ||
    (resource === 'timeTrackings' && isOfEverybody(stale)) ||
    (ofAbsences.has(resource) && hasCalendar(stale)),
  run(view, stale, now) {
    if (hasCalendar(stale)) return recomputeAbsenceDays(view, stale);
    for (const [userId, parts] of stale) recomputeAccounts(view, userId, parts);
    const ids = peopleToRenew(view, stale);
    if (ids.length > 0) renewStatuses(view, { ids, now });
  },
};

function hasCalendar(stale: Stale): boolean {
  return stale.values().some((parts) => parts.some(({ calendar }) => calendar !== undefined));
}

function isOfEverybody(stale: Stale): boolean {
  return stale.values().some((parts) => parts.some(({ status }) => status === 'everybody'));
}

/** Days of absence come first: what they make stale in turn is recomputed together with all else. */
function recomputeAbsenceDays(view: View, stale: Stale): void {
  for (const [userId, parts] of stale)
    for (const { calendar, ...others } of parts) {
      if (calendar !== undefined) renewAbsenceDays(userId, calendar, view);
      view.stale(userId, others);
    }
}

function recomputeAccounts(view: View, userId: number, parts: readonly StalePart[]): void {
  const moved: string[] = [];
  for (const range of rangesToCount(parts)) moved.push(...recountDays(view, userId, range));
  if (parts.some(({ holidays }) => holidays)) recalculateHolidays(view, userId);
  const marked = parts.flatMap(({ overtimeFrom = [] }) => overtimeFrom);
  if (moved.length + marked.length === 0) return;
  const user = view.get('users', userId);
  if (user === undefined) return;
  // Days that are not over settle nothing yet.
  const dates = [...marked, ...moved.filter((date) => date < begunUntil(user))];
  if (dates.length > 0) settleOvertime(view, user, dates.reduce(earlierDate));
}

function peopleToRenew(view: View, stale: Stale): readonly number[] {
  const all = hasStatus(stale, 'everybody');
  const others = hasStatus(stale, 'core time').filter((id) => !all.includes(id));
  return [...all, ...peopleWithCoreTime(view, others)];
}

function hasStatus(stale: Stale, status: StalePart['status']): readonly number[] {
  return [...stale].flatMap(([id, parts]) => (parts.some((part) => part.status === status) ? [id] : []));
}
