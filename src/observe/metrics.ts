// Metrics in the Prometheus text format (version 0.0.4): counts events as they pass, prints when asked.
// Label values come from declared names only; accounts and users are never labels.
import type { ObservedEvent } from './event.ts';
import { counter, histogram, line, type Family } from './metric-family.ts';

/** What is read off at the moment of printing. */
export interface Gauges {
  readonly inFlight: number;
  readonly waitingWrites: number;
  readonly eventLoopDelaySeconds: number;
  readonly clockLagSeconds: number;
}

/** The counts of one process. */
export interface Metrics {
  readonly observe: (event: ObservedEvent) => void;
  readonly render: (gauges: Gauges) => string;
}

/** The media type of what is printed. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

const secondsBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Starts counting at zero. `version` is shown in `hourbook_build_info`. */
export function createMetrics(version: string): Metrics {
  const requests = counter('hourbook_requests_total', 'Requests answered.', ['resource', 'action', 'status']);
  const durations = histogram('hourbook_request_duration_seconds', 'Time from a request to its answer.', {
    labels: ['resource', 'action'],
    bounds: secondsBounds,
  });
  const failures = counter(
    'hourbook_request_failures_total',
    'Requests that failed for an unforeseen reason.',
    [],
  );
  const logins = counter('hourbook_logins_total', 'Tokens asked for.', ['outcome']);
  const reused = counter('hourbook_refresh_tokens_reused_total', 'Used refresh tokens presented again.', []);
  const mails = counter('hourbook_mails_total', 'Attempts to send mails.', ['outcome']);
  const background = counter('hourbook_background_failures_total', 'Failed background tasks.', ['task']);

  const observe = (event: ObservedEvent): void => {
    switch (event.kind) {
      case 'request_done': {
        const { resource = '', action = '', status, duration } = event;
        requests.add([resource, action, String(status)]);
        return durations.add([resource, action], duration / 1000);
      }
      case 'request_failed':
        return failures.add([]);
      case 'login_succeeded':
        return logins.add(['succeeded']);
      case 'login_failed':
        return logins.add(['failed']);
      case 'refresh_token_reused':
        return reused.add([]);
      case 'mail_handled':
        return mails.add([event.outcome]);
      case 'background_failed':
        return background.add([event.task]);
      default:
    }
  };
  const families: readonly Family[] = [requests, durations, failures, logins, reused, mails, background];
  const render = (gauges: Gauges): string =>
    [
      ...families.flatMap((family) => family.render()),
      ...gaugeLines(gauges),
      ...processLines(version),
      '',
    ].join('\n');
  return { observe, render };
}

function gaugeLines({
  inFlight,
  waitingWrites,
  eventLoopDelaySeconds,
  clockLagSeconds,
}: Gauges): readonly string[] {
  return [
    ...gauge('hourbook_requests_in_flight', 'Requests being worked on.', inFlight),
    ...gauge('hourbook_writes_waiting', 'Writes waiting for the database.', waitingWrites),
    ...gauge(
      'hourbook_event_loop_delay_seconds',
      'Mean delay of the event loop over the last second.',
      eventLoopDelaySeconds,
    ),
    ...gauge(
      'hourbook_clock_lag_seconds',
      'Seconds by which the clock is behind the stamps of changes.',
      clockLagSeconds,
    ),
  ];
}

function processLines(version: string): readonly string[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    ...gauge('process_resident_memory_bytes', 'Resident memory.', rss),
    ...gauge('nodejs_heap_size_used_bytes', 'JavaScript heap in use.', heapUsed),
    '# HELP process_cpu_seconds_total User and system CPU time.',
    '# TYPE process_cpu_seconds_total counter',
    line('process_cpu_seconds_total', {}, (user + system) / 1e6),
    '# HELP hourbook_build_info Which version runs; always 1.',
    '# TYPE hourbook_build_info gauge',
    line('hourbook_build_info', { version, node: process.version }, 1),
  ];
}

function gauge(name: string, help: string, value: number): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, line(name, {}, value)];
}
