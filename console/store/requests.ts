// What a request about times is about: the booking that it would change or make.
import { signal } from '@preact/signals';
import type { ChangeRequest, Id, Tracking } from '../domain/rows.ts';
import { rowsOf, send } from './http.ts';
import { who } from './session.ts';
import { stored } from './tables.ts';

const read = signal<ReadonlyMap<Id, Tracking>>(new Map(), { name: 'requests.trackings' });

/** The booking of a request, once it was read. */
export function trackingOfRequest(row: ChangeRequest): Tracking | undefined {
  const own =
    row.time_tracking_id === null ? undefined : stored('timeTrackings').value.get(row.time_tracking_id);
  return own ?? read.value.get(row.id);
}

/** Reads the booking of a request. */
export async function loadRequestTracking(row: ChangeRequest): Promise<void> {
  if (read.value.has(row.id)) return;
  const answer = await send({
    account: who.value?.account ?? '',
    method: 'GET',
    path: `v4/changeTimeTrackingRequests/read/${row.id}/`,
    query: { nestedEntities: JSON.stringify({ timeTrackings: [{}] }) },
    isBackground: true,
  });
  if (!answer.ok) return;
  const found = rowsOf<{ readonly nestedEntities?: { readonly timeTrackings?: unknown } }>(
    answer.envelope,
  )[0];
  const nested = found?.nestedEntities?.timeTrackings;
  const list = Array.isArray(nested)
    ? nested
    : ((nested as { Results?: unknown[] } | undefined)?.Results ?? []);
  const tracking = list[0] as Tracking | undefined;
  if (tracking !== undefined) read.value = new Map([...read.value, [row.id, tracking]]);
}
