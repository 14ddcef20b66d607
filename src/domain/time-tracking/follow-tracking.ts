// Which trackings change the status of their person.
import type { Row, View } from '#resource/rule.ts';

type Tracking = Pick<Row<'timeTrackings'>, 'user_id' | 'start_instant' | 'end_instant'>;

/** A tracking that was `before` and is `after`; `null` when it was not or is no more. */
export interface FollowedTracking {
  readonly before: Tracking | null;
  readonly after: Tracking | null;
  /** Epoch seconds. */
  readonly now: number;
}

/** Follows a tracking. One that runs neither before nor after matters only to people who have core time today. */
export function followTracking(view: View, { before, after, now }: FollowedTracking): void {
  const versions = [before, after].filter((row) => row !== null);
  const userId = versions[0]?.user_id;
  if (userId === undefined) return;
  if (versions.some(isRunning)) view.stale(userId, { status: 'everybody' });
  else if (versions.some((row) => isOfToday(row, now))) view.stale(userId, { status: 'core time' });
}

/** No zone's day reaches further from now. */
const twoDays = 2 * 86_400;

function isOfToday({ start_instant, end_instant }: Tracking, now: number): boolean {
  return start_instant < now + twoDays && end_instant !== null && end_instant > now - twoDays;
}

function isRunning({ end_instant }: Tracking): boolean {
  return end_instant === null;
}
