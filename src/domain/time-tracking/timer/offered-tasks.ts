// Shared terminals to which tasks are assigned offer no others.
import type { Sight } from '#resource/access.ts';
import type { View } from '#resource/rule.ts';
import { isTerminal } from './whose.ts';

/** Whether the caller may start the task: all may but a terminal that offers other tasks. */
export function isOffered(sight: Sight, taskId: number, view: View): boolean {
  if (!isTerminal(sight)) return true;
  const offered = view.find('multiuserToTasks', [{ column: 'multiuser_id', is: '=', value: sight.userId }]);
  return offered.length === 0 || offered.some((row) => row['task_id'] === taskId);
}
