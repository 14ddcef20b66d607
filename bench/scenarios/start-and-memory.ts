// How long a start takes beside that of an empty program, and how much memory a service holds without requests.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inTurn, medianRatio } from '../measure/compare.ts';
import { median } from '../measure/statistics.ts';
import type { Scenario } from '../scenario.ts';

const settling = 2_000;

/** Starts on a database that exists: no migration, no first-time work. */
export const startAndMemory: Scenario = {
  name: 'start-and-memory',
  run: async ({ options, fixture }) => {
    const empty = join(dirname(fixture.fileOf('small')), 'empty.ts');
    writeFileSync(empty, 'export {};\n');
    const sides = [
      async () => {
        const service = await fixture.start('small');
        await service.stop();
        return service.startedIn;
      },
      async () => {
        const started = performance.now();
        spawnSync(process.execPath, [empty]);
        return performance.now() - started;
      },
    ];
    const times = await inTurn(sides, options);
    const [ours, others] = [0, 1].map((side) => median(times.map((row) => row[side] ?? NaN)).toFixed(0));
    const memory = await idleMegabytes(fixture.start('small'));
    return [
      { target: 'start', value: medianRatio(times, 0, 1), detail: `${ours} / ${others} ms` },
      { target: 'memory', value: memory, detail: 'resident, after one login' },
    ];
  },
};

async function idleMegabytes(starting: Promise<{ pid: number; stop: () => Promise<void> }>): Promise<number> {
  const service = await starting;
  try {
    await delay(settling);
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) / 1024;
  } finally {
    await service.stop();
  }
}
