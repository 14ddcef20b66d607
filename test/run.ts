// What `npm test` runs: every test/**/*.test.ts, or the files and folders given: `npm test -- test/http`.
// Flags go to Node's test runner: `npm test -- --test-name-pattern=overlap`.
import { spawn } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const words = process.argv.slice(2);
const flags = words.filter((word) => word.startsWith('-'));
const places = words.filter((word) => !word.startsWith('-'));
const files = (places.length === 0 ? ['test'] : places).flatMap(testFiles).sort();

if (files.length === 0) {
  console.error(`no test file in ${places.join(', ')}`);
  process.exit(1);
}

// Tests are short and wait for processes and disks now and then: one more than there are cores keeps the cores busy.
const concurrency = `--test-concurrency=${availableParallelism() + 1}`;
const reporter = flags.some((flag) => flag.startsWith('--test-reporter')) ? [] : ['--test-reporter=spec'];
const runner = spawn(process.execPath, ['--test', concurrency, ...reporter, ...flags, ...files], {
  cwd: root,
  stdio: 'inherit',
});
// Ctrl-C reaches the runner too; this process only waits for its end.
process.on('SIGINT', () => {});
runner.on('exit', (code) => {
  process.exitCode = code ?? 1;
});

function testFiles(place: string): readonly string[] {
  const kind = statSync(place, { throwIfNoEntry: false });
  if (kind?.isFile() === true) return [place];
  return kind?.isDirectory() === true ? globSync(`${place}/**/*.test.ts`) : [];
}
