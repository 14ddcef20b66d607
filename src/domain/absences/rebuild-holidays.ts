// Looks whether a person's holiday ledger and the log of their absences say what follows from the facts, and makes them
// say so by appending to them.
import type { ReadView, View } from '#resource/rule.ts';
import { allDates } from '#values/date-range.ts';
import { missingInLog } from './log-days.ts';
import { isAccounted } from '../days/employment.ts';
import { approvedDays } from '../days/refuse-approved-day.ts';
import type { Difference } from '../timesheets/rebuild.ts';
import { sentText, textIn } from '../sent-values.ts';
import { sumOf } from '../holidays/holiday-ledger.ts';
import { readHolidayAccounts } from '../holidays/read-holiday-account.ts';
import { missingEntries, recalculateHolidays } from '../holidays/recalculate-holidays.ts';

type LogEntry = ReturnType<typeof missingInLog>[number];

/** What ledger and log lack, and which approved days say something else; nothing when all agree. Changes nothing. */
export function verifyHolidays(view: ReadView, userId: number): readonly Difference[] {
  const inLog = missingRows(view, userId).map((row) => ({
    resource: 'timesheetActionLogs',
    key: sentText(row, 'date'),
    field: textIn(row, 'subtype'),
    stored: null,
    expected: row.value ?? null,
  }));
  const inLedger = missingEntries(view, userId).map(({ date, kind, days }) => ({
    resource: 'holidayEntries',
    key: date,
    field: kind,
    stored: null,
    expected: days,
  }));
  return [...inLog, ...inLedger, ...frozenOtherwise(view, userId)];
}

/** Approved days whose holiday is not what the ledger takes on them: whatever came past the service, or from before. */
function frozenOtherwise(view: ReadView, userId: number): readonly Difference[] {
  const user = view.get('users', userId);
  const account = user === undefined ? undefined : readHolidayAccounts(view, user)[0];
  if (user === undefined || account === undefined) return [];
  const days = [...approvedDays(view, userId, allDates).values()];
  return days
    .filter(({ date }) => account.start <= date && isAccounted(user, date))
    .map((day) => ({
      resource: 'timesheetAccountings',
      key: day.date,
      field: 'holiday',
      stored: day.holiday ?? 0,
      expected: sumOf(account.granted.filter(({ date }) => date === day.date)),
      frozen: true as const,
    }))
    .filter(({ stored, expected }) => stored !== expected);
}

/** Appends what ledger and log lack, and moves the balances of the days; answers how many rows that took. */
export function rebuildHolidays(view: View, userId: number): number {
  const rows = missingRows(view, userId);
  view.insertAll('timesheetActionLogs', rows);
  return rows.length + recalculateHolidays(view, userId);
}

function missingRows(view: ReadView, userId: number): readonly LogEntry[] {
  const rows: LogEntry[] = [];
  for (const absence of view.find('absences', [{ column: 'user_id', is: '=', value: userId }]))
    rows.push(...missingInLog(absence, view));
  return rows;
}
