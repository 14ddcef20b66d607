// What every create, change and delete of a tracking leaves behind: a changelog row, and the hours of its tasks.
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { bookSeconds } from '../nodes/book-hours.ts';

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
  if (change.verb === 'create' && change.after['end_instant'] === null) {
    await view.update('tasks', change.after['task_id'] as number, { last_started: change.now });
  }
};

/** Writes the changelog row and moves the booked hours of the tasks concerned. */
export async function recordTracking({ before, after, change, view }: RecordedTracking): Promise<void> {
  const row = after ?? before;
  if (row === null) return;
  await view.insert('timeTrackingChangelogs', changelogRow(before, after, change.sight.userId));
  const bookings = [
    { taskId: (before ?? row)['task_id'] as number, seconds: -secondsOf(before) },
    { taskId: row['task_id'] as number, seconds: secondsOf(after) },
  ].filter(({ seconds }) => seconds !== 0);
  if (bookings.length > 0) await bookSeconds(bookings, view);
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
