// The server ends a running tracking when the employment of its person ends.
import type { Rule, View } from '#resource/rule.ts';
import { employedUntil } from '#values/employment.ts';
import { anyDiffers, rowId } from '../change.ts';
import { cutTracking } from './cut-tracking.ts';
import { recordTracking } from './record-tracking.ts';
import { runningOf } from './timer/neighbours.ts';

/** Ends what runs of those of the people who are no longer employed, at the midnight after their exit. */
export function endAfterExit(
  view: View,
  { ids, now }: { readonly ids: readonly number[]; readonly now: number },
): void {
  for (const id of ids) {
    const before = runningOf(id, view);
    if (before === undefined) continue;
    const until = employedUntil(view.get('users', id) ?? {}, before.start_instant);
    if (until === null || until > now) continue;
    const after = cutTracking(before, { start: until, end: null }).kept;
    if (after === null) continue;
    view.update('timeTrackings', before.id, after);
    recordTracking({ before, after, change: { accessContext: null, now }, view });
  }
}

/** After an exit was set: what runs ends with it, if it has passed. */
export const endWhenLeft: Rule<'users'> = (change, view) => {
  if (change.verb !== 'update' || !anyDiffers(change, ['exit_date', 'timezone', 'former_employments']))
    return;
  endAfterExit(view, { ids: [rowId(change)], now: change.now });
};
