// What `npm test` runs: every test/**/*.test.ts, or the files and folders given: `npm test -- test/http`.
// Flags go to Node's test runner: `npm test -- --test-name-pattern=overlap`.
import { spawn } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startCluster } from './support/postgres-cluster.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const words = process.argv.slice(2);
const flags = words.filter((word) => word.startsWith('-'));
const places = words.filter((word) => !word.startsWith('-'));
const files = (places.length === 0 ? ['test'] : places).flatMap(testFiles).sort();

if (files.length === 0) {
  console.error(`no test file in ${places.join(', ')}`);
  process.exit(1);
}

// Everything that stores runs on every engine that the machine has.
const cluster = await startCluster();
if (cluster === null) {
  console.error('PostgreSQL 15 or later is not on this machine: only SQLite is tested.');
} else {
  process.once('exit', cluster.remove);
  process.once('SIGTERM', () => process.exit(1));
}

// Tests are short and wait for processes and disks now and then: one more than there are cores keeps the cores busy.
const concurrency = `--test-concurrency=${availableParallelism() + 1}`;
// A test that never ends fails under its name, long before the run is given up.
const patience = flags.some((flag) => flag.startsWith('--test-timeout')) ? [] : ['--test-timeout=900000'];
const reporter = flags.some((flag) => flag.startsWith('--test-reporter')) ? [] : ['--test-reporter=spec'];
// Each file is a process of its own, and most load the whole service.
const compiled = { NODE_COMPILE_CACHE: `${root}node_modules/.cache/hourbook` };
const runner = spawn(
  process.execPath,
  ['--test', concurrency, ...patience, ...reporter, ...flags, ...files],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...compiled,
      ...(cluster === null ? {} : { HOURBOOK_TEST_POSTGRES: cluster.url }),
    },
  },
);
// Ctrl-C reaches the runner too; this process only waits for its end.
process.on('SIGINT', () => {});
runner.on('exit', async (code) => {
  process.exitCode = code ?? 1;
  if (cluster === null) return;
  const { unroutable } = await import('./support/sent-statements.ts');
  const faults = await unroutable(cluster.url);
  if (faults === null)
    console.error('This PostgreSQL counts no statements: whether all can be routed is not known.');
  if (faults === null || faults.length === 0) return;
  console.error(`PostgreSQL spread over nodes could not run these statements:\n${faults.join('\n')}`);
  process.exitCode = 1;
});

function testFiles(place: string): readonly string[] {
  const kind = statSync(place, { throwIfNoEntry: false });
  if (kind?.isFile() === true) return [place];
  return kind?.isDirectory() === true ? globSync(`${place}/**/*.test.ts`) : [];
}
