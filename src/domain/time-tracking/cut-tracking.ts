// What becomes of a tracking when another one is inserted into it: a pure function from a row to rows.
import type { Row } from '#resource/rule.ts';
import { localText, offsetAt } from '#values/time-zone.ts';
import { cutOut, lengthOf, type Interval } from '../interval.ts';
import { intervalOf } from '../resolve-times.ts';
import { sentText } from '../sent-values.ts';

/** The first part keeps the row and its id; a second part becomes a new row. No `kept`: nothing is left. */
export interface CutTracking<Tracking extends Row = Row> {
  readonly kept: Tracking | null;
  readonly added: Omit<Tracking, 'id' | 'updated'> | null;
}

/**
 * Cuts a hole into a tracking. Times at a cut are on the clocks of its start, as those of `split` are: its days are counted
 * on these clocks, so every part stays on the days on which it was, and no part comes to lie on an approved one.
 */
export function cutTracking<Tracking extends Row>(row: Tracking, hole: Interval): CutTracking<Tracking> {
  const [first, second] = cutOut(intervalOf(row), hole);
  if (first === undefined) return { kept: null, added: null };
  return {
    kept: partOf(row, first),
    added: second === undefined ? null : newRow(partOf(row, second)),
  };
}

function partOf<Tracking extends Row>(row: Tracking, part: Interval): Tracking {
  const whole = intervalOf(row);
  const moved = {
    ...row,
    ...(part.start === whole.start ? {} : startAt(row, part.start)),
    // What runs on has yet to run long.
    ...(part.start === whole.start || part.end !== null ? {} : { max_hours_alert: 0 }),
    ...(part.end === whole.end || part.end === null ? {} : endAt(row, part.end)),
  };
  return {
    ...moved,
    duration: lengthOf(part),
    status: part.end === null ? 1 : 2,
  };
}

function startAt(row: Row, instant: number): Row {
  const zone = sentText(row, 'start_time_timezone');
  const local = localText(instant, zone);
  return {
    start_instant: instant,
    start_time: local,
    start_time_timezone: zone,
    start_time_offset: offsetAt(zone, instant),
    start_date: local.slice(0, 10),
    is_start_live: 0,
    start_type_id: 0,
    start_ip: null,
    geo_start_lat: null,
    geo_start_long: null,
    geo_start_accuracy: null,
  };
}

function endAt(row: Row, instant: number): Row {
  const zone = sentText(row, 'start_time_timezone');
  return {
    end_instant: instant,
    end_time: localText(instant, zone),
    end_time_timezone: zone,
    end_time_offset: offsetAt(zone, instant),
    is_end_live: 0,
    end_type_id: 0,
    end_ip: null,
    geo_end_lat: null,
    geo_end_long: null,
    geo_end_accuracy: null,
  };
}

/** What the database and the client that sent the row give only once does not belong to the second part. */
function newRow<Tracking extends Row>(row: Tracking): Omit<Tracking, 'id' | 'updated'> {
  const { id: _id, updated: _updated, ...rest } = row;
  return { ...rest, client_unique_id: null, last_change_time_tracking_request_id: null };
}
