// What follows from the times, the task and the person of a planned shift, and who planned it.
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { roundedQuotient } from '#values/decimal.ts';
import { anyDiffers, differs } from '../change.ts';
import { hundredthHours } from '../nodes/book-hours.ts';
import { bookableTask, copyFlags } from '../time-tracking/copy-task.ts';
import { settleTimes } from '../time-tracking/derive-times.ts';

/** Derives the hours, and the day, month and year to which the shift belongs. */
export const deriveShift: Rule<'timePlannings'> = (change) => {
  if (change.verb === 'delete') return;
  const { after } = change;
  settleTimes(change);
  after.duration = hundredthHours(secondsOf(after));
  const day = after.start_date;
  after.year = Number(day.slice(0, 4));
  after.month = Number(day.slice(5, 7));
  after.yearmonth = day.slice(0, 7);
};

/** Copies the place in the tree, the customer, the leader and the skill of a task that can be booked. */
export const copyPlannedTask: Rule<'timePlannings'> = (change, view) => {
  if (change.verb === 'delete' || !differs(change, 'task_id')) return;
  const { after } = change;
  const { task, projects } = bookableTask(change, view);
  copyFlags(change, task);
  after.task_node_path = task.node_path ?? null;
  after.skill_id = task.skill_id ?? null;
  after.client_id = nearest([...projects, task].map((node) => node.client_id));
  after.project_leader_id = nearest(projects.map((project) => project.project_leader_id));
};

/** Copies the path of the department in which the person works when the shift is planned. */
export const copyDepartmentPath: Rule<'timePlannings'> = ({ verb, after }, view) => {
  const departmentId = after.department_id;
  if (verb !== 'create' || typeof departmentId !== 'number') return;
  after.department_node_path = view.get('departments', departmentId)?.node_path ?? null;
};

/** Works out what the shift costs and yields, at the hourly rates of its person and of its task. */
export const derivePrices: Rule<'timePlannings'> = (change, view) => {
  if (change.verb === 'delete' || !anyDiffers(change, ['start_instant', 'end_instant', 'task_id'])) return;
  priceBy('user', 'users', { change, view });
  priceBy('task', 'tasks', { change, view });
};

/** Notes who planned the shift and who changed it last. */
export const noteAuthor: Rule<'timePlannings'> = (change) => {
  const { verb, after, accessContext } = change;
  if (verb === 'delete' || !anyDiffers<Row>(change, Object.keys(after))) return;
  if (verb === 'create') after.created_user_id = accessContext.userId;
  after.change_user_id = accessContext.userId;
};

function priceBy(
  of: 'user' | 'task',
  resource: 'users' | 'tasks',
  { change: { after }, view }: { change: Change<'timePlannings'>; view: View },
): void {
  const rated = view.get(resource, after[`${of}_id`]);
  const seconds = secondsOf(after);
  after[`cost_${of}`] = price(rated?.internal_cost_per_hour, seconds);
  after[`revenue_${of}`] = price(rated?.revenue_per_hour, seconds);
}

/** A rate in hundredths an hour, for so many seconds, in whole hundredths. */
function price(rate: unknown, seconds: number): number | null {
  return typeof rate === 'number' ? Number(roundedQuotient(BigInt(rate) * BigInt(seconds), 3600n)) : null;
}

/** What the last node that has it says, of what each says in order from the top. */
function nearest(said: readonly (number | null)[]): number | null {
  return said.findLast((value) => value !== null) ?? null;
}

function secondsOf(shift: Row<'timePlannings'>): number {
  return shift.end_instant - shift.start_instant;
}
