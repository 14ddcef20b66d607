// How fast the grid scrolls while a gesture is near its edge. Pure, so that it is tested without a browser.

/** Pixels to scroll after some milliseconds with the pointer at `y` within a window that is so high. */
export function scrollStep(y: number, height: number, elapsed: number): number {
  const zone = 32;
  const fastest = 0.9;
  const depth = y < zone ? y - zone : Math.max(0, y - (height - zone));
  const share = Math.max(-1, Math.min(1, depth / zone));
  return Math.sign(share) * share * share * fastest * elapsed;
}
