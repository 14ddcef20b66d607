// A call of the timer: whose time it is about, and the NFC tag in place of a choice by hand: `_nfc_unique_id` stands for a
// person, task, project, checkpoint or skill.
import { ApiError } from '#errors/api-error.ts';
import type { AccessContext, WriteVerb } from '#resource/access.ts';
import type { ActionView, Call } from '#resource/action.ts';
import type { Row, View } from '#resource/rule.ts';
import { foldText } from '#values/folded-text.ts';
import { referenceIn } from '../../change.ts';
import { isTerminal, personOf } from './target-user.ts';

/** A call whose person and tag are known. */
export interface TimerCall extends Call<'timeTrackings'> {
  readonly view: ActionView;
  readonly userId: number;
  /** The NFC tag that was held against the reader, if any. */
  readonly tag: Tag | null;
}

/** What of a transponder says what it stands for. */
export type Tag = Omit<Row<'nfcTransponders'>, 'unique_id' | 'unique_id_folded' | 'created' | 'data_changed'>;

/** What a tag can stand for, by `mode_id`. */
export const tagModes = { user: 1, task: 2, project: 3, checkpoint: 4, skill: 5 } as const;

/** The call with its person and its tag; `verb` is what it does to a tracking. Throws when it may not. */
export function timerCall(call: Call<'timeTrackings'>, view: ActionView, verb: WriteVerb): TimerCall {
  const { row } = call;
  const tag = tagOf(call, view);
  const sent = row === null ? null : referenceIn(call.values, 'user_id');
  if (row !== null && sent !== null && sent !== row.user_id) {
    const message = `user_id is ${sent}; time tracking ${row.id} is of user ${row.user_id}, give one.`;
    throw new ApiError('contradiction', message, { field: 'user_id' });
  }
  return { ...call, view, tag, userId: row?.user_id ?? personOf(call, tag, verb) };
}

/** The tag that the call names; `null` when it names none. Throws `unknown_reference`. */
function tagOf({ parameters, accessContext }: Call, view: View): Tag | null {
  const { _nfc_unique_id: sent } = parameters;
  if (sent === undefined || sent === null || sent === '') return null;
  const folded = foldText(String(sent).trim());
  const [tag] = view.find('nfcTransponders', [{ column: 'unique_id_folded', is: '=', value: folded }]);
  if (tag === undefined) {
    const message = `_nfc_unique_id is ${JSON.stringify(sent).slice(0, 100)}; it must be the unique_id of a row of nfcTransponders.`;
    throw new ApiError('unknown_reference', message, { field: '_nfc_unique_id' });
  }
  // At a terminal that offers other tasks, the tag ends or records what it stands for, and nothing begins afterwards.
  const { start_task_afterwards: task } = tag;
  const isLeft = task === null || isOffered(accessContext, task, view);
  return isLeft ? tag : { ...tag, start_task_afterwards: null };
}

/** The task that begins once the tag has ended or recorded something; `null`: none does. */
export function taskAfterwards(tag: Tag | null): number | null {
  return tag?.start_task_afterwards || null;
}

/** Whether the caller may start the task: all may but a terminal to which other tasks are assigned. */
export function isOffered(accessContext: AccessContext, taskId: number, view: View): boolean {
  if (!isTerminal(accessContext)) return true;
  const terminal = [{ column: 'multiuser_id', is: '=', value: accessContext.userId }] as const;
  const offered = view.find('multiuserToTasks', terminal);
  return offered.length === 0 || offered.some((row) => row['task_id'] === taskId);
}

/** Whether the tag stands for a task, project or skill, and something else runs: then a toggle switches to it. */
export function isForAnother(
  { tag, view }: Pick<TimerCall, 'tag'> & { readonly view: View },
  { task_id: id }: Pick<Row<'timeTrackings'>, 'task_id'>,
): boolean {
  if (tag?.mode_id === tagModes.task) return tag.task_id !== id;
  if (tag?.mode_id !== tagModes.project && tag?.mode_id !== tagModes.skill) return false;
  const task = view.get('tasks', id);
  if (tag.mode_id === tagModes.skill) return task?.skill_id !== tag.skill_id;
  return !`/${task?.node_path}/`.includes(`/${tag.project_id}/`);
}
