// A tracking that runs for very long: it is marked, and its person and those who lead them are told, once.
import type { Row, View } from '#resource/rule.ts';
import { notifyDeciders } from '../notifications/notify-deciders.ts';
import { notify } from '../notifications/notify.ts';
import { changelogRow } from '../time-tracking/changelog-row.ts';

/** Sets `max_hours_alert` of the tracking, unless it is set. */
export function markLongTimer(view: View, running: Row<'timeTrackings'>): void {
  if (running.max_hours_alert === 1) return;
  view.update('timeTrackings', running.id, { max_hours_alert: 1 });
  view.insert('timeTrackingChangelogs', changelogRow(running, { ...running, max_hours_alert: 1 }, null));
}

/** Tells of the tracking. */
export function tellOfLongTimer(view: View, running: Row<'timeTrackings'>, now: number): void {
  const userId = running.user_id;
  const notice = { type: 'timerRunsLong', senderId: userId, assocId: running.id, now } as const;
  notify(view, { ...notice, userId });
  notifyDeciders(view, { personId: userId }, notice);
}
