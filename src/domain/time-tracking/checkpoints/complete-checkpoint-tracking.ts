// A recorded checkpoint belongs to a tracking, shares its person and its lock, and names its zone by name.
import type { Change, Rule } from '#resource/rule.ts';
import { anyDiffers, unknownReference } from '../../change.ts';
import { canonicalZone } from '../../reference/canonical-zone.ts';
import { isZoneId, zoneById } from '../../reference/zone-by-id.ts';
import { lockedTracking } from '../refuse-approved-change.ts';
import { refuseApprovedDays } from '../refuse-approved-days.ts';
import { resolveMoment } from '../../resolve-times.ts';

/** How far `timestamp` may lie from the server's clock to count as live. */
const liveSeconds = 300;

/** Copies the person of the tracking; refuses to touch what belongs to an approved one, or lies on an approved day. */
export const copyTrackedPerson: Rule<'checkpointTrackings'> = (change, view) => {
  const ids = new Set([change.before?.time_tracking_id, change.after.time_tracking_id]);
  for (const id of ids) {
    if (typeof id !== 'number') continue;
    const tracking = view.get('timeTrackings', id);
    if (tracking === undefined) throw unknownReference('time_tracking_id', id, 'time tracking');
    if (tracking.approved_by_admin === 1) throw lockedTracking(tracking);
    refuseApprovedDays(tracking, change.now, view);
    if (change.verb !== 'delete' && id === change.after.time_tracking_id) {
      change.after.user_id = tracking.user_id ?? null;
    }
  }
};

/** Turns a numeric zone id into the zone's name. */
export const nameZone: Rule<'checkpointTrackings'> = (change, view) => {
  if (change.verb === 'delete') return;
  const sent = change.after.timezone;
  change.after.timezone = isZoneId(sent) ? zoneById('timezone', sent, view) : canonicalZone('timezone', sent);
};

/** Checks that the local time exists, and notes whether it was sent as it happened and through which credential. */
export const noteLive: Rule<'checkpointTrackings'> = (change) => {
  if (change.verb === 'delete' || !anyDiffers(change, ['timestamp', 'timezone'])) return;
  const { instant } = resolveMoment({
    field: 'timestamp',
    local: change.after.timestamp,
    zone: change.after.timezone,
    offset: null,
  });
  change.after.is_live = Math.abs(change.now - instant) <= liveSeconds ? 1 : 0;
  if (change.verb === 'create') change.after.oauth_client_id = numericClient(change);
};

function numericClient({ accessContext }: Pick<Change, 'accessContext'>): number | null {
  return /^\d{1,15}$/.test(accessContext.clientId) ? Number(accessContext.clientId) : null;
}
