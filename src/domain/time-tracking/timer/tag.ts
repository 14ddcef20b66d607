// NFC tags in place of a choice by hand: `_nfc_unique_id` stands for a person, task, project, checkpoint or skill.
import { ApiError } from '#errors/api-error.ts';
import type { Sight } from '#resource/access.ts';
import type { Call } from '#resource/action.ts';
import type { View } from '#resource/rule.ts';
import { foldText } from '#values/folded-text.ts';
import { referenceIn } from '../../change.ts';
import { isOffered } from './offered-tasks.ts';
import type { Tag } from './timing.ts';

/** What a tag can stand for, by `mode_id`. */
export const tagModes = { user: 1, task: 2, project: 3, checkpoint: 4, skill: 5 } as const;

/** The tag that the call names; `null` when it names none. Throws `unknown_reference`. */
export function tagOf({ parameters, sight }: Call, view: View): Tag | null {
  const { _nfc_unique_id: sent } = parameters;
  if (sent === undefined || sent === null || sent === '') return null;
  const folded = foldText(String(sent).trim());
  const [tag] = view.find('nfcTransponders', [{ column: 'unique_id_folded', is: '=', value: folded }]);
  if (tag !== undefined) return withoutUnoffered(tag, sight, view);
  const message = `_nfc_unique_id is ${JSON.stringify(sent).slice(0, 100)}; it must be the unique_id of a row of nfcTransponders.`;
  throw new ApiError('unknown_reference', message, { field: '_nfc_unique_id' });
}

/** The task that begins once the tag has ended or recorded something; `null`: none does. */
export function taskAfterwards(tag: Tag | null): number | null {
  return tag === null ? null : referenceIn(tag, 'start_task_afterwards');
}

/** At a terminal that offers other tasks, the tag ends or records what it stands for, and nothing begins afterwards. */
function withoutUnoffered(tag: Tag, sight: Sight, view: View): Tag {
  const afterwards = taskAfterwards(tag);
  if (afterwards === null || isOffered(sight, afterwards, view)) return tag;
  return { ...tag, start_task_afterwards: null };
}
