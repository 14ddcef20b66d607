// A time zone as sent → its IANA name in the usual letter case; an alias stays the alias that was sent.
import { ApiError } from '#errors/api-error.ts';
import { isTimeZone } from '#values/time-zone.ts';

const spellings = new Map<string, string>();
const spellingsKept = 5_000;

/** `europe/vienna` → `Europe/Vienna`; throws `invalid_value` naming the field. */
export function canonicalZone(field: string, sent: string): string {
  const known = spellings.get(sent);
  if (known !== undefined) return known;
  if (!isTimeZone(sent)) {
    const message = `${field} is ${JSON.stringify(sent)}; it must be an IANA time zone name such as Europe/Vienna.`;
    throw new ApiError('invalid_value', message, { field });
  }
  const name = new Temporal.ZonedDateTime(0n, sent).timeZoneId;
  if (spellings.size < spellingsKept) spellings.set(sent, name);
  return name;
}
