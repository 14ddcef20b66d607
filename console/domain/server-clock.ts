// How far the machine's clock is from the server's, as far as answers can tell, and when something was done although that changed.

/** When a request went out and when its answer came, in milliseconds of the machine's clock. */
export interface Way {
  readonly asked: number;
  readonly received: number;
}

/** What is known of the machine's clock at a moment, in seconds. */
export interface ClockState {
  /** To add, for the server's time. */
  readonly offset: number;
  /** How far it is ahead of the time that has run since the page began: it changes when the clock is set, and in sleep. */
  readonly ahead: number;
}

/** So many seconds a clock may be wrong before it is set right. */
export const tolerance = 2;

/**
 * Seconds to add to the machine's clock, so far `present`. The server read its own at some moment between request and answer: a
 * slow answer is no wrong clock.
 */
export function clockOffset(serverTime: number, { asked, received }: Way, present = 0): number {
  const least = serverTime - received / 1000;
  // The server's seconds are whole.
  const most = serverTime + 1 - asked / 1000;
  for (const guess of [present, 0]) if (least <= guess + tolerance && most >= guess - tolerance) return guess;
  return Math.round((least + most) / 2);
}

/**
 * Seconds that a moment is wrong which was read from the clock when it was so much `ahead`, with the offset known `before`.
 * Four ways lead to it: by the clock and by the time that has run, each from before and back from after. A clock that is set makes
 * one of them wrong, sleep one on each side: those in the middle are right.
 */
export function momentShift(before: ClockState, ahead: number, after: ClockState): number {
  const change = after.offset - before.offset;
  const [, one = 0, other = 0] = [0, before.ahead - ahead, change, change + after.ahead - ahead].sort(
    (a, b) => a - b,
  );
  const shift = Math.abs(one) < Math.abs(other) ? one : other;
  return Math.abs(shift) > tolerance ? Math.round(shift) : 0;
}
