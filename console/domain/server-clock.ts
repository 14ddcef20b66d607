// How far the machine's clock is from the server's, as far as one answer can tell.

/** When a request went out and when its answer came, in milliseconds of the machine's clock. */
export interface Way {
  readonly asked: number;
  readonly received: number;
}

/** So many seconds a clock may be wrong before it is set right. */
const tolerance = 2;

/**
 * Seconds to add to the machine's clock. The server read its own at some moment between request and answer: a slow answer is
 * no wrong clock.
 */
export function clockOffset(serverTime: number, { asked, received }: Way): number {
  const least = serverTime - received / 1000;
  // The server's seconds are whole.
  const most = serverTime + 1 - asked / 1000;
  if (least <= tolerance && most >= -tolerance) return 0;
  return Math.round((least + most) / 2);
}
