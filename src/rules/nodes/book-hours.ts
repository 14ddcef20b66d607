// The hours booked on tasks, added up on the task and on every project above it.
import type { View } from '#resource/rule.ts';
import { idsOf } from '../tree.ts';

/** Whole seconds as stored hours: hundredths, rounded half up. */
export function hundredthHours(seconds: number): number {
  return Math.round(seconds / 36);
}

/** Adds seconds to a task and to all projects above it; negative takes them away. */
export async function bookSeconds(
  bookings: readonly { readonly taskId: number; readonly seconds: number }[],
  view: View,
): Promise<void> {
  const tasks = new Map<number, number>();
  const projects = new Map<number, number>();
  for (const { taskId, seconds } of bookings) {
    const task = await view.get('tasks', taskId);
    if (task === undefined) continue;
    add(tasks, taskId, seconds);
    for (const id of idsOf(task['node_path'] as string).slice(0, -1)) add(projects, id, seconds);
  }
  await addSeconds(tasks, view, 'tasks');
  await addSeconds(projects, view);
}

/** Adds seconds to single nodes. In the order of their ids, so that two writers never wait for each other. */
export async function addSeconds(
  amounts: ReadonlyMap<number, number>,
  view: View,
  resource: 'projects' | 'tasks' = 'projects',
): Promise<void> {
  for (const [id, seconds] of [...amounts].sort(([a], [b]) => a - b)) {
    if (seconds === 0) continue;
    const node = await view.get(resource, id);
    if (node === undefined) continue;
    const booked = ((node['booked_seconds'] as number | null) ?? 0) + seconds;
    await view.update(resource, id, { booked_seconds: booked, duration: hundredthHours(booked) });
  }
}

function add(amounts: Map<number, number>, id: number, seconds: number): void {
  amounts.set(id, (amounts.get(id) ?? 0) + seconds);
}
