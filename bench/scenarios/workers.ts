// Two worker processes beside one process on the same database, turn by turn: single creates, and lists that were not asked before.
import type { Request } from 'autocannon';
import { inTurn, medianRatio, rateText } from '../measure/compare.ts';
import { runLoad } from '../measure/load.ts';
import { median, percentile } from '../measure/statistics.ts';
import type { Scenario } from '../scenario.ts';
import type { Service } from '../servers/service.ts';
import { walkOfLists } from './list-cold.ts';

/** The sides in their order. */
const [oneCreates, twoCreate, oneLists, twoList] = [0, 1, 2, 3];

/** Rates, and the 99th percentile of the creates. */
export const workers: Scenario = {
  name: 'workers',
  run: async ({ options, fixture }) => {
    const one = await fixture.main();
    const two = await fixture.start('main', ['--workers', '2']);
    const creates = (service: Service): Request => ({
      method: 'POST',
      path: service.path('timeTrackings/create'),
      setupRequest: (given) => ({
        ...given,
        headers: { ...service.headers, 'content-type': 'application/json' },
        body: JSON.stringify(fixture.nextTracking()),
      }),
    });
    const loads = [
      ...[one, two].map((service) => service.load(32, [creates(service)])),
      ...[one, two].map((service) => service.load(8, [walkOfLists(fixture.trackings).service(service)])),
    ];
    try {
      const rounds = await inTurn(
        loads.map((load) => () => runLoad(load, options.seconds)),
        options,
      );
      const rates = rounds.map((row) => row.map(({ rate }) => rate));
      const slowest = rounds.map((row) => row.map(({ latencies }) => percentile(latencies, 0.99)));
      const high = (side: number): string => median(slowest.map((row) => row[side] ?? NaN)).toFixed(0);
      return [
        {
          target: 'workersCreate',
          value: medianRatio(rates, twoCreate, oneCreates),
          detail: `${rateText(rounds, twoCreate)} / ${rateText(rounds, oneCreates)} a second`,
        },
        {
          target: 'workersCreateTail',
          value: medianRatio(slowest, twoCreate, oneCreates),
          detail: `${high(twoCreate)} / ${high(oneCreates)} ms`,
        },
        {
          target: 'workersList',
          value: medianRatio(rates, twoList, oneLists),
          detail: `${rateText(rounds, twoList)} / ${rateText(rounds, oneLists)} a second`,
        },
      ];
    } finally {
      await two.stop();
    }
  },
};
