// The first and the last instant of a person's employment, on the clocks of the person.
import { dateAfter } from './date-range.ts';
import { earliestInstant, type EpochSeconds } from './time-zone.ts';

/** The part of a person's row that says so: dates as `YYYY-MM-DD` and an IANA zone. */
export interface Employed {
  readonly entry_date?: unknown;
  readonly exit_date?: unknown;
  readonly timezone?: unknown;
}

/** The last date after which a date of four digits follows. */
const lastDate = '9999-12-30';

/** The first second of the day of entry; `null`: since ever. */
export function employedFrom({ entry_date: entry, timezone }: Employed): EpochSeconds | null {
  return typeof entry === 'string' ? midnight(entry, timezone) : null;
}

/** The midnight after the day of exit, from which on the person is no longer employed; `null`: no end is known. */
export function employedUntil({ exit_date: exit, timezone }: Employed): EpochSeconds | null {
  return typeof exit === 'string' && exit <= lastDate ? midnight(dateAfter(exit, 1), timezone) : null;
}

/** Without a zone of their own, people live in UTC. */
function midnight(date: string, timezone: unknown): EpochSeconds {
  return earliestInstant(`${date} 00:00:00`, typeof timezone === 'string' ? timezone : 'UTC');
}
