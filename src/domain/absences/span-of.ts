// A stored absence as a span of the calendar. Pure.
import type { Row } from '#resource/rule.ts';
import { isInHours } from './absence-kind.ts';
import type { Span } from './count-days.ts';
import type { Occupation } from './find-overlap.ts';

/** The span of an absence; whether it may lie on days off is said by its absence type. */
export function spanOf(absence: Row, type: Row): Span {
  return {
    from: absence['from_date'] as string,
    to: absence['to_date'] as string,
    beginPart: partIn(absence, 'request_partial_begin_duration'),
    endPart: partIn(absence, 'request_partial_end_duration'),
    inHours: isInHours(absence),
    hours: (absence['requested_hours'] ?? null) as number | null,
    anyDay: type['allow_entry_on_non_working_days'] === 1,
  };
}

/** The absence as others may collide with it. */
export function occupationOf(absence: Row, type: Row): Occupation<Row> {
  return { row: absence, span: spanOf(absence, type), begin: secondsIn(absence['begin']) };
}

function partIn(absence: Row, column: string): number {
  return (absence[column] as number | null) ?? 100;
}

function secondsIn(time: Row[string] | undefined): number | null {
  if (typeof time !== 'string') return null;
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}
