// A request for a new tracking under the name that its client gave it: whatever is sent again means the first one.
import { pendingRow } from '#resource/pending-row.ts';
import type { Row, View } from '#resource/rule.ts';

/** The person's request for a new tracking of this `client_unique_id`, whatever was decided about it. */
export function requestNamed(
  userId: number,
  name: unknown,
  view: View,
): Row<'changeTimeTrackingRequests'> | undefined {
  if (typeof name !== 'string') return undefined;
  const [request] = view.find('changeTimeTrackingRequests', [
    { column: 'user_id', is: '=', value: userId },
    { column: 'client_unique_id', is: '=', value: name },
    { column: 'type', is: '=', value: 'ADD' },
  ]);
  return request;
}

/** The tracking as a request proposes it, over what is known of it otherwise. */
export function proposedTracking(request: Row<'changeTimeTrackingRequests'>, known: Row = {}): Row {
  const { row } = pendingRow(request.proposal) ?? { row: {} };
  return { ...known, ...row, last_change_time_tracking_request_id: request.id ?? null };
}
