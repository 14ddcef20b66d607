// A day of an absence as a row of absenceDays. Pure.
import type { Columns, Row } from '#resource/rule.ts';
import { absenceKind, seenOf } from '../absence-days/absence-kind.ts';
import type { WantedDay } from './store-days.ts';

/** A type of absence; its name is the one that a day keeps. */
export type DayType = Omit<Row<'absenceTypes'>, 'name_const'> & { readonly name_const: string | null };

/** The row with what the absence says of all its days; what it costs and counts as, and where it lies, stays. */
export function described(row: Row<'absenceDays'>, absence: Row<'absences'>, type: DayType): WantedDay {
  const kept = {
    value: row.value,
    seconds: row.seconds,
    counts_as_work: row.counts_as_work,
    user_department_id: row.user_department_id,
  };
  return { ...dayOf(absence, type, kept.value), ...kept, date: row.date };
}

/** What all days of an absence have in common. What its type counts as is kept: the type may change later. */
export function dayOf(absence: Row<'absences'>, type: DayType, value: number | null): Columns<'absenceDays'> {
  return {
    user_id: absence.user_id,
    user_role_id: absence.request_user_role_id,
    type: absenceKind(absence),
    value_unit: absence.duration_unit,
    request_id: absence.id,
    status: absence.status,
    comment: absence.request_comment,
    begin: absence.begin,
    subtype_id: absence.subtype_id,
    type_id: absence.type_id,
    subtype: type.name_const,
    counts_as_work: type.add_to_working_hours,
    seen: seenOf(absence.status, value, type),
  };
}
