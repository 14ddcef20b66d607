// Single trackings by their id, spread over the whole table.
import { againstBare } from '../measure/against-bare.ts';
import type { Scenario } from '../scenario.ts';

const different = 200;

/** `timeTrackings/read/<id>`. */
export const oneById: Scenario = {
  name: 'one-by-id',
  run: async (bench) => {
    const service = await bench.fixture.main();
    const step = Math.floor(bench.fixture.trackings / different);
    const reads = Array.from({ length: different }, (_, index) => `timeTrackings/read/${1 + index * step}`);
    return againstBare(bench, 'oneById', service.load(8, reads));
  },
};
