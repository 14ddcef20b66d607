// The part of an envelope that tells who answered, when, and in which zone.
import type { Engine } from './engine.ts';
import type { Frame } from './envelope.ts';

/** The frame of an answer; `startedAt` in epoch seconds. */
export function frameOf(
  engine: Pick<Engine, 'host' | 'codeVersion' | 'clock'>,
  part: { readonly serverTimeZone: string; readonly name: string; readonly startedAt: number },
): Frame {
  return {
    host: engine.host,
    codeVersion: engine.codeVersion,
    resourceName: part.name,
    serverTimeZone: part.serverTimeZone,
    startedAt: part.startedAt,
    endedAt: Math.max(part.startedAt, Math.floor(engine.clock() / 1000)),
  };
}
