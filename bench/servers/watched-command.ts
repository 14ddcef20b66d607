// A command of the service, watched while it runs: how long it takes, and how much memory it holds at the most.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { childEnvironment } from './child.ts';

const lookEvery = 20;

/** What a command did. */
export interface Watched {
  /** The JSON that it printed. */
  readonly answer: Record<string, unknown>;
  readonly seconds: number;
  /**
   * Most of its own memory at any time. Pages of the database file that are mapped are not counted: the kernel takes them
   * back whenever it needs them.
   */
  readonly megabytes: number;
}

/** Runs a command to its end; throws when it fails. */
export async function watchCommand(command: string, words: readonly string[]): Promise<Watched> {
  const started = performance.now();
  const child = spawn(command, [...words, '--json'], {
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const output = text(child.stdout);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  let kilobytes = 0;
  while (child.exitCode === null && child.signalCode === null) {
    kilobytes = Math.max(kilobytes, ownMemory(child.pid ?? 0));
    await Promise.race([ended, delay(lookEvery)]);
  }
  const [[code], printed] = await Promise.all([ended, output]);
  const seconds = (performance.now() - started) / 1000;
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${printed.slice(0, 2000)}`);
  return {
    answer: JSON.parse(printed) as Record<string, unknown>,
    seconds,
    megabytes: kilobytes / 1024,
  };
}

/** In kB; 0 once the process has ended. */
function ownMemory(pid: number): number {
  try {
    return Number(/RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
