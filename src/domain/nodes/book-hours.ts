// What bookings leave on a task and on every project above it: the hours, and when somebody last began to work there.
import type { View } from '#resource/rule.ts';
import { idsOf } from '../tree.ts';

/** Whole seconds as stored hours: hundredths, rounded half up. */
export function hundredthHours(seconds: number): number {
  return Math.round(seconds / 36);
}

/** Seconds to add to a node (negative takes them away), and a start that it has not seen before, if any. */
export interface Booked {
  readonly seconds: number;
  readonly started: number | null;
}

/** Books on tasks and on all projects above them. */
export function bookOnTasks(bookings: readonly (Booked & { readonly taskId: number })[], view: View): void {
  const [tasks, projects] = [new Map<number, Booked>(), new Map<number, Booked>()];
  for (const { taskId, ...booked } of bookings) {
    const task = view.get('tasks', taskId);
    if (task === undefined) continue;
    tasks.set(taskId, together(tasks.get(taskId), booked));
    for (const id of idsOf(task.node_path).slice(0, -1)) {
      projects.set(id, together(projects.get(id), booked));
    }
  }
  bookOn('tasks', tasks, view);
  bookOn('projects', projects, view);
}

/** Books on single nodes. In the order of their ids, so that two writers never wait for each other. */
export function bookOn(resource: 'projects' | 'tasks', nodes: ReadonlyMap<number, Booked>, view: View): void {
  if (nodes.size === 0) return;
  const rows = view.find(resource, [{ column: 'id', is: 'in', value: [...nodes.keys()] }]);
  const changes = rows.map((row) => {
    const { seconds = 0, started = null } = nodes.get(row.id) ?? {};
    const booked = (row.booked_seconds ?? 0) + seconds;
    const last_started = latest(row.last_started, started);
    return { row, values: { booked_seconds: booked, duration: hundredthHours(booked), last_started } };
  });
  view.updateAll(resource, changes);
}

/** The later of two moments: what was noted never moves back, in whatever order bookings come. */
export function latest(one: number | null | undefined, other: number | null): number | null {
  return one == null || other == null ? (one ?? other) : Math.max(one, other);
}

function together(one: Booked | undefined, other: Booked): Booked {
  if (one === undefined) return other;
  return { seconds: one.seconds + other.seconds, started: latest(one.started, other.started) };
}
