// How a tracking came about: live or after the fact, from which address, through which credential.
import type { Change, Rule } from '#resource/rule.ts';
import { differs } from '../change.ts';

/** Values of `start_type_id` and `end_type_id`. */
const postDated = 0;
const live = 1;

/** Notes the origin of a start or an end that is new or moved. */
export const noteOrigin: Rule = async (change, view) => {
  if (change.verb === 'delete') return;
  const tolerance = Number(await view.setting('live_start_tolerance_minutes')) * 60;
  if (differs(change, 'start_instant')) {
    noteSide(change, 'start', change.before === null && isNow(change, 'start', tolerance) && runs(change));
    change.after['input_type'] = change.after['start_type_id'] ?? null;
  }
  if (differs(change, 'end_instant')) {
    if (runs(change)) forgetEnd(change);
    else noteSide(change, 'end', change.before?.['status'] === 1 && isNow(change, 'end', tolerance));
  }
};

/** Whether the claimed instant lies within the tolerance before now, and nobody says it comes late. */
export function isLive(claimed: number, now: number, tolerance: number): boolean {
  return claimed <= now && now - claimed <= tolerance;
}

function isNow({ after, now }: Change, side: 'start' | 'end', tolerance: number): boolean {
  return after['is_offline_tracking'] !== 1 && isLive(after[`${side}_instant`] as number, now, tolerance);
}

function runs({ after }: Change): boolean {
  return after['end_instant'] === null;
}

function noteSide(change: Change, side: 'start' | 'end', isSideLive: boolean): void {
  const { after, given, remoteAddress, sight } = change;
  after[`is_${side}_live`] = isSideLive ? 1 : 0;
  after[`${side}_ip`] = isSideLive ? remoteAddress : null;
  after[`${side}_oauth_client_id`] = sight.clientId;
  if (!given.has(`${side}_type_id`) || after[`${side}_type_id`] === null) {
    after[`${side}_type_id`] = isSideLive ? live : postDated;
  }
}

function forgetEnd({ after }: Change): void {
  after['is_end_live'] = 0;
  for (const name of ['end_ip', 'end_oauth_client_id', 'end_type_id']) after[name] = null;
}
