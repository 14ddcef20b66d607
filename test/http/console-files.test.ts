// The files of the web console: addresses, encodings, caching, and what the server says when they are not built.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createConsoleFiles } from '#http/console-files.ts';
import type { HttpServer } from '#http/server.ts';
import type { HttpRequest } from '#request/http-message.ts';
import { serverForTest } from './server-for-test.ts';

const someRequest: HttpRequest = {
  method: 'GET',
  path: '/',
  query: '',
  headers: {},
  body: null,
  remoteAddress: null,
  requestId: 'test',
};
const inline = "console.log('first')";
const inlineStyle = 'body{margin:0}';
const index = `<!doctype html><script>${inline}</script><style>${inlineStyle}</style>index`;
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

describe('the console', () => {
  let folder: string;
  let server: HttpServer;
  let files: ReturnType<typeof createConsoleFiles>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hourbook-console-'));
    await mkdir(join(folder, 'dist/assets'), { recursive: true });
    await mkdir(join(folder, 'dist/icons.d'), { recursive: true });
    const texts: Record<string, string> = {
      'dist/index.html': index,
      'dist/index.html.br': 'index in br',
      'dist/index.html.gz': 'index in gz',
      'dist/sw.js': 'worker',
      'dist/manifest.webmanifest': '{}',
      'dist/assets/main-abc123.js': 'script',
      'dist/assets/main-abc123.js.gz': 'script in gz',
      'dist/assets/.hidden.js': 'hidden',
      'dist/notes.bin': 'unknown type',
      'secret.txt': 'outside',
    };
    for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text);
    files = createConsoleFiles(pathToFileURL(`${join(folder, 'dist')}/`));
    server = serverForTest({ parts: { consoleFiles: files } }).server;
  });
  after(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });

  test('is at / for browsers; programs keep the text page', async () => {
    const page = await get('/', { accept: browser });
    assert.deepEqual([page.statusCode, page.body], [200, index]);
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(page.headers['vary'], 'Accept, Accept-Encoding');
    for (const accept of [
      '*/*',
      '',
      'application/json',
      'application/json, text/html;q=0.5',
      'text/html;q=0',
    ]) {
      const { headers, body } = await get('/', { accept });
      assert.equal(headers['content-type'], 'text/plain; charset=utf-8', accept);
      assert.equal(headers['vary'], 'Accept');
      assert.match(body, /^Hourbook /);
    }
  });

  test('is at every address that begins with /@', async () => {
    for (const url of [
      '/@acme',
      '/@acme/',
      '/@acme/week/2026-11-16?zone=UTC',
      '/@',
      '/@acme/a.js',
      '/@acme/week/%',
      '/@a%E0/b',
    ]) {
      const { statusCode, body, headers } = await get(url);
      assert.deepEqual([statusCode, body], [200, index], url);
      assert.equal(headers['vary'], 'Accept-Encoding');
    }
  });

  test('lets its page use own files, its own first script and styles only, and no text', async () => {
    for (const url of ['/@acme', '/console/sw.js', '/console/assets/main-abc123.js']) {
      const { headers } = await get(url);
      const policy = String(headers['content-security-policy']).split('; ');
      for (const rule of [
        "default-src 'none'",
        `script-src 'self'${url === '/@acme' ? ` 'sha256-${hashOf(inline)}'` : ''}`,
        `style-src 'self'${url === '/@acme' ? ` 'sha256-${hashOf(inlineStyle)}'` : ''}`,
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types hourbook',
      ])
        assert.ok(policy.includes(rule), `${url}: ${rule}`);
      assert.ok(!policy.some((rule) => /unsafe|https?:|\*/.test(rule)), url);
      assert.equal(headers['x-content-type-options'], 'nosniff');
    }
    assert.equal((await get('/@acme')).headers['cross-origin-opener-policy'], 'same-origin');
  });

  test('sends the smallest form that the client reads', async () => {
    for (const [accepted, encoding, body] of [
      ['gzip, deflate, br', 'br', 'index in br'],
      ['gzip', 'gzip', 'index in gz'],
      ['*', 'br', 'index in br'],
      ['br;q=0, *', 'gzip', 'index in gz'],
      ['br;q=0, gzip;q=0', undefined, index],
      ['identity', undefined, index],
    ] as const) {
      const answer = await get('/@acme', { 'accept-encoding': accepted });
      assert.deepEqual([answer.headers['content-encoding'], answer.body], [encoding, body], accepted);
    }
    const script = await get('/console/assets/main-abc123.js', { 'accept-encoding': 'br, gzip' });
    assert.deepEqual([script.headers['content-encoding'], script.body], ['gzip', 'script in gz']);
  });

  test('has files in assets/ kept for a year, and others asked for again', async () => {
    const asset = await get('/console/assets/main-abc123.js');
    assert.equal(asset.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(asset.headers['content-type'], 'text/javascript; charset=utf-8');
    for (const url of ['/@acme', '/console/sw.js', '/console/manifest.webmanifest']) {
      const first = await get(url);
      assert.equal(first.headers['cache-control'], 'no-cache', url);
      const etag = String(first.headers['etag']);
      const again = await get(url, { 'if-none-match': etag });
      assert.deepEqual([again.statusCode, again.body, again.headers['etag']], [304, '', etag], url);
    }
    const [plain, packed] = [await get('/@acme'), await get('/@acme', { 'accept-encoding': 'br' })];
    assert.notEqual(plain.headers['etag'], packed.headers['etag']);
  });

  test('lets the service worker serve the whole origin', async () => {
    assert.equal((await get('/console/sw.js')).headers['service-worker-allowed'], '/');
    assert.equal((await get('/console/manifest.webmanifest')).headers['service-worker-allowed'], undefined);
  });

  test('serves a file that a build writes while the server runs', async () => {
    assert.equal((await get('/console/assets/later-1.css')).statusCode, 404);
    await writeFile(join(folder, 'dist/assets/later-1.css'), 'body{}');
    assert.equal((await get('/console/assets/later-1.css')).body, 'body{}');
  });

  test('answers 404 for what is no file of the build, and nothing from outside it', async () => {
    for (const path of [
      '/console/assets/main-zzz.js',
      '/console/notes.bin',
      '/console/assets/.hidden.js',
      '/console/../secret.txt',
      '/console/assets/../../secret.txt',
      '/console/%2e%2e/secret.txt',
      '/console/..%2fsecret.txt',
      '/console//secret.txt',
      '/console/assets',
      '/console/icons.d/',
      '/console/index.html.br',
      '/console/index.html/x.js',
    ]) {
      // Test clients and browsers make such paths plain before they send them; others need not.
      const request = { ...someRequest, path };
      const answer = await files(request)?.(request);
      assert.deepEqual(
        [answer?.status, answer?.body.toString()],
        [404, `The console has no file ${path}.\n`],
      );
    }
  });

  test('leads from /console to /', async () => {
    for (const url of ['/console', '/console/']) {
      const { statusCode, headers } = await get(url);
      assert.deepEqual([statusCode, headers['location']], [302, '/']);
    }
  });

  test('leaves the addresses of an account called console alone', async () => {
    for (const url of [
      '/console/v4/clients/read',
      '/console/userapi/v3/clients/read/1',
      '/CONSOLE/v4/clients/read',
    ]) {
      const { statusCode, json } = await server.inject(url);
      assert.deepEqual([statusCode, json().Success], [200, true], url);
    }
    const token = await server.inject({ method: 'POST', url: '/console/auth/oauth2/token', payload: 'a=1' });
    assert.equal(token.json().access_token, 'opaque');
    assert.equal((await server.inject('/console/session')).json().Success, true);
  });

  test('answers 405 to methods other than GET and HEAD', async () => {
    for (const url of ['/@acme', '/console/sw.js']) {
      const { statusCode, headers } = await server.inject({ method: 'POST', url });
      assert.deepEqual([statusCode, headers['allow']], [405, 'GET, HEAD'], url);
    }
    const head = await server.inject({ method: 'HEAD', url: '/console/sw.js' });
    assert.deepEqual([head.statusCode, head.body], [200, '']);
  });
});

describe('a console that is not built', () => {
  const missing = createConsoleFiles(new URL('file:///nowhere/hourbook/dist/'));

  test('says how to build it, and the interface works', async () => {
    const { server } = serverForTest({ parts: { consoleFiles: missing } });
    for (const url of ['/', '/@acme/week']) {
      const page = await server.inject({ url, headers: { accept: browser } });
      assert.equal(page.statusCode, 503);
      assert.match(page.body, /npm ci.*node console\/build\.ts/);
      assert.match(String(page.headers['content-security-policy']), /^default-src 'none'/);
    }
    assert.equal((await server.inject('/console/sw.js')).statusCode, 404);
    assert.equal((await server.inject('/')).statusCode, 200);
    assert.equal((await server.inject('/acme/v4/clients/read')).statusCode, 200);
    await server.close();
  });
});
