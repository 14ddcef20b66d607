// Tests what a server loads until it serves: each module costs time at every start, and memory as long as it serves.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import packageFile from '../../package.json' with { type: 'json' };
import { describeOnEveryEngine } from '../support/engines.ts';
import { serve } from './executable.ts';
import { createSite, type Site } from './site.ts';

describeOnEveryEngine('a start', (engine) => {
  let site: Site;
  let loaded: readonly string[];

  before(async () => {
    site = await createSite(engine);
    const file = join(site.folder, 'loaded');
    const hook = new URL('tell-loaded.ts', import.meta.url).href;
    const env = { LOADED_MODULES: file, NODE_OPTIONS: `--import=${hook}` };
    const server = await serve(site.database, [], env);
    await server.end('SIGTERM');
    loaded = (await readFile(file, 'utf8')).split('\n');
  });
  after(() => site.remove());

  it('loads of the packages that servers depend on the driver of its database alone', () => {
    const packages = Object.keys(packageFile.dependencies);
    const used = packages.filter((name) => loaded.some((url) => url.includes(`/node_modules/${name}/`)));
    assert.deepEqual(used, [engine.name === 'sqlite' ? 'better-sqlite3' : 'pg']);
  });

  it('loads no command but serve', () => {
    const commands = loaded.flatMap((url) => /\/cli\/commands\/(.+)\.ts$/.exec(url)?.[1] ?? []);
    assert.deepEqual(commands, ['serve']);
  });

  it('loads nothing that waits for a request, a setting or a developer', () => {
    assert.ok(loaded.some((url) => url.endsWith('/src/app.ts')));
    const waiting =
      /\/src\/(export\/timesheet-(csv|pdf|sheet|xlsx)|accounts\/create-demo|mail\/mail-se|workers\/supervisor|observe\/metrics-port|reference\/serve-|resource\/check-)/;
    assert.deepEqual(
      loaded.filter((url) => waiting.test(url)),
      [],
    );
  });
});
