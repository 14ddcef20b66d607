// Processes that the bench starts, and the one place that ends them again.
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const children = new Set<ChildProcess>();
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

/** Executables find the Node under which the bench runs, whatever else the machine has. */
export function childEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
    ...more,
  };
}

/** A server process whose output goes to a file: reading a pipe would cost the client time. */
export interface ServerProcess {
  readonly pid: number;
  /** The first `http://…` that it printed. */
  readonly origin: string;
  /** Milliseconds from start to that print. */
  readonly startedIn: number;
  stop(): Promise<void>;
}

/** Starts a server and waits until it prints its address. */
export async function startServerProcess(
  command: readonly [string, ...string[]],
  {
    logFile,
    environment,
  }: { readonly logFile: string; readonly environment?: Readonly<Record<string, string>> },
): Promise<ServerProcess> {
  const log = openSync(logFile, 'w');
  const started = performance.now();
  const child = spawn(command[0], command.slice(1), {
    env: childEnvironment(environment),
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  keep(child);
  const origin = await printedAddress(child, logFile);
  return {
    pid: child.pid ?? 0,
    origin,
    startedIn: performance.now() - started,
    stop: () => stopChild(child),
  };
}

/** Starts one of the bench's own servers, which gets messages and answers with its address. */
export async function startOwnServer(file: string, words: readonly string[] = []): Promise<OwnServer> {
  const child = fork(new URL(file, import.meta.url), words, { stdio: 'inherit' });
  keep(child);
  const [origin] = (await once(child, 'message')) as [string];
  const tell = async (message: object): Promise<void> => {
    child.send(message);
    await once(child, 'message');
  };
  return { origin, tell, stop: () => stopChild(child) };
}

/** A server of the bench's own. */
export interface OwnServer {
  readonly origin: string;
  /** Resolves when the server has taken the message in. */
  tell(message: object): Promise<void>;
  stop(): Promise<void>;
}

function keep(child: ChildProcess): void {
  children.add(child);
  child.once('exit', () => children.delete(child));
}

async function printedAddress(child: ChildProcess, logFile: string): Promise<string> {
  for (const started = performance.now(); performance.now() - started < 30_000; await delay(2)) {
    const output = readFileSync(logFile, 'utf8');
    const address = /https?:\/\/[\w.[\]:-]+:\d+/.exec(output)?.[0];
    if (address !== undefined) return address;
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output}`);
  }
  throw new Error(`the server printed no address within 30 seconds: ${readFileSync(logFile, 'utf8')}`);
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
