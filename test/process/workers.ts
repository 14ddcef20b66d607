// What tests of services with several workers do and check.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type Envelope } from '../support/client.ts';
import type { LogLine, ServingProcess } from './executable.ts';
import { sendAlone, type Outcome } from './fresh-connection.ts';

/** Flags of a service with two workers. */
export const two = ['--workers', '2', '--metrics-token', 'of-these-tests'];

/** The jobs that a new installation has to do, in the order of their names. */
export const firstJobs: readonly string[] = [
  'extend_calendars',
  'extend_day_accounts',
  'purge_audit',
  'purge_create_keys',
  'purge_deletions',
  'purge_logins',
  'remind_people',
  'remove_files',
];

/** Lines of the log, of one kind or all. */
export function linesOf(server: ServingProcess, event?: string): readonly LogLine[] {
  return server
    .output()
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine)
    .filter((line) => event === undefined || line.event === event);
}

/** The workers that serve, by their numbers. */
export function workersOf(server: ServingProcess): readonly LogLine[] {
  const byNumber = new Map(linesOf(server, 'worker_started').map((line) => [line['worker'], line]));
  return [1, 2].map((worker) => byNumber.get(worker) as LogLine);
}

/** Resolves once so many events of a kind have been logged. */
export async function logged(server: ServingProcess, event: string, count: number): Promise<void> {
  for (let waits = 0; linesOf(server, event).length < count; waits += 1) {
    assert.ok(waits < 6000, `${event} was not logged ${count} times: ${server.output().slice(-2000)}`);
    await sleep(10);
  }
}

/** The metrics of a service, with those of all of its workers: one that is busy is left out, so it is asked again. */
export async function metricsOfAll({ address }: ServingProcess, workers: number): Promise<string> {
  let text = '';
  for (let asked = 0; asked < 60; asked += 1) {
    const page = await sendAlone(`${address}/metrics`, { headers: bearer('of-these-tests') });
    if ('text' in page) ({ text } = page);
    if (text.match(/^hourbook_build_info\{/gm)?.length === workers) return text;
  }
  throw new Error(`not all of ${workers} workers tell their metrics:\n${text}`);
}

/** Creates a message over a connection of its own. */
export function create(
  { address }: ServingProcess,
  { token, message }: { token: string; message: string },
): Promise<Outcome> {
  return sendAlone(`${address}/acme/v4/messages/create`, {
    method: 'POST',
    headers: bearer(token),
    body: JSON.stringify({ sender_id: 1, message }),
  });
}

/** The messages that hold a text. */
export async function messagesLike(
  { address }: ServingProcess,
  { token, like }: { token: string; like: string },
): Promise<readonly string[]> {
  const client = createClient({ address, account: 'acme' }, token);
  const { json } = await client.get('messages/read', { message: like, _op__message: 'like', _limit: 10_000 });
  return (json['Results'] as Envelope[]).map((row) => row['message'] as string);
}

/** Asks the token endpoint over a connection of its own. */
export function askToken(
  { address }: ServingProcess,
  form: Readonly<Record<string, string>>,
): Promise<Outcome> {
  return sendAlone(`${address}/acme/auth/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
}

/** The tokens of an answer, which must have some. */
export function tokensIn(outcome: Outcome): {
  readonly access_token: string;
  readonly refresh_token: string;
} {
  assert.ok('status' in outcome && outcome.status === 200, JSON.stringify(outcome));
  return JSON.parse(outcome.text) as { access_token: string; refresh_token: string };
}

/** Status and `Retry-After` of an answer, which must have come. */
export function statusOf(outcome: Outcome): readonly [number, string | undefined] {
  assert.ok('status' in outcome, JSON.stringify(outcome));
  return [outcome.status, outcome.retryAfter];
}

/** The header that shows a token. */
export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** Whether there is a process of this number. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Counts to a number, again and again. */
export function countdown(from: number): { count(): void; again(): void; reached(): Promise<void> } {
  let left = from;
  let done = Promise.withResolvers<void>();
  return {
    count() {
      left -= 1;
      if (left === 0) done.resolve();
    },
    again() {
      left = from;
      done = Promise.withResolvers<void>();
    },
    reached: () => done.promise,
  };
}
