// Tests the served documentation: it needs no token, reveals no account and loads nothing from another host.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { send, type Answer } from '../support/client.ts';
import { describeOnEveryEngine } from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { pageHeaders, sessionClient } from '../support/session-client.ts';

const documents = [
  '/openapi.json',
  '/acme/v4/openapi.json',
  '/acme/v5/openapi.json',
  '/acme/userapi/v3/openapi.json',
];

describeOnEveryEngine('the documentation', (engine) => {
  let installation: Installation;
  before(async () => {
    installation = await startInstallation({ engine });
  });
  after(() => installation.close());
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
    send(`${installation.address}${path}`, { method, headers });

  it('serves OpenAPI documents without a token in every form of address', async () => {
    const servers = [];
    const others = ['/acme/openapi.json', '/ACME/V3/openapi.json', '/acme/userapi/v4/openapi.json'];
    for (const path of [...documents, ...others]) {
      const { status, json, headers } = await get(path);
      assert.equal(status, 200, path);
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
      assert.equal(json['openapi'], '3.1.0');
      const read = Object.keys(json['paths']).find((one) => one.endsWith('/users/read'));
      servers.push(`${json['servers'][0].url}${read}`);
    }
    assert.deepEqual(servers, [
      '/{account}/v4/users/read',
      '/acme/v4/users/read',
      '/acme/v5/users/read',
      '/acme/userapi/v3/users/read',
      '/acme/v4/users/read',
      '/acme/v3/users/read',
      '/acme/userapi/v4/users/read',
    ]);
  });

  it('does not reveal whether an account exists, with or without a token', async () => {
    const of = async (account: string, headers = {}): Promise<[number, string, string[]]> => {
      const { status, text, headers: sent } = await get(`/${account}/v4/openapi.json`, headers);
      return [status, text.replaceAll(`/${account}`, '/NAME'), [...sent.keys()].sort()];
    };
    const existing = await of('acme');
    assert.deepEqual(await of('zzyzx'), existing);
    const authorization = `Bearer ${installation.account.machine.token}`;
    assert.deepEqual(await of('zzyzx', { authorization }), existing);
    assert.deepEqual(await of('acme', { authorization: 'Bearer 1.nonsense' }), existing);
  });

  it('answers 404 to invalid accounts, versions and files', async () => {
    for (const path of [
      '/-acme/v4/openapi.json',
      '/a%22b/v4/openapi.json',
      `/${'a'.repeat(64)}/v4/openapi.json`,
      '/acme/v6/openapi.json',
      '/acme/userapi/openapi.json',
      '/acme/v4/openapi.yaml',
      '/docs/nothing.js',
      '/docs/../package.json',
      '/docs/..%2Fpackage.json',
    ]) {
      const { status, json } = await get(path);
      assert.ok(status === 404, `${path}: ${status}`);
      assert.equal(json['Success'], false);
    }
  });

  it('answers 304 to If-None-Match with the current tag', async () => {
    const tags = new Set<string>();
    for (const path of [...documents, '/rival/v4/openapi.json', '/docs/', '/docs/swagger-ui-bundle.js']) {
      const first = await get(path);
      assert.equal(first.headers.get('cache-control'), 'public, no-cache');
      const tag = first.headers.get('etag') as string;
      assert.match(tag, /^(?:W\/)?"[^"]+"$/);
      assert.ok(!tags.has(tag), `${path} has the tag of another`);
      tags.add(tag);
      const opaque = tag.replace(/^W\//, '');
      for (const known of [tag, opaque, `W/${opaque}`, `"other", ${tag}`, '*']) {
        const again = await get(path, { 'if-none-match': known });
        assert.equal(again.status, 304, known);
        assert.equal(again.text, '');
        assert.equal(again.headers.get('etag'), tag);
      }
      assert.equal((await get(path, { 'if-none-match': '"other"' })).status, 200);
    }
  });

  it('answers HEAD like GET without a body and 405 to other methods', async () => {
    for (const path of ['/openapi.json', '/acme/v4/openapi.json', '/docs/', '/docs/page.css']) {
      const [whole, head] = [await get(path), await get(path, {}, 'HEAD')];
      assert.equal(head.status, 200);
      assert.equal(head.text, '');
      for (const name of ['etag', 'content-type', 'content-length', 'cache-control']) {
        assert.equal(head.headers.get(name), whole.headers.get(name), name);
      }
      const post = await get(path, {}, 'POST');
      assert.equal(post.status, 405);
      assert.equal(post.headers.get('allow'), 'GET, HEAD');
    }
  });

  it('is linked on the front page, and /docs redirects to /docs/', async () => {
    assert.match((await get('/')).text, /GET {2}\/docs\/, \/openapi\.json/);
    const moved = await fetch(`${installation.address}/docs`, { redirect: 'manual' });
    assert.equal(moved.status, 308);
    assert.equal(new URL(moved.headers.get('location') as string, moved.url).pathname, '/docs/');
  });

  describe('page', () => {
    /** Whatever a browser loads for the page, as it would find it. */
    const partsOf = async (): Promise<ReadonlyMap<string, Answer>> => {
      const page = await get('/docs/');
      const named = [...page.text.matchAll(/(?:src|href)="([^"]*)"/g)].map((match) => match[1] as string);
      const urls = named.filter((url) => !url.startsWith('data:'));
      const parts = new Map([['/docs/', page]]);
      for (const url of urls) {
        const { origin, pathname } = new URL(url, `${installation.address}/docs/`);
        assert.equal(origin, installation.address, url);
        parts.set(pathname, await get(pathname));
      }
      return parts;
    };

    it('names only addresses that this server answers with 200', async () => {
      const parts = await partsOf();
      const types = [...parts].map(([path, { status, headers }]) => {
        assert.equal(status, 200, path);
        return `${path} ${headers.get('content-type')?.split(';')[0]}`;
      });
      assert.deepEqual(types.sort(), [
        '/docs/ text/html',
        '/docs/page.css text/css',
        '/docs/start.js text/javascript',
        '/docs/swagger-ui-bundle.js text/javascript',
        '/docs/swagger-ui.css text/css',
        '/openapi.json application/json',
      ]);
    });

    it('has a policy that allows only scripts and connections of this server', async () => {
      const policy = (await get('/docs/')).headers.get('content-security-policy') ?? '';
      const directives = new Map(
        policy.split('; ').map((one) => [one.split(' ')[0] as string, one.split(' ').slice(1).join(' ')]),
      );
      assert.equal(directives.get('default-src'), "'none'");
      for (const name of ['script-src', 'style-src', 'connect-src', 'form-action']) {
        assert.equal(directives.get(name), "'self'", name);
      }
      assert.equal(directives.get('img-src'), "'self' data:");
      assert.equal(directives.get('frame-ancestors'), "'none'");
      assert.doesNotMatch((await get('/docs/')).text, /<script>|<style>|\son\w+=|style="/);
    });

    it('loads no style, font, picture or validator of another host', async () => {
      const parts = await partsOf();
      for (const path of ['/docs/page.css', '/docs/swagger-ui.css']) {
        const { text } = parts.get(path) as Answer;
        const urls = [...text.matchAll(/url\(\s*["']?([^"')]{0,40})/g)].map((match) => match[1] as string);
        assert.deepEqual(
          urls.filter((url) => !url.startsWith('data:')),
          [],
          path,
        );
        assert.doesNotMatch(text, /@import|@font-face/);
      }
      assert.doesNotMatch((parts.get('/docs/start.js') as Answer).text, /https?:\/\/|\/\/[a-z]/);
      assert.match((parts.get('/docs/start.js') as Answer).text, /validatorUrl: null/);
      const bundle = (parts.get('/docs/swagger-ui-bundle.js') as Answer).text;
      // Hosts that the bundle's code could ask: the validator, which is turned off. The others are names and links.
      const asked = [
        ...bundle.matchAll(/https?:\/\/([a-z0-9.-]+)\/(?:validator|telemetry|analytics|collect)/g),
      ];
      assert.deepEqual([...new Set(asked.map((match) => match[1]))], ['validator.swagger.io']);
      assert.doesNotMatch(bundle, /cdn\.|unpkg|jsdelivr|googleapis|gstatic|scarf/);
    });
  });
});

describeOnEveryEngine('the documentation with docs off', (engine) => {
  let installation: Installation;
  before(async () => {
    installation = await startInstallation({ engine, flags: { docs: 'off' } });
  });
  after(() => installation.close());
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
    send(`${installation.address}${path}`, { method, headers });

  it('answers 404 and is not linked', async () => {
    for (const path of ['/docs', '/docs/', '/docs/page.css', '/acme/openapi.json', ...documents]) {
      const { status, json } = await get(path);
      assert.equal(status, 404, path);
      assert.equal(json['ErrorExtended'].errorCode, 'unknown_address');
    }
    assert.doesNotMatch((await get('/')).text, /openapi/);
  });

  it('answers the document of an account to those who are logged in to it', async () => {
    const { administrator, name: account } = installation.account;
    const session = await sessionClient({ address: installation.address, account }, 'admin');
    const cookie = { ...pageHeaders, cookie: session.cookie() };
    for (const headers of [cookie, { authorization: `Bearer ${administrator.token}` }]) {
      const { status, json, headers: sent } = await get('/acme/openapi.json', headers);
      assert.equal(status, 200);
      assert.equal(json['servers'][0].url, '/acme');
      assert.equal(sent.get('cache-control'), 'private, no-cache');
      const again = await get('/acme/openapi.json', {
        ...headers,
        'if-none-match': sent.get('etag') as string,
      });
      assert.equal(again.status, 304);
      const head = await get('/acme/openapi.json', headers, 'HEAD');
      assert.deepEqual([head.status, head.text], [200, '']);
      assert.equal((await get('/acme/openapi.json', headers, 'PUT')).status, 404);
      assert.equal((await get('/acme/docs/', headers)).status, 404);
    }
  });

  it('refuses the document to a login of another account and to another site', async () => {
    const other = await installation.addAccount('rival');
    const { status } = await get('/acme/openapi.json', {
      authorization: `Bearer ${other.administrator.token}`,
    });
    assert.equal(status, 401);
    const session = await sessionClient({ address: installation.address, account: 'acme' }, 'admin');
    const crossed = { ...pageHeaders, cookie: session.cookie(), 'sec-fetch-site': 'cross-site' };
    assert.equal((await get('/acme/openapi.json', crossed)).status, 403);
  });
});
