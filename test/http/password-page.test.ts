// Tests the page on which a user chooses a password: headers, words and calls of the API.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { pageLanguage, pageLanguages, pageWords } from '#http/password-words.ts';
import type { ServerParts } from '#http/server-parts.ts';
import { passwordFaults } from '#domain/users/password-policy.ts';
import { ask, json } from './server-for-test.ts';

const link = { username: '"><script>alert(1)</script>', minimumLength: 12, needs: ['digit'] };
const working: Partial<ServerParts> = {
  findPasswordLink: async ({ account, code }) => (account === 'acme' && code === 'abc' ? link : null),
};
const url = '/acme/password?token=abc';

function post(form: Readonly<Record<string, string>>, parts: Partial<ServerParts> = {}) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = new URLSearchParams({ token: 'abc', ...form }).toString();
  const request = { method: 'POST', url: '/acme/password?lang=en', headers, payload } as const;
  return ask(request, { parts: { ...working, ...parts } });
}

describe('the password page', () => {
  test('has no script, no external content, no frames, no cache and no referrer', async () => {
    const { response } = await ask({ method: 'GET', url }, { parts: working });
    const { headers, body } = response;
    assert.equal(response.statusCode, 200);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    const style = /<style>([^]*)<\/style>/.exec(body)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    assert.deepEqual(String(headers['content-security-policy']).split('; '), [
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]);
    assert.doesNotMatch(body, /<script|style=|https?:/);
    assert.ok(body.includes('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"'));
  });

  test('labels each field in each language and lists the password rules', async () => {
    for (const language of pageLanguages) {
      const { response } = await ask({ method: 'GET', url: `${url}&lang=${language}` }, { parts: working });
      const { body } = response;
      assert.ok(body.includes(`<html lang="${language}">`));
      assert.match(body, /<title>\S/);
      for (const [, id] of body.matchAll(/<input id="(\w+)"/g))
        assert.ok(body.includes(`<label for="${id}">`));
      for (const kind of ['username', 'new-password']) assert.ok(body.includes(`autocomplete="${kind}"`));
      const { rules } = pageWords[language];
      assert.ok(body.includes(rules['too_short']?.replace('#', '12') ?? '?'));
      assert.ok(body.includes(rules['needs_digit'] ?? '?'));
      assert.ok(!body.includes(rules['needs_symbol'] ?? '?'));
      assert.ok(body.includes(rules['repetitive'] ?? '?'));
    }
  });

  test('calls the API without a caller and translates the faults it returns', async () => {
    const faults = passwordFaults('x', { username: 'xxxx' }, { minimumLength: 12, classes: ['digit'] });
    const weak = { Success: false, ErrorExtended: { errorCode: 'weak_password', data: { faults } } };
    let asked: unknown;
    const { response } = await post(
      { password: 'x', again: 'x' },
      {
        runRequest: async ({ caller, request: { method, path, body } }) => {
          asked = { caller, method, path, body: JSON.parse(String(body)) as unknown };
          return json(422, weak);
        },
      },
    );
    assert.deepEqual(asked, {
      caller: null,
      method: 'PUT',
      path: '/acme/v4/users/updatePassword',
      body: { token: 'abc', password: 'x' },
    });
    assert.equal(response.statusCode, 422);
    const alert = /role="alert">([^]*?)<\/div>/.exec(response.body)?.[1] ?? '';
    for (const { rule } of faults)
      assert.ok(alert.includes((pageWords.en.rules[rule] ?? '?').replace('#', '12')), rule);
  });

  test('does not call the API when the passwords differ or are empty', async () => {
    for (const [form, words] of [
      [{ password: 'one', again: 'two' }, pageWords.en.differ],
      [{ password: '', again: '' }, 'have at least 12 characters'],
      [{}, 'have at least 12 characters'],
    ] as const) {
      const { response, requests } = await post(form);
      assert.equal(response.statusCode, 422);
      assert.ok(/role="alert">([^]*?)<\/div>/.exec(response.body)?.[1]?.includes(words));
      assert.deepEqual(requests, []);
    }
  });

  test('shows success, a failure of the API and an expired link', async () => {
    const same = { password: 'a good one 1', again: 'a good one 1' };
    const done = await post(same, { runRequest: async () => json(200, { Success: true }) });
    assert.equal(done.response.statusCode, 200);
    assert.ok(done.response.body.includes(pageWords.en.done[0]));
    const refused = async () => json(503, { Success: false, ErrorExtended: { errorCode: 'overloaded' } });
    const failed = await post(same, { runRequest: refused });
    assert.equal(failed.response.statusCode, 503);
    assert.ok(failed.response.body.includes(pageWords.en.failed[0]));
    const dead = await post({ ...same, token: 'old' }, { runRequest: refused });
    assert.equal(dead.response.statusCode, 404);
    assert.ok(dead.response.body.includes(pageWords.en.dead[0]));
    for (const { response } of [done, dead]) assert.ok(response.body.includes('href="../@acme/today"'));
  });

  test('answers 413 to a large form and 405 to other methods', async () => {
    const { response } = await post({ password: 'x'.repeat(9000), again: '' });
    assert.equal(response.statusCode, 413);
    const put = await ask({ method: 'PUT', url }, { parts: working });
    assert.deepEqual([put.response.statusCode, put.response.headers['allow']], [405, 'GET, POST']);
  });

  test('hides the code in the event of the request', async () => {
    const { events } = await ask({ method: 'GET', url }, { parts: working });
    const done = events.find((event) => event.kind === 'request_done');
    assert.equal(done?.kind === 'request_done' && done.query, 'token=***');
  });
});

describe('the words of the password page', () => {
  test('exist for each rule in each language', () => {
    for (const language of pageLanguages)
      assert.deepEqual(Object.keys(pageWords[language].rules), Object.keys(pageWords.en.rules));
    const rules = passwordFaults(
      'aaa',
      { username: 'aaa' },
      { minimumLength: 8, classes: ['lowercase', 'uppercase', 'digit', 'symbol'] },
    ).map(({ rule }) => rule);
    for (const rule of [...rules, 'holds_personal_data', 'too_common']) assert.ok(rule in pageWords.en.rules);
  });

  test('follow the language of the link, else of the browser, else English', () => {
    assert.equal(pageLanguage('de', 'en'), 'de');
    assert.equal(pageLanguage('fr', 'fr-FR,de-AT;q=0.8,en;q=0.7'), 'de');
    assert.equal(pageLanguage(null, 'EN-us, de'), 'en');
    assert.equal(pageLanguage(null, undefined), 'en');
    assert.equal(pageLanguage('', '*'), 'en');
  });
});
