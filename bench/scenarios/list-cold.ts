// Lists of 100 trackings that nobody asked for before, beside the same lists by a plain server without our work.
import { compareRates } from '../measure/compare.ts';
import type { Scenario } from '../scenario.ts';
import { startOwnServer } from '../servers/child.ts';

const size = 100;

/** Walks through the whole database; a cache that holds it all makes this a warm list. */
export const listCold: Scenario = {
  name: 'list-cold',
  run: async ({ options, fixture }) => {
    const service = await fixture.main();
    const plain = await startOwnServer('./plain-server.ts', [
      fixture.fileOf('plain'),
      String(fixture.accountId),
    ]);
    const spans = Array.from(
      { length: Math.floor(fixture.trackings / size) },
      (_, index) => index * size + 1,
    );
    const next = (path: (first: number, last: number) => string) => {
      let turn = 0;
      return { setupRequest: () => requestOf(spans[turn++ % spans.length] ?? 1, path, service.headers) };
    };
    const read = (first: number, last: number): string =>
      service.path(`timeTrackings/read?id=${first}%7C${last}&_op__id=betw&_limit=${size}`);
    const list = (first: number, last: number): string => `/list?first=${first}&last=${last}`;
    try {
      const plainLoad = { origin: plain.origin, connections: 8, requests: [next(list)] };
      const { ratio, detail } = await compareRates([service.load(8, [next(read)]), plainLoad], options);
      return [{ target: 'listCold', value: ratio, detail }];
    } finally {
      await plain.stop();
    }
  },
};

function requestOf(
  first: number,
  path: (first: number, last: number) => string,
  headers: Readonly<Record<string, string>>,
) {
  return { method: 'GET', path: path(first, first + size - 1), headers };
}
