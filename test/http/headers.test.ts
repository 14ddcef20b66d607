// Tests the headers of answers and the rules for cross-origin requests.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ask, refusing } from './server-for-test.ts';

describe('headers of an answer', () => {
  const addresses = ['/acme/v4/clients/read', '/nonsense', '/', '/health/live', '/metrics', '/%zz'];
  for (const url of addresses) {
    it(`include request id and security headers at ${url}`, async () => {
      const { response } = await ask(url);
      assert.match(String(response.headers['x-request-id']), /^[0-9a-f-]{36}$/);
      assert.equal(response.headers['x-content-type-options'], 'nosniff');
      assert.equal(response.headers['referrer-policy'], 'no-referrer');
      assert.match(String(response.headers['content-security-policy']), /default-src 'none'/);
      assert.equal(response.headers['cache-control'], 'no-store');
    });
  }

  it('repeat a short plain request id of the client, else hold a new one', async () => {
    for (const [sent, taken] of [
      ['abc-1.2_3', true],
      ['x'.repeat(64), true],
      ['x'.repeat(65), false],
      ['a b', false],
      ['<script>', false],
      ['', false],
    ] as const) {
      const { response } = await ask({ url: '/acme/v4/clients/read', headers: { 'x-request-id': sent } });
      assert.equal(response.headers['x-request-id'] === sent, taken, sent);
    }
  });

  it('keep the values that the engine sets', async () => {
    const headers = {
      'content-type': 'application/xml',
      'cache-control': 'private, no-cache',
      etag: '"1"',
      'server-timing': 'sql;dur=1',
    };
    const runRequest = async () => ({ status: 200, headers, body: Buffer.from('<response/>') });
    const { response } = await ask('/acme/v4/clients/read', { parts: { runRequest } });
    for (const [name, value] of Object.entries(headers)) assert.equal(response.headers[name], value);
  });

  it('omit type and length of a 304, which has no body', async () => {
    const runRequest = async () => ({ status: 304, headers: { etag: '"1"' }, body: '' });
    const { response } = await ask('/acme/v4/clients/read', { parts: { runRequest } });
    assert.equal(response.statusCode, 304);
    assert.equal(response.body, '');
    assert.equal(response.headers['content-length'], undefined);
    assert.equal(response.headers['content-type'], undefined);
  });
});

describe('cross-origin rules', () => {
  const preflight = {
    method: 'OPTIONS',
    url: '/acme/v4/clients/create/',
    headers: {
      origin: 'https://app.example.com',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,x-app',
    },
  } as const;

  it('allow no origin by default', async () => {
    const { response } = await ask(preflight);
    assert.equal(response.statusCode, 204);
    assert.equal(response.headers['access-control-allow-origin'], undefined);
    assert.equal(response.headers['access-control-allow-methods'], undefined);
  });

  it('allow a configured origin with the requested headers', async () => {
    const { response } = await ask(preflight, { flags: { 'cors-origins': 'https://app.example.com' } });
    assert.equal(response.statusCode, 204);
    assert.equal(response.headers['access-control-allow-origin'], 'https://app.example.com');
    assert.equal(response.headers['access-control-allow-headers'], 'authorization,content-type,x-app');
    assert.match(String(response.headers['access-control-allow-methods']), /PUT/);
    assert.equal(response.headers['vary'], 'Origin');
  });

  it('allow no other origin than the configured one', async () => {
    const request = {
      ...preflight,
      headers: { ...preflight.headers, origin: 'https://app.example.com.evil.test' },
    };
    const { response } = await ask(request, { flags: { 'cors-origins': 'https://app.example.com' } });
    assert.equal(response.headers['access-control-allow-origin'], undefined);
  });

  it('expose response headers to allowed origins in answers and refusals', async () => {
    for (const parts of [{}, refusing(new Error())]) {
      const { response } = await ask(
        { url: '/acme/v4/clients/read', headers: { origin: 'https://any.example.com' } },
        { parts, flags: { 'cors-origins': '*' } },
      );
      assert.equal(response.headers['access-control-allow-origin'], '*');
      assert.match(
        String(response.headers['access-control-expose-headers']),
        /X-Request-Id.*ETag.*Retry-After/,
      );
    }
  });
});
