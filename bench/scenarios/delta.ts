// Delta synchronisation: fifty changed rows among many and among ten times as many, and nothing changed at all.
import { setTimeout as delay } from 'node:timers/promises';
import { inTurn, medianRatio } from '../measure/compare.ts';
import { runLoad } from '../measure/load.ts';
import { median } from '../measure/statistics.ts';
import type { Measurement, Scenario } from '../scenario.ts';
import { remembersNothing, type Service } from '../servers/service.ts';

const changed = 50;
const emptyReads = 500;

/** Both databases are served at the same time; requests come one after the other. */
export const delta: Scenario = {
  name: 'delta',
  run: async ({ options, fixture }) => {
    const many = await fixture.start('main', remembersNothing);
    const few = await fixture.start('small', remembersNothing);
    try {
      const loads = [];
      for (const service of [many, few]) loads.push(service.load(1, [await changeRows(service)]));
      const rounds = await inTurn(
        loads.map((load) => () => runLoad(load, options.seconds)),
        options,
      );
      const times = rounds.map((row) => row.map(({ latencies }) => median(latencies)));
      const [slow, fast] = [0, 1].map((side) => median(times.map((row) => row[side] ?? NaN)).toFixed(2));
      const bySize: Measurement = {
        target: 'deltaSize',
        value: medianRatio(times, 0, 1),
        detail: `${slow} / ${fast} ms with ${fixture.trackings.toLocaleString('en-US')} rows and a tenth of them`,
      };
      return [bySize, await nothingChanged(many)];
    } finally {
      await few.stop();
      await many.stop();
    }
  },
};

/** Changes fifty trackings and answers the request that asks for exactly these. */
export async function changeRows(service: Service): Promise<string> {
  const rest = await deltaFromNow(service);
  const ids = Array.from({ length: changed }, (_, index) => 1 + index * 7);
  await service.send(
    'PUT',
    'timeTrackings/update',
    ids.map((id) => ({ id, notes: `changed ${Date.now()}` })),
  );
  const { envelope } = await service.send('GET', rest);
  if (envelope.Results.length !== changed)
    throw new Error(`${envelope.Results.length} rows instead of ${changed}`);
  return rest;
}

/** The part of a delta without changes that the service itself calls `sql` in `Server-Timing`. */
async function nothingChanged(service: Service): Promise<Measurement> {
  const rest = await deltaFromNow(service);
  const microseconds: number[] = [];
  for (let index = 0; index < emptyReads; index++) {
    const { envelope, headers } = await service.send('GET', rest);
    if (envelope.Results.length !== 0) throw new Error('something changed meanwhile');
    const milliseconds = /\bsql;dur=([\d.]+)/.exec(headers.get('server-timing') ?? '')?.[1];
    if (milliseconds === undefined) throw new Error('Server-Timing does not name sql');
    microseconds.push(Number(milliseconds) * 1000);
  }
  const value = median(microseconds.slice(emptyReads / 5));
  return { target: 'deltaEmpty', value, detail: `median of ${emptyReads} reads, one after the other` };
}

/** Waits until what was written before no longer counts, then asks for what comes later. */
async function deltaFromNow(service: Service): Promise<string> {
  await delay(2_100);
  const { envelope } = await service.send('GET', 'timeTrackings/read?_limit=1');
  const since = encodeURIComponent(envelope.RequestStartTime);
  await delay(1_100);
  return `timeTrackings/read?_since=${since}&_fetch_deleted=1`;
}
