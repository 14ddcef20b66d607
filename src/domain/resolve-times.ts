// Local times and zones as sent → instants (rules of time: skipped times are refused, repeated ones mean the first).
import { ApiError } from '#errors/api-error.ts';
import type { Row } from '#resource/rule.ts';
import { resolveLocal, type ZonedMoment } from '#values/time-zone.ts';
import { ValueError } from '#values/value-error.ts';
import type { Interval } from './interval.ts';
import { numberIn, sentNumber } from './sent-values.ts';

/** A local time, its zone and, if somebody chose it, its offset; `field` is what a refusal names. */
export interface LocalMoment {
  readonly field: string;
  readonly local: string;
  readonly zone: string;
  readonly offset: number | null;
}

/** The instant and offset of a local time; throws `invalid_value` naming the time, with the next valid one in `data`, or the offset. */
export function resolveMoment({ field, local, zone, offset }: LocalMoment): ZonedMoment {
  const first = refusing(field, local, () => resolveLocal(local, zone));
  if (offset === null || offset === first.offset) return first;
  return refusing(`${field}_offset`, offset, () => resolveLocal(local, zone, offset));
}

/** Whether the zone keeps the offset at the local time. */
export function keepsOffset(local: string, zone: string, offset: number): boolean {
  try {
    return resolveLocal(local, zone, offset).offset === offset;
  } catch {
    return false;
  }
}

/** The stretch of time of a stored tracking. */
export function intervalOf(row: Row): Interval {
  return { start: sentNumber(row, 'start_instant'), end: numberIn(row, 'end_instant') };
}

/** Refuses an end that is not after the start. */
export function checkOrder(row: Row, interval: Interval): void {
  if (interval.end === null || interval.end > interval.start) return;
  const end = `${row.end_time} (${row.end_time_timezone})`;
  const start = `${row.start_time} (${row.start_time_timezone})`;
  const message = `end_time is ${end}; it must be at least one second after start_time, ${start}.`;
  throw new ApiError('invalid_value', message, { field: 'end_time' });
}

function refusing(field: string, value: string | number, resolve: () => ZonedMoment): ZonedMoment {
  try {
    return resolve();
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    const message = `${field} is ${JSON.stringify(value)}; it must be ${error.expected}.`;
    const { data } = error;
    throw new ApiError('invalid_value', message, { field, ...(data === undefined ? {} : { data }) });
  }
}
