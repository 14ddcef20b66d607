// Of a task that waits for the database it is told once that it does, and once that it goes on: a task that is tried every
// two seconds would fill the log. Other failures are told each time.
import type { ObservedEvent, Observe } from '#observe/event.ts';

/** What tasks come to. */
export interface TellOnce {
  /** Takes `background_failed` too, and tells it as `background_waits` where the database cannot be used now. */
  readonly observe: Observe;
  /** A turn of the task has ended: it and its parts, `TASK of ACCOUNT`, go on again, but for those that have failed in this turn. */
  readonly ended: (task: string) => void;
}

/** Passes on to `observe` what is to be told. */
export function tellOnce(observe: Observe, isUnavailable: (error: unknown) => boolean): TellOnce {
  /** Tasks that wait, and whether they have failed in this turn. */
  const waiting = new Map<string, boolean>();
  const resume = (task: string): void => {
    if (waiting.delete(task)) observe({ kind: 'background_resumed', task });
  };
  const failed = (event: Extract<ObservedEvent, { kind: 'background_failed' }>): void => {
    const { task, error } = event;
    const all: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
    if (!all.every(isUnavailable)) return observe(event);
    if (!waiting.has(task)) observe({ kind: 'background_waits', task, reason: String(error) });
    waiting.set(task, true);
  };
  return {
    observe(event) {
      if (event.kind === 'background_failed') return failed(event);
      if (event.kind === 'background_done') resume(event.task);
      observe(event);
    },
    ended(task) {
      for (const [part, hasFailed] of waiting) {
        if (part !== task && !part.startsWith(`${task} of `)) continue;
        if (hasFailed) waiting.set(part, false);
        else resume(part);
      }
    },
  };
}
