// What is asked for about a tracking and not decided, and what becomes of it when the tracking is gone.
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { referenceIn } from '../../change.ts';
import { tellPeople } from './tell-of-request.ts';

/** What is asked for about a tracking and not decided, in the order in which it was asked. */
export function pendingRequests(tracking: Row, view: View): readonly Row<'changeTimeTrackingRequests'>[] {
  return view.find('changeTimeTrackingRequests', [
    { column: 'time_tracking_id', is: '=', value: referenceIn(tracking, 'id') },
    { column: 'status', is: '=', value: 'PENDING' },
  ]);
}

/** Before a tracking is gone, its requests with it: who asked for what is still open is told, and by whom it came to nothing. */
export function closeRequests(
  tracking: Row<'timeTrackings'>,
  { accessContext, now }: Pick<Change, 'accessContext' | 'now'>,
  view: View,
): void {
  for (const request of pendingRequests(tracking, view)) {
    tellPeople({ request, accessContext, now }, view, 'timeTrackingChangeDeclined');
  }
}

/** Before a tracking is deleted. */
export const closeDeleted: Rule<'timeTrackings'> = (change, view) => {
  if (change.verb === 'delete') closeRequests(change.after, change, view);
};
