// A stored absence as a span of the calendar. Pure.
import type { Row } from '#resource/rule.ts';
import { isInHours } from '../absence-days/absence-kind.ts';
import type { Span } from '../absence-days/count-days.ts';
import type { Occupation } from './find-overlap.ts';

/** The span of an absence; whether it may lie on days off is said by its absence type. */
export function spanOf(absence: Row<'absences'>, type: Row<'absenceTypes'>): Span {
  return {
    from: absence.from_date,
    to: absence.to_date,
    beginPart: absence.request_partial_begin_duration ?? 100,
    endPart: absence.request_partial_end_duration ?? 100,
    inHours: isInHours(absence),
    hours: absence.requested_hours ?? null,
    anyDay: type.allow_entry_on_non_working_days === 1,
  };
}

/** The absence as others may collide with it. */
export function occupationOf(
  absence: Row<'absences'>,
  type: Row<'absenceTypes'>,
): Occupation<Row<'absences'>> {
  return { row: absence, span: spanOf(absence, type), begin: secondsIn(absence.begin) };
}

function secondsIn(time: string | null | undefined): number | null {
  if (typeof time !== 'string') return null;
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}
