// What makes a press count that reaches the server late: when it was, whatever has become of the machine's clock since.
import { momentShift } from '../domain/server-clock.ts';
import { localTime, offsetAt } from '../domain/zones.ts';
import { clockState, readAhead } from './clock.ts';
import type { Entry, Press } from './entry.ts';
import { tab } from './tabs.ts';

/** Keys of entries that were tried in vain: they are late. */
export const tried: Set<string> = new Set();

/** What the clocks show now. */
export function readPress(): Press {
  return { page: tab, ahead: readAhead(), ran: performance.now(), known: clockState() };
}

/** Whether an entry was done on this page within the last milliseconds. One of the two clocks stands still in sleep. */
export function isWithin({ press }: Entry, most: number): boolean {
  return (
    press?.page === tab && performance.now() - press.ran <= most && Math.abs(readAhead() - press.ahead) <= 2
  );
}

/** Whether an entry waits so little for those before it that it is not late. */
export function isSoon(entry: Entry): boolean {
  return !tried.has(entry.key) && isWithin(entry, 2_000);
}

/** Seconds to add to the moment of an entry, by what the server has told of the clock since. */
export function shiftOf({ press }: Entry): number {
  if (press === undefined) return 0;
  const { page, ahead, known } = press;
  const now = clockState();
  return momentShift(known, ahead, page === tab ? now : { ...now, ahead: Infinity });
}

/** What is sent for an entry now: with its time when that is not the present one. */
export function bodyNow(entry: Entry): unknown {
  const { body, late } = entry;
  if (late === null || isSoon(entry)) return body;
  if ('time' in late) return { ...(body as object), ...late };
  const { zone, edge, excuse } = late;
  const moment = late.moment + shiftOf(entry);
  return {
    _request_user_comment: excuse,
    ...(body as object),
    time: localTime(moment, zone),
    timezone: zone,
    is_offline_tracking: 1,
    // Tells two equal times apart.
    [`${edge}_time_offset`]: offsetAt(zone, moment),
  };
}
