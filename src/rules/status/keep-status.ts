// Who is at work right now: one row a person in `userStatusOverview`, changed in the transaction that changes what it
// shows. What absences and core time will add (3 on leave, 5 core time violated) belongs into `statusOf`.
import type { Row, Rule, View } from '#resource/rule.ts';
import { rowId } from '../change.ts';

const resource = 'userStatusOverview';

/** The values of `status` that trackings lead to. */
export const statuses = { offline: 0, working: 1, pausing: 2 } as const;

/** The row of a person, whose running tracking this is; its id is the person's. */
export function statusRow(person: Row, running: Row | null): Row {
  const id = person['id'] ?? null;
  return { id, user_id: id, ...personPart(person), ...trackingPart(running) };
}

/** Gives a new person a row, and keeps the name, picture and department in it. It goes with the person. */
export const keepStatusOfPerson: Rule = async (change, view) => {
  if (change.verb === 'create') await view.insert(resource, statusRow(change.after, null));
  if (change.verb === 'update') await view.update(resource, rowId(change), personPart(change.after));
};

/** Follows a tracking that was `before` and is `after`; `null` when it was not or is no more. */
export async function followTracking(before: Row | null, after: Row | null, view: View): Promise<void> {
  const running = isRunning(after) ? after : null;
  if (running === null && !isRunning(before)) return;
  const userId = (running ?? before)?.['user_id'] as number;
  await view.update(resource, userId, trackingPart(running));
}

function isRunning(tracking: Row | null): boolean {
  return tracking !== null && tracking['end_instant'] === null;
}

function personPart(person: Row): Row {
  return {
    user_fullname: person['fullname'] ?? null,
    profile_picture: person['profile_picture'] ?? null,
    department_id: person['department_id'] ?? null,
  };
}

function trackingPart(running: Row | null): Row {
  return {
    time_tracking_id: running?.['id'] ?? null,
    time_tracking_start_time: running?.['start_time'] ?? null,
    time_tracking_start_time_timezone_id: running?.['start_time_timezone'] ?? null,
    time_tracking_task_id: running?.['task_id'] ?? null,
    time_tracking_is_nonworking: running?.['is_nonworking'] ?? null,
    alert_maximum_timer_violation: running?.['max_hours_alert'] ?? 0,
    is_running: running === null ? 0 : 1,
    status: statusOf(running),
  };
}

function statusOf(running: Row | null): number {
  if (running === null) return statuses.offline;
  return running['is_nonworking'] === 1 ? statuses.pausing : statuses.working;
}
