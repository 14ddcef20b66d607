// The process of one group: the files that it is given, one after the other, each as a suite under its own name.
import { createHook, type AsyncHook } from 'node:async_hooks';
import { after, describe } from 'node:test';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runAtEnd } from '../support/at-end.ts';

const longestEndMilliseconds = 60_000;

// The test runner follows each promise to the test or suite that made it. It needs that to find the suites of tests while
// files load; later it only tells which test an uncaught error is from, and takes a fifth of the time of all tests.
const hooks = Object.getPrototypeOf(createHook({})) as { enable(): AsyncHook };
const { enable } = hooks;
const loaded = Promise.withResolvers<void>();
hooks.enable = function enableUntilLoaded(this: AsyncHook) {
  void loaded.promise.then(() => this.disable());
  return enable.call(this);
};
for (const kind of ['uncaughtException', 'unhandledRejection'])
  process.on(kind, (error) => console.error(`${kind}:`, error));

const files = process.argv.slice(2);
let loading = files.length;
for (const file of files)
  describe(file, async () => {
    await import(pathToFileURL(resolve(file)).href);
    loading -= 1;
    if (loading === 0) loaded.resolve();
  });
hooks.enable = enable;

// Several installations of a process write to one output and end with one process.
process.setMaxListeners(0);
process.stdout.setMaxListeners(0);

after(async () => {
  // A test that leaves a server or a file open would keep the process for ever.
  setTimeout(() => {
    console.error(`left open after the last test: ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit(1);
  }, longestEndMilliseconds).unref();
  await runAtEnd();
});
