// The whole street with next to nothing at its end: what HTTP, authentication and the envelope cost.
import { againstBare } from '../measure/against-bare.ts';
import type { Scenario } from '../scenario.ts';

/** `serverTime/read` with a token. */
export const authenticatedRoute: Scenario = {
  name: 'authenticated-route',
  run: async (bench) => {
    const service = await bench.fixture.main();
    return againstBare(bench, 'authenticated', service.load(8, ['serverTime/read']));
  },
};
