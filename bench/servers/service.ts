// The service under test: its command line, its process, and a client with a token.
import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Request } from 'autocannon';
import type { Load } from '../measure/load.ts';
import { childEnvironment, startServerProcess } from './child.ts';

/** Where a service finds its data, and who asks it. */
export interface ServiceAccess {
  readonly command: string;
  /** A SQLite file; beside it the log is written. */
  readonly file: string;
  /** Address of the database when it is not that file. */
  readonly database?: string;
  readonly account: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** More words of the command line; none: the service as it is shipped. */
  readonly flags?: readonly string[];
  /** Variables of its environment beside those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** An envelope, as far as the bench looks into it. */
export interface Envelope {
  readonly Success: boolean;
  readonly ErrorMessage?: string;
  readonly RequestStartTime: string;
  readonly Results: readonly Record<string, unknown>[];
}

/** A running service with a valid token. */
export interface Service {
  readonly pid: number;
  readonly origin: string;
  readonly startedIn: number;
  /** The headers that every request needs. */
  readonly headers: Readonly<Record<string, string>>;
  /** `timeTrackings/read?…` → the path with account and version. */
  path(rest: string): string;
  /** Sends one request; throws unless it succeeds. */
  send(method: string, rest: string, body?: unknown): Promise<{ envelope: Envelope; headers: Headers }>;
  /** A load of GETs, or of the requests given. */
  load(connections: number, requests: readonly (string | Request)[]): Load;
  stop(): Promise<void>;
}

/** Runs a command of the service and answers the JSON it prints. */
export async function runCommand(
  command: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  const running = promisify(execFile)(command, [...words, '--json'], { env: childEnvironment(environment) });
  return JSON.parse((await running).stdout) as Record<string, unknown>;
}

/** Words for a service that works out each answer: by default it remembers answers and gives them again from memory. */
export const remembersNothing: readonly string[] = ['--answer-cache', '0'];

/** The words that start the service on a database: a file, or an address. */
export function serveCommand(command: string, database: string): [string, ...string[]] {
  const address = database.includes('://') ? database : `sqlite:${database}`;
  return [command, 'serve', '--port', '0', '--database', address];
}

/** Starts the service and logs in. */
export async function startService(access: ServiceAccess): Promise<Service> {
  const { pid, origin, startedIn, stop } = await startServerProcess(
    [...serveCommand(access.command, access.database ?? access.file), ...(access.flags ?? [])],
    { logFile: `${access.file}.log`, ...access },
  );
  const headers = { authorization: `Bearer ${await tokenFrom(origin, access)}` };
  const path = (rest: string): string => `/${access.account}/v4/${rest}`;
  const asRequest = (given: string | Request): Request =>
    typeof given === 'string' ? { method: 'GET', path: path(given), headers } : given;
  return {
    pid,
    origin,
    startedIn,
    headers,
    path,
    stop,
    send: (method, rest, body) => send(`${origin}${path(rest)}`, { method, headers, body }),
    load: (connections, requests) => ({ origin, connections, requests: requests.map(asRequest) }),
  };
}

async function tokenFrom(
  origin: string,
  { account, clientId, clientSecret }: ServiceAccess,
): Promise<string> {
  const response = await fetch(`${origin}/${account}/auth/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  const answer = (await response.json()) as { access_token?: string };
  if (answer.access_token === undefined) throw new Error(`no token: ${JSON.stringify(answer)}`);
  return answer.access_token;
}

interface Message {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

async function send(url: string, { method, headers, body }: Message): ReturnType<Service['send']> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...content,
  });
  const envelope = (await response.json()) as Envelope;
  // Whatever else the machine does may overload it for a moment: a client comes again, and the wait counts.
  const pause = Number(response.headers.get('retry-after'));
  if (response.status === 503 && pause > 0) {
    await delay(pause * 1000);
    return send(url, { method, headers, body });
  }
  if (!envelope.Success) throw new Error(`${method} ${url}: ${JSON.stringify(envelope).slice(0, 2000)}`);
  return { envelope, headers: response.headers };
}
