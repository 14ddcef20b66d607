// The moments of trackings in histories, as requests send them and answers return them.
import type { Envelope } from '../support/client.ts';

/** Time zones of bookings; the first is that of the person. */
export const zones = ['Europe/Vienna', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'] as const;

/** An end of a tracking as it is sent. */
export function timeOf(name: 'start' | 'end', moment: Temporal.ZonedDateTime): Envelope {
  return {
    [`${name}_time`]: localTextOf(moment),
    [`${name}_time_timezone`]: moment.timeZoneId,
    [`${name}_time_offset`]: moment.offsetNanoseconds / 1e9,
  };
}

/** What the clocks show, as it is sent. */
export function localTextOf(moment: Temporal.ZonedDateTime): string {
  return moment.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
}

/** The moment at which a tracking begins, as it was sent. */
export function startOf(row: Envelope): Temporal.ZonedDateTime {
  return zoned(row, 'start');
}

/** The moment at which a tracking ends; `null`: it runs. */
export function endOf(row: Envelope): Temporal.ZonedDateTime | null {
  return row['end_time'] === null ? null : zoned(row, 'end');
}

function zoned(row: Envelope, name: 'start' | 'end'): Temporal.ZonedDateTime {
  const local = Temporal.PlainDateTime.from(row[`${name}_time`].replace(' ', 'T'));
  const instant = local.toZonedDateTime('UTC').epochMilliseconds - row[`${name}_time_offset`] * 1000;
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(row[`${name}_time_timezone`]);
}
