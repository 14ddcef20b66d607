// Stops and toggles that leave no trace in a tracking: those with a client_unique_id, so that repeated ones count once; and
// stops that found nothing to end, or no longer end what they ended, because what they end is uploaded after them.
import type { Row, View } from '#resource/rule.ts';
import type { Moment } from './moment.ts';

const resource = 'timerUploads';

/** An upload as it is remembered; `tracking` is what it started or ended. */
export interface Upload {
  readonly userId: number;
  readonly name: string | null;
  readonly tracking: number | null;
  readonly at: Pick<Moment, 'instant' | 'zone'>;
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
export async function remember({ userId, name, tracking, at }: Upload, view: View): Promise<void> {
  await view.insert(resource, {
    user_id: userId,
    client_unique_id: name,
    time_tracking_id: tracking,
    instant: at.instant,
    zone: at.zone,
  });
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
