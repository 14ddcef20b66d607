// Whether a task is open to the person on the day of a tracking, whoever enters it: assignments and their periods.
import { ApiError } from '#errors/api-error.ts';
import { holdsOn } from '#resource/access.ts';
import type { Row, Rule, View } from '#resource/rule.ts';
import { anyDiffers } from '../change.ts';
import { projectsAbove, type NodeRow } from '../nodes/find-nodes.ts';
import { idsOf } from '../tree.ts';
import { isMarked } from './timer-marks.ts';

/** Refuses a task that is not open to the person, or not on the day. */
export const checkOpen: Rule<'timeTrackings'> = (change, view) => {
  if (change.verb === 'delete' || !anyDiffers(change, ['task_id', 'start_date'])) return;
  if (isMarked(change, 'continues')) return;
  refuseClosed(change.after, view);
};

/** Refuses a tracking on a task that is not open to its person on its day. */
export function refuseClosed(
  tracking: Pick<Row<'timeTrackings'>, 'user_id' | 'task_id' | 'start_date'>,
  view: View,
): void {
  const { user_id: user, task_id: taskId, start_date: day } = tracking;
  const task = view.get('tasks', taskId);
  if (task === undefined) return;
  const projects = projectsAbove(task, view);
  if (typeof task.restricted_path !== 'string' && !limitsDays([task, ...projects])) return;
  const assigned = view.find('nodesToUsers', [
    { column: 'user', is: '=', value: user ?? null },
    { column: 'node', is: 'in', value: idsOf(task.node_path) },
  ]);
  const obstacle = personalObstacle({ task, projects, assigned, user, day });
  if (obstacle === null) return;
  const message = `task_id is ${taskId}; user ${user} cannot book this task on ${day} because ${obstacle}.`;
  throw new ApiError('rule_broken', message, { field: 'task_id' });
}

/** A task with the projects above it, what is known of a person there (rows of nodesToUsers), and a day. */
export interface PersonalBooking {
  readonly task: Row<'tasks'>;
  readonly projects: readonly Row<'projects'>[];
  readonly assigned: readonly Row<'nodesToUsers'>[];
  readonly user: number;
  readonly day: string;
}

/** Why the person cannot book on the task that day; `null` when they can. */
export function personalObstacle(booking: PersonalBooking): string | null {
  const { task, projects, assigned, day } = booking;
  if (!isOpen(booking)) return 'it is restricted and not open to them';
  if (!limitsDays([task, ...projects])) return null;
  for (const { node, allow_tracking_from: from, allow_tracking_to: to } of assigned) {
    if (typeof from === 'string' && day < from) return `node ${node} can be booked from ${from} on`;
    if (typeof to === 'string' && day > to) return `node ${node} could be booked until ${to}`;
  }
  return null;
}

/** Restricted tasks are open to those assigned between the restricted node and the task, and to project leaders. */
function isOpen({ task, projects, assigned, user, day }: PersonalBooking): boolean {
  const path = task.restricted_path;
  if (typeof path !== 'string') return true;
  if (projects.some((project) => project.project_leader_id === user)) return true;
  const within = idsOf(path);
  return assigned.some(
    (row) =>
      row.access === 1 &&
      within.includes(row.node) &&
      holdsOn({ from: row.access_start, to: row.access_end }, day),
  );
}

function limitsDays(nodes: readonly NodeRow[]): boolean {
  return nodes.some((node) => node.restrict_tracking_from_to === 1);
}
