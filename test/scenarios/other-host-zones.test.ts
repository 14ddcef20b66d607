import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const stories = [
  'time',
  'times-in-both-formats',
  'timer',
  'timer-claims',
  'timer-offline',
  'tracking-requests',
  'requested-uploads',
  'changed-zone-rules',
  'checkpoints',
  'settings',
  'public-holidays',
  'person-history',
].map((name) => `test/scenarios/${name}.test.ts`);

for (const zone of ['Pacific/Kiritimati', 'America/St_Johns']) {
  test(`nothing depends on the zone of the host: ${zone}`, async () => {
    // The runner marks its children; one that starts by itself must not carry the mark.
    const { NODE_TEST_CONTEXT: _mark, ...env } = process.env;
    const flags = ['--test', '--test-reporter=tap', '--test-concurrency=1', '--test-isolation=none'];
    // A host's zone shows at once; random stories are told at length elsewhere.
    const settings = { ...env, TZ: zone, HOURBOOK_TEST_RUNS: '3' };
    const { stdout } = await run(process.execPath, [...flags, ...stories], { env: settings });
    assert.match(stdout, /^# fail 0$/m);
    assert.ok(Number(/^# pass (\d+)$/m.exec(stdout)?.[1]) >= 100, stdout.slice(-500));
  });
}
