// When the moment of a row of `userStatusOverview` has come: employment may have ended, then the status is another one.
import type { View } from '#resource/rule.ts';
import { endAfterExit } from '../time-tracking/end-after-exit.ts';
import { renewStatuses } from './keep-status.ts';

/** Ends what runs of people who have left, and brings the rows of all of them up to date. */
export function turnStatuses(
  view: View,
  due: { readonly ids: readonly number[]; readonly now: number },
): void {
  endAfterExit(view, due);
  renewStatuses(view, due);
}
