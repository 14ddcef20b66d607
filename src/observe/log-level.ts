// How much an event matters to an operator.
import type { ObservedEvent } from './event.ts';

/** `info` is the ordinary course, `warn` wants a look some time, `error` is something broken. */
export type LogLevel = 'info' | 'warn' | 'error';

/** All levels, ascending. */
export const levels: readonly LogLevel[] = ['info', 'warn', 'error'];

/** The level of an event. */
export function levelOf(event: ObservedEvent): LogLevel {
  switch (event.kind) {
    case 'request_failed':
    case 'background_failed':
    case 'database_lost':
    case 'storage_full':
      return 'error';
    case 'worker_ended':
      return event.wanted ? 'info' : 'error';
    case 'login_failed':
    case 'refresh_token_reused':
    case 'overloaded':
    case 'standby_lost':
    case 'fence_missing':
    case 'clock_behind':
    case 'background_waits':
    case 'writes_not_shared':
      return 'warn';
    case 'mail_handled':
      return event.outcome === 'postponed' || event.outcome === 'given_up' ? 'warn' : 'info';
    case 'request_done':
      if (event.status === 503) return 'warn';
      return event.status >= 500 ? 'error' : 'info';
    default:
      return 'info';
  }
}
