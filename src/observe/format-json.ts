// An event as one line of JSON: `time`, `level`, `event`, then what the event holds under its own names.
import type { ObservedEvent } from './event.ts';
import type { LogLevel } from './log-level.ts';

/** What a line says besides the event. `time` is ISO 8601 in UTC. */
export interface LineHead {
  readonly level: LogLevel;
  readonly time: string;
}

/** Writes the line. Errors keep name, message, code and stack. */
export function formatJson({ kind, ...rest }: ObservedEvent, { level, time }: LineHead): string {
  const line = { time, level, event: kind, ...rest };
  // Most lines are of requests, which hold no error: a replacer is called for each member.
  return kind === 'request_done' ? JSON.stringify(line) : JSON.stringify(line, replaceErrors);
}

function replaceErrors(_name: string, value: unknown): unknown {
  if (!(value instanceof Error)) return typeof value === 'bigint' ? String(value) : value;
  const { name, message, stack, cause } = value;
  return { name, message, code: (value as { code?: unknown }).code, stack, cause };
}
