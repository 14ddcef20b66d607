// A task as people recognise it: its colour and its name, and where it belongs.
import type { Task } from '../domain/rows.ts';

/** The colour of a task as a style: its own, or one that its id gives. */
export function taskStyle(task: Pick<Task, 'id' | 'color'> | undefined): Readonly<Record<string, string>> {
  const own = task?.color;
  if (own != null && own !== '' && CSS.supports('color', own)) return { '--task': own };
  // The golden angle keeps the hues of neighbouring ids apart.
  const hue = Math.round(((task?.id ?? 0) * 137.508) % 360);
  return { '--task': `oklch(0.58 0.13 ${hue})` };
}

/** The projects above a task, without the root and the task itself. */
export function pathOf(task: Task): string {
  return task.name_path.split(' / ').slice(1, -1).join(' / ');
}

/** Dot and name. */
export function TaskName({ task, name }: { readonly task: Task | undefined; readonly name?: string }) {
  return (
    <span class="task-name" style={taskStyle(task)}>
      <span class="dot" aria-hidden="true" />
      <span class="text">{name ?? task?.name ?? '–'}</span>
    </span>
  );
}
