// A client that repeats a list with the tag of its last answer and learns that nothing changed.
import { againstBare } from '../measure/against-bare.ts';
import type { Scenario } from '../scenario.ts';

/** Answers 304. */
export const listUnchanged: Scenario = {
  name: 'list-unchanged',
  run: async (bench) => {
    const service = await bench.fixture.main();
    const rest = `timeTrackings/read?user_id=${bench.fixture.people[0]}&_limit=100`;
    const etag = (await service.send('GET', rest)).headers.get('etag');
    if (etag === null) throw new Error('the list has no ETag');
    const headers = { ...service.headers, 'if-none-match': etag };
    const request = { method: 'GET', path: service.path(rest), headers };
    return againstBare(bench, 'listUnchanged', service.load(8, [request]));
  },
};
