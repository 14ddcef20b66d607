// Lists of 100 trackings that no client asked for before, beside the same lists by a plain server without our work.
import type { Request } from 'autocannon';
import { compareRates } from '../measure/compare.ts';
import type { Scenario } from '../scenario.ts';
import { startOwnServer } from '../servers/child.ts';
import type { Service } from '../servers/service.ts';

const size = 100;

/** Walks through the whole database; a cache that holds it all makes this a warm list. */
export const listCold: Scenario = {
  name: 'list-cold',
  run: async (bench) => {
    const { options, fixture } = bench;
    const service = await fixture.main();
    const plain = await startOwnServer('./plain-server.ts', [
      fixture.fileOf('plain'),
      String(fixture.accountId),
    ]);
    const walk = walkOfLists(fixture.trackings);
    try {
      const plainLoad = { origin: plain.origin, connections: 8, requests: [walk.plain()] };
      const { ratio, detail } = await compareRates(
        [service.load(8, [walk.service(service)]), plainLoad],
        options,
      );
      return [{ target: 'listCold', value: ratio, detail }];
    } finally {
      await plain.stop();
    }
  },
};

/** Requests for one list after the other, from the first to the last tracking and again. */
export interface Walk {
  service(service: Service): Request;
  plain(): Request;
}

/** The walk through a database with the trackings 1 to `trackings`. */
export function walkOfLists(trackings: number): Walk {
  const spans = Array.from({ length: Math.floor(trackings / size) }, (_, index) => index * size + 1);
  const next = (path: (first: number, last: number) => string, headers: Request['headers'] = {}): Request => {
    let turn = 0;
    return {
      setupRequest: () => {
        const first = spans[turn++ % spans.length] ?? 1;
        return { method: 'GET', path: path(first, first + size - 1), headers };
      },
    };
  };
  return {
    service: (service) => next((first) => service.path(listFrom(first)), service.headers),
    plain: () => next((first, last) => `/list?first=${first}&last=${last}`),
  };
}

/** The list of trackings that begins with this id. */
export function listFrom(first: number): string {
  return `timeTrackings/read?id=${first}%7C${first + size - 1}&_op__id=betw&_limit=${size}`;
}
