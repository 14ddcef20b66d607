// Times of bookings on the clocks of their zones, for who may live by other clocks.
import { clockOf } from '../domain/duration.ts';
import type { Tracking } from '../domain/rows.ts';
import { momentOf, offsetAt } from '../domain/zones.ts';
import { language } from './words.ts';

/** Local times, and the booking whose zones they are of, which is missing while it is not here. */
interface Times {
  readonly start: string | null;
  readonly end: string | null;
  readonly of: Pick<Tracking, 'start_time_timezone' | 'end_time_timezone'> | undefined;
}

/** `8:05–9:30`; with the zone where the viewer's clocks show other times: `6:00–14:00 GMT-4`. The end may be open. */
export function timesIn({ start, end, of }: Times, viewer: string): string {
  const zone = of?.start_time_timezone ?? viewer;
  const sides = [sideOf(start, zone, viewer), sideOf(end, of?.end_time_timezone ?? zone, viewer)] as const;
  const isNamed = sides.some(({ isOther }) => isOther);
  const [from, to] = sides.map((side) => (isNamed ? side.zoneName() : ''));
  return `${sides[0].clock}${from === to ? '' : from}–${sides[1].clock}${to}`;
}

function sideOf(local: string | null, zone: string, viewer: string) {
  if (local === null) return { clock: '', isOther: false, zoneName: () => '' };
  const moment = momentOf(local, zone);
  return {
    clock: clockOf(local),
    isOther: offsetAt(zone, moment) !== offsetAt(viewer, moment),
    zoneName: () => ` ${zoneName(zone, moment)}`,
  };
}

/** `GMT-4`, `CET`: as briefly as the language names a zone. */
function zoneName(timeZone: string, moment: number): string {
  const locale = language.value === 'en' ? 'en-GB' : 'de';
  const zoned = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' });
  return zoned.formatToParts(moment * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
