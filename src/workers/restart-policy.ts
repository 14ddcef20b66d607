// When a worker that ended is started again, and when that is no use. It must not know what workers are.

/** A worker that has served for so many milliseconds is sound: what comes later is another matter. */
export const soundAfter = 30_000;

const firstPause = 500;
const longestPause = 30_000;
const hopeless = 8;

/** Milliseconds until the next start, after so many failures in a row: none at first, then longer and longer. */
export function pauseBefore(failures: number): number {
  return failures <= 1 ? 0 : Math.min(longestPause, firstPause * 2 ** (failures - 2));
}

/** Whether the service should rather end: no worker serves, and repeated starts have not helped. */
export function isHopeless({
  failures,
  serving,
}: {
  readonly failures: number;
  readonly serving: number;
}): boolean {
  return serving === 0 && failures >= hopeless;
}
