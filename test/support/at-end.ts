// Work for the end of a test process, after the last of its files: what several files share is closed then.
import { after } from 'node:test';

const works: (() => Promise<void>)[] = [];

/** Adds work; the last that was added is done first. */
export function atEnd(work: () => Promise<void>): void {
  works.push(work);
}

// A file that is run by itself has no group that ends it.
if (process.env['HOURBOOK_TEST_SUITE'] === undefined) after(runAtEnd);

/** Does it all, also when some of it fails; then throws the first error. */
export async function runAtEnd(): Promise<void> {
  const faults: unknown[] = [];
  while (works.length > 0)
    await works
      .pop()?.()
      .catch((error: unknown) => faults.push(error));
  if (faults.length > 0) throw faults[0];
}
