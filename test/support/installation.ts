// A whole installation in the test process: real database, real port, a movable clock, one account with credentials.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp, type RunningApp } from '#app';
import { createAccount } from '#accounts/create-account.ts';
import { readConfig } from '#config';
import { createCredential } from '#oauth/credentials.ts';
import type { ObservedEvent } from '#observe/event.ts';
import type { StorageEngine } from './engines.ts';
import { createClient, fetchToken, type Client } from './client.ts';
import { unhurried } from './unhurried.ts';

/** A clock that a test moves. */
export interface TestClock {
  /** Milliseconds to add to the machine's clock. */
  shift: number;
  /** Epoch milliseconds that it shows for as long as this is set. */
  stoppedAt?: number;
}

/** Sets a clock to a moment such as `2026-10-25T00:30:00Z`, from where it goes on. */
export function setClock(clock: TestClock, moment: string): void {
  clock.shift = Date.parse(moment) - Date.now();
}

/** What {@link startInstallation} may be told. */
export interface InstallationOptions {
  readonly engine: StorageEngine;
  /** Flags as on the command line, without dashes. */
  readonly flags?: Readonly<Record<string, string>>;
  readonly timezone?: string;
  /** Name of the first account; `acme` when left out. */
  readonly account?: string;
  /** What the installation's clock shows when it starts, as text such as `2026-10-25T00:30:00Z`; else the machine's. */
  readonly startsAt?: string;
}

/** One account of an installation with a machine's and the administrator's client. */
export interface TestAccount {
  readonly name: string;
  readonly id: number;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly machine: Client;
  readonly administrator: Client;
  /** Logs a user in; the default password is {@link password}. */
  login(username: string, password?: string): Promise<Client>;
}

/** A running installation. */
export interface Installation {
  readonly app: RunningApp;
  readonly address: string;
  /** As `--database` takes it, for another server on the same database. */
  readonly databaseUrl: string;
  /** Where the bytes of files are, unless a flag says otherwise. */
  readonly filesFolder: string;
  readonly clock: TestClock;
  readonly events: readonly ObservedEvent[];
  /** The first account. */
  readonly account: TestAccount;
  addAccount(name: string, timezone?: string): Promise<TestAccount>;
  close(): Promise<void>;
}

/** The password of every user that tests make. */
export const password = 'correct horse 1';

/** Starts one. Hashing is cheap here: its cost is tested where it matters. */
export async function startInstallation(options: InstallationOptions): Promise<Installation> {
  const database = await options.engine.create();
  const files = await mkdtemp(join(tmpdir(), 'hourbook-files-'));
  const clock: TestClock = { shift: 0 };
  if (options.startsAt !== undefined) setClock(clock, options.startsAt);
  const events: ObservedEvent[] = [];
  const flags = {
    database: database.url,
    'file-storage': files,
    port: '0',
    'argon2-memory': '64 KiB',
    'argon2-iterations': '1',
    ...unhurried,
    ...options.flags,
  };
  const app = await startApp(readConfig({ flags, env: {} }), {
    clock: () => clock.stoppedAt ?? Date.now() + clock.shift,
    observe: (event) => void events.push(event),
  });
  const addAccount = (name: string, timezone = options.timezone ?? 'UTC'): Promise<TestAccount> =>
    newAccount(app, { name, timezone });
  const close = async (): Promise<void> => {
    await app.close();
    await database.remove();
    await rm(files, { recursive: true, force: true });
  };
  try {
    const account = await addAccount(options.account ?? 'acme');
    return {
      app,
      address: app.address,
      databaseUrl: database.url,
      filesFolder: files,
      clock,
      events,
      account,
      addAccount,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function newAccount(
  app: RunningApp,
  { name, timezone }: { name: string; timezone: string },
): Promise<TestAccount> {
  const { accountId } = await createAccount(app.engine, {
    name,
    admin: { username: 'admin', password },
    timezone,
    country: 'AT',
  });
  const { credential, clientSecret } = await app.engine.database.write(accountId, (tx) =>
    createCredential(tx, { accountId, name: 'tests', readOnly: false, lastDay: null }),
  );
  const where = { address: app.address, account: name };
  const client = { client_id: credential.clientId, client_secret: clientSecret };
  const login = async (username: string, secret = password): Promise<Client> => {
    const answer = await fetchToken(where, { grant_type: 'password', ...client, username, password: secret });
    return createClient(where, answer.access_token);
  };
  const machine = await fetchToken(where, { grant_type: 'client_credentials', ...client });
  return {
    name,
    id: accountId,
    clientId: credential.clientId,
    clientSecret,
    machine: createClient(where, machine.access_token),
    administrator: await login('admin'),
    login,
  };
}
