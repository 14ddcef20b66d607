// Where the grid opens, and how fast it scrolls while a gesture is near its edge. Pure, so that it is tested without a
// browser.
import type { WeekDay } from './week.ts';

/**
 * The minute at which the calendar of some days opens: seven o'clock, or what is before it: the first booking that begins
 * on one of them, or the present minute, if it is on one of them. What reaches into a day that is shown alone counts too.
 */
export function firstMinute(days: readonly Pick<WeekDay, 'segments'>[], present: number | null): number {
  const parts = days.flatMap(({ segments }) => segments).filter((part) => part.beginsHere || !days[1]);
  const seven = 7 * 60;
  return Math.min(seven, present ?? seven, ...parts.map((part) => part.from));
}

/** Pixels to scroll after some milliseconds with the pointer at `y` within a window that is so high. */
export function scrollStep(y: number, height: number, elapsed: number): number {
  const zone = 32;
  const fastest = 0.9;
  const depth = y < zone ? y - zone : Math.max(0, y - (height - zone));
  const share = Math.max(-1, Math.min(1, depth / zone));
  return Math.sign(share) * share * share * fastest * elapsed;
}
