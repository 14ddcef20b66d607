// Where a public holiday comes from: the server fills only what people have left to it.
import type { Rule } from '#resource/rule.ts';
import { anyDiffers } from '../change.ts';

/** Marks a generated holiday that somebody changes. */
export const noteOrigin: Rule<'publicHolidays'> = (change) => {
  if (change.verb !== 'update' || change.after.status !== 'generated') return;
  if (anyDiffers(change, ['date', 'name', 'value', 'active'])) change.after.status = 'edited';
};
