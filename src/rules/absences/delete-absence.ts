// Who may take an absence away altogether.
import { ApiError } from '#errors/api-error.ts';
import type { Rule } from '#resource/rule.ts';
import { absenceStatus } from './absence-kind.ts';
import { grantedPeople, isAmong } from './absence-reach.ts';
import { absenceTypeOf } from './find-type.ts';
import { reachOf } from './reach-of.ts';

const open: readonly unknown[] = [absenceStatus.open, absenceStatus.awaitsReplacement];

/** Refuses the deletion of an absence that the caller neither decides nor asked for a moment ago. */
export const deleteAbsence: Rule = async ({ verb, after, sight }, view) => {
  if (verb !== 'delete') return;
  const reach = await reachOf(sight, await absenceTypeOf(after, view), view);
  const person = after['user_id'] as number;
  if (isAmong(reach.decide, person)) return;
  if (isAmong({ among: grantedPeople(sight, 'delete'), except: [sight.userId ?? 0] }, person)) return;
  if (person === sight.userId && open.includes(after['status'])) return;
  const message = `You may not delete absence ${after['id']}: it is yours only while it is open, and you do not decide it.`;
  throw new ApiError('not_allowed', message, { field: 'id' });
};
