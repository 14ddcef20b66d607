// On which task a start books: the one named, that of the tag, the usual one of the person, or the last one.
import { ApiError } from '#errors/api-error.ts';
import type { Row, View } from '#resource/rule.ts';
import { localText } from '#values/time-zone.ts';
import { referenceIn } from '../../change.ts';
import { knownRow } from '../../known-row.ts';
import { projectsAbove } from '../../nodes/find-nodes.ts';
import { idsOf } from '../../tree.ts';
import { personalObstacle } from '../check-open.ts';
import { bookingObstacle } from '../copy-task.ts';
import type { Moment } from './moment.ts';
import { neighboursOf } from './neighbours.ts';
import { isOffered, tagModes, type TimerCall } from './timer-call.ts';

type Task = Row<'tasks'>;

/** The task of a start at the moment; throws when there is none, or the terminal does not offer it. */
export function taskOf(call: TimerCall, at: Moment): number {
  const chosen = chosenTask(call, at);
  if (chosen !== null) return chosen;
  const message = `task_id is missing; user ${call.userId} has neither start_task_at_login nor a last task, so it must name a task.`;
  throw new ApiError('rule_broken', message, { field: 'task_id' });
}

/** As {@link taskOf}; `null` when nothing says which. `last`: the last task by then, if another than that of what is stored. */
export function chosenTask(call: TimerCall, at: Moment, last?: number | null): number | null {
  const { tag, userId, view } = call;
  const sent = referenceIn(call.values, 'task_id');
  const tagged = tag === null ? null : taskOfTag(call, at);
  if (sent !== null && tagged !== null && sent !== tagged) {
    const message = `task_id is ${sent}; the tag stands for task ${tagged}, give one.`;
    throw new ApiError('contradiction', message, { field: 'task_id' });
  }
  const usual = sent ?? tagged ?? referenceIn(knownRow(view, 'users', userId), 'start_task_at_login');
  const lastTask = () => neighboursOf(userId, at.instant, view).last?.task_id ?? null;
  const chosen = usual ?? (last === undefined ? lastTask() : last);
  if (chosen === null || isOffered(call.accessContext, chosen, view)) return chosen;
  const message = `task_id is ${chosen}; terminal ${call.accessContext.userId} offers other tasks only (multiuserToTasks).`;
  throw new ApiError('rule_broken', message, { field: 'task_id' });
}

/** The task for which a tag stands at the moment; `null` when it stands for none. Throws when nothing can be booked. */
function taskOfTag({ tag, userId, view }: TimerCall, at: Moment): number | null {
  const person = { userId, day: localText(at.instant, at.zone).slice(0, 10) };
  switch (tag?.mode_id) {
    case tagModes.task:
      return tag.task_id;
    case tagModes.project: {
      const { project_id: project } = tag;
      const found = project === null ? null : firstBelow(project, person, view);
      return found ?? refuseEmpty(`project ${project}`, person);
    }
    case tagModes.skill: {
      const asking = [{ column: 'skill_id', is: '=', value: tag.skill_id }] as const;
      const found = firstBookable(view.find('tasks', asking), person, view);
      return found ?? refuseEmpty(`skill ${tag.skill_id}`, person);
    }
    default:
      return null;
  }
}

/** Whether the person can book on the task at the moment, as things stand now. */
export function isBookable(
  taskId: number,
  { userId, view }: Pick<TimerCall, 'userId' | 'view'>,
  at: Moment,
): boolean {
  const task = view.get('tasks', taskId);
  if (task === undefined) return false;
  const person = { userId, day: localText(at.instant, at.zone).slice(0, 10) };
  return firstBookable([task], person, view) !== null;
}

interface Booker {
  readonly userId: number;
  readonly day: string;
}

/** The first task that the person can book: those directly in the project, then those of the projects in it. */
function firstBelow(projectId: number, person: Booker, view: View): number | null {
  const children = [{ column: 'mother_id', is: '=', value: projectId }] as const;
  const found = firstBookable(view.find('tasks', children), person, view);
  if (found !== null) return found;
  for (const { id } of inOrder(view.find('projects', children))) {
    const below = firstBelow(id, person, view);
    if (below !== null) return below;
  }
  return null;
}

function firstBookable(tasks: readonly Task[], person: Booker, view: View): number | null {
  for (const task of inOrder(tasks)) {
    const projects = projectsAbove(task, view);
    if (bookingObstacle(task, projects) !== null) continue;
    const assigned = view.find('nodesToUsers', [
      { column: 'user', is: '=', value: person.userId },
      { column: 'node', is: 'in', value: idsOf(task.node_path) },
    ]);
    const booking = { task, projects, assigned, user: person.userId, day: person.day };
    if (personalObstacle(booking) === null) return task.id;
  }
  return null;
}

function inOrder<Node extends Pick<Task, 'id' | 'view_order'>>(nodes: readonly Node[]): readonly Node[] {
  return nodes.toSorted((a, b) => (a.view_order ?? 0) - (b.view_order ?? 0) || a.id - b.id);
}

function refuseEmpty(what: string, { userId }: Booker): never {
  const message = `_nfc_unique_id stands for ${what}, which has no task that user ${userId} can book now.`;
  throw new ApiError('rule_broken', message, { field: '_nfc_unique_id' });
}
