// How rules tell the timer's own writes, and those of granted requests, from others. Clients can send parameters of any name, but are never trusted.
import type { ActionWrite } from '#resource/action.ts';
import type { Change } from '#resource/rule.ts';

/** What the timer does with a tracking; `continues`: a part that was cut off goes on with its task. */
export type TimerMark = 'stops' | 'splits' | 'continues' | 'approves' | 'grants';

/** Marks a write of the timer. */
export function markedAs(mark: TimerMark): ActionWrite {
  return { parameters: { _timer: mark } };
}

/** Whether the timer makes the change, and to this end. */
export function isMarked({ trusted, parameters }: Change, mark: TimerMark): boolean {
  return trusted && parameters['_timer'] === mark;
}

/** Whether what is to be created was recorded without connection: it takes its place as the timer says. */
export function isUpload({ before, after }: Pick<Change, 'before' | 'after'>): boolean {
  return before === null && after['is_offline_tracking'] === 1;
}
