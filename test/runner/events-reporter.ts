// A reporter for Node's test runner: one line of JSON for each test that ends. The runner of all groups reads them.
import { inspect } from 'node:util';
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

/** A test that starts or has ended, or what a test has told. */
export type Report =
  | { readonly kind: 'started'; readonly name: string }
  | {
      readonly kind: 'ended';
      /** The file, the blocks, the test. */
      readonly path: readonly string[];
      readonly outcome: 'passed' | 'failed' | 'skipped';
      readonly isSuite: boolean;
      /** Milliseconds. */
      readonly duration: number;
      /** Where the test is declared, such as `test/values/week.test.ts:12`. */
      readonly at: string;
      /** Why it failed or was left out. */
      readonly reason: string;
    }
  | { readonly kind: 'told'; readonly path: readonly string[]; readonly message: string }
  | { readonly kind: 'finished' };

/** Writes {@link Report}s. */
export default async function* reportEvents(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const path: string[] = [];
  for await (const event of source) {
    const report = reportOf(event, path);
    if (report !== null) yield `${JSON.stringify(report)}\n`;
  }
}

function reportOf(event: TestEvent, path: string[]): Report | null {
  switch (event.type) {
    case 'test:dequeue':
      return { kind: 'started', name: event.data.name };
    case 'test:start':
      // Tests start in any order, and are reported in theirs.
      path.splice(event.data.nesting, Infinity, event.data.name);
      return null;
    case 'test:pass':
    case 'test:fail': {
      const { data } = event;
      const ended = [...path.slice(0, data.nesting), data.name];
      const skipped = data.skip !== undefined && data.skip !== false;
      return {
        kind: 'ended',
        path: ended,
        outcome: event.type === 'test:fail' ? 'failed' : skipped ? 'skipped' : 'passed',
        isSuite: data.details.type === 'suite',
        duration: data.details.duration_ms,
        at: `${relative(process.cwd(), data.file ?? '')}:${data.line ?? 0}`,
        reason: event.type === 'test:fail' ? reasonOf(event.data.details.error) : String(data.skip ?? ''),
      };
    }
    case 'test:diagnostic':
      return event.data.nesting === 0 &&
        /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /.test(event.data.message)
        ? null
        : { kind: 'told', path: path.slice(0, event.data.nesting + 1), message: event.data.message };
    case 'test:summary':
      return { kind: 'finished' };
    default:
      return null;
  }
}

/** The block that they stand in tells the reason. */
const toldByOthers: readonly (string | undefined)[] = ['subtestsFailed', 'cancelledByParent'];

/** The error itself, not the runner's wrapper around it, with the calls in files of the project. */
function reasonOf(error: Error & { readonly failureType?: string }): string {
  if (toldByOthers.includes(error.failureType)) return '';
  const cause = error.cause ?? error;
  if (!(cause instanceof Error)) return String(cause);
  // An assertion says in its message what its properties repeat.
  const isAssertion = (cause as NodeJS.ErrnoException).code === 'ERR_ASSERTION';
  const whole = isAssertion ? (cause.stack ?? cause.message) : inspect(cause, { depth: 6 });
  return whole
    .replaceAll(/\n +at (?=.*(?:node:|\/node_modules\/|<anonymous>\)$|Promise\.all )).*/gm, '')
    .trimEnd();
}
