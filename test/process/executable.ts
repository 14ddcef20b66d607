// The real executable, bin/hourbook, as an operator runs it: commands that end, and servers that a test ends.
// Whatever a test starts here is gone when the test process is.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const executable = fileURLToPath(new URL('../../bin/hourbook', import.meta.url));
const running = new Set<ChildProcessWithoutNullStreams>();
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

/** Runs a command to its end. */
export async function hourbook(words: readonly string[], options: CommandOptions = {}): Promise<Ended> {
  const child = start(words, options.env);
  child.stdin.end(options.input ?? '');
  const [output, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return {
    code,
    output,
    complaint,
    get json() {
      return JSON.parse(output) as unknown;
    },
  };
}

/** Starts a command that is killed before it ends by itself. */
export function startCommand(words: readonly string[]): { kill(): Promise<Death> } {
  const child = start(words);
  child.stdout.resume();
  child.stderr.resume();
  const death = once(child, 'exit').then(([code, signal]) => ({ code, signal }) as Death);
  return {
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

/** Ends every process that is still running, at once. For `after`, whatever became of the tests. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

function start(words: readonly string[], env: CommandOptions['env'] = {}): ChildProcessWithoutNullStreams {
  const lenient = {
    // Hashing is cheap here: its cost is tested where it matters.
    HOURBOOK_ARGON2_MEMORY: '64 KiB',
    HOURBOOK_ARGON2_ITERATIONS: '1',
    // On a crowded machine a process waits long for its turn: that is no overload.
    HOURBOOK_MAX_EVENT_LOOP_DELAY: '60000',
  };
  const child = spawn(executable, words, { env: { PATH: process.env['PATH'] ?? '', ...lenient, ...env } });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
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
