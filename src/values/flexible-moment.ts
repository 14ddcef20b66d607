// A moment as clients write it: a date, a local date and time, or ISO 8601 with a fraction and an offset.
import { parseDate, parseLocalDateTime } from './civil-date.ts';
import { earliestInstant, type EpochSeconds } from './time-zone.ts';
import { ValueError } from './value-error.ts';

/** An instant, or local text whose zone is still to be chosen. */
export type FlexibleMoment = { readonly instant: EpochSeconds } | { readonly local: string };

// A plus sign that a client forgot to encode in an address arrives as a blank.
const dateTimePattern =
  /^(\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2})?)(?:[.,]\d{1,9})?(Z|[+ -]\d{2}(?::?\d{2})?)?$/i;

/** Reads it; fractions of a second are cut off. Throws {@link ValueError}. */
export function parseFlexibleMoment(text: string): FlexibleMoment {
  if (text.length === 10) return { local: `${parseDate(text)} 00:00:00` };
  const match = dateTimePattern.exec(text);
  if (match === null)
    throw new ValueError('a date and time as YYYY-MM-DD HH:MM:SS, or ISO 8601 with an offset');
  const local = parseLocalDateTime((match[1] ?? '').toUpperCase());
  const offset = match[2];
  if (offset === undefined) return { local };
  return { instant: earliestInstant(local, 'UTC') - offsetSeconds(offset) };
}

/** Seconds east of UTC of `Z`, `+02`, `+02:00` or `-0330`. */
function offsetSeconds(offset: string): number {
  if (offset.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(3).replace(':', '') || 0)];
  if (hours > 23 || minutes > 59) throw new ValueError('an offset such as +02:00');
  return (offset.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60);
}
