// Durable creates by 32 clients at once: beside a route that asks for no rows, beside bare node:http, beside a commit for
// each request, and batches of 100 beside single creates. And what working time accounts cost: creates of people who have none.
import type { Request } from 'autocannon';
import { inTurn, medianRatio, rateText } from '../measure/compare.ts';
import { runLoad } from '../measure/load.ts';
import type { Bench, Measurement, Scenario } from '../scenario.ts';
import { bareTwin } from '../servers/bare.ts';
import { startOwnServer } from '../servers/child.ts';

const batchSize = 100;
/** Batches have that many times the time of single creates: the answers of all come at once, and late. */
const batchTurns = 3;

/** All sides in one run: they share the single creates. */
export const create: Scenario = {
  name: 'create',
  run: async (bench) => {
    const { fixture } = bench;
    const service = await fixture.main();
    const request = (body: () => unknown): Request => ({
      method: 'POST',
      path: service.path('timeTrackings/create'),
      setupRequest: (given) => ({
        ...given,
        headers: { ...service.headers, 'content-type': 'application/json' },
        body: JSON.stringify(body()),
      }),
    });
    const single = service.load(32, [request(fixture.nextTracking)]);
    const unaccounted = service.load(32, [request(fixture.nextUnaccounted)]);
    const batch = service.load(4, [request(() => Array.from({ length: batchSize }, fixture.nextTracking))]);
    const route = service.load(32, ['serverTime/read']);
    const bare = await bareTwin(await fixture.bare(), single);
    const plain = await startOwnServer('./plain-server.ts', [
      fixture.fileOf('plain'),
      String(fixture.accountId),
    ]);
    const commitEach = {
      ...single,
      origin: plain.origin,
      requests: [atPath(single.requests[0] as Request, '/create')],
    };
    try {
      return await measure(bench, [single, unaccounted, batch, bare, commitEach, route]);
    } finally {
      await plain.stop();
    }
  },
};

/** The sides in their order: after the batches the service has time to finish those without a waiting client. */
const [singleSide, unaccountedSide, batchSide, bareSide, commitEachSide, routeSide] = [0, 1, 2, 3, 4, 5];

async function measure(
  { options }: Bench,
  loads: readonly Parameters<typeof runLoad>[0][],
): Promise<Measurement[]> {
  const sides = loads.map(
    (load, side) => () => runLoad(load, side === batchSide ? batchTurns * options.seconds : options.seconds),
  );
  const rounds = await inTurn(sides, options);
  const rates = rounds.map((row) =>
    row.map(({ rate }, side) => (side === batchSide ? rate * batchSize : rate)),
  );
  const text = (side: number): string => rateText(rounds, side);
  return [
    {
      target: 'createRoute',
      value: medianRatio(rates, unaccountedSide, routeSide),
      detail: `${text(unaccountedSide)} / ${text(routeSide)} a second`,
    },
    {
      target: 'createBare',
      value: medianRatio(rates, unaccountedSide, bareSide),
      detail: `${text(unaccountedSide)} / ${text(bareSide)} a second`,
    },
    {
      target: 'createBareAccounts',
      value: medianRatio(rates, singleSide, bareSide),
      detail: `${text(singleSide)} / ${text(bareSide)} a second`,
    },
    {
      target: 'createCommitEach',
      value: medianRatio(rates, singleSide, commitEachSide),
      detail: `${text(singleSide)} / ${text(commitEachSide)} a second`,
    },
    {
      target: 'createAccounts',
      value: medianRatio(rates, singleSide, unaccountedSide),
      detail: `${text(singleSide)} / ${text(unaccountedSide)} a second`,
    },
    {
      target: 'batch',
      value: medianRatio(rates, batchSide, singleSide),
      detail: `${text(batchSide)} batches of ${batchSize} / ${text(singleSide)} rows a second`,
    },
  ];
}

function atPath(request: Request, path: string): Request {
  const { setupRequest } = request;
  return { ...request, path, setupRequest: (given) => ({ ...(setupRequest?.(given) ?? given), path }) };
}
