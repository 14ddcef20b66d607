// What makes a press count that reaches the server late: when it was, whatever has become of the machine's clock since.
import { momentShift, type ClockState } from '../domain/server-clock.ts';
import { localTime, offsetAt } from '../domain/zones.ts';
import { clockState, readAhead } from './clock.ts';
import type { Entry } from './entry.ts';

interface Press {
  readonly ahead: number;
  /** In milliseconds since the page began. */
  readonly ran: number;
  readonly known: ClockState;
}

/** What was done on this page, by the entry's key. */
export const presses: Map<string, Press> = new Map();

/** Notes that an entry was done now. */
export function notePress(key: string): void {
  presses.set(key, { ahead: readAhead(), ran: performance.now(), known: clockState() });
}

/** Notes that an entry was tried in vain: it is late. */
export function noteTried(key: string): void {
  const press = presses.get(key);
  if (press !== undefined) presses.set(key, { ...press, ran: Number.NEGATIVE_INFINITY });
}

/** Whether an entry waits so little for those before it that it is not late. One of the two clocks stands still in sleep. */
function isSoon({ ahead, ran }: Press): boolean {
  return performance.now() - ran <= 2_000 && Math.abs(readAhead() - ahead) <= 2;
}

/** What is sent for an entry now: with its time when that is not the present one. */
export function bodyNow({ key, body, late }: Entry): unknown {
  const press = presses.get(key);
  if (late === null || (press !== undefined && isSoon(press))) return body;
  const { zone, edge, excuse } = late;
  const shift = press === undefined ? 0 : momentShift(press.known, press.ahead, clockState());
  const moment = late.moment + shift;
  return {
    ...(body as object),
    time: localTime(moment, zone),
    timezone: zone,
    is_offline_tracking: 1,
    _request_user_comment: excuse,
    // Tells two equal times apart.
    [`${edge}_time_offset`]: offsetAt(zone, moment),
  };
}
