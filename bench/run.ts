// `npm run bench`: seeds databases, runs the scenarios one after the other, prints what came out beside the targets.
import { createFixture } from './data/fixture.ts';
import { note } from './note.ts';
import { readOptions, usage, type BenchOptions } from './options.ts';
import { jsonOf, machine, tableOf } from './report.ts';
import type { Bench, Measurement, Scenario } from './scenario.ts';
import { attacks } from './scenarios/attacks.ts';
import { authenticatedRoute } from './scenarios/authenticated-route.ts';
import { company } from './scenarios/company.ts';
import { create } from './scenarios/create.ts';
import { delta } from './scenarios/delta.ts';
import { encoding } from './scenarios/encoding.ts';
import { lateChange } from './scenarios/late-change.ts';
import { listCold } from './scenarios/list-cold.ts';
import { listUnchanged } from './scenarios/list-unchanged.ts';
import { listWarm } from './scenarios/list-warm.ts';
import { oneById } from './scenarios/one-by-id.ts';
import { otherAccounts } from './scenarios/other-accounts.ts';
import { personLists } from './scenarios/person-lists.ts';
import { postgres } from './scenarios/postgres.ts';
import { replay } from './scenarios/replay.ts';
import { startAndMemory } from './scenarios/start-and-memory.ts';
import { tail } from './scenarios/tail.ts';
import { workers } from './scenarios/workers.ts';

/** Reads before writes: creates let the database grow. */
const scenarios: readonly Scenario[] = [
  startAndMemory,
  authenticatedRoute,
  listWarm,
  listCold,
  personLists,
  listUnchanged,
  oneById,
  tail,
  encoding,
  delta,
  create,
  workers,
  otherAccounts,
  lateChange,
  company,
  postgres,
  replay,
  attacks,
];

const options = readOptions(process.argv.slice(2));
if (options === null) process.stdout.write(usage);
else process.exitCode = await runBench(options);

/** Answers the exit code: 1 when a scenario could not be measured. */
async function runBench(given: BenchOptions): Promise<number> {
  const started = performance.now();
  note(`seeding ${given.rows.toLocaleString('en-US')} time trackings`);
  const fixture = await createFixture(given);
  const { measurements, failures } = await runAll({ options: given, fixture });
  const directory = await fixture.close(failures.length > 0);
  note(`${Math.round((performance.now() - started) / 1000)} s in all`);
  process.stdout.write(
    given.json
      ? `${jsonOf(measurements)}\n`
      : `\n${machine()}\n\n${tableOf(measurements, given.only.length === 0)}\n`,
  );
  for (const failure of failures) process.stderr.write(`\n${failure}\n`);
  if (failures.length > 0) note(`the logs of the services are in ${directory}`);
  return failures.length > 0 ? 1 : 0;
}

async function runAll(bench: Bench): Promise<{ measurements: Measurement[]; failures: string[] }> {
  const measurements: Measurement[] = [];
  const failures: string[] = [];
  const { only } = bench.options;
  for (const { name, run } of scenarios) {
    if (only.length > 0 && !only.some((part) => name.includes(part))) continue;
    note(name);
    try {
      measurements.push(...(await run(bench)));
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { measurements, failures };
}
