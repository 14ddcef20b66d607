// One installation on two engines. Both get the same requests at the same times, and only the engine differs.
import type { TestContext } from 'node:test';
import { openApp, type App } from '#app';
import { createAccount } from '#accounts/create-account.ts';
import { systemCaller } from '#engine/system-caller.ts';
import { readConfig } from '#config';
import { runRequest } from '#engine/run-request.ts';
import type { Caller } from '#resource/access.ts';
import { postgresEngine, sqliteEngine, type StorageEngine } from '../support/engines.ts';
import { password } from '../support/installation.ts';

/** One request; `asUser` is the id of the user who asks, else it is a machine with all rights. */
export interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the account and version, such as `users/read`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly asUser?: number;
}

/** What came of it: status and the envelope without what tells of the process. */
export interface Told {
  readonly status: number;
  readonly envelope: unknown;
}

/** Both engines; the clock stands until it is moved. */
export interface Pair {
  readonly apps: readonly App[];
  ask(asked: Asked): Promise<readonly [sqlite: Told, postgres: Told]>;
  pass(seconds: number): void;
}

const accountName = 'acme';
/** 2026-08-03T08:00:00Z, a Monday. */
const begin = Date.UTC(2026, 7, 3, 8);

/** Opens both; `null` when the machine has one engine only. */
export async function openPair(t: TestContext): Promise<Pair | null> {
  if (postgresEngine === null) return null;
  let now = begin;
  const clock = (): number => now;
  const apps = await Promise.all([sqliteEngine, postgresEngine].map((engine) => openOn(t, engine, clock)));
  return {
    apps,
    pass: (seconds) => void (now += 1000 * seconds),
    ask: async (asked) => {
      const [sqlite, postgres] = await Promise.all(apps.map((app) => askApp(app, asked)));
      return [sqlite as Told, postgres as Told];
    },
  };
}

async function openOn(t: TestContext, engine: StorageEngine, clock: () => number): Promise<App> {
  const { url, remove } = await engine.create();
  const flags = { database: url, 'argon2-memory': '64 KiB', 'argon2-iterations': '1' };
  const app = await openApp(readConfig({ flags, env: {} }), { clock });
  t.after(async () => {
    await app.close();
    await remove();
  });
  const admin = { username: 'admin', password };
  await createAccount(app.engine, { name: accountName, admin, timezone: 'Europe/Vienna', country: 'AT' });
  return app;
}

async function askApp({ engine }: App, { method, path, query = {}, body, asUser }: Asked): Promise<Told> {
  const machine = systemCaller({ id: 1, name: accountName });
  const caller: Caller = asUser === undefined ? machine : { ...machine, kind: 'user', userId: asUser };
  const answer = await runRequest(engine, {
    caller,
    request: {
      method,
      path: `/${accountName}/v4/${path}/`,
      query: new URLSearchParams(query).toString(),
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? null : Buffer.from(JSON.stringify(body)),
      remoteAddress: '192.0.2.1',
      requestId: 'differential',
    },
  });
  return { status: answer.status, envelope: JSON.parse(answer.body.toString(), withoutMoments) as unknown };
}

/** What the wall clock and random secrets put into answers. */
function withoutMoments(name: string, value: unknown): unknown {
  return ['RequestEndTime', 'Codeversion'].includes(name) ? undefined : value;
}
