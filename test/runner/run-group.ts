// Runs one group in a process of its own and reads what its tests report.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Group } from './plan.ts';
import type { Suite } from '../support/property.ts';
import type { Report } from './events-reporter.ts';

/** A test that has ended. */
export type EndedTest = Extract<Report, { kind: 'ended' }>;

/** What came of a group. */
export interface GroupResult {
  readonly group: Group;
  /** The time zone of the host, as the process saw it. */
  readonly zone: string;
  readonly tests: readonly EndedTest[];
  /** What tests told: seeds, counts, sizes. */
  readonly told: readonly string[];
  /** Why the group as a whole failed, beside its tests; empty: it did not. */
  readonly fault: string;
  /** What the process printed. */
  readonly output: string;
}

/** A group that has not ended by then hangs: its tests have limits of their own long before. */
const longestMinutes: Readonly<Record<Suite, number>> = { test: 40, long: 80, soak: 24 * 60 };
/** What a process has to end the servers that it started. */
const graceMilliseconds = 10_000;
const running = new Map<ReturnType<typeof spawn>, string>();
process.once('exit', () => {
  for (const [child, folder] of running) {
    child.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
});

/** How a group is run. */
export interface GroupOptions {
  /** They go to Node. */
  readonly flags: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Whether a file may have no test on the engines that there are. */
  readonly isPartial: boolean;
}

/** Runs it. */
export async function runGroup(group: Group, { flags, env, isPartial }: GroupOptions): Promise<GroupResult> {
  const folder = mkdtempSync(join(tmpdir(), 'hourbook-group-'));
  const events = join(folder, 'events');
  const reporter = [
    '--test-reporter=./test/runner/events-reporter.ts',
    `--test-reporter-destination=${events}`,
  ];
  const child = spawn(process.execPath, [...flags, ...reporter, 'test/runner/group.ts', ...group.files], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.set(child, folder);
  const longest = longestMinutes[env['HOURBOOK_TEST_SUITE'] as Suite] * 60_000;
  const hangs = setTimeout(() => child.kill('SIGTERM'), longest);
  const lost = setTimeout(() => child.kill('SIGKILL'), longest + graceMilliseconds);
  try {
    const outputs = Promise.all([child.stdout, child.stderr].map(textUntilDestroyed));
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    // Whatever inherited the output keeps it open.
    let leftBehind = false;
    const patience = setTimeout(() => {
      leftBehind = true;
      child.stdout.destroy();
      child.stderr.destroy();
    }, graceMilliseconds);
    const [stdout = '', stderr = ''] = await outputs;
    clearTimeout(patience);
    const reports = readReports(events);
    const tests = reports.filter((report) => report.kind === 'ended');
    return {
      group,
      zone: env['TZ'] ?? '',
      tests,
      told: reports
        .filter((report) => report.kind === 'told')
        .map(({ path, message }) => `${path.join(' > ')}: ${message}`),
      fault: [
        faultOf(reports, tests, code === null ? `by ${signal}` : `with exit code ${code}`),
        leftBehind ? 'it has left a process behind that holds its output' : '',
        ...(isPartial || hasPattern(flags) ? [] : withoutTests(group.files, tests)),
      ]
        .filter((sentence) => sentence !== '')
        .join('; '),
      output: `${stdout}${stderr}`,
    };
  } finally {
    clearTimeout(hangs);
    clearTimeout(lost);
    running.delete(child);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function textUntilDestroyed(stream: Readable): Promise<string> {
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  await once(stream, 'close');
  return Buffer.concat(parts).toString();
}

/** Whether only some tests of each file run. */
function hasPattern(flags: readonly string[]): boolean {
  return flags.some(
    (flag) => flag.startsWith('--test-name-pattern') || flag.startsWith('--test-skip-pattern'),
  );
}

/** A file that declares no test checks nothing: one loop over the engines in a place with `none` is enough. */
function withoutTests(files: readonly string[], tests: readonly EndedTest[]): readonly string[] {
  return files
    .filter((file) => {
      const own = tests.filter(({ path }) => path[0] === file);
      const loaded = own.every(({ path, outcome }) => path.length > 1 || outcome !== 'failed');
      return loaded && !own.some(({ isSuite, outcome }) => !isSuite || outcome === 'skipped');
    })
    .map((file) => `${file} has no test on the engines that test/places.ts gives it`);
}

function readReports(file: string): readonly Report[] {
  const lines = readFileSync(file, { encoding: 'utf8', flag: 'a+' }).split('\n');
  // The last line has no end when the process was ended in the middle of it.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Report);
}

/** A process that ends without a summary, or fails although its tests passed, has lost tests. */
function faultOf(reports: readonly Report[], tests: readonly EndedTest[], how: string): string {
  if (!reports.some(({ kind }) => kind === 'finished')) {
    const last = reports.findLast((report) => report.kind === 'started')?.name ?? 'the first test';
    return `the process ended ${how} during "${last}"`;
  }
  const failed = tests.some(({ outcome }) => outcome === 'failed');
  return how === 'with exit code 0' || failed ? '' : `the process ended ${how} though no test failed`;
}
