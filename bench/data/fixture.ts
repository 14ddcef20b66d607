// The databases that scenarios run on, made once: a small one, and one with ten times as many time trackings.
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BenchOptions } from '../options.ts';
import { startOwnServer, type OwnServer } from '../servers/child.ts';
import { startService, type Service } from '../servers/service.ts';
import { addAccounts } from './add-accounts.ts';
import { foundAccount, type Credentials } from './found-account.ts';
import { createTrackings, seedAccount, seededDays, type NewTracking, type SeededPeople } from './seed-account.ts';
import { multiplyTrackings } from './multiply-trackings.ts';

const account = 'bench';

/**
 * `crowded` is `small` with other accounts beside ours; `plain` is a copy of `main` for others than the service; `replay`
 * is a copy of `small` for companies that are founded in it; `postgres` is no file, but has a log.
 */
export type DatabaseName = 'small' | 'main' | 'crowded' | 'plain' | 'replay' | 'postgres';

/** Databases and the services on them. */
export interface Fixture {
  /** Ids of the people with working time accounts, each with the same number of trackings. */
  readonly people: readonly number[];
  readonly accountId: number;
  /** Name of the account, and what programs log in with. */
  readonly account: string;
  readonly credentials: Credentials;
  /** Ids of the seeded trackings in the main database are 1 to this. */
  readonly trackings: number;
  /** The same in the small one. */
  readonly smallTrackings: number;
  /** Makes trackings that overlap with no other one in any scenario. */
  readonly nextTracking: () => NewTracking;
  /** The same, of people without working time accounts. */
  readonly nextUnaccounted: () => NewTracking;
  /** The service on the main database, which most scenarios share. */
  main(): Promise<Service>;
  /** The bare server, which all scenarios teach and share: a new one would need seconds to get up to speed. */
  bare(): Promise<OwnServer>;
  /** A service of its own on a database, with all defaults but these flags; the caller stops it. */
  start(database: DatabaseName, flags?: readonly string[]): Promise<Service>;
  fileOf(database: DatabaseName): string;
  /** Stops the shared servers. Answers the directory, which goes with the process; its logs stay when they are wanted. */
  close(keepLogs: boolean): Promise<string>;
}

/** Seeds the databases. They lie in the project's `.cache`, because `/tmp` may be memory, where `fsync` is free. */
export async function createFixture(options: BenchOptions): Promise<Fixture> {
  mkdirSync('.cache', { recursive: true });
  const directory = resolve(mkdtempSync(join('.cache', 'bench-')));
  let keepsLogs = false;
  process.on('exit', () => clear(directory, keepsLogs));
  const fileOf = (database: string): string => join(directory, `${database}.db`);
  const command = resolve(options.command);
  const { accountId, credentials, people, unaccounted } = await seedSmall(command, fileOf('small'));
  const start = (database: string, flags: readonly string[] = []): Promise<Service> =>
    startService({ command, file: fileOf(database), account, ...credentials, flags });
  const { trackings, smallTrackings } = multiplyAll(options, { accountId, people: people.length, fileOf });
  let bare: Promise<OwnServer> | undefined;
  let shared: Promise<Service> | undefined;
  return {
    people,
    accountId,
    account,
    credentials,
    trackings,
    smallTrackings,
    start,
    fileOf,
    nextTracking: createTrackings(people),
    nextUnaccounted: createTrackings(unaccounted),
    main: () => (shared ??= start('main')),
    bare: () => (bare ??= startOwnServer('./bare-server.ts')),
    async close(keepLogs) {
      keepsLogs = keepLogs;
      // A service that did not start has failed its scenario already.
      for (const server of [shared, bare]) await (await server?.catch(() => undefined))?.stop();
      return directory;
    },
  };
}

function clear(directory: string, keepLogs: boolean): void {
  for (const file of readdirSync(directory)) {
    if (!keepLogs || !file.endsWith('.log')) rmSync(join(directory, file), { recursive: true });
  }
  if (!keepLogs) rmSync(directory, { recursive: true });
}

interface Seeded extends SeededPeople {
  readonly accountId: number;
  readonly credentials: Credentials;
}

async function seedSmall(command: string, file: string): Promise<Seeded> {
  const { accountId, credentials } = await foundAccount(command, { file, account });
  const service = await startService({ command, file, account, ...credentials });
  try {
    return { accountId, credentials, ...(await seedAccount(service)) };
  } finally {
    await service.stop();
  }
}

interface Sizes {
  readonly accountId: number;
  readonly people: number;
  readonly fileOf: (database: DatabaseName) => string;
}

function multiplyAll(options: BenchOptions, { accountId, people, fileOf }: Sizes): Pick<Fixture, 'trackings' | 'smallTrackings'> {
  copyFileSync(fileOf('small'), fileOf('main'));
  // Its books must be right: what is multiplied in SQL has no changelog.
  copyFileSync(fileOf('small'), fileOf('replay'));
  const copies = Math.max(10, Math.round(options.rows / (people * seededDays)));
  const tenth = { days: seededDays, copies: Math.round(copies / 10) };
  const smallTrackings = multiplyTrackings({ file: fileOf('small'), accountId, ...tenth });
  const trackings = multiplyTrackings({ file: fileOf('main'), accountId, days: seededDays, copies });
  copyFileSync(fileOf('main'), fileOf('plain'));
  copyFileSync(fileOf('small'), fileOf('crowded'));
  addAccounts(fileOf('crowded'), accountId, options.otherAccounts);
  return { trackings, smallTrackings };
}
