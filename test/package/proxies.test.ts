// Tests the files for Caddy and nginx with those programs in front of a server, where the machine has them: what passes,
// what is kept from the network, and what browsers are told.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sqliteEngine } from '../support/engines.ts';
import { fetchToken } from '../support/client.ts';
import { serve, type ServingProcess } from '../process/executable.ts';
import { createAcme, createSite, type Site } from '../process/site.ts';
import { has, project, run } from './packing.ts';

const name = 'time.example.com';

/** The server's clock is an hour ahead of the proxy's. */
const hour = 3_600_000;
const ahead = encodeURIComponent(`const now=Date.now;Date.now=()=>now()+${hour}`);

/** A program in front of the server. */
interface Proxy {
  readonly port: number;
  /** The certificate that clients trust. */
  readonly authority: string;
}

interface Part {
  readonly folder: string;
  /** Host and port of the server. */
  readonly behind: string;
  readonly port: number;
}

const proxies = {
  async nginx({ folder, behind, port }: Part) {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const self = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
    await run('openssl', [...self, ...subject, '-keyout', key, '-out', certificate]);
    const site = (await readFile(join(project, 'deploy/proxy/nginx.conf'), 'utf8'))
      .replace('/etc/ssl/hourbook/fullchain.pem', certificate)
      .replace('/etc/ssl/hourbook/privkey.pem', key)
      .replace('127.0.0.1:8080', behind)
      .replaceAll(/^ *listen \[::\].*$/gm, '')
      .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
      .replace('listen 443 ', `listen 127.0.0.1:${port} `);
    const user = process.getuid?.() === 0 ? 'user root root;' : '';
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${folder}/${kind};`,
    );
    const http = `http {\naccess_log off;\n${places.join('\n')}\n${site}\n}`;
    const file = join(folder, 'nginx.conf');
    await writeFile(file, `${user}\npid ${folder}/pid;\ndaemon off;\nevents {}\n${http}\n`);
    const words = ['-e', join(folder, 'errors'), '-c', file];
    return { program: 'nginx', words, authority: certificate };
  },
  async caddy({ folder, behind, port }: Part) {
    const own = `admin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n\thttps_port ${port}`;
    const site = (await readFile(join(project, 'deploy/proxy/Caddyfile'), 'utf8'))
      .replace(/^\{$/m, `{\n\t${own}`)
      .replace(/^time\.example\.com \{$/m, `${name}:${port} {`)
      .replace('127.0.0.1:8080', behind);
    const file = join(folder, 'Caddyfile');
    await writeFile(file, site);
    const words = ['run', '--adapter', 'caddyfile', '--config', file];
    return { program: 'caddy', words, authority: join(folder, 'caddy/pki/authorities/local/root.crt') };
  },
} as const;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Resolves once the proxy answers: a certificate of its own comes after its port. Throws when the program has ended. */
async function answering(proxy: Proxy, child: ChildProcess): Promise<void> {
  for (;;) {
    assert.equal(child.exitCode ?? child.signalCode, null, 'the proxy has ended');
    const answer = await ask(proxy, '/').catch(() => null);
    answer?.resume();
    if (answer !== null) return;
    await pause(50);
  }
}

/** Sends a request through a proxy. */
async function ask(
  { port, authority }: Proxy,
  path: string,
  options: { readonly headers?: Record<string, string>; readonly body?: Buffer } = {},
): Promise<IncomingMessage> {
  const { headers = {}, body } = options;
  const ca = await readFile(authority);
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request(
      { host: '127.0.0.1', port, path, method, ca, servername: name, headers: { host: name, ...headers } },
      resolve,
    );
    sent.once('error', reject);
    sent.end(body);
  });
}

for (const [kind, configure] of Object.entries(proxies)) {
  const skip = !(await has(kind)) && `no ${kind}`;
  describe(`a server behind ${kind}`, { skip }, () => {
    let folder: string;
    let site: Site;
    let server: ServingProcess;
    let child: ChildProcess | undefined;
    let proxy: Proxy;
    let token: string;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'hourbook-proxy-'));
      site = await createSite(sqliteEngine);
      const credential = await createAcme(site);
      const env = { NODE_OPTIONS: `--import=data:text/javascript,${ahead}` };
      server = await serve(site.database, ['--trusted-proxies', '127.0.0.1'], env);
      const where = { address: server.address, account: 'acme' };
      token = (await fetchToken(where, { grant_type: 'client_credentials', ...credential })).access_token;
      const port = await freePort();
      const behind = new URL(server.address).host;
      const { program, words, authority } = await configure({ folder, behind, port });
      const homes = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      child = spawn(program, words, { env: { ...process.env, ...homes }, stdio: 'ignore' });
      proxy = { port, authority };
      await answering(proxy, child);
    });
    after(async () => {
      if (child !== undefined && child.exitCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      await site?.remove();
      await rm(folder, { recursive: true, force: true });
    });

    it('keeps metrics and health from the network', async () => {
      for (const path of ['/metrics', '/%6detrics', '/health', '/health/live', '/health/ready']) {
        const answer = await ask(proxy, path);
        assert.deepEqual([path, answer.statusCode], [path, 404]);
        assert.equal(answer.headers['x-request-id'], undefined, `${path} came to the server`);
        answer.resume();
      }
    });

    it('passes everything else, accounts with such names too, with HSTS', async () => {
      for (const path of ['/', '/healthy/v4/serverTime/read', '/metricsltd/v4/serverTime/read']) {
        const answer = await ask(proxy, path);
        assert.match(String(answer.headers['x-request-id']), /./, `${path} did not come to the server`);
        assert.equal(answer.headers['strict-transport-security'], 'max-age=63072000');
        answer.resume();
      }
      const read = await ask(proxy, '/acme/v4/users/read', { headers: { authorization: `Bearer ${token}` } });
      assert.equal((JSON.parse(await text(read)) as { NumResults: number }).NumResults, 1);
    });

    it('tells the time of the server, by which the console sets its clock', async () => {
      const answer = await ask(proxy, '/acme/session');
      answer.resume();
      const apart = Date.parse(answer.headers.date ?? '') - Date.now() - hour;
      assert.ok(Math.abs(apart) < hour / 2, `${answer.headers.date}`);
    });

    it('refuses bodies above 15 MiB itself', async () => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const path = '/acme/v4/skills/create';
      const answer = await ask(proxy, path, { headers, body: Buffer.alloc(15 * 2 ** 20 + 1, 'x') });
      assert.equal(answer.statusCode, 413);
      answer.resume();
      const body = Buffer.from('{"syn":"Through"}');
      const created = await ask(proxy, path, { headers, body });
      assert.equal(created.statusCode, 200);
      created.resume();
    });

    it('passes a stream of changes at once', async () => {
      for (const path of ['/acme/v4/changes', '/acme/userapi/v3/changes/', '/acme/v5/changes']) {
        const stream = await ask(proxy, path, { headers: { authorization: `Bearer ${token}` } });
        assert.equal(stream.statusCode, 200);
        const [piece] = (await once(stream.setEncoding('utf8'), 'data')) as [string];
        assert.match(piece, /^retry: /);
        stream.destroy();
      }
    });
  });
}
