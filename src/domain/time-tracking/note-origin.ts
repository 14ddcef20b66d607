// How a tracking came about: live or after the fact, from which address, through which credential.
import type { Change, Rule, View } from '#resource/rule.ts';
import { differs } from '../change.ts';
import { isMarked, isRecorded } from './timer-marks.ts';

/** Values of `start_type_id` and `end_type_id`. */
const postDated = 0;
const live = 1;
/** Started or stopped by an NFC tag. */
export const nfcStart = 2;

/** Notes the origin of a start or an end that is new or moved. */
export const noteOrigin: Rule<'timeTrackings'> = (change, view) => {
  if (change.verb === 'delete') return;
  const tolerance = toleranceIn(view);
  if (differs(change, 'start_instant')) {
    noteSide(change, 'start', startsNow(change, tolerance));
    change.after.input_type = change.after.start_type_id ?? null;
  }
  if (differs(change, 'end_instant')) {
    if (runs(change)) forgetEnd(change);
    else noteSide(change, 'end', stopsNow(change, tolerance));
  }
};

/** Whether the claimed instant lies within the tolerance before now, and nobody says it comes late. */
export function isLive(claimed: number, now: number, tolerance: number): boolean {
  return claimed <= now && now - claimed <= tolerance;
}

/** How long ago, in seconds, what a client claims as happening may lie. */
export function toleranceIn(view: View): number {
  return Number(view.setting('live_start_tolerance_minutes')) * 60;
}

/** Whether the change starts a tracking as it happens. */
export function startsNow(change: Change<'timeTrackings'>, tolerance: number): boolean {
  const begins = change.before === null && !isAfterTheFact(change);
  return begins && isNow(change, 'start', tolerance) && runs(change);
}

/** Whether the change stops a running tracking as it happens. */
export function stopsNow(change: Change<'timeTrackings'>, tolerance: number): boolean {
  if (change.before?.status !== 1 || runs(change) || isAfterTheFact(change)) return false;
  return isNow(change, 'end', tolerance) || isFirstSecond(change);
}

/** What is cut, or was asked for and is granted, does not happen now, however short a time ago it was. */
function isAfterTheFact(change: Change<'timeTrackings'>): boolean {
  return (['splits', 'continues', 'grants'] as const).some((mark) => isMarked(change, mark));
}

/** The timer lets what stops in its first second last for that second, which ends a moment from now. */
function isFirstSecond(change: Change<'timeTrackings'>): boolean {
  const { after, now } = change;
  const [start, end] = [after.start_instant, after.end_instant];
  return isMarked(change, 'stops') && start === now && end === now + 1;
}

function isNow(change: Change<'timeTrackings'>, side: 'start' | 'end', tolerance: number): boolean {
  const { after, now } = change;
  const claimed = after[`${side}_instant`];
  return claimed !== null && !isRecorded(change) && isLive(claimed, now, tolerance);
}

function runs({ after }: Change<'timeTrackings'>): boolean {
  return after.end_instant === null;
}

function noteSide(change: Change<'timeTrackings'>, side: 'start' | 'end', isSideLive: boolean): void {
  const { after, given, remoteAddress, accessContext } = change;
  after[`is_${side}_live`] = isSideLive ? 1 : 0;
  after[`${side}_ip`] = isSideLive ? remoteAddress : null;
  after[`${side}_oauth_client_id`] = accessContext.clientId;
  if (!given.has(`${side}_type_id`) || after[`${side}_type_id`] === null) {
    after[`${side}_type_id`] = isSideLive ? live : postDated;
  }
}

function forgetEnd({ after }: Change<'timeTrackings'>): void {
  after.is_end_live = 0;
  for (const name of ['end_ip', 'end_oauth_client_id', 'end_type_id'] as const) after[name] = null;
}
