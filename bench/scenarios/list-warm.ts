// Lists of 100 trackings, each of one person, asked for again and again by several clients.
import { againstBare } from '../measure/against-bare.ts';
import type { Scenario } from '../scenario.ts';

/** The lists of twenty people in rotation. */
export const listWarm: Scenario = {
  name: 'list-warm',
  run: async (bench) => {
    const service = await bench.fixture.main();
    const lists = bench.fixture.people
      .slice(0, 20)
      .map((id) => `timeTrackings/read?user_id=${id}&_limit=100`);
    return againstBare(bench, 'listWarm', service.load(8, lists));
  },
};
