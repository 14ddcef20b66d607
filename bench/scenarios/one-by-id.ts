// Single trackings by their id, spread over the whole table: asked for again and again, and each for the first time.
import { againstBare } from '../measure/against-bare.ts';
import { walk } from '../measure/load.ts';
import type { Scenario } from '../scenario.ts';

const different = 200;

/** `timeTrackings/read/<id>`. */
export const oneById: Scenario = {
  name: 'one-by-id',
  run: async (bench) => {
    const service = await bench.fixture.main();
    const { trackings } = bench.fixture;
    const step = Math.floor(trackings / different);
    const reads = Array.from({ length: different }, (_, index) => `timeTrackings/read/${1 + index * step}`);
    const repeated = service.load(8, reads);
    // An address that no request had before: the server remembers the answers to those that it has seen.
    const path = (turn: number): string =>
      service.path(`timeTrackings/read/${1 + (turn % trackings)}?_limit=${1 + Math.floor(turn / trackings)}`);
    const fresh = service.load(8, [walk(path, service.headers)]);
    return [
      ...(await againstBare(bench, 'oneById', repeated)),
      ...(await againstBare(bench, 'oneByIdNew', fresh, repeated)),
    ];
  },
};
