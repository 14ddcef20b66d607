// What every create, change and delete of a tracking leaves behind: a changelog row, the hours of its tasks, when these
// were last started, by anybody and by the person, the person's status, and the accounts of its days.
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { recountTracking } from '../accounts/recount.ts';
import { bookOnTasks, latest } from '../nodes/book-hours.ts';
import { followTracking } from '../status/keep-status.ts';

/** A tracking before and after something happened to it; `null` when it was not or is no more. */
export interface RecordedTracking {
  readonly before: Row | null;
  readonly after: Row | null;
  readonly change: Change;
  readonly view: View;
}

/** Records the change's own tracking. */
export const recordChange: Rule = async (change, view) => {
  const after = change.verb === 'delete' ? null : change.after;
  if (change.before !== null && after !== null && changedOnly(change.before, after) === null) return;
  await recordTracking({ before: change.before, after, change, view });
};

/** Writes the changelog row, moves hours and moments of the tasks concerned, keeps the person's status and account. */
export async function recordTracking({ before, after, change, view }: RecordedTracking): Promise<void> {
  const row = after ?? before;
  if (row === null) return;
  await view.insert('timeTrackingChangelogs', changelogRow(before, after, change.sight.userId));
  const started = newStart(before, after, change.now);
  const bookings = [
    { taskId: (before ?? row)['task_id'] as number, seconds: -secondsOf(before), started: null },
    { taskId: row['task_id'] as number, seconds: secondsOf(after), started },
  ].filter((one) => one.seconds !== 0 || one.started !== null);
  if (bookings.length > 0) await bookOnTasks(bookings, view);
  if (started !== null) await notePersonStarted(row, started, view);
  await followTracking(before, after, view);
  await recountTracking(before, after, view);
}

/**
 * When the work began, if that is new or on another task. A booking of the future counts as begun now: what is noted
 * never moves back, and would say for ever that the future was last.
 */
function newStart(before: Row | null, after: Row | null, now: number): number | null {
  if (after === null) return null;
  const moved = ['task_id', 'start_instant'].some((name) => before?.[name] !== after[name]);
  return moved ? Math.min(after['start_instant'] as number, now) : null;
}

/** Keeps the person's row of nodesToUsers for the task, which recentTasks shows. */
async function notePersonStarted(tracking: Row, started: number, view: View): Promise<void> {
  const [user, node] = [tracking['user_id'] ?? null, tracking['task_id'] ?? null];
  const [row] = await view.find('nodesToUsers', [
    { column: 'user', is: '=', value: user },
    { column: 'node', is: '=', value: node },
  ]);
  if (row === undefined) await view.insert('nodesToUsers', { user, node, last_started: started });
  else {
    const last_started = latest(row['last_started'] as number | null, started);
    await view.update('nodesToUsers', row['id'] as number, { last_started });
  }
}

/** The changelog row for a tracking that was `before` and is `after`. */
export function changelogRow(before: Row | null, after: Row | null, userId: number | null): Row {
  const row = after ?? before ?? {};
  return {
    change_type: before === null ? 'CREATE' : after === null ? 'DELETE' : 'UPDATE',
    change_reason_id: 0,
    change_user_id: userId,
    tracker_id: row['id'] ?? null,
    user_id: row['user_id'] ?? null,
    task_id: row['task_id'] ?? null,
    start_time: before?.['start_time'] ?? null,
    new_start_time: after?.['start_time'] ?? null,
    end_time: before?.['end_time'] ?? null,
    new_end_time: after?.['end_time'] ?? null,
    duration: row['duration'] ?? null,
    old_values: before === null ? null : JSON.stringify(after === null ? before : changedOnly(before, after)),
  };
}

/** The columns that differ, as they stood before; `null` when none does. */
function changedOnly(before: Row, after: Row): Row | null {
  const changed = Object.entries(before).filter(
    ([name, value]) => name !== 'updated' && (value ?? null) !== (after[name] ?? null),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

function secondsOf(row: Row | null): number {
  return (row?.['duration'] as number | null | undefined) ?? 0;
}
