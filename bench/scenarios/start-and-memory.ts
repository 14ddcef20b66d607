// How long a start takes beside that of an empty program, and how much memory a service holds without requests: as it is
// shipped, and from sources.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inTurn, medianRatio } from '../measure/compare.ts';
import { median } from '../measure/statistics.ts';
import type { Scenario } from '../scenario.ts';
import { buildShipped } from '../servers/shipped.ts';
import { startService, type Service } from '../servers/service.ts';

const settling = 2_000;

/** Starts on a database that exists: no migration, no first-time work. */
export const startAndMemory: Scenario = {
  name: 'start-and-memory',
  run: async ({ options, fixture }) => {
    const folder = dirname(fixture.fileOf('small'));
    const command = buildShipped(folder);
    const empty = join(folder, 'empty.ts');
    writeFileSync(empty, 'export {};\n');
    const { account, credentials } = fixture;
    const startShipped = (): Promise<Service> =>
      startService({ command, file: fixture.fileOf('small'), account, ...credentials });
    const startSources = (): Promise<Service> => fixture.start('small');
    const sides = [
      () => startTime(startShipped()),
      () => startTime(startSources()),
      async () => {
        const started = performance.now();
        spawnSync(process.execPath, [empty]);
        return performance.now() - started;
      },
    ];
    // A start is short: more rounds than others have.
    const times = await inTurn(sides, { ...options, rounds: 3 * options.rounds });
    const [shipped, sources, others] = [0, 1, 2].map((side) =>
      median(times.map((row) => row[side] ?? NaN)).toFixed(0),
    );
    const memory = [await idleMegabytes(startShipped()), await idleMegabytes(startSources())] as const;
    return [
      { target: 'start', value: medianRatio(times, 0, 2), detail: `${shipped} / ${others} ms` },
      { target: 'startSources', value: medianRatio(times, 1, 2), detail: `${sources} / ${others} ms` },
      {
        target: 'memory',
        value: memory[0],
        detail: `resident, after one login; from sources ${memory[1].toFixed(0)}`,
      },
    ];
  },
};

async function startTime(starting: Promise<Service>): Promise<number> {
  const service = await starting;
  await service.stop();
  return service.startedIn;
}

async function idleMegabytes(starting: Promise<Service>): Promise<number> {
  const service = await starting;
  try {
    await delay(settling);
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) / 1024;
  } finally {
    await service.stop();
  }
}
