// The service on PostgreSQL beside the service on SQLite with the same rows, and beside pg alone sending plain statements.
import type { Request } from 'autocannon';
import { startCluster } from '../../test/support/postgres-cluster.ts';
import { addressOf, createPostgres } from '../../test/support/postgres-databases.ts';
import { compareRates, type RateComparison } from '../measure/compare.ts';
import type { Load } from '../measure/load.ts';
import type { Bench, Measurement, Scenario } from '../scenario.ts';
import { startOwnServer } from '../servers/child.ts';
import { runCommand, startService, type Service } from '../servers/service.ts';
import type { TargetName } from '../targets.ts';
import { walkOfLists } from './list-cold.ts';

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
    const asSuperuser = addressOf(url, { user: 'postgres', database: new URL(url).pathname.slice(1) });
    const { account, credentials, fileOf } = fixture;
    const access = { command: options.command, account, ...credentials };
    const sqlite = await fixture.start('small');
    const server = await startService({ ...access, file: fileOf('postgres'), database: url });
    const plain = await startOwnServer('./plain-postgres.ts', [asSuperuser, String(fixture.accountId)]);
    try {
      return await measure(bench, { sqlite, server, plain: plain.origin });
    } finally {
      for (const one of [plain, server, sqlite]) await one.stop();
    }
  },
};

interface Sides {
  readonly sqlite: Service;
  readonly server: Service;
  /** Origin of the plain server on PostgreSQL. */
  readonly plain: string;
}

async function measure(bench: Bench, { sqlite, server, plain }: Sides): Promise<Measurement[]> {
  const { fixture, options } = bench;
  const lists = fixture.people.slice(0, 20).map((id) => `timeTrackings/read?user_id=${id}&_limit=100`);
  const ones = Array.from({ length: 200 }, (_, index) => `timeTrackings/read/${index + 1}`);
  const create = (service: Service, count: number | null): Request => ({
    method: 'POST',
    path: service.path('timeTrackings/create'),
    setupRequest: (given) => ({
      ...given,
      headers: { ...service.headers, 'content-type': 'application/json' },
      body: JSON.stringify(
        count === null ? fixture.nextTracking() : Array.from({ length: count }, fixture.nextTracking),
      ),
    }),
  });
  const compare = (load: (service: Service) => Load): Promise<RateComparison> =>
    compareRates([load(server), load(sqlite)], options);
  const walk = walkOfLists(fixture.smallTrackings);
  const single = server.load(32, [create(server, null)]);
  const inserts = { ...single, origin: plain, requests: [atPath(create(server, null), '/create')] };
  const walks = { origin: plain, connections: 8, requests: [walk.plain()] };
  const found: readonly [TargetName, RateComparison][] = [
    ['postgresList', await compare((service) => service.load(8, lists))],
    ['postgresOne', await compare((service) => service.load(8, ones))],
    ['postgresPlainList', await compareRates([server.load(8, [walk.service(server)]), walks], options)],
    ['postgresCreate', await compare((service) => service.load(32, [create(service, null)]))],
    ['postgresBatch', await compare((service) => service.load(4, [create(service, batchSize)]))],
    ['postgresPlainCreate', await compareRates([single, inserts], options)],
  ];
  return found.map(([target, { ratio, detail }]) => ({ target, value: ratio, detail }));
}

function atPath(request: Request, path: string): Request {
  const { setupRequest } = request;
  return { ...request, path, setupRequest: (given) => ({ ...(setupRequest?.(given) ?? given), path }) };
}
