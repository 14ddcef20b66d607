// Clocks of time zones: between moments (whole seconds since 1970) and what a clock shows. Has no clock of its own.
import { addDays, type CivilDate } from './civil.ts';

/** The part of Temporal that is used, where the browser has it. */
interface Clocks {
  readonly Instant: {
    fromEpochMilliseconds(moment: number): {
      toZonedDateTimeISO(zone: string): { readonly offsetNanoseconds: number };
    };
  };
  readonly Now: { timeZoneId(): string };
}

const { Temporal: temporal } = globalThis as { readonly Temporal?: Clocks };
const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/** Seconds east of UTC that the zone's clocks have at a moment. */
export function offsetAt(zone: string, moment: number): number {
  // Every change of clocks since 1900 that matters to a booking lies on a quarter of an hour.
  const key = `${zone} ${Math.floor(moment / 900)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const quarter = Math.floor(moment / 900) * 900;
  const zoned = temporal?.Instant.fromEpochMilliseconds(quarter * 1000).toZonedDateTimeISO(zone);
  const offset = zoned === undefined ? formattedOffset(zone, quarter) : zoned.offsetNanoseconds / 1e9;
  offsets.set(key, offset);
  return offset;
}

/** The same for browsers without Temporal. The first format of a page takes a slow phone 150 ms. */
export function formattedOffset(zone: string, moment: number): number {
  const parts = formatFor(zone).formatToParts(moment * 1000);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return shown / 1000 - moment;
}

/** The zone of this device. */
export function deviceZone(): string {
  return temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function formatFor(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
}

/**
 * The moment at which the zone's clocks show a local time `YYYY-MM-DD HH:MM:SS`. Of two such moments it is the first,
 * unless the offset names the other. A local time that the clocks skip moves on by what they skip.
 */
export function momentOf(local: string, zone: string, offset: number | null = null): number {
  const shown = Date.parse(`${local.replace(' ', 'T')}Z`) / 1000;
  const around = [offsetAt(zone, shown - 86_400), offsetAt(zone, shown + 86_400)];
  const exact = around.map((one) => shown - one).filter((one) => offsetAt(zone, one) === shown - one);
  const named = exact.find((one) => shown - one === offset);
  if (named !== undefined) return named;
  return exact.length > 0 ? Math.min(...exact) : shown - (around[0] ?? 0);
}

/** What the zone's clocks show at a moment, as `YYYY-MM-DD HH:MM:SS`. */
export function localTime(moment: number, zone: string): string {
  const shown = new Date((Math.floor(moment) + offsetAt(zone, moment)) * 1000).toISOString();
  return `${shown.slice(0, 10)} ${shown.slice(11, 19)}`;
}

/** The date that the zone's calendar shows at a moment. */
export function dateAt(moment: number, zone: string): CivilDate {
  return localTime(moment, zone).slice(0, 10);
}

/** The moment at which a date begins. */
export function dayStart(date: CivilDate, zone: string): number {
  return momentOf(`${date} 00:00:00`, zone);
}

/** Minutes that a date has: 1440, or 1380 and 1500 where clocks change. */
export function dayMinutes(date: CivilDate, zone: string): number {
  return (dayStart(addDays(date, 1), zone) - dayStart(date, zone)) / 60;
}
