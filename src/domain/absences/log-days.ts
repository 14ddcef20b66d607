// The day actions behind the accounts: a log row for each day of a granted absence, a counter-row when it is taken back.
import type { Columns, ReadView, Row, Rule, View } from '#resource/rule.ts';
import { decisionTypes } from '../timesheets/log-decisions.ts';
import { rowId } from '../change.ts';
import { absenceStatus } from '../absence-days/absence-kind.ts';

/** `subtype` of the log row of a day of absence, and of what takes it back. */
const subtypes = { entered: 'absence', removed: 'absence_removed' } as const;

/** A row of the log that is to be written. */
type LogEntry = Columns<'timesheetActionLogs'>;

/** Appends what the log lacks about an absence, as its days stand; nothing in it is changed. */
export function logDays(absence: Row<'absences'>, view: View): void {
  view.insertAll('timesheetActionLogs', missingInLog(absence, view));
}

/** What the log lacks about an absence: counter-rows of what does not hold any more, and rows of what holds now. */
export function missingInLog(absence: Row<'absences'>, view: ReadView): readonly LogEntry[] {
  const ofAbsence = [{ column: 'request_id', is: '=', value: absence.id ?? null }] as const;
  const log = view.find('timesheetActionLogs', ofAbsence);
  const granted = absence.status === absenceStatus.granted;
  if (log.length === 0 && !granted) return [];
  const days = granted ? view.find('absenceDays', ofAbsence, { orderBy: ['date'] }) : [];
  const wanted = days
    .filter(({ value }) => (value ?? 0) > 0)
    .map((day) => ({ ...entryOf(day), from_date: absence.from_date ?? null }));
  const standing = standingIn(log);
  return [
    ...standing
      .filter((row) => !wanted.some((one) => saysTheSame(one, row)))
      .map((row) => counterOf(row, absence)),
    ...wanted.filter((one) => !standing.some((row) => saysTheSame(one, row))),
  ];
}

/** The rows of a log that nothing has taken back: one for each day of absence that it says was granted. */
export function standingIn(
  log: readonly Row<'timesheetActionLogs'>[],
): readonly Row<'timesheetActionLogs'>[] {
  const removed = new Set(log.filter(({ subtype }) => subtype === subtypes.removed).map(({ data }) => data));
  return log.filter((row) => row.subtype === subtypes.entered && !removed.has(String(row.id)));
}

function saysTheSame(one: LogEntry, row: LogEntry): boolean {
  return (['date', 'type', 'value', 'value_unit'] as const).every((column) => one[column] === row[column]);
}

function entryOf(day: Row<'absenceDays'>): LogEntry {
  const type = day.type ?? null;
  return {
    user_id: day.user_id ?? null,
    user_department_id: day.user_department_id ?? null,
    user_role_id: day.user_role_id ?? null,
    date: day.date ?? null,
    type,
    other_paid_leave_id: type === 'other_paid_leave' ? (day.subtype_id ?? null) : null,
    value: day.value ?? null,
    value_unit: day.value_unit ?? null,
    request_id: day.request_id ?? null,
    status: absenceStatus.granted,
    comment: day.comment ?? null,
    begin: day.begin ?? null,
    subtype: subtypes.entered,
  };
}

/** What took a day back stands in its status: that of the absence now. */
function counterOf({ id, ...row }: Row<'timesheetActionLogs'>, absence: Row<'absences'>): LogEntry {
  return {
    ...row,
    value: -(row.value ?? 0),
    status: absence.status ?? null,
    subtype: subtypes.removed,
    data: String(id),
  };
}

/**
 * Who is deleted takes along what the log says of their absences, which are gone before, and of decisions about their days;
 * adjustments keep a person.
 */
export const endLog: Rule<'users'> = (change, view) => {
  if (change.verb !== 'delete') return;
  const log = view.find('timesheetActionLogs', [{ column: 'user_id', is: '=', value: rowId(change) }]);
  const taken = log.filter(
    ({ request_id, type }) => request_id !== null || decisionTypes.includes(type ?? ''),
  );
  for (const row of taken) view.remove('timesheetActionLogs', row.id);
};
