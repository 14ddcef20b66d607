// When something is started or stopped: now by the server's clock, or the moment that a client claims.
import { ApiError } from '#errors/api-error.ts';
import type { Call } from '#resource/action.ts';
import type { Stored } from '#resource/field-type.ts';
import type { Row } from '#resource/rule.ts';
import { localText, offsetAt } from '#values/time-zone.ts';
import { canonicalZone } from '../../reference/canonical-zone.ts';
import { keepsOffset, resolveMoment } from '../../resolve-times.ts';
import { isSwitchedOn } from '../../sent-parameters.ts';
import { isLive, toleranceIn } from '../note-origin.ts';
import type { TimerCall } from './timer-call.ts';

/** An instant, and the zone of the clocks that show it. */
export interface Shown {
  readonly instant: number;
  readonly zone: string;
}

/** A moment at which a tracking starts or ends. */
export interface Moment extends Shown {
  /** A client said so; otherwise it is the server's clock. */
  readonly claimed: boolean;
  /** It lies further back than what counts as happening now, or was recorded without connection. */
  readonly late: boolean;
}

/**
 * The moment of a call's start or end; refuses one that is still to come. `clocks`: the zone unless the call names one; that
 * of the person unless given.
 */
export function momentOf(call: TimerCall, side: 'start' | 'end', clocks?: string): Moment {
  const { values, now, view } = call;
  const zoneField = `${side}_time_timezone`;
  const sent = values[zoneField] ?? values['timezone'];
  const zone = typeof sent === 'string' ? canonicalZone(zoneField, sent) : (clocks ?? zoneOf(call));
  const field = values[`${side}_time`] == null ? 'time' : `${side}_time`;
  const local = values[field];
  const offline = isOffline(call);
  if (typeof local !== 'string') return { instant: now, zone, claimed: false, late: offline };
  const tolerance = toleranceIn(view);
  // Who toggles at a `time` cannot know which side of a tracking it will be.
  const offset =
    values[`${side}_time_offset`] ?? (field === 'time' ? values['start_time_offset'] : undefined);
  const present = offline ? null : { now, tolerance };
  const instant = claimedInstant({ field, local, zone, offset, present });
  if (instant <= now)
    return { instant, zone, claimed: true, late: offline || !isLive(instant, now, tolerance) };
  const message = `${field} is ${local} (${zone}); it must not be after the present, ${localText(now, zone)}.`;
  throw new ApiError('rule_broken', message, { field });
}

function zoneOf({ userId, view }: TimerCall): string {
  const user = view.get('users', userId);
  return user?.timezone ?? view.setting('default_user_timezone');
}

/** Whether the call tells of something that was recorded without connection. */
export function isOffline({ values, parameters }: Pick<Call, 'values' | 'parameters'>): boolean {
  return values['is_offline_tracking'] === 1 || isSwitchedOn(parameters, '_is_offline_live_tracking');
}

/** The columns of one side of a tracking that starts or ends at the instant. */
export function sideAt(side: 'start' | 'end', { instant, zone }: Shown): Row {
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
function claimedInstant({ offset, present, ...claimed }: Claim): number {
  if (typeof offset === 'number') return resolveMoment({ ...claimed, offset }).instant;
  const usual = present === null ? null : offsetAt(claimed.zone, present.now);
  if (present !== null && usual !== null && keepsOffset(claimed.local, claimed.zone, usual)) {
    const { instant } = resolveMoment({ ...claimed, offset: usual });
    if (isLive(instant, present.now, present.tolerance)) return instant;
  }
  return resolveMoment({ ...claimed, offset: null }).instant;
}
