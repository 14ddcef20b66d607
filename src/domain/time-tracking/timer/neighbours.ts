// The trackings of a person around a moment. Stored ones never overlap, so two short look-ups tell all.
import type { Row, View } from '#resource/rule.ts';

type Tracking = Row<'timeTrackings'>;

/** The last tracking of the person that starts at or before the instant, and the first one that starts after it. */
export function neighboursOf(
  userId: number,
  instant: number,
  view: View,
): { readonly last: Tracking | undefined; readonly next: Tracking | undefined } {
  const own = { column: 'user_id', is: '=', value: userId } as const;
  const at = { column: 'start_instant', value: instant } as const;
  const [last] = view.find('timeTrackings', [own, { ...at, is: '<=' }], {
    orderBy: ['-start_instant'],
    limit: 1,
  });
  const [next] = view.find('timeTrackings', [own, { ...at, is: '>' }], {
    orderBy: ['start_instant'],
    limit: 1,
  });
  return { last, next };
}

/** The tracking of the person that runs, wherever it starts. */
export function runningOf(userId: number, view: View): Tracking | undefined {
  const own = { column: 'user_id', is: '=', value: userId } as const;
  const [running] = view.find('timeTrackings', [own, { column: 'end_instant', is: 'null' }]);
  return running;
}

/** The exclusive end of a tracking; a running one reaches to infinity. */
export function endOf({ end_instant: end }: Pick<Tracking, 'end_instant'>): number {
  return end ?? Infinity;
}

type Origin = Pick<Tracking, 'is_start_live' | 'is_offline_tracking'>;

/** Whether a timer made it, live or without connection: then its end follows from what came after it. */
export function isTimed(tracking: Origin): boolean {
  return tracking.is_start_live === 1 || tracking.is_offline_tracking === 1;
}

/** Whether the timer may say where it ends: it runs, or a timer made it. */
export function isTimerManaged(tracking: Pick<Tracking, 'end_instant'> & Origin): boolean {
  return tracking.end_instant === null || isTimed(tracking);
}

/** Whether nothing that is uploaded may change it: it was entered by hand, or is approved. */
export function isFixed(tracking: Pick<Tracking, 'end_instant' | 'approved_by_admin'> & Origin): boolean {
  return !isTimerManaged(tracking) || tracking.approved_by_admin === 1;
}
