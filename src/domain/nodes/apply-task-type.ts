// `task_type` is shorthand: it names the one flag of a new task that is to be set.
import type { Rule } from '#resource/rule.ts';

/** The flags that `task_type` may name. */
export const taskTypes = ['is_billable', 'is_nonworking', 'is_paid_non_working'] as const;

/** Sets the flag that `task_type` names. */
export const applyTaskType: Rule<'tasks'> = (change) => {
  const sent = change.extra['task_type'];
  const flag = taskTypes.find((name) => name === sent);
  if (change.verb === 'create' && flag !== undefined) change.after[flag] = 1;
};
