import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '#errors/api-error.ts';
import { OAuthError } from '#oauth/oauth-error.ts';
import { ask, caller, json } from './server-for-test.ts';

describe('what reaches the engine', () => {
  it('hands over path and query as sent', async () => {
    const { requests } = await ask('/acme/v4/clients/read/?company_name=%C3%84+B&_op__id=in&id=1|2');
    assert.equal(requests[0]?.path, '/acme/v4/clients/read/');
    assert.equal(requests[0]?.query, 'company_name=%C3%84+B&_op__id=in&id=1|2');
  });

  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
    it(`hands over the body of ${method} as bytes, whatever its type says`, async () => {
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

  it('hands over a body without a Content-Type', async () => {
    const { requests } = await ask({
      method: 'POST',
      url: '/acme/v4/clients/create/',
      payload: Buffer.from('name=x'),
    });
    assert.equal(requests[0]?.body?.toString(), 'name=x');
  });

  it('hands over null where there is no body, with or without a Content-Type', async () => {
    for (const headers of [{}, { 'content-type': 'application/json' }]) {
      const { requests } = await ask({ method: 'DELETE', url: '/acme/v4/clients/delete/1', headers });
      assert.equal(requests[0]?.body, null);
    }
  });

  it('asks who is calling with the account of the path, lower case and decoded', async () => {
    const accounts: string[] = [];
    const authenticate = async (_request: unknown, account: string) => (accounts.push(account), null);
    await ask('/Ac%6De/v4/clients/read', { parts: { authenticate } });
    assert.deepEqual(accounts, ['acme']);
  });

  it('does not read the body of a caller without a token', async () => {
    const { requests, response } = await ask(
      { method: 'POST', url: '/acme/v4/clients/create/', payload: 'x'.repeat(2000) },
      { parts: { authenticate: async () => null }, flags: { 'body-limit': '1024' } },
    );
    assert.equal(response.statusCode, 200);
    assert.equal(requests[0]?.body, null);
  });

  it('believes X-Forwarded-For only from a trusted proxy', async () => {
    const request = { url: '/acme/v4/clients/read', headers: { 'x-forwarded-for': '203.0.113.9' } };
    const open = await ask(request);
    assert.equal(open.requests[0]?.remoteAddress, '127.0.0.1');
    const trusted = await ask(request, { flags: { 'trusted-proxies': '127.0.0.0/8' } });
    assert.equal(trusted.requests[0]?.remoteAddress, '203.0.113.9');
  });

  it('takes paths of any length that fits the header limit', async () => {
    const path = `/acme/v4/clients/read/${'9'.repeat(5000)}`;
    const { requests } = await ask(path);
    assert.equal(requests[0]?.path, path);
  });
});

describe('a caller who was seen before', () => {
  const claimed = { ...caller, clientId: 'claimed' };
  /** Reads as somebody whom the engine asks to confirm, if it comes to that. */
  const askClaimed = async (stands: boolean, { method = 'GET', runs = true } = {}) => {
    let confirmed = false;
    const confirm = async (): Promise<void> => void (confirmed = stands);
    const seenAs: string[] = [];
    const { response } = await ask(
      { method: method as 'GET', url: '/acme/v4/clients/read/' },
      {
        parts: {
          recall: () => ({ caller: claimed, confirm, isConfirmed: () => confirmed }),
          runRequest: async (input) => {
            seenAs.push(input.caller?.clientId ?? 'nobody');
            if (runs) await input.confirm?.(undefined as never);
            return json(200, { for: input.caller?.clientId });
          },
        },
      },
    );
    return { shownTo: (response.json() as { for: string }).for, seenAs };
  };

  it('is answered once they are confirmed', async () => {
    assert.deepEqual(await askClaimed(true), { shownTo: 'claimed', seenAs: ['claimed'] });
  });

  it('is authenticated anew when they are not, and nobody sees what came of the claim', async () => {
    const anew = { shownTo: 'test', seenAs: ['claimed', 'test'] };
    assert.deepEqual(await askClaimed(false), anew);
    assert.deepEqual(await askClaimed(true, { runs: false }), anew);
  });

  it('is authenticated before anything is written', async () => {
    assert.deepEqual(await askClaimed(true, { method: 'POST' }), { shownTo: 'test', seenAs: ['test'] });
  });
});

describe('refusals of the edge', () => {
  it('refuses a body over the limit with 413, with and without a Content-Length', async () => {
    const flags = { 'body-limit': '1024' };
    const url = '/acme/v4/clients/create/';
    const { response } = await ask({ method: 'POST', url, payload: 'x'.repeat(1025) }, { flags });
    assert.equal(response.statusCode, 413);
    assert.equal(response.json().ErrorExtended.errorCode, 'body_too_large');
    const fits = await ask({ method: 'POST', url, payload: 'x'.repeat(1024) }, { flags });
    assert.equal(fits.response.statusCode, 200);
  });

  it('refuses a path with a broken percent sign', async () => {
    const { response } = await ask('/acme/v4/clients/%zz');
    assert.equal(response.statusCode, 400);
    assert.equal(response.json().ErrorExtended.errorCode, 'malformed_parameter');
    assert.ok(response.headers['x-request-id']);
  });

  it('refuses a Content-Type without the form of one', async () => {
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

  it('renders what authentication throws: an envelope, or the OAuth form', async () => {
    const other = new ApiError('other_account', 'The token belongs to another account.');
    const envelope = await ask('/acme/v4/clients/read', {
      parts: { authenticate: () => Promise.reject(other) },
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
      parts: { authenticate: () => Promise.reject(expired) },
    });
    assert.equal(response.statusCode, 401);
    assert.deepEqual(response.json(), { error: 'invalid_request', error_description: 'Expired.' });
    assert.equal(response.headers['www-authenticate'], 'Bearer error="invalid_token"');
    assert.equal(response.headers['cache-control'], 'no-store');
  });

  it('tells nothing of the inside when something unforeseen is thrown', async () => {
    const authenticate = () => Promise.reject(new Error('SELECT secret FROM tokens'));
    const { response } = await ask('/acme/v4/clients/read', { parts: { authenticate } });
    assert.equal(response.statusCode, 500);
    assert.ok(!response.body.includes('SELECT'));
  });
});

describe('the token endpoint', () => {
  it('answers POST under any letter case and with or without a slash at the end', async () => {
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

describe('addresses of the operator', () => {
  it('is live and ready', async () => {
    assert.equal((await ask('/health/live')).response.statusCode, 200);
    assert.equal((await ask('/health/ready')).response.json().status, 'ready');
  });

  it('is not ready when the database does not answer', async () => {
    for (const ready of [async () => false, () => Promise.reject(new Error('gone'))]) {
      const { response } = await ask('/health/ready', { parts: { ready } });
      assert.equal(response.statusCode, 503);
      assert.ok(response.headers['retry-after']);
    }
  });

  it('answers only GET and HEAD', async () => {
    const { response } = await ask({ method: 'POST', url: '/health/live' });
    assert.equal(response.statusCode, 405);
    assert.equal(response.headers['allow'], 'GET, HEAD');
  });

  it('shows metrics to everyone, or to the bearer of the token when there is one', async () => {
    assert.match((await ask('/metrics')).response.body, /hourbook_build_info\{version="9\.9\.9"/);
    const flags = { 'metrics-token': 'm3trics' };
    assert.equal((await ask('/metrics', { flags })).response.statusCode, 401);
    const headers = { authorization: 'Bearer m3trics' };
    assert.equal((await ask({ url: '/metrics', headers }, { flags })).response.statusCode, 200);
  });

  it('names the addresses of the API on the front page', async () => {
    assert.match((await ask('/')).response.body, /<account>\/v4/);
  });
});

describe('what is observed of a request', () => {
  it('is what it was about, in declared names', async () => {
    const { events } = await ask('/Acme/userapi/V3/Client/GET/?company_name=x');
    const done = events.find((event) => event.kind === 'request_done');
    assert.equal(done?.account, 'acme');
    assert.equal(done?.resource, 'clients');
    assert.equal(done?.action, 'read');
    assert.equal(done?.status, 200);
    assert.equal(done?.query, 'company_name=x');
  });

  it('never is a name that the client made up', async () => {
    for (const url of ['/acme/v4/made-up/read', '/acme/v4/clients/made-up', '/made-up']) {
      const { events } = await ask(url);
      const done = events.find((event) => event.kind === 'request_done');
      assert.ok(!JSON.stringify([done?.resource, done?.action]).includes('made-up'), url);
    }
  });

  it('never is the value of a secret in the query, however its name is spelt', async () => {
    const { events } = await ask(
      '/acme/v4/clients/read?access_token=hunter2&pass%77ord=hunter2&name=Ann&%zz=hunter2',
    );
    const text = JSON.stringify(events);
    assert.ok(!text.includes('hunter2'));
    assert.ok(text.includes('name=Ann'));
  });

  it('is nothing at the addresses of the operator', async () => {
    assert.deepEqual((await ask('/health/live')).events, []);
  });
});
