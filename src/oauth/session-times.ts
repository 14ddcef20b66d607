// How long a session lives: an idle one ends, every one ends some time, and its token is replaced daily.
// Pure arithmetic on epoch seconds.

/** The moments of a session's token, in epoch seconds. */
export interface SessionTimes {
  /** The login. */
  readonly beganAt: number;
  /** When this token was given out. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** When its successor was given out; `null`: there is none. */
  readonly replacedAt: number | null;
}

const hour = 3600;
const idle = 12 * hour;
const longest = 30 * 24 * hour;
const rotatedAfter = 24 * hour;
/** Use is noted in steps, because each note is a write: a session idles for at least twelve hours, and a step more at most. */
const step = 900;
/** How long the answer with a successor may be under way before it counts as lost. */
const underWay = 60;

/** The first second in which a session that is used at `now` no longer works. */
export function sessionEnd(beganAt: number, now: number): number {
  return Math.min(now + idle + step, beganAt + longest);
}

/** Whether a token is to have a successor now: it is a day old, and none is under way. */
export function needsSuccessor({ issuedAt, replacedAt }: SessionTimes, now: number): boolean {
  return now >= issuedAt + rotatedAfter && (replacedAt === null || now >= replacedAt + underWay);
}

/** From when on a use of the session is to be noted, or its token replaced. */
export function renewalDue({ beganAt, issuedAt, expiresAt, replacedAt }: SessionTimes): number {
  const noted = expiresAt >= beganAt + longest ? Number.POSITIVE_INFINITY : expiresAt - idle;
  const replaced = replacedAt === null ? issuedAt + rotatedAfter : replacedAt + underWay;
  return Math.min(noted, replaced);
}
