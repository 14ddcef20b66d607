// The days of an absence follow from it, in the transaction that writes it: one row for each date that costs something.
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { approvedDays } from '../accounts/keep-approved-day.ts';
import { recountFrames } from '../accounts/recount.ts';
import type { DateRange } from '../schedules/person-days.ts';
import { differs } from '../change.ts';
import { settleHolidays } from '../holidays/settle-holidays.ts';
import { absenceKind, absenceStatus, holdingStatuses } from './absence-kind.ts';
import { costOfDates, measuredPartOf, type Calendar, type Free, type Span } from './count-days.ts';
import { absenceTypeOf } from './find-type.ts';
import { logDays } from './log-days.ts';
import { calendarOf } from './person-calendar.ts';
import { absencesWithin } from './refuse-overlap.ts';
import { spanOf } from './span-of.ts';
import { storeDays, type WantedDay } from './store-days.ts';

/** Keeps the days of the changed absence, and gives back or takes again those of vacations under sick leave. */
export const deriveDays: Rule = async (change, view) => {
  if (change.verb === 'delete') {
    await recountFrames(view, change.after['user_id'] as number, datesOf(change.after));
    await logDays(change.after, view);
  } else {
    await (differs(change, 'status') ? countAnew : describeAgain)(change.after, view);
  }
  const vacations = startsOrEndsSickLeave(change)
    ? (await absencesWithin(change.after, view)).filter(isGrantedVacation)
    : [];
  for (const vacation of vacations) await countAgain(vacation, view, datesOf(change.after));
  const wasOrIs = [change.before, change.after].some((row) => row !== null && isGrantedVacation(row));
  if (wasOrIs || vacations.length > 0) await settleHolidays(view, change.after['user_id'] as number);
};

function datesOf(absence: Row): DateRange {
  return { from: absence['from_date'] as string, to: absence['to_date'] as string };
}

/** Counts an absence that was entered or decided, and logs what its days were granted or taken back. */
async function countAnew(absence: Row, view: View): Promise<void> {
  const isHeld = holdingStatuses.includes(absence['status'] as 0);
  await (isHeld ? writeDays(absence, view, () => false) : describeAgain(absence, view));
  await logDays(absence, view);
}

/**
 * Counts the days of an absence that lie in the range by what they follow from as that stands now; its other days, and
 * what is granted on approved ones, stay what they were.
 */
export async function countAgain(absence: Row, view: View, range: DateRange): Promise<void> {
  const granted = absence['status'] === absenceStatus.granted;
  const userId = absence['user_id'] as number;
  const approved = granted ? await approvedDays(view, userId, datesOf(absence)) : none;
  await writeDays(absence, view, (date) => date < range.from || range.to < date || approved.has(date));
  await logDays(absence, view);
}

const none: ReadonlyMap<string, Row> = new Map();

/** Writes its duration and days, all but those that are kept. */
async function writeDays(absence: Row, view: View, isKept: (date: string) => boolean): Promise<void> {
  const type = await absenceTypeOf(absence, view);
  const span = spanOf(absence, type);
  const calendar = await calendarOf(absence['user_id'] as number, span, view);
  const days = costOfDates(span, calendar, await freeOf(absence, calendar, view));
  const costly = days.filter(({ date, value }) => !isKept(date) && (value > 0 || span.anyDay));
  const stored = await storedDays(absence, view);
  const wanted = [
    ...stored.filter((row) => isKept(row['date'] as string)).map((row) => described(row, absence, type)),
    ...costly.map(({ date, value }): WantedDay => ({
      ...dayOf(absence, type),
      date,
      value,
      user_department_id: calendar(date).departmentId,
    })),
  ];
  const duration = wanted.reduce((sum, { value }) => sum + Number(value), 0);
  if (absence['duration'] !== duration) await view.update('absences', absence['id'] as number, { duration });
  await storeDays(stored, wanted, view);
}

/** Has the days say what the absence says; what they cost, and what they count as, stays. */
async function describeAgain(absence: Row, view: View): Promise<void> {
  const type = await absenceTypeOf(absence, view);
  const stored = await storedDays(absence, view);
  await storeDays(
    stored,
    stored.map((row) => described(row, absence, type)),
    view,
  );
}

function described(row: Row, absence: Row, type: Row): WantedDay {
  const kept = {
    value: row['value'] ?? null,
    counts_as_work: row['counts_as_work'] ?? 0,
    user_department_id: row['user_department_id'] ?? null,
  };
  return { ...dayOf(absence, type), ...kept, date: row['date'] as string };
}

function storedDays(absence: Row, view: View): Promise<readonly Row[]> {
  return view.find('absenceDays', [{ column: 'request_id', is: '=', value: absence['id'] ?? null }]);
}

/** What all days of an absence have in common. What its type counts as is kept: the type may change later. */
function dayOf(absence: Row, type: Row): Row {
  return {
    user_id: absence['user_id'] ?? null,
    user_role_id: absence['request_user_role_id'] ?? null,
    type: absenceKind(absence),
    value_unit: absence['duration_unit'] ?? null,
    request_id: absence['id'] ?? null,
    status: absence['status'] ?? null,
    comment: absence['request_comment'] ?? null,
    begin: absence['begin'] ?? null,
    subtype_id: absence['subtype_id'] ?? null,
    type_id: absence['type_id'] ?? null,
    subtype: type['name_const'] ?? null,
    counts_as_work: type['add_to_working_hours'] ?? 0,
  };
}

/** What sick leave leaves of the dates of a granted vacation; others have their dates to themselves. */
async function freeOf(absence: Row, calendar: Calendar, view: View): Promise<Free | undefined> {
  if (!isGrantedVacation(absence)) return undefined;
  const others = (await absencesWithin(absence, view)).filter(isGrantedSickLeave);
  const spans: Span[] = [];
  for (const other of others) spans.push(spanOf(other, await absenceTypeOf(other, view)));
  return (date) => {
    const here = spans.filter(({ from, to }) => from <= date && date <= to);
    const sick = here.reduce((sum, span) => sum + measuredPartOf(span, date, calendar(date)), 0);
    return Math.max(0, 100 - sick);
  };
}

function startsOrEndsSickLeave({ verb, before, after }: Change): boolean {
  if (absenceKind(after) !== 'sick_leave') return false;
  const was = before !== null && isGrantedSickLeave(before);
  const is = verb !== 'delete' && isGrantedSickLeave(after);
  return was !== is;
}

function isGrantedSickLeave(absence: Row): boolean {
  return absenceKind(absence) === 'sick_leave' && absence['status'] === absenceStatus.granted;
}

function isGrantedVacation(absence: Row): boolean {
  return absenceKind(absence) === 'holiday' && absence['status'] === absenceStatus.granted;
}
