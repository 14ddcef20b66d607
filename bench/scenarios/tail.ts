// How much longer the slowest of a hundred lists takes than the middle one, with 32 clients at once.
import { inTurn } from '../measure/compare.ts';
import { runLoad } from '../measure/load.ts';
import { median, percentile } from '../measure/statistics.ts';
import type { Scenario } from '../scenario.ts';

/** The median over the rounds of p99 / p50. */
export const tail: Scenario = {
  name: 'tail',
  run: async ({ options, fixture }) => {
    const service = await fixture.main();
    const lists = fixture.people.slice(0, 20).map((id) => `timeTrackings/read?user_id=${id}&_limit=100`);
    const load = service.load(32, lists);
    const rounds = (await inTurn([() => runLoad(load, options.seconds)], options)).flat();
    const high = rounds.map(({ latencies }) => percentile(latencies, 0.99));
    const middle = rounds.map(({ latencies }) => percentile(latencies, 0.5));
    const ratios = high.map((value, index) => value / (middle[index] ?? NaN));
    const detail = `${median(high).toFixed(1)} / ${median(middle).toFixed(1)} ms`;
    return [{ target: 'tail', value: median(ratios), detail }];
  },
};
