// The service on PostgreSQL beside the service on SQLite with the same rows, and beside pg alone sending the very statements
// that the service sends for the same requests.
import type { Request } from 'autocannon';
import { startCluster, type Cluster } from '../../test/support/postgres-cluster.ts';
import { createPostgres, withServer } from '../../test/support/postgres-databases.ts';
import type { NewTracking } from '../data/seed-account.ts';
import { compareRates, type RateComparison } from '../measure/compare.ts';
import type { Load } from '../measure/load.ts';
import type { Bench, Measurement, Scenario } from '../scenario.ts';
import { startOwnServer } from '../servers/child.ts';
import type { Replay } from '../servers/plain-postgres.ts';
import { startRecorded } from '../servers/recorded.ts';
import {
  remembersNothing,
  runCommand,
  startService,
  type Service,
  type ServiceAccess,
} from '../servers/service.ts';
import type { TargetName } from '../targets.ts';
import { changeRows } from './delta.ts';
import { listFrom, walkOfLists } from './list-cold.ts';

const batchSize = 100;
/** The tests' server may lose what was committed; this one may not. */
const durable = ['fsync=on', 'full_page_writes=on', 'synchronous_commit=on'];

/** Makes its own server and copies the small database into it, by the service's own command. */
export const postgres: Scenario = {
  name: 'postgres',
  run: async (bench) => {
    const cluster = await startCluster(durable);
    if (cluster === null) throw new Error('PostgreSQL 15 or later is not on this machine');
    process.once('exit', cluster.remove);
    const { url } = await createPostgres(cluster.url, { empty: true });
    const { options, fixture } = bench;
    await runCommand(options.command, ['copy', '--from', `sqlite:${fixture.fileOf('small')}`, '--to', url]);
    const { account, credentials, fileOf } = fixture;
    const access = {
      command: options.command,
      account,
      ...credentials,
      file: fileOf('postgres'),
      database: url,
      flags: remembersNothing,
    };
    const { replays, changes } = await recordReplays(bench, access);
    const plain = await startOwnServer('./plain-postgres.ts', [await copyDatabase(cluster, url)]);
    for (const replay of replays) await plain.tell(replay);
    const sqlite = await fixture.start('small', remembersNothing);
    const server = await startService(access);
    try {
      await assertFound(plain.origin, { list: 100, one: 1, delta: 50 });
      const besideItself = await besidePlain(bench, { server, plain: plain.origin, changes });
      return [...(await besideSqlite(bench, { sqlite, server })), ...besideItself];
    } finally {
      for (const one of [plain, server, sqlite]) await one.stop();
    }
  },
};

/** Another database with the same rows, for the same role. */
async function copyDatabase(cluster: Cluster, url: string): Promise<string> {
  const { pathname, username } = new URL(url);
  const name = pathname.slice(1);
  await withServer(cluster.url, async (client) => {
    await client.query(`create database ${name}_plain owner ${username} template ${name}`);
  });
  return `${url}_plain`;
}

const recorded = 20;

/** `changes`: the delta that was recorded, of rows that were changed before. */
async function recordReplays(
  { fixture }: Bench,
  access: ServiceAccess,
): Promise<{ readonly replays: readonly Replay[]; readonly changes: string }> {
  const { service, record } = await startRecorded(access);
  const get = (rest: string) => () => service.send('GET', rest);
  const times = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index));
  try {
    // Lists that no client has read, and changes after which nothing else is written.
    const lists = await record(times(recorded, (index) => get(listFrom(1 + index * 100))));
    const trackings = trackingsOfOne(fixture.nextUnaccounted);
    const creates = await record(
      times(recorded, () => () => service.send('POST', 'timeTrackings/create', trackings())),
    );
    const changes = await changeRows(service);
    const ones = times(recorded, (index) => get(oneById(index)));
    for (const one of ones) await one();
    return {
      changes,
      replays: [
        { path: 'list', writes: false, recordings: lists },
        { path: 'one', writes: false, recordings: await record(ones) },
        { path: 'delta', writes: false, recordings: await record(times(recorded, () => get(changes))) },
        { path: 'create', writes: true, recordings: creates },
      ],
    };
  } finally {
    await service.stop();
  }
}

/** A replay that finds nothing would be fast for the wrong reason. */
async function assertFound(plain: string, expected: Readonly<Record<string, number>>): Promise<void> {
  for (const [path, rows] of Object.entries(expected)) {
    const { NumResults } = (await (await fetch(`${plain}/${path}`)).json()) as { NumResults?: number };
    if (NumResults !== rows) throw new Error(`pg alone found ${NumResults} rows instead of ${rows}: ${path}`);
  }
}

function oneById(index: number): string {
  return `timeTrackings/read/${index + 1}`;
}

/** Trackings of one person: what differs between their creates are the numbers of new rows and times, and nothing else. */
function trackingsOfOne(next: () => NewTracking): () => NewTracking {
  const { user_id: person } = next();
  return () => {
    let tracking = next();
    while (tracking.user_id !== person) tracking = next();
    return tracking;
  };
}

interface Sides {
  readonly sqlite: Service;
  readonly server: Service;
}

async function besideSqlite({ fixture, options }: Bench, { sqlite, server }: Sides): Promise<Measurement[]> {
  const lists = fixture.people.slice(0, 20).map((id) => `timeTrackings/read?user_id=${id}&_limit=100`);
  const ones = Array.from({ length: 200 }, (_, index) => oneById(index));
  const compare = (load: (service: Service) => Load): Promise<RateComparison> =>
    compareRates([load(server), load(sqlite)], options);
  const changes = new Map<Service, string>();
  for (const service of [sqlite, server]) changes.set(service, await changeRows(service));
  const batch = (): NewTracking[] => Array.from({ length: batchSize }, fixture.nextTracking);
  return measured([
    ['postgresList', await compare((service) => service.load(8, lists))],
    ['postgresOne', await compare((service) => service.load(8, ones))],
    ['postgresDelta', await compare((service) => service.load(8, [changes.get(service) as string]))],
    [
      'postgresCreate',
      await compare((service) => service.load(32, [creating(service, fixture.nextTracking)])),
    ],
    ['postgresBatch', await compare((service) => service.load(4, [creating(service, batch)]))],
  ]);
}

interface PlainSides {
  readonly server: Service;
  /** Origin of the plain server. */
  readonly plain: string;
  readonly changes: string;
}

async function besidePlain(
  { fixture, options }: Bench,
  { server, plain, changes }: PlainSides,
): Promise<Measurement[]> {
  const compare = (path: Replay['path'], load: Load): Promise<RateComparison> =>
    compareRates(
      [load, { ...load, origin: plain, requests: [{ method: 'GET', path: `/${path}` }] }],
      options,
    );
  const walk = walkOfLists(fixture.smallTrackings).service(server);
  const ones = Array.from({ length: recorded }, (_, index) => oneById(index));
  return measured([
    ['postgresPlainList', await compare('list', server.load(8, [walk]))],
    ['postgresPlainOne', await compare('one', server.load(8, ones))],
    ['postgresPlainDelta', await compare('delta', server.load(8, [changes]))],
    [
      'postgresPlainCreate',
      await compare('create', server.load(32, [creating(server, fixture.nextUnaccounted)])),
    ],
  ]);
}

function measured(found: readonly (readonly [TargetName, RateComparison])[]): Measurement[] {
  return found.map(([target, { ratio, detail }]) => ({ target, value: ratio, detail }));
}

function creating(service: Service, next: () => unknown): Request {
  return {
    method: 'POST',
    path: service.path('timeTrackings/create'),
    setupRequest: (given) => ({
      ...given,
      headers: { ...service.headers, 'content-type': 'application/json' },
      body: JSON.stringify(next()),
    }),
  };
}
