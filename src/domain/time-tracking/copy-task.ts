// On which tasks times can be booked, and what a tracking takes over from its task and its person.
import { ApiError } from '#errors/api-error.ts';
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { differs, unknownReference } from '../change.ts';
import { projectsAbove } from '../nodes/find-nodes.ts';
import { isMarked } from './timer-marks.ts';

/** Refuses tasks that cannot be booked and copies the flags of the task. What was booked already is not asked for again. */
export const copyTask: Rule<'timeTrackings'> = (change, view) => {
  if (change.verb === 'delete' || !differs(change, 'task_id') || isMarked(change, 'continues')) return;
  copyFlags(change, bookableTask(change, view).task);
};

/** The task of the row, and the projects above it, the topmost first; refuses one that cannot be booked. */
export function bookableTask(
  { after }: { readonly after: { readonly task_id: number } },
  view: View,
): { readonly task: Row<'tasks'>; readonly projects: readonly Row<'projects'>[] } {
  const taskId = after.task_id;
  const task = view.get('tasks', taskId);
  if (task === undefined) throw unknownReference('task_id', taskId, 'task');
  const projects = projectsAbove(task, view);
  const obstacle = bookingObstacle(task, projects);
  if (obstacle === null) return { task, projects };
  const message = `task_id is ${taskId}; this task cannot be booked because ${obstacle}.`;
  throw new ApiError('rule_broken', message, { field: 'task_id' });
}

/** Takes over whether the task is a break and whether it is billed; the latter only unless the client says. */
export function copyFlags(
  { after, given }: Change<'timePlannings' | 'timeTrackings'>,
  task: Row<'tasks'>,
): void {
  after.is_nonworking = task.is_nonworking ?? 0;
  after.is_paid_non_working = task.is_paid_non_working ?? 0;
  if (!given.has('is_billable')) after.is_billable = task.is_billable ?? 0;
}

/** Copies the department and role that the person has at the time. */
export const copyPerson: Rule<'timePlannings' | 'timeTrackings'> = (change, view) => {
  if (change.verb !== 'create') return;
  const { after } = change;
  const userId = after.user_id;
  const user = view.get('users', userId);
  if (user === undefined) throw unknownReference('user_id', userId, 'user');
  after.department_id = user.department_id ?? null;
  after.department_role_id = user.role_id ?? null;
};

/** What of a project says whether anything can be booked below it. */
type BookedProject = Pick<Row<'projects'>, 'id' | 'is_done' | 'is_blocked'> & {
  readonly status: number | null;
};

/** Why nothing can be booked on a task below these projects; `null` when it can. */
export function bookingObstacle(
  task: Pick<Row<'tasks'>, 'is_done' | 'is_startable' | 'is_blocked'>,
  projects: readonly BookedProject[],
): string | null {
  if (task.is_done === 1) return 'it is done';
  if (task.is_startable !== 1) return 'it is not startable';
  if (task.is_blocked === 1) return 'it is blocked';
  const closed = projects.find((project) => project.is_done === 1 || project.status === 4);
  if (closed !== undefined) return `project ${closed.id} above it is closed`;
  const blocked = projects.find((project) => project.is_blocked === 1);
  return blocked === undefined ? null : `project ${blocked.id} above it is blocked`;
}
