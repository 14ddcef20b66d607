// Events as lines: one JSON object each, or text for people. It must not decide what happened, only how it reads.
import { formatJson } from './format-json.ts';
import { formatText } from './format-text.ts';
import type { Observe } from './event.ts';
import { levelOf, levels, type LogLevel } from './log-level.ts';

/** How to log. */
export interface LoggerOptions {
  readonly level: LogLevel | 'silent';
  readonly format: 'json' | 'text';
  /** Takes one line, or several, without the last line end. */
  readonly write: (line: string) => void;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** What `auto` means: text for people at a terminal, JSON for everything else. */
export function chosenFormat(
  format: 'auto' | LoggerOptions['format'],
  { isTTY }: { readonly isTTY?: boolean },
): LoggerOptions['format'] {
  if (format !== 'auto') return format;
  return isTTY === true ? 'text' : 'json';
}

/** Makes the subscriber that logs every event at or above the level. */
export function createLogger({ level, format, write, clock }: LoggerOptions): Observe {
  if (level === 'silent') return () => {};
  const least = levels.indexOf(level);
  const formatted = format === 'json' ? formatJson : formatText;
  return (event) => {
    const eventLevel = levelOf(event);
    if (levels.indexOf(eventLevel) < least) return;
    write(formatted(event, { level: eventLevel, time: new Date(clock()).toISOString() }));
  };
}
