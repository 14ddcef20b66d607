// Which trackings change the status of their person.
import type { Row, View } from '#resource/rule.ts';

/** A tracking that was `before` and is `after`; `null` when it was not or is no more. */
export interface FollowedTracking {
  readonly before: Row | null;
  readonly after: Row | null;
  /** Epoch seconds. */
  readonly now: number;
}

/** Follows a tracking. One that runs neither before nor after matters only to people who have core time today. */
export function followTracking(view: View, { before, after, now }: FollowedTracking): void {
  const versions = [before, after].filter((row) => row !== null);
  const userId = versions[0]?.['user_id'] as number;
  if (versions.some(isRunning)) view.stale(userId, { status: 'everybody' });
  else if (versions.some((row) => isOfToday(row, now))) view.stale(userId, { status: 'core time' });
}

/** No zone's day reaches further from now. */
const twoDays = 2 * 86_400;

function isOfToday(tracking: Row, now: number): boolean {
  return (
    (tracking['start_instant'] as number) < now + twoDays &&
    (tracking['end_instant'] as number) > now - twoDays
  );
}

function isRunning(tracking: Row): boolean {
  return tracking['end_instant'] === null;
}
