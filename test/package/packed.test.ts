// Tests the package that `npm pack` makes: what is in it, and that it serves from an empty folder.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { createClient, fetchToken } from '../support/client.ts';
import { nodeFolder, pack, project, run } from './packing.ts';

describe('the packed package', () => {
  let folder: string;
  /** Where the package is installed. */
  let place: string;
  let packed: Awaited<ReturnType<typeof pack>>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hourbook-package-'));
    packed = await pack(folder);
    place = join(folder, 'empty');
    await mkdir(place);
    await run('npm', ['install', '--omit=dev', '--no-audit', '--no-fund', packed.file], { cwd: place });
    // The Dockerfile runs it too: the server needs nothing of what it removes.
    const unread = join(project, 'package/remove-unread.sh');
    await run(unread, [join(place, 'node_modules'), `${process.platform}-${process.arch}`]);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('is below 5 MB and holds what runs, no source and no test', () => {
    assert.ok(packed.size < 5 * 2 ** 20, `${packed.size} bytes`);
    const { names } = packed;
    for (const name of [
      'bin/hourbook',
      'dist/main.js',
      'dist/worker.js',
      'dist/sql/backup-worker.js',
      'dist/sql/migrations/0001-initial.js',
      'dist/LICENCES.txt',
      'dist/reference/docs-page/page.html',
      'LICENSE',
      'README.md',
      'deploy/systemd/hourbook.service',
    ])
      assert.ok(names.includes(name), name);
    assert.ok(names.some((name) => name.startsWith('console/dist/assets/')));
    assert.deepEqual(
      names.filter((name) => /\.tsx?$|^(src|test|bench)\//.test(name)),
      [],
    );
  });

  it('holds the licences of the packages that it bundles, and installs none of these', async () => {
    const licences = await readFile(join(place, 'node_modules/hourbook/dist/LICENCES.txt'), 'utf8');
    const texts = new Map(
      licences.split(`${'-'.repeat(80)}\n`).map((one) => [/^\s*(\S+) /.exec(one)?.[1] ?? '', one]),
    );
    assert.ok(texts.size > 20);
    const installed = await readdir(join(place, 'node_modules'));
    for (const name of ['fastify', 'kysely']) {
      assert.match(texts.get(name) ?? '', /Permission is hereby granted/);
      assert.ok(!installed.includes(name), name);
    }
    for (const one of texts.values()) assert.match(one, /^\s*\S+ [\d.]+ \((MIT|ISC|BSD-3-Clause)\)/);
  });

  it('starts from what a first start compiled, in a folder that it cannot write', async (t) => {
    const compiled = join(folder, 'compiled');
    const hourbook = join(place, 'node_modules/.bin/hourbook');
    const NODE_COMPILE_CACHE = compiled;
    await run(join(project, 'package/first-start.sh'), [hourbook], { env: { NODE_COMPILE_CACHE } });
    // Root may write everywhere: only a change of the folder shows that the server left it alone.
    await run('chmod', ['-R', 'a-w', compiled]);
    const kept = await readdir(compiled, { recursive: true });
    const words = ['serve', '--port', '0', '--database', `sqlite:${join(folder, 'compiled.db')}`];
    const PATH = `${nodeFolder}:${process.env['PATH'] ?? ''}`;
    const env = { ...process.env, PATH, NODE_COMPILE_CACHE, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
    const server = spawn(hourbook, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    t.after(() => server.kill('SIGKILL'));
    const complaint = text(server.stderr);
    for await (const line of createInterface({ input: server.stdout })) {
      if (line.includes('"server_started"')) server.kill('SIGTERM');
    }
    const told = [...(await complaint).matchAll(/V8 code cache for \w+ (\S+) was (\w+)/g)];
    assert.deepEqual(
      told.filter(([, , became]) => became !== 'accepted'),
      [],
    );
    assert.ok(told.some(([, file = '']) => /\/dist\/chunks\/server-/.test(file)));
    assert.deepEqual(await readdir(compiled, { recursive: true }), kept);
  });

  it('serves the demo, console, documentation and commands from an empty folder', async (t) => {
    const words = ['hourbook', 'serve', '--demo', '--port', '0', '--metrics-port', '0', '--workers', '2'];
    const env = { ...process.env, PATH: `${nodeFolder}:${process.env['PATH'] ?? ''}` };
    const server = spawn('npx', words, { cwd: place, env, detached: true });
    t.after(
      () =>
        server.exitCode === null &&
        server.signalCode === null &&
        process.kill(-(server.pid as number), 'SIGKILL'),
    );
    const told = new Map<string, Record<string, unknown>>();
    server.stderr.resume();
    for await (const line of createInterface({ input: server.stdout, crlfDelay: Infinity })) {
      const { event, ...rest } = JSON.parse(line) as Record<string, unknown>;
      told.set(String(event), rest);
      if (told.has('demo_created') && told.has('server_started')) break;
    }
    server.stdout.resume();
    const started = told.get('server_started') as { address: string; metrics: string };
    const demo = told.get('demo_created') as { client_id: string; client_secret: string };
    const where = { address: started.address, account: 'demo' };
    const { client_id, client_secret } = demo;
    const token = await fetchToken(where, { grant_type: 'client_credentials', client_id, client_secret });
    const client = createClient(where, token.access_token);
    assert.ok(((await client.get('users/read')).json['Results'] as unknown[]).length > 3);
    for (const [path, type] of [
      ['/', 'text/html'],
      ['/docs/', 'text/html'],
      ['/openapi.json', 'application/json'],
    ] as const) {
      const answer = await fetch(started.address + path, { headers: { accept: type } });
      assert.equal(answer.status, 200, path);
      assert.ok(answer.headers.get('content-type')?.startsWith(type), path);
    }
    assert.match(await (await fetch(started.metrics)).text(), /hourbook_build_info\{worker="2"/);
    const command = (...given: string[]) => run('npx', ['hourbook', ...given], { cwd: place });
    assert.match(await command('account', 'list'), /^demo /m);
    await command('backup', 'copy.backup');
    // The demo has no accounts of working time: the refusal comes from the export, which loads fonts and workbooks.
    await assert.rejects(
      command('export', 'timesheet', 'demo', '--month', '2026-01', '--format', 'pdf', '--to', 'january.pdf'),
      /No working time account of demo has a day in 2026-01/,
    );
    process.kill(-(server.pid as number), 'SIGTERM');
    await once(server, 'exit');
    await command('restore', 'copy.backup', '--database', 'sqlite:other.db');
  });
});
