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

/** The names to append to `timezones`, given those stored already: `UTC` first, then by name. */
export function missingTimeZones(stored: readonly string[]): readonly string[] {
  const known = new Set(stored);
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...renamed]);
  // Asking whether a zone exists takes long: at almost every start all are stored.
  const missing = [...names].filter((name) => !known.has(name) && isTimeZone(name));
  const first = (name: string): number => (name === 'UTC' ? 0 : 1);
  return missing.sort((a, b) => first(a) - first(b) || (a < b ? -1 : 1));
}
