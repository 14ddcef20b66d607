// The days of an absence follow from it, in the transaction that writes it: one row for each date that costs something.
import type { Columns, Change, Row, Rule, View } from '#resource/rule.ts';
import { approvedDays } from '../days/refuse-approved-day.ts';
import type { DateRange } from '../schedules/person-days.ts';
import { differs } from '../change.ts';
import { absenceKind, absenceStatus, holdingStatuses } from '../absence-days/absence-kind.ts';
import { costOfDates } from '../absence-days/count-days.ts';
import { dayOf, described } from './day-row.ts';
import { absenceTypeOf } from '../absence-days/find-type.ts';
import { logDays } from './log-days.ts';
import { calendarOf } from '../absence-days/person-calendar.ts';
import { absencesWithin } from './refuse-overlap.ts';
import { spanOf } from './span-of.ts';
import { storeDays, type WantedDay } from './store-days.ts';
import { takenBefore } from './taken-before.ts';

/** Keeps the days of the changed absence, and gives back or takes again what others have of its dates. */
export const deriveDays: Rule<'absences'> = (change, view) => {
  if (change.verb === 'delete') {
    view.stale(change.after.user_id, { frames: datesOf(change.after) });
    logDays(change.after, view);
  } else {
    (differs(change, 'status') ? countAnew : describeAgain)(change.after, view);
  }
  const others = takesElse(change)
    ? absencesWithin(change.after, view).filter(({ id }) => id !== change.after.id)
    : [];
  for (const other of others) countBeside(other, view, datesOf(change.after));
  const touched = [change.before, change.after, ...others];
  if (touched.some((row) => row !== null && isGrantedVacation(row)))
    view.stale(change.after.user_id, { holidays: true });
};

/** Whether it comes to take something of its dates, or nothing any more, or in another turn. */
function takesElse({ verb, before, after }: Change<'absences'>): boolean {
  return takingOf(before) !== takingOf(verb === 'delete' ? null : after);
}

/** What is granted takes before what is asked for. */
function takingOf(absence: Row<'absences'> | null): 'granted' | 'asked for' | null {
  if (absence === null || !holdingStatuses.includes(absence.status)) return null;
  return isGranted(absence) ? 'granted' : 'asked for';
}

function datesOf(absence: Row<'absences'>): DateRange {
  return { from: absence.from_date, to: absence.to_date };
}

/** Counts an absence that was entered or decided, and logs what its days were granted or taken back. */
function countAnew(absence: Row<'absences'>, view: View): void {
  const isHeld = holdingStatuses.includes(absence.status);
  if (isHeld) writeDays(absence, view, { isKept: () => false });
  else describeAgain(absence, view);
  logDays(absence, view);
}

/**
 * Counts the days of an absence that lie in the range by what they follow from as that stands now; its other days, and
 * what is granted on approved ones, stay what they were.
 */
export function countAgain(absence: Row<'absences'>, view: View, range: DateRange): void {
  writeDays(absence, view, { isKept: keptOutside(absence, view, range) });
  logDays(absence, view);
}

/** As {@link countAgain}, after another absence on these dates: what its type counts as stays what it was. */
function countBeside(absence: Row<'absences'>, view: View, range: DateRange): void {
  writeDays(absence, view, { isKept: keptOutside(absence, view, range), marked: true });
  logDays(absence, view);
}

function keptOutside(absence: Row<'absences'>, view: View, { from, to }: DateRange): Counting['isKept'] {
  const userId = absence.user_id;
  const approved = isGranted(absence) ? approvedDays(view, userId, datesOf(absence)) : none;
  return (date) => date < from || to < date || approved.has(date);
}

const none: ReadonlySet<string> = new Set();

/** Which dates stay as they are stored; `marked`: the others stay work, or no work, as they are. */
interface Counting {
  readonly isKept: (date: string) => boolean;
  readonly marked?: true;
}

/** Writes its duration and days, all but those that are kept. */
function writeDays(absence: Row<'absences'>, view: View, { isKept, marked }: Counting): void {
  const type = absenceTypeOf(absence, view);
  const span = spanOf(absence, type);
  const calendar = calendarOf(absence.user_id, span, view);
  const days = costOfDates(span, calendar, takenBefore(absence, calendar, view));
  const costly = days.filter(({ date, value }) => !isKept(date) && (value > 0 || span.anyDay));
  const stored = storedDays(absence, view);
  const byDate = new Map(stored.map((row) => [row.date, row]));
  const markOf = (date: string): Columns<'absenceDays'> => {
    const row = marked === true ? byDate.get(date) : undefined;
    return row === undefined ? {} : { counts_as_work: row.counts_as_work ?? 0 };
  };
  const wanted = [
    ...stored.filter((row) => isKept(row.date)).map((row) => described(row, absence, type)),
    ...costly.map((day): WantedDay => ({
      ...dayOf(absence, type, day.value),
      ...day,
      ...markOf(day.date),
      user_department_id: calendar(day.date).departmentId,
    })),
  ];
  const duration = wanted.reduce((sum, { value }) => sum + Number(value), 0);
  if (absence.duration !== duration) view.update('absences', absence.id, { duration });
  storeDays(stored, wanted, view);
}

/** Has the days say what the absence says; what they cost, and what they count as, stays. */
export function describeAgain(absence: Row<'absences'>, view: View): void {
  const type = absenceTypeOf(absence, view);
  const stored = storedDays(absence, view);
  storeDays(
    stored,
    stored.map((row) => described(row, absence, type)),
    view,
  );
}

function storedDays(absence: Row<'absences'>, view: View): readonly Row<'absenceDays'>[] {
  return view.find('absenceDays', [{ column: 'request_id', is: '=', value: absence.id ?? null }]);
}

function isGranted(absence: Row<'absences'>): boolean {
  return absence.status === absenceStatus.granted;
}

function isGrantedVacation(absence: Row<'absences'>): boolean {
  return absenceKind(absence) === 'holiday' && isGranted(absence);
}
