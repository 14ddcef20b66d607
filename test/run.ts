// What `npm test`, `npm run test:long` and `npm run test:soak` run: the files that test/places.ts names for the suite, or
// those of the files and folders given: `npm test -- test/http`. Other words: `--suite=long`, `--engines=every`,
// `--seed=N`, `--runs=N`, `--zone=Asia/Tokyo`, and `--first`, only the tests that say what a change lacks. With `--minutes=N` no
// file begins after so many minutes, and the last lines name the files that were not run; `--begin=N` says with which of the groups of files
// the run begins. With `--again` up to six groups that fail run once more, one at a time. Flags that begin with
// `--test-` go to Node: `--test-name-pattern=overlap`.
import { globSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Engines } from './places.ts';
import { onlyTests, planRun, unusedCounts, unusedPlaces, type Group } from './runner/plan.ts';
import { printGroup, printSummary, printUnsteady } from './runner/print-results.ts';
import { runGroup, type EndedTest, type GroupResult } from './runner/run-group.ts';
import { scratchFolder } from './runner/scratch-folder.ts';
import { startCluster, type Cluster } from './support/postgres-cluster.ts';
import type { Suite } from './support/property.ts';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const words = process.argv.slice(2);
const option = (name: string): string | undefined =>
  words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const suite = (option('suite') ?? 'test') as Suite;
/** A change is judged by the cases that its base was judged by: only the soak suite draws new ones by itself. */
const seed = option('seed') ?? (suite === 'soak' ? String(Math.trunc(Math.random() * 2 ** 31)) : '1');
/** Nothing depends on the zone of the host: each group runs in another one, among them both ends of the day. */
const zones = option('zone')?.split(',') ?? [
  'Pacific/Kiritimati',
  'America/St_Johns',
  'Europe/Vienna',
  'Pacific/Pago_Pago',
];
const onlyFirst = words.includes('--first');
/** A crowded machine makes a few groups fail. If more than this fail, the change is at fault, and none runs once more. */
const mostAgain = 6;
/** No group begins once more after so many minutes of the second runs. */
const minutesAgain = 10;
const minutes = Number(option('minutes') ?? Infinity);
const places = words.filter((word) => !word.startsWith('-'));
const everyFile = testFiles('test');
const files = places.length === 0 ? everyFile : [...new Set(places.flatMap(testFiles))];
const plan = planRun(files, suite, option('engines') as Engines | undefined);
const read = (file: string): string => readFileSync(file, 'utf8');
const faults = [
  ...wrongWords(),
  ...planRun(everyFile, suite).faults,
  ...unusedPlaces(everyFile),
  ...unusedCounts(everyFile, read),
  ...onlyTests(everyFile, read),
];

if (faults.length > 0) fail(faults.join('\n'));
if (plan.groups.length === 0) {
  const others =
    plan.elsewhere.length === 0 ? '' : `; these run in other suites: ${plan.elsewhere.join(' ')}`;
  fail(
    `no test file of ${suite === 'test' ? 'npm test' : `npm run test:${suite}`} in ${places.join(', ')}${others}`,
  );
}

/** Minutes that one test may take, on a crowded machine too; a soak test runs for hours. */
const testMinutes: Readonly<Record<Suite, number>> = { test: 10, long: 20, soak: 12 * 60 };
const started = performance.now();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
process.env['TMPDIR'] ??= scratchFolder();
const usesPostgres = plan.groups.some(({ engines }) => engines === 'postgres' || engines === 'every');
const cluster = usesPostgres ? await startCluster() : null;

const results: GroupResult[] = [];
/** Files whose turn came after the time was over. */
const notRun: string[] = [];
/** First results of groups that failed beside others and passed alone. */
const unsteady: GroupResult[] = [];
/** Address of a coordinator that the machine has, as its superuser. */
const citus = process.env['HOURBOOK_TEST_CITUS'] ?? '';
const groups = plan.groups.filter(
  ({ engines }) => (cluster !== null || engines !== 'postgres') && (citus !== '' || engines !== 'citus'),
);
const withoutCitus = plan.groups
  .filter(({ engines }) => engines === 'citus' && citus === '')
  .flatMap(({ files: all }) => all);
const noCitus = `HOURBOOK_TEST_CITUS is no address of a coordinator: ${withoutCitus.length} files were left out.`;
if (groups.length === 0 && withoutCitus.length > 0) {
  console.log(noCitus);
  process.exit(0);
}
const missing = 'PostgreSQL 15 or later is not on this machine';
if (groups.length === 0) fail(`${missing}, and these tests need it: ${files.join(' ')}`);
await runAll(groups.filter(({ first }) => first));
if (failed()) console.log('\nThe tests that say what a change lacks have failed: the others were not run.');
else if (!onlyFirst) {
  const most = groups.filter(({ first, last }) => !first && !last);
  const begin = Number(option('begin') ?? 0) % Math.max(1, most.length);
  await runAll([...most.slice(begin), ...most.slice(0, begin)]);
  for (const group of groups.filter(({ last }) => last)) await runAll([group]);
  if (words.includes('--again')) unsteady.push(...(await runFailedAgain()));
}

/** Words of this run that another of the same tests needs as well. */
const repeated = words.filter((word) => /^--(engines|runs|test-name-pattern)=/.test(word));
const isWell = printSummary(results, performance.now() - started);
for (const { group, zone } of results.filter(hasFailed))
  console.log(
    `Repeat: npm test -- --suite=${suite} --seed=${seed} --zone=${zone} ${[...repeated, ...group.files].join(' ')}`,
  );
printUnsteady(unsteady);
if (usesPostgres && cluster === null) {
  const left = plan.groups.filter(({ engines }) => engines === 'postgres').flatMap((group) => group.files);
  console.log(`${missing}: only SQLite was tested, and ${left.length} files were left out.`);
}
if (withoutCitus.length > 0) console.log(noCitus);
if (notRun.length > 0)
  console.log(
    `After ${minutes} minutes no file began any more. ${notRun.length} were not run: ${notRun.join(' ')}`,
  );
const routed = cluster === null || (await areRoutable(cluster));
process.exitCode = isWell && routed ? 0 : 1;

/** A few groups at a time: tests wait for processes, browsers and databases, so two more than there are cores. */
async function runAll(all: readonly Group[]): Promise<void> {
  const waiting = [...all];
  const work = async (): Promise<void> => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
      if (performance.now() - started > minutes * 60_000) {
        notRun.push(...group.files);
        continue;
      }
      // The same in each run; in the long suite another one.
      const turn = plan.groups.indexOf(group) + (suite === 'long' ? 1 : 0);
      await runOne(group, zones[turn % zones.length] as string);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() + 2 }, work));
}

async function runOne(group: Group, zone: string): Promise<GroupResult> {
  const result = await runGroup(group, {
    flags: flags(),
    env: environment(group, zone),
    isPartial: (usesPostgres && cluster === null) || option('engines') !== undefined,
  });
  results.push(result);
  printGroup(result);
  return result;
}

/** Runs each failed group once more, one at a time. Returns the first results of the groups that pass now: the new ones replace them. */
async function runFailedAgain(): Promise<readonly GroupResult[]> {
  const former = results.filter(hasFailed);
  if (former.length > mostAgain) {
    console.log(`${former.length} groups have failed: too many to run them once more.`);
    return [];
  }
  const passed: GroupResult[] = [];
  const begun = performance.now();
  // A process that ended early, or left another one behind, did not fail because others ran beside it.
  for (const one of former.filter(({ fault }) => fault === '')) {
    if (performance.now() - begun > minutesAgain * 60_000) break;
    console.log(`Once more, alone: ${one.group.files.join(' ')}`);
    const again = await runOne(one.group, one.zone);
    const isMended = !hasFailed(again) && failedTests(one).every((test) => hasPassed(again, test));
    if (isMended) passed.push(one);
    results.splice(results.indexOf(isMended ? one : again), 1);
  }
  return passed;
}

function failedTests({ tests }: GroupResult): readonly EndedTest[] {
  return tests.filter(({ outcome, isSuite }) => outcome === 'failed' && !isSuite);
}

function hasPassed({ tests }: GroupResult, { path }: EndedTest): boolean {
  const name = path.join('\n');
  return tests.some((test) => test.outcome === 'passed' && test.path.join('\n') === name);
}

function flags(): readonly string[] {
  const given = words.filter((word) => word.startsWith('--test-'));
  // A test that never ends fails under its name, long before the run is given up.
  return given.some((word) => word.startsWith('--test-timeout'))
    ? given
    : [...given, `--test-timeout=${testMinutes[suite] * 60_000}`];
}

function environment({ engines }: Group, zone: string): NodeJS.ProcessEnv {
  const names = {
    none: '',
    sqlite: 'sqlite',
    postgres: 'postgres',
    every: 'sqlite,postgres',
    citus: 'postgres',
  };
  const runs = option('runs');
  return {
    NODE_COMPILE_CACHE: `${process.cwd()}/node_modules/.cache/hourbook`,
    TZ: zone,
    HOURBOOK_TEST_SUITE: suite,
    HOURBOOK_TEST_SEED: seed,
    ...(runs === undefined ? {} : { HOURBOOK_TEST_RUNS: runs }),
    HOURBOOK_TEST_ENGINES: names[engines],
    HOURBOOK_TEST_POSTGRES: engines === 'postgres' || engines === 'every' ? (cluster?.url ?? '') : '',
    HOURBOOK_TEST_CITUS: engines === 'citus' ? citus : '',
  };
}

function hasFailed({ fault, tests }: GroupResult): boolean {
  return fault !== '' || tests.some(({ outcome }) => outcome === 'failed');
}

function failed(): boolean {
  return results.some(hasFailed);
}

/** What is wrong with the words of the command, one sentence each. */
function wrongWords(): readonly string[] {
  const known: Readonly<Record<string, RegExp>> = {
    suite: /^(test|long|soak)$/,
    engines: /^(none|sqlite|postgres|every|citus)$/,
    seed: /^\d+$/,
    runs: /^[1-9]\d*$/,
    zone: /^[\w+/,-]+$/,
    minutes: /^[1-9]\d*$/,
    begin: /^\d+$/,
  };
  const own = words.filter(
    (word) => word.startsWith('-') && word !== '--first' && word !== '--again' && !word.startsWith('--test-'),
  );
  return [
    ...own.flatMap((flag) => {
      const [, name = '', value = ''] = /^--(\w+)=(.*)$/.exec(flag) ?? [];
      const form = known[name];
      if (form === undefined)
        return [
          `${flag} is not known; known are ${Object.keys(known)
            .map((one) => `--${one}=`)
            .join(', ')}, --first, --again and flags that begin with --test-`,
        ];
      return form.test(value) ? [] : [`--${name} is "${value}"; it must match ${form.source}`];
    }),
    ...places.filter((place) => testFiles(place).length === 0).map((place) => `no test file is at ${place}`),
  ];
}

/** Whether PostgreSQL spread over nodes could run every statement that the run has sent. */
async function areRoutable({ url }: Cluster): Promise<boolean> {
  const { unroutable } = await import('./support/sent-statements.ts');
  const unrouted = await unroutable(url);
  if (unrouted === null)
    console.log('This PostgreSQL counts no statements: whether all can be routed is not known.');
  if (unrouted === null || unrouted.length === 0) return true;
  console.log(`PostgreSQL spread over nodes could not run these statements:\n${unrouted.join('\n')}`);
  return false;
}

function testFiles(place: string): readonly string[] {
  const below = relative(process.cwd(), place).replace(/\/$/, '');
  const kind = statSync(below, { throwIfNoEntry: false });
  if (kind?.isFile() === true) return [below];
  return kind?.isDirectory() === true ? globSync(`${below}/**/*.test.ts`).sort() : [];
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
