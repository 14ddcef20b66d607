// Runs bin/hourbook as an administrator does: commands to their end, and servers that a test ends. Every process ends
// with the test process.
import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startSharedProcess, type SharedProcess } from './shared-process.ts';

const executable = fileURLToPath(new URL('../../bin/hourbook', import.meta.url));
const running = new Set<ChildProcess>();
process.once('exit', killAll);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));

/** What a command left behind. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly complaint: string;
  /** The output of `--json`; throws on anything else. */
  readonly json: unknown;
}

/** What a command may be given beside its words. */
export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input; nothing unless given. */
  readonly input?: string;
}

/** Commands that ask for a password where no variable holds it. */
const asking = ['account create', 'user create', 'user passwd'];
const wasRun = new Set<string>();
let shared: SharedProcess | undefined;

/**
 * Runs a command to its end. The first run of each command on each engine is a process of its own, which must end by
 * itself; later runs take place in one process for all, unless they read input or write a stream.
 */
export async function hourbook(words: readonly string[], options: CommandOptions = {}): Promise<Ended> {
  const [first = '', second = ''] = words;
  const name = /^(account|accounts|credentials|user|person|db|export)$/.test(first)
    ? `${first} ${second}`
    : first;
  const readsInput = options.input !== undefined || (asking.includes(name) && options.env === undefined);
  const writesStream = name === 'serve' || (name === 'export timesheet' && !words.includes('--to'));
  const key = `${name} ${words.find((word) => /^(sqlite|postgres):/.test(word))?.split(':')[0]}`;
  const isFirst = !wasRun.has(key);
  wasRun.add(key);
  if (isFirst || readsInput || writesStream || shared?.isBusy() === true) return runAlone(words, options);
  if (shared === undefined) {
    shared = startSharedProcess();
    track(shared.child);
  }
  return endedOf(await shared.run({ words, env: environment(options.env) }));
}

async function runAlone(words: readonly string[], options: CommandOptions): Promise<Ended> {
  const child = start(words, options.env);
  child.stdin.end(options.input ?? '');
  const [output, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return endedOf({ code, output, complaint });
}

function endedOf(ended: Omit<Ended, 'json'>): Ended {
  return {
    ...ended,
    get json() {
      return JSON.parse(ended.output) as unknown;
    },
  };
}

/** Starts a command that is killed before it ends by itself. */
export function startCommand(words: readonly string[]): {
  kill(): Promise<Death>;
  /** What it has printed, once it has ended by itself; `null` before. */
  ended(): string | null;
} {
  const child = start(words);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (printed += String(chunk)));
  const death = once(child, 'exit').then(([code, signal]) => ({ code, signal }) as Death);
  return {
    ended: () => (child.exitCode === null ? null : printed),
    kill() {
      child.kill('SIGKILL');
      return death;
    },
  };
}

/** A line of a server's log. */
export interface LogLine {
  readonly event: string;
  readonly [member: string]: unknown;
}

/** A server that serves. */
export interface ServingProcess {
  /** Such as `http://127.0.0.1:46675`. */
  readonly address: string;
  /** All that it has printed so far. */
  output(): string;
  /** Resolves with the first line of this event, printed already or still to come. */
  logged(event: string): Promise<LogLine>;
  /** Sends a signal; resolves with exit code and signal once the process has ended. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<Death>;
}

/** How a process ended. */
export interface Death {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Starts `hourbook serve` on a free port; throws what it complained of when it does not come to serve. */
export async function serve(
  database: string,
  flags: readonly string[] = [],
  env: CommandOptions['env'] = {},
): Promise<ServingProcess> {
  const child = start(['serve', '--port', '0', '--database', database, ...flags], env);
  const complaint = text(child.stderr);
  const log = followLog(child);
  const death = once(child, 'exit').then(([code, signal]) => ({ code, signal }) as Death);
  const failed = death.then(async ({ code }) => {
    throw new Error(`hourbook serve ended with ${code}: ${await complaint}${log.output()}`);
  });
  const { address } = await Promise.race([log.logged('server_started'), failed]);
  return {
    ...log,
    address: address as string,
    end(signal) {
      child.kill(signal);
      return death;
    },
  };
}

/** What a server with a new demo account prints for people until it serves; then it is ended. */
export async function textOfStart(database: string): Promise<string> {
  const child = start(['serve', '--port', '0', '--demo', '--log-format', 'text', '--database', database]);
  let output = '';
  for await (const piece of child.stdout.setEncoding('utf8')) {
    output += piece as string;
    if (output.includes('Try it:') && output.endsWith('\n\n')) child.kill('SIGTERM');
  }
  return output;
}

/** Ends every process that is still running, at once. For `after`, whatever became of the tests. */
export function killAll(): void {
  shared = undefined;
  for (const child of running) child.kill('SIGKILL');
}

function start(words: readonly string[], env: CommandOptions['env'] = {}): ChildProcessWithoutNullStreams {
  const child = spawn(executable, words, { env: environment(env) });
  track(child);
  return child;
}

function track(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

function environment(env: CommandOptions['env'] = {}): Readonly<Record<string, string>> {
  return {
    PATH: process.env['PATH'] ?? '',
    // Hashing is cheap here: its cost is tested where it matters.
    HOURBOOK_ARGON2_MEMORY: '64 KiB',
    HOURBOOK_ARGON2_ITERATIONS: '1',
    // On a crowded machine a process waits long for its turn: that is no overload.
    HOURBOOK_MAX_EVENT_LOOP_DELAY: '60000',
    ...env,
  };
}

function followLog(child: ChildProcessWithoutNullStreams): Pick<ServingProcess, 'output' | 'logged'> {
  let output = '';
  const waiting = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece;
    for (const look of waiting) look();
  });
  const find = (event: string): LogLine | undefined =>
    output
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine)
      .find((line) => line.event === event);
  return {
    output: () => output,
    logged: (event) =>
      new Promise((resolve) => {
        const look = (): void => {
          const line = find(event);
          if (line === undefined) return;
          waiting.delete(look);
          resolve(line);
        };
        waiting.add(look);
        look();
      }),
  };
}
