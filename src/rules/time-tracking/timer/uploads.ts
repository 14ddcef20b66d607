// Stops and toggles that leave no trace in a tracking: those with a client_unique_id, so that repeated ones count once; and
// stops that found nothing to end, or no longer end what they ended, because what they end is uploaded after them.
import { carriedText } from '#resource/carried-row.ts';
import type { Row, View } from '#resource/rule.ts';
import { isOffline, type Moment } from './moment.ts';
import type { Timing } from './timing.ts';

const resource = 'timerUploads';

/** An upload as it is remembered; `tracking` is what it started or ended. */
export interface Upload {
  readonly userId: number;
  readonly name: string | null;
  readonly tracking: number | null;
  readonly at: Pick<Moment, 'instant' | 'zone'>;
  /** What a toggle without connection said: it may have to be taken the other way. */
  readonly toggled?: Toggled | null;
}

/** What a toggle said, and the id of the tag that stood for it. */
export interface Toggled {
  readonly said: string;
  readonly tag: number | null;
}

/** What to remember of the call if it is a toggle without connection. */
export function toggledBy({ call, tag }: Timing): Toggled | null {
  // What begins afterwards would have to be begun and taken back with it.
  if (call.action !== 'toggle' || !isOffline(call) || tag?.['start_task_afterwards'] != null) return null;
  const row = { ...call.values, is_offline_tracking: 1 };
  return {
    said: carriedText({ row, given: Object.keys(row) }),
    tag: (tag?.['id'] as number | undefined) ?? null,
  };
}

/** What an upload of this name did before: the ids of its answer. `null`: there was none. */
export async function repeated(
  userId: number,
  name: unknown,
  view: View,
): Promise<{ readonly ids: readonly number[] } | null> {
  if (typeof name !== 'string') return null;
  const [known] = await view.find(resource, [
    { column: 'user_id', is: '=', value: userId },
    { column: 'client_unique_id', is: '=', value: name },
  ]);
  if (known === undefined) return null;
  const id = known['time_tracking_id'];
  return { ids: typeof id === 'number' ? [id] : [] };
}

/** The tracking that was started under this name. */
export async function trackingNamed(userId: number, name: unknown, view: View): Promise<Row | undefined> {
  if (typeof name !== 'string') return undefined;
  const [tracking] = await view.find('timeTrackings', [
    { column: 'user_id', is: '=', value: userId },
    { column: 'client_unique_id', is: '=', value: name },
  ]);
  return tracking;
}

/** Remembers an upload. */
export async function remember(
  { userId, name, tracking, at, toggled = null }: Upload,
  view: View,
): Promise<void> {
  await view.insert(resource, {
    user_id: userId,
    client_unique_id: name,
    time_tracking_id: tracking,
    instant: at.instant,
    zone: at.zone,
    toggled: toggled?.said ?? null,
    tag_id: toggled?.tag ?? null,
  });
}

/** Remembers that something ended at the moment, unless whatever ended it is remembered already. */
export async function rememberEnd(userId: number, at: Upload['at'], view: View): Promise<void> {
  const [known] = await view.find(
    resource,
    [
      { column: 'user_id', is: '=', value: userId },
      { column: 'instant', is: '=', value: at.instant },
    ],
    { limit: 1 },
  );
  if (known === undefined) await remember({ userId, name: null, tracking: null, at }, view);
}

/** What is remembered first after the instant, if it is a toggle and nothing else happened in its second. */
export async function nextToggle(userId: number, instant: number, view: View): Promise<Row | null> {
  const [first, second] = await view.find(
    resource,
    [
      { column: 'user_id', is: '=', value: userId },
      { column: 'instant', is: '>', value: instant },
    ],
    { orderBy: ['instant'], limit: 2 },
  );
  if (first === undefined || first['toggled'] === null) return null;
  return second?.['instant'] === first['instant'] ? null : first;
}

/** Notes what a toggle has started or ended now. */
export async function toggleLedTo(toggle: Row, tracking: number, view: View): Promise<void> {
  await view.update(resource, toggle['id'] as number, { time_tracking_id: tracking });
}

/** The first stop after `from` and not after `until` that is remembered. */
export async function stopBetween(
  userId: number,
  { from, until }: { readonly from: number; readonly until: number | null },
  view: View,
): Promise<Row | undefined> {
  const [stop] = await view.find(
    resource,
    [
      { column: 'user_id', is: '=', value: userId },
      { column: 'instant', is: '>', value: from },
      ...(until === null ? [] : [{ column: 'instant', is: '<=' as const, value: until }]),
    ],
    { orderBy: ['instant'], limit: 1 },
  );
  return stop;
}

/** Notes which tracking a remembered stop has ended, if it had found none. */
export async function stopEnded(stop: Row, tracking: number, view: View): Promise<void> {
  if (stop['time_tracking_id'] !== null) return;
  await view.update(resource, stop['id'] as number, { time_tracking_id: tracking });
}
