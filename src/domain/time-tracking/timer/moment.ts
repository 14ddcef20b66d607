// When something is started or stopped: now by the server's clock, or the moment that a client claims.
import { ApiError } from '#errors/api-error.ts';
import type { Call } from '#resource/action.ts';
import type { Stored } from '#resource/field-type.ts';
import type { Row, View } from '#resource/rule.ts';
import { localText, offsetAt } from '#values/time-zone.ts';
import { canonicalZone } from '../../reference/canonical-zone.ts';
import { isSwitchedOn } from '../../sent-parameters.ts';
import { isLive, toleranceIn } from '../note-origin.ts';
import { keepsOffset, resolveMoment } from '../../resolve-times.ts';

/** A moment at which a tracking starts or ends. */
export interface Moment {
  readonly instant: number;
  readonly zone: string;
  /** A client said so; otherwise it is the server's clock. */
  readonly claimed: boolean;
  /** It lies further back than what counts as happening now, or was recorded without connection. */
  readonly late: boolean;
}

/** The moment of a call's start or end; refuses one that is still to come. */
export function momentOf(
  call: Call,
  { side, zone: usual, view }: { side: 'start' | 'end'; zone: string; view: View },
): Moment {
  const { values, now } = call;
  const zoneField = `${side}_time_timezone`;
  const sent = values[zoneField] ?? values['timezone'];
  const zone = typeof sent === 'string' ? canonicalZone(zoneField, sent) : usual;
  const field = values[`${side}_time`] == null ? 'time' : `${side}_time`;
  const local = values[field];
  const offline = isOffline(call);
  if (typeof local !== 'string') return { instant: now, zone, claimed: false, late: offline };
  const tolerance = toleranceIn(view);
  const instant = claimedInstant({
    field,
    local,
    zone,
    // Who toggles at a `time` cannot know which side of a tracking it will be.
    offset: values[`${side}_time_offset`] ?? (field === 'time' ? values['start_time_offset'] : undefined),
    present: offline ? null : { now, tolerance },
  });
  if (instant > now) throw tooEarly({ field, local, zone, now });
  return { instant, zone, claimed: true, late: offline || !isLive(instant, now, tolerance) };
}

/** Whether the call tells of something that was recorded without connection. */
export function isOffline({ values, parameters }: Call): boolean {
  return values['is_offline_tracking'] === 1 || isSwitchedOn(parameters, '_is_offline_live_tracking');
}

/** The columns of one side of a tracking that starts or ends at the instant. */
export function sideAt(side: 'start' | 'end', { instant, zone }: Pick<Moment, 'instant' | 'zone'>): Row {
  return {
    [`${side}_time`]: localText(instant, zone),
    [`${side}_time_timezone`]: zone,
    [`${side}_time_offset`]: offsetAt(zone, instant),
  };
}

/** The columns of an end that there is not. */
export const noEnd: Row = { end_time: null, end_time_timezone: null, end_time_offset: null };

/** A local time as a client claims it; `present`: now, and how many seconds ago counts as now. */
interface Claim {
  readonly field: string;
  readonly local: string;
  readonly zone: string;
  readonly offset: Stored | undefined;
  readonly present: { readonly now: number; readonly tolerance: number } | null;
}

/**
 * The instant that is claimed. What happens now was read off a clock of the present: of two equal times the later one, if
 * that is now. Of the past it is the first, as anywhere, and so it is of what comes late: it must not matter when it comes.
 */
function claimedInstant({ field, local, zone, offset, present }: Claim): number {
  const claimed = { field, local, zone };
  if (typeof offset === 'number') return resolveMoment({ ...claimed, offset }).instant;
  if (present !== null) {
    const { now, tolerance } = present;
    const usual = offsetAt(zone, now);
    if (keepsOffset(local, zone, usual)) {
      const { instant } = resolveMoment({ ...claimed, offset: usual });
      if (isLive(instant, now, tolerance)) return instant;
    }
  }
  return resolveMoment({ ...claimed, offset: null }).instant;
}

function tooEarly(claim: { field: string; local: string; zone: string; now: number }): ApiError {
  const { field, local, zone, now } = claim;
  const message = `${field} is ${local} (${zone}); it must not be after the present, ${localText(now, zone)}.`;
  return new ApiError('rule_broken', message, { field });
}
