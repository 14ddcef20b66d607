// How far the machine's clock is from the server's, as far as answers can tell, and when something was done although that changed.

/** When a request went out and when its answer came, in milliseconds of the machine's clock. */
export interface Way {
  readonly asked: number;
  readonly received: number;
  /** As in {@link ClockState}, when the answer came. It may be read to its end after the clock was set. */
  readonly ahead: number;
}

/** What is known of the machine's clock at a moment, in seconds. */
export interface ClockState {
  /** To add, for the server's time; `null`: no answer has told it yet. */
  readonly offset: number | null;
  /**
   * How far it is ahead of the time that has run since the page began: it changes when the clock is set, and in sleep. Infinite for
   * what another page reads, which knows nothing of that time.
   */
  readonly ahead: number;
}

/** So many seconds a clock may be wrong before it is set right. */
export const tolerance = 2;
/** So many seconds two ways to a moment may differ which lead to the same: each may have begun with a clock that is a little wrong. */
const slack = 2 * tolerance;

/**
 * Seconds to add to the machine's clock, so far `present`. The server read its own at some moment between request and answer: a
 * slow answer is no wrong clock.
 */
export function clockOffset(
  serverTime: number,
  { asked, received }: Omit<Way, 'ahead'>,
  present = 0,
): number {
  const least = serverTime - received / 1000;
  // The server's seconds are whole.
  const most = serverTime + 1 - asked / 1000;
  for (const guess of [present, 0]) if (least <= guess + tolerance && most >= guess - tolerance) return guess;
  return Math.round((least + most) / 2);
}

/**
 * Seconds to add to a moment that was read from the clock when it was so much `ahead`, with the offset known `before`. The time that
 * has run leads to it from either side, and stands still in sleep: the moment lies between the two, at one of them where the machine
 * slept on one side only. The clock leads to it as well: what it showed holds if it was not set before the press, and is wrong by the
 * `change` of the offset if it was not set after it. The one that fits better counts.
 */
export function momentShift(before: ClockState, ahead: number, after: ClockState): number {
  // Nothing was heard since. Browsers round their clocks, so that two readings of one of them may be the same.
  if (after.offset === null || (after.offset === before.offset && after.ahead === before.ahead)) return 0;
  const change = after.offset - (before.offset ?? 0);
  const least = before.offset === null ? -Infinity : before.ahead - ahead;
  const most = change + after.ahead - ahead;
  const fit = (shift: number): number => {
    if (shift < least - slack || shift > most + slack) return 0;
    return Math.min(shift - least, most - shift) <= slack ? 2 : 1;
  };
  const guess = before.offset === null || fit(change) > fit(0) ? change : 0;
  const shift = Math.min(Math.max(guess, least), most);
  return Math.abs(shift) > tolerance ? Math.round(shift) : 0;
}
