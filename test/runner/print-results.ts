// What a run prints: a line for each file as its group ends, failures in full, and the counts that close the run.
import { stripVTControlCharacters } from 'node:util';
import type { EndedTest, GroupResult } from './run-group.ts';

/** A test's name says condition and result in one line of a terminal. */
const longestName = 80;
const shownNames = 20;
/** Characters. */
const shownReason = 300;

/** Prints a group's files, and what failed in them. */
export function printGroup({ group, tests, told, fault, output }: GroupResult): void {
  for (const file of group.files) {
    const own = tests.filter(({ path, isSuite }) => path[0] === file && !isSuite);
    const failed = tests.filter(({ path, outcome }) => path[0] === file && outcome === 'failed');
    const left = tests.filter(({ path, outcome }) => path[0] === file && outcome === 'skipped');
    const seconds = (tests.find(({ path }) => path.length === 1 && path[0] === file)?.duration ?? 0) / 1000;
    const mark = failed.length > 0 ? '✖' : own.length + left.length === 0 ? '–' : '✔';
    console.log(`${mark} ${file} (${own.length} tests, ${seconds.toFixed(1)} s)`);
    for (const test of failed.filter(({ reason }) => reason !== '')) printFailure(test);
  }
  if (fault !== '') console.log(`✖ ${group.files.join(' ')}\n  ${fault}`);
  for (const line of told) console.log(`  ${line}`);
  const failed = fault !== '' || tests.some(({ outcome }) => outcome === 'failed');
  if (failed && output !== '') console.log(`--- printed by the process\n${output.slice(-20_000)}\n---`);
}

function printFailure({ path, at, reason }: EndedTest): void {
  const name = path.length > 1 ? path.slice(1).join(' > ') : path.join('');
  console.log(`  ✖ ${name}\n    ${at}\n${reason.replaceAll(/^/gm, '    ')}`);
}

/** Prints the first failures of groups that passed when they ran alone, and the time zones of their processes. */
export function printUnsteady(former: readonly GroupResult[]): void {
  if (former.length === 0) return;
  console.log('Failed beside other tests and passed alone:');
  for (const { group, tests, zone } of former) {
    console.log(`~ ${group.files.join(' ')} in the zone ${zone}`);
    for (const test of tests.filter(({ outcome, reason }) => outcome === 'failed' && reason !== ''))
      console.log(`~ ${failureLine(test)}`);
  }
}

/** Name, place and beginning of the reason. CI may show only the last lines of a run. */
function failureLine({ path, at, reason }: EndedTest): string {
  return `${path.join(' > ')} (${at}): ${stripVTControlCharacters(reason).trim().replaceAll(/\s+/g, ' ').slice(0, shownReason)}`;
}

/** Prints the failures of all groups once more, and the counts; answers whether all is well. */
export function printSummary(results: readonly GroupResult[], milliseconds: number): boolean {
  const ended = results.flatMap(({ tests }) => tests);
  const tests = ended.filter(({ isSuite }) => !isSuite);
  const count = (outcome: EndedTest['outcome']): number =>
    tests.filter((test) => test.outcome === outcome).length;
  const failures = ended.filter(({ outcome, reason }) => outcome === 'failed' && reason !== '');
  const faults = results.filter(({ fault }) => fault !== '');
  const long = [
    ...new Set(
      tests
        .filter(({ path }) => (path.at(-1) ?? '').length > longestName)
        .map(({ path, at }) => `${at}: ${path.at(-1)}`),
    ),
  ];
  if (failures.length + faults.length > 0) console.log('\nfailed:');
  for (const test of failures) console.log(`✖ ${failureLine(test)}`);
  for (const { group, fault } of faults) console.log(`✖ ${group.files.join(' ')}: ${fault}`);
  for (const name of long.slice(0, shownNames))
    console.log(`✖ a test's name has at most ${longestName} characters: ${name}`);
  if (long.length > shownNames) console.log(`  and ${long.length - shownNames} names more`);
  // A block that is left out holds no tests that could say so.
  const left = ended.filter(({ outcome }) => outcome === 'skipped');
  if (left.length > 0)
    console.log(
      `\nleft out: ${[...new Set(left.map(({ path, reason }) => `${path.slice(0, 2).join(' > ')} (${reason})`))].join('; ')}`,
    );
  // The closing lines of Node's own runner: other programs read them.
  const numbers = {
    tests: tests.length,
    suites: ended.length - tests.length,
    pass: count('passed'),
    fail: failures.length + faults.length + long.length,
    cancelled: 0,
    skipped: left.length,
    todo: 0,
    duration_ms: Math.round(milliseconds),
  };
  console.log(
    `\n${Object.entries(numbers)
      .map(([name, number]) => `ℹ ${name} ${number}`)
      .join('\n')}`,
  );
  return numbers.fail + count('failed') === 0;
}
