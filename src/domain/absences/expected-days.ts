// What the days of a person's absences should be, worked out from the absences. What cannot be known again stays as it is
// stored: days of absences that were declined or cancelled, and on approved days what the log says was granted there.
import type { Columns, ReadView, Row } from '#resource/rule.ts';
import { earlierDate, laterDate } from '#values/date-range.ts';
import { approvedDays } from '../days/refuse-approved-day.ts';
import { absenceStatus, holdingStatuses } from '../absence-days/absence-kind.ts';
import { costOfDates, durationOf, type CountedDay } from '../absence-days/count-days.ts';
import { dayOf, described, type DayType } from './day-row.ts';
import { absenceTypesOf } from '../absence-days/find-type.ts';
import { standingIn } from './log-days.ts';
import { calendarOf, type PersonCalendar } from '../absence-days/person-calendar.ts';
import { spanOf } from './span-of.ts';
import type { WantedDay } from './store-days.ts';
import { takenAmong } from './taken-before.ts';

/** An absence with its rows of absenceDays: as they stand, and as they should be, with the sum of what they cost. */
export interface ExpectedAbsence {
  readonly absence: Row<'absences'>;
  readonly stored: readonly Row<'absenceDays'>[];
  readonly wanted: readonly WantedDay[];
  readonly duration: number;
}

/** Every absence of a person with its days as they should be. */
export function expectedAbsences(view: ReadView, userId: number): readonly ExpectedAbsence[] {
  const ofUser = { column: 'user_id', is: '=', value: userId } as const;
  const absences = view.find('absences', [ofUser], { orderBy: ['from_date'] });
  if (absences.length === 0) return [];
  const ofAbsences = [ofUser, { column: 'request_id', is: 'not null' }] as const;
  const days = view.find('absenceDays', ofAbsences, { orderBy: ['date'] });
  const log = view.find('timesheetActionLogs', ofAbsences);
  const range = {
    from: absences.map((row) => row.from_date).reduce(earlierDate),
    to: absences.map((row) => row.to_date).reduce(laterDate),
  };
  const facts: Facts = {
    typeOf: absenceTypesOf(absences, view),
    calendar: calendarOf(userId, range, view),
    approved: new Set(approvedDays(view, userId, range).keys()),
    holding: absences.filter(isHolding),
  };
  const byAbsence = Map.groupBy(days, (row) => row.request_id);
  const logged = Map.groupBy(standingIn(log), (row) => row.request_id);
  return absences.map((absence) => {
    const stored = byAbsence.get(absence.id) ?? [];
    const wanted = wantedDays(absence, { ...facts, stored, log: logged.get(absence.id) ?? [] });
    const duration = wanted.reduce((sum, { value }) => sum + Number(value), 0);
    return { absence, stored, wanted, duration };
  });
}

/** What all absences of a person are counted from. */
interface Facts {
  readonly typeOf: (absence: Row<'absences'>) => Row<'absenceTypes'>;
  readonly calendar: PersonCalendar;
  /** Dates. */
  readonly approved: ReadonlySet<string>;
  readonly holding: readonly Row<'absences'>[];
}

/** The same with what stands of one of them. */
interface Known extends Facts {
  readonly stored: readonly Row<'absenceDays'>[];
  /** What it says was granted and not taken back. */
  readonly log: readonly Row<'timesheetActionLogs'>[];
}

function wantedDays(absence: Row<'absences'>, known: Known): readonly WantedDay[] {
  const { typeOf, calendar, holding, approved } = known;
  const others = isHolding(absence) ? holding : [];
  const taken = takenAmong(absence, { others, typeOf, calendar });
  const isFrozen = absence.status === absenceStatus.granted;
  return costOfDates(spanOf(absence, typeOf(absence)), calendar, taken).flatMap((day) => {
    const row = known.stored.find(({ date }) => date === day.date);
    const wanted =
      isFrozen && approved.has(day.date)
        ? frozenDay(absence, day, { ...known, row })
        : countedDay(absence, day, { ...known, row });
    return wanted ?? [];
  });
}

interface OnDate extends Known {
  /** What is stored of the date. */
  readonly row: Row<'absenceDays'> | undefined;
}

/** A granted day under an approval: what was granted then is what the log says, and where that says nothing, what stands. */
function frozenDay(absence: Row<'absences'>, day: CountedDay, on: OnDate): WantedDay | null {
  const entry = on.log.find(({ date }) => date === day.date);
  if (entry === undefined)
    return on.row === undefined ? null : described(on.row, absence, typeWith(on, absence));
  if (on.row !== undefined && on.row.value === entry.value)
    return described(on.row, absence, typeWith(on, absence));
  return {
    ...dayOf(absence, typeWith(on, absence), entry.value ?? null),
    ...marksOf(on.row),
    date: day.date,
    value: entry.value ?? null,
    seconds: day.value === entry.value ? day.seconds : null,
    user_department_id: entry.user_department_id ?? null,
  };
}

function countedDay(absence: Row<'absences'>, day: CountedDay, on: OnDate): WantedDay | null {
  const { row, calendar, approved } = on;
  const { hours, departmentId } = calendar(day.date);
  const type = typeWith(on, absence);
  const offHours = absence.duration_unit === 'hs' && hours === 0;
  if (row !== undefined && (!isHolding(absence) || offHours)) return described(row, absence, type);
  // Whether days off have rows is what the type said then; whoever ended took what the sum says.
  if (row === undefined && isWhole(absence, on) && (!isHolding(absence) || offHours || day.value === 0))
    return null;
  const isEmpty = day.value === 0 && (row === undefined || row.value !== 0);
  if (isEmpty && type.allow_entry_on_non_working_days !== 1) return null;
  return {
    ...dayOf(absence, type, day.value),
    ...marksOf(row),
    ...day,
    // Older rows say their seconds by their value.
    seconds: row?.seconds === null && row.value === day.value ? null : day.seconds,
    user_department_id:
      row !== undefined && approved.has(day.date) ? (row.user_department_id ?? null) : departmentId,
  };
}

/** Whether nothing that costs something is missing. */
function isWhole(absence: Row<'absences'>, { stored }: OnDate): boolean {
  return durationOf(stored.map(costOf)) === absence.duration;
}

function costOf(row: Row<'absenceDays'>): { readonly date: string; readonly value: number } {
  return { date: row.date, value: row.value ?? 0 };
}

/** The type of the absence; a day that stands keeps the name that it had when the day was written. */
function typeWith({ typeOf, row }: OnDate, absence: Row<'absences'>): DayType {
  const type = typeOf(absence);
  return row === undefined ? type : { ...type, name_const: row.subtype ?? null };
}

/** Whether a day counts as work is what its type said when it was counted last. */
function marksOf(row: Row<'absenceDays'> | undefined): Columns<'absenceDays'> {
  return row === undefined ? {} : { counts_as_work: row.counts_as_work ?? 0 };
}

function isHolding(absence: Row<'absences'>): boolean {
  return holdingStatuses.includes(absence.status);
}
