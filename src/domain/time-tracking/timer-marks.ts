// How rules tell the timer's own writes, and those of granted requests, from others. Clients can send parameters of any name, but are never trusted.
import type { ActionWrite } from '#resource/action.ts';
import type { Change } from '#resource/rule.ts';
import { isSwitchedOn } from '../sent-parameters.ts';

/** What the timer does with a tracking; `continues`: a part that was cut off goes on with its task. */
export type TimerMark = 'stops' | 'splits' | 'continues' | 'approves' | 'grants';

/** Marks a write of the timer; `late`: what makes it was recorded without connection. */
export function markedAs(mark: TimerMark, { late = false }: { readonly late?: boolean } = {}): ActionWrite {
  return { parameters: { _timer: mark, ...(late ? { _is_offline_live_tracking: 1 } : {}) } };
}

/** Whether the timer makes the change, and to this end. */
export function isMarked(
  { trusted, parameters }: Pick<Change, 'trusted' | 'parameters'>,
  mark: TimerMark,
): boolean {
  return trusted && parameters['_timer'] === mark;
}

/** Whether what is to be created was recorded without connection: it takes its place as the timer says. */
export function isUpload({ before, after }: Pick<Change, 'before' | 'after'>): boolean {
  return before === null && after.is_offline_tracking === 1;
}

/**
 * Whether the call that makes the change tells of something that was recorded without connection. What a tracking says of
 * itself tells of its creation only.
 */
export function isRecorded(change: Pick<Change, 'before' | 'after' | 'parameters'>): boolean {
  return isUpload(change) || isSwitchedOn(change.parameters, '_is_offline_live_tracking');
}
