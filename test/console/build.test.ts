// A build of the console beside a server that serves the same folder: pages keep coming, and old files go.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createConsoleFiles } from '#http/console-files.ts';
import type { HttpRequest } from '#request/http-message.ts';
import { buildConsole } from '../../console/build.ts';

const request: HttpRequest = {
  method: 'GET',
  path: '/@acme/today',
  query: '',
  headers: { 'accept-encoding': 'br' },
  body: null,
  remoteAddress: null,
  requestId: 'build',
};

describe('a build of the console', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hourbook-console-'));
  after(() => rmSync(folder, { recursive: true }));

  it('leaves the pages in place until the new ones are there, and removes old files', async () => {
    await buildConsole(folder);
    const route = createConsoleFiles(pathToFileURL(`${folder}/`))(request);
    const stale = join(folder, 'assets/former-00000000.js');
    writeFileSync(stale, '');
    const before = readdirSync(folder, { recursive: true }).length;
    const build = { isOver: false };
    const building = buildConsole(folder).finally(() => (build.isOver = true));
    const answers: (number | undefined)[] = [];
    while (!build.isOver) answers.push((await route?.(request))?.status);
    await building;
    assert.ok(answers.length > 1);
    assert.deepEqual(new Set(answers), new Set([200]));
    assert.equal(existsSync(stale), false);
    assert.equal(readdirSync(folder, { recursive: true }).length, before - 1);
  });
});
