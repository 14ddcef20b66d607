// What every create, change and delete of a tracking leaves behind: a changelog row, the hours of its tasks, when these
// were last started, by anybody and by the person, the person's status, and the accounts of its days.
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { staleTracking } from '../timesheets/stale-days.ts';
import { bookOnTasks, latest } from '../nodes/book-hours.ts';
import { followTracking } from './follow-tracking.ts';
import { changedOnly, changelogRow } from './changelog-row.ts';
import { keepDays } from './keep-days.ts';

type Tracking = Omit<Row<'timeTrackings'>, 'updated'>;

/** A tracking before and after something happened to it; `null` when it was not or is no more. */
export interface RecordedTracking {
  readonly before: Tracking | null;
  readonly after: Tracking | null;
  /** Who changed it, `null` the server itself, and when. */
  readonly change: Pick<Change, 'now'> & { readonly accessContext: Change['accessContext'] | null };
  readonly view: View;
}

/** Records the change's own tracking. */
export const recordChange: Rule<'timeTrackings'> = (change, view) => {
  const after = change.verb === 'delete' ? null : change.after;
  if (change.before !== null && after !== null && changedOnly(change.before, after) === null) return;
  recordTracking({ before: change.before, after, change, view });
};

/** Writes the changelog row, moves hours and moments of the tasks concerned, keeps the person's status and account. */
export function recordTracking({ before, after, change, view }: RecordedTracking): void {
  const row = after ?? before;
  if (row === null) return;
  view.insert('timeTrackingChangelogs', changelogRow(before, after, change.accessContext));
  const started = newStart(before, after, change.now);
  const bookings = [
    { taskId: (before ?? row).task_id as number, seconds: -secondsOf(before), started: null },
    { taskId: row.task_id, seconds: secondsOf(after), started },
  ].filter((one) => one.seconds !== 0 || one.started !== null);
  if (bookings.length > 0) bookOnTasks(bookings, view);
  if (started !== null) notePersonStarted(row, started, view);
  keepDays(before, after, view);
  followTracking(view, { before, after, now: change.now });
  staleTracking(before, after, view);
}

/**
 * When the work began, if that is new or on another task. A booking of the future counts as begun now: what is noted
 * never moves back, and would say for ever that the future was last.
 */
function newStart(before: Tracking | null, after: Tracking | null, now: number): number | null {
  if (after === null) return null;
  const moved = (['task_id', 'start_instant'] as const).some((name) => before?.[name] !== after[name]);
  return moved ? Math.min(after.start_instant, now) : null;
}

/** Keeps the person's row of nodesToUsers for the task, which recentTasks shows. */
function notePersonStarted({ user_id: user, task_id: node }: Tracking, started: number, view: View): void {
  const [row] = view.find('nodesToUsers', [
    { column: 'user', is: '=', value: user },
    { column: 'node', is: '=', value: node },
  ]);
  if (row === undefined) view.insert('nodesToUsers', { user, node, last_started: started });
  else {
    const last_started = latest(row.last_started, started);
    view.update('nodesToUsers', row.id, { last_started });
  }
}

function secondsOf(row: Tracking | null): number {
  return row?.duration ?? 0;
}
