// Tests the HTTP layer without a socket: what the engine gets, and what the layer answers by itself.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '#errors/api-error.ts';
import { OAuthError } from '#oauth/oauth-error.ts';
import { ask, caller, held, json, refusing } from './server-for-test.ts';

describe('requests in the engine', () => {
  it('have path and query as sent', async () => {
    const { requests } = await ask('/acme/v4/clients/read/?company_name=%C3%84+B&_op__id=in&id=1|2');
    assert.equal(requests[0]?.path, '/acme/v4/clients/read/');
    assert.equal(requests[0]?.query, 'company_name=%C3%84+B&_op__id=in&id=1|2');
  });

  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
    it(`have the body of ${method} as bytes for any Content-Type`, async () => {
      for (const type of [
        'application/json',
        'application/x-www-form-urlencoded',
        'text/plain',
        'image/x-any; q=1',
      ]) {
        const payload = Buffer.from([0, 255, 0xc3, 0x28]);
        const { requests } = await ask({
          method,
          url: '/acme/v4/clients/create/',
          headers: { 'content-type': type },
          payload,
        });
        assert.deepEqual(requests[0]?.body, payload, type);
      }
    });
  }

  it('have a body sent without a Content-Type', async () => {
    const { requests } = await ask({
      method: 'POST',
      url: '/acme/v4/clients/create/',
      payload: Buffer.from('name=x'),
    });
    assert.equal(requests[0]?.body?.toString(), 'name=x');
  });

  it('have null as body when none was sent, with or without a Content-Type', async () => {
    for (const headers of [{}, { 'content-type': 'application/json' }]) {
      const { requests } = await ask({ method: 'DELETE', url: '/acme/v4/clients/delete/1', headers });
      assert.equal(requests[0]?.body, null);
    }
  });

  it('are authenticated with the decoded account of the path in lower case', async () => {
    const accounts: string[] = [];
    const authenticate = async (_request: unknown, account: string) => (accounts.push(account), null);
    const loginOf = (_request: unknown, account: string) => (accounts.push(account), null);
    for (const method of ['GET', 'POST'] as const)
      await ask({ method, url: '/Ac%6De/v4/clients/read' }, { parts: { authenticate, loginOf } });
    assert.deepEqual(accounts, ['acme', 'acme']);
  });

  it('have no body when the caller has no token', async () => {
    const { requests, response } = await ask(
      { method: 'POST', url: '/acme/v4/clients/create/', payload: 'x'.repeat(2000) },
      { parts: { authenticate: async () => null }, flags: { 'body-limit': '1024' } },
    );
    assert.equal(response.statusCode, 200);
    assert.equal(requests[0]?.body, null);
  });

  it('have the address in X-Forwarded-For only from a trusted proxy', async () => {
    const request = { url: '/acme/v4/clients/read', headers: { 'x-forwarded-for': '203.0.113.9' } };
    const open = await ask(request);
    assert.equal(open.requests[0]?.remoteAddress, '127.0.0.1');
    const trusted = await ask(request, { flags: { 'trusted-proxies': '127.0.0.0/8' } });
    assert.equal(trusted.requests[0]?.remoteAddress, '203.0.113.9');
  });

  it('have long paths within the header limit', async () => {
    const path = `/acme/v4/clients/read/${'9'.repeat(5000)}`;
    const { requests } = await ask(path);
    assert.equal(requests[0]?.path, path);
  });
});

describe('the caller of a request', () => {
  const holder = { ...held, caller: { ...caller, clientId: 'held' } };
  /** Whom the engine was told, or found by the token that it was given; and how often the edge authenticated. */
  const askAs = async (method: 'GET' | 'POST', found: typeof holder | null = holder) => {
    let authenticated = 0;
    const { response, events } = await ask(
      { method, url: '/acme/v4/clients/read/' },
      {
        parts: {
          authenticate: async () => ((authenticated += 1), caller),
          loginOf: () => ({ accountId: 1, holderIn: async () => found }),
          runRequest: async ({ caller: known, token }) => {
            const seen = known ?? (await token?.holderIn(undefined as never))?.caller;
            return json(200, { for: seen?.clientId ?? 'nobody' });
          },
        },
      },
    );
    const logged = events.find((event) => event.kind === 'request_done');
    return { shownTo: (response.json() as { for: string }).for, authenticated, logged: logged?.credential };
  };

  it('is found by the engine for a read, and logged', async () => {
    assert.deepEqual(await askAs('GET'), { shownTo: 'held', authenticated: 0, logged: 'held' });
    assert.deepEqual(await askAs('GET', null), { shownTo: 'nobody', authenticated: 0, logged: undefined });
  });

  it('is authenticated by the edge before the body of a write is read', async () => {
    assert.deepEqual(await askAs('POST'), { shownTo: 'test', authenticated: 1, logged: 'test' });
  });
});

describe('refusals of the HTTP layer', () => {
  it('answer 413 to a body over the limit', async () => {
    const flags = { 'body-limit': '1024' };
    const url = '/acme/v4/clients/create/';
    const { response } = await ask({ method: 'POST', url, payload: 'x'.repeat(1025) }, { flags });
    assert.equal(response.statusCode, 413);
    assert.equal(response.json().ErrorExtended.errorCode, 'body_too_large');
    const fits = await ask({ method: 'POST', url, payload: 'x'.repeat(1024) }, { flags });
    assert.equal(fits.response.statusCode, 200);
  });

  it('answer 400 to a path with a broken percent sign', async () => {
    const { response } = await ask('/acme/v4/clients/%zz');
    assert.equal(response.statusCode, 400);
    assert.equal(response.json().ErrorExtended.errorCode, 'malformed_parameter');
    assert.ok(response.headers['x-request-id']);
  });

  it('answer 400 to an invalid Content-Type', async () => {
    const headers = { 'content-type': 'nonsense' };
    const { response } = await ask({
      method: 'POST',
      url: '/acme/v4/clients/create/',
      headers,
      payload: 'x',
    });
    assert.equal(response.statusCode, 400);
    assert.match(response.json().ErrorMessage, /Content-Type/);
  });

  it('render authentication errors as an envelope or in the OAuth form', async () => {
    const other = new ApiError('other_account', 'The token belongs to another account.');
    const envelope = await ask('/acme/v4/clients/read', {
      parts: refusing(other),
    });
    assert.equal(envelope.response.statusCode, 401);
    assert.equal(envelope.response.json().Error, 401);

    const headers = { 'www-authenticate': 'Bearer error="invalid_token"' };
    const expired = new OAuthError({
      status: 401,
      error: 'invalid_request',
      description: 'Expired.',
      headers,
    });
    const { response } = await ask('/acme/v4/clients/read', {
      parts: refusing(expired),
    });
    assert.equal(response.statusCode, 401);
    assert.deepEqual(response.json(), { error: 'invalid_request', error_description: 'Expired.' });
    assert.equal(response.headers['www-authenticate'], 'Bearer error="invalid_token"');
    assert.equal(response.headers['cache-control'], 'no-store');
  });

  it('hide the message of an unexpected error', async () => {
    const parts = refusing(new Error('SELECT secret FROM tokens'));
    const { response } = await ask('/acme/v4/clients/read', { parts });
    assert.equal(response.statusCode, 500);
    assert.ok(!response.body.includes('SELECT'));
  });
});

describe('the token endpoint', () => {
  it('answers POST in any letter case, with or without a final slash', async () => {
    for (const url of ['/acme/auth/oauth2/token', '/Acme/Auth/OAuth2/Token/']) {
      const seen: unknown[] = [];
      const issueToken = async (request: { body: Buffer | null }, account: string) => {
        seen.push([request.body?.toString(), account]);
        return json(200, {});
      };
      await ask({ method: 'POST', url, payload: 'grant_type=password' }, { parts: { issueToken } });
      assert.deepEqual(seen, [['grant_type=password', 'acme']]);
    }
  });

  it('answers 405 in the OAuth form to any other method', async () => {
    const { response } = await ask('/acme/auth/oauth2/token');
    assert.equal(response.statusCode, 405);
    assert.equal(response.headers['allow'], 'POST');
    assert.equal(response.json().error, 'invalid_request');
  });

  it('refuses a form of more than 64 KiB', async () => {
    const { response } = await ask({
      method: 'POST',
      url: '/acme/auth/oauth2/token',
      payload: 'x'.repeat(65_537),
    });
    assert.equal(response.statusCode, 413);
  });
});

describe('health, metrics and front page', () => {
  it('answer live and ready', async () => {
    assert.equal((await ask('/health/live')).response.statusCode, 200);
    assert.equal((await ask('/health/ready')).response.json().status, 'ready');
  });

  it('answer 503 to ready when the database does not answer', async () => {
    for (const ready of [async () => false, () => Promise.reject(new Error('gone'))]) {
      const { response } = await ask('/health/ready', { parts: { ready } });
      assert.equal(response.statusCode, 503);
      assert.ok(response.headers['retry-after']);
    }
  });

  it('answer 503 and the reason to ready when storage is full', async () => {
    const { response } = await ask('/health/ready', { parts: { hasRoom: async () => false } });
    assert.equal(response.statusCode, 503);
    assert.deepEqual(response.json(), {
      status: 'not ready',
      reason: 'The storage of the database is full.',
    });
  });

  it('answer 405 to other methods than GET and HEAD', async () => {
    const { response } = await ask({ method: 'POST', url: '/health/live' });
    assert.equal(response.statusCode, 405);
    assert.equal(response.headers['allow'], 'GET, HEAD');
  });

  it('hide metrics without a configured token and show them only to that token', async () => {
    const { response } = await ask('/metrics');
    assert.doesNotMatch(response.body, /hourbook_/);
    const flags = { 'metrics-token': 'm3trics' };
    assert.equal((await ask('/metrics', { flags })).response.statusCode, 401);
    const headers = { authorization: 'Bearer m3trics' };
    assert.equal((await ask({ url: '/metrics', headers }, { flags })).response.statusCode, 200);
  });

  it('name the addresses of the API on the front page', async () => {
    assert.match((await ask('/')).response.body, /<account>\/v4/);
  });
});

describe('the event of a request', () => {
  it('holds account, resource and action in declared names', async () => {
    const { events } = await ask('/Acme/userapi/V3/Client/GET/?company_name=x');
    const done = events.find((event) => event.kind === 'request_done');
    assert.equal(done?.account, 'acme');
    assert.equal(done?.resource, 'clients');
    assert.equal(done?.action, 'read');
    assert.equal(done?.status, 200);
    assert.equal(done?.query, 'company_name=x');
  });

  it('holds no unknown resource or action name', async () => {
    for (const url of ['/acme/v4/made-up/read', '/acme/v4/clients/made-up', '/made-up']) {
      const { events } = await ask(url);
      const done = events.find((event) => event.kind === 'request_done');
      assert.ok(!JSON.stringify([done?.resource, done?.action]).includes('made-up'), url);
    }
  });

  it('hides secrets in the query in any spelling of their names', async () => {
    const { events } = await ask(
      '/acme/v4/clients/read?access_token=hunter2&pass%77ord=hunter2&name=Ann&%zz=hunter2',
    );
    const text = JSON.stringify(events);
    assert.ok(!text.includes('hunter2'));
    assert.ok(text.includes('name=Ann'));
  });

  it('is absent for health checks', async () => {
    assert.deepEqual((await ask('/health/live')).events, []);
  });
});
