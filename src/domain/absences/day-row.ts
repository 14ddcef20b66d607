// A day of an absence as a row of absenceDays. Pure.
import type { Row } from '#resource/rule.ts';
import { absenceKind, seenOf } from './absence-kind.ts';
import type { WantedDay } from './store-days.ts';

/** The row with what the absence says of all its days; what it costs and counts as, and where it lies, stays. */
export function described(row: Row, absence: Row, type: Row): WantedDay {
  const kept = {
    value: row['value'] ?? null,
    seconds: row['seconds'] ?? null,
    counts_as_work: row['counts_as_work'] ?? 0,
    user_department_id: row['user_department_id'] ?? null,
  };
  return { ...dayOf(absence, type, kept.value), ...kept, date: row['date'] as string };
}

/** What all days of an absence have in common. What its type counts as is kept: the type may change later. */
export function dayOf(absence: Row, type: Row, value: Row[string]): Row {
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
    seen: seenOf(absence['status'] ?? null, value, type),
  };
}
