// The IANA time zones that the runtime knows, and which of them an installation has not stored yet.
// Stored zones keep their ids for ever: a zone that a newer tz database drops stays, a new one is appended.
import { isTimeZone } from '#values/time-zone.ts';

/** Today's names of zones that runtimes still list under an older spelling. */
const renamed = [
  'Africa/Asmara',
  'America/Argentina/Buenos_Aires',
  'America/Argentina/Catamarca',
  'America/Argentina/Cordoba',
  'America/Argentina/Jujuy',
  'America/Argentina/Mendoza',
  'America/Atikokan',
  'America/Indiana/Indianapolis',
  'America/Kentucky/Louisville',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Europe/Kyiv',
  'Pacific/Chuuk',
  'Pacific/Kanton',
  'Pacific/Pohnpei',
];

/** Every zone name that clients may choose from, `UTC` first, then by name. */
export function timeZoneNames(): readonly string[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), ...renamed.filter(isTimeZone)]);
  names.delete('UTC');
  return ['UTC', ...[...names].sort()];
}

/** The names to append to `timezones`, given those stored already. */
export function missingTimeZones(stored: readonly string[]): readonly string[] {
  const known = new Set(stored);
  return timeZoneNames().filter((name) => !known.has(name));
}
