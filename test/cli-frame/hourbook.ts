// Runs the real executable in a folder of its own with only PATH from this environment.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

/** The executable of this checkout. */
export const executable = fileURLToPath(new URL('../../bin/hourbook', import.meta.url));

/** How a run ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder that is gone after the test. */
export function scratchFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'hourbook-cli-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Where and how to run. */
export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly program?: string;
}

/** Starts it; its input is closed. */
export function start(
  words: readonly string[],
  { cwd, env, program = executable }: RunOptions = {},
): ChildProcessWithoutNullStreams {
  const child = spawn(program, [...words], {
    cwd: cwd ?? tmpdir(),
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  child.stdin.end();
  return child;
}

/** Runs it to its end. */
export async function hourbook(words: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return ended(start(words, options));
}

/** Waits for the end. */
export async function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const closed = new Promise<Pick<Ended, 'code' | 'signal'>>((resolve, reject) => {
    child.on('error', reject).on('close', (code, signal) => resolve({ code, signal }));
  });
  const [stdout, stderr, end] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { ...end, stdout, stderr };
}
