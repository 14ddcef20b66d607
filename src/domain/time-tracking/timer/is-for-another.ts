// Whether a tag stands for something else than what runs: then a toggle switches to it.
import type { Row, View } from '#resource/rule.ts';
import { tagModes } from './tag.ts';
import type { Tag } from './timing.ts';

/** Whether the tag stands for a task, project or skill, and something else runs. */
export function isForAnother(
  { tag, view }: { readonly tag: Tag | null; readonly view: View },
  running: Pick<Row<'timeTrackings'>, 'task_id'>,
): boolean {
  switch (tag?.mode_id) {
    case tagModes.task:
      return tag.task_id !== running.task_id;
    case tagModes.project: {
      const task = view.get('tasks', running.task_id);
      return !`/${task?.node_path}/`.includes(`/${tag.project_id}/`);
    }
    case tagModes.skill: {
      const task = view.get('tasks', running.task_id);
      return task?.skill_id !== tag.skill_id;
    }
    default:
      return false;
  }
}
