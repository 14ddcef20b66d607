// Addresses and methods as real programs send them: three version names, POST and PUT alike, absolute targets.
import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { it } from 'node:test';
import { send, type Answer } from '../support/client.ts';
import { assertRefused, idsOf, rowOf, rowsOf } from '../support/expectations.ts';
import { onOwnInstallations } from '../support/on-every-engine.ts';
import { hire } from '../time-tracking/booking.ts';

onOwnInstallations('forms of addresses', { why: 'the account has the usual name' }, (place) => {
  const at = (path: string, method = 'GET', body?: unknown): Promise<Answer> =>
    send(`${place.installation.address}${path}`, { method, token: place.machine.token, body });

  for (const shape of ['v3', 'v4', 'v5', 'V5', 'userapi/v3', 'userapi/v4', 'userapi/v5']) {
    it(`serves reads and writes at ${shape}`, async () => {
      assert.deepEqual(idsOf(await at(`/acme/${shape}/departments/read/`)), [1]);
      const skill = rowOf(await at(`/acme/${shape}/skills/create/`, 'POST', { syn: shape }));
      assert.equal(skill['syn'], shape);
    });
  }

  it('refuses any other version with 404 and names the three', async () => {
    for (const version of ['v1', 'v2', 'v6', 'v44', 'userapi/v6', 'userapi']) {
      const answer = await at(`/acme/${version}/users/read/`);
      const { ErrorMessage } = assertRefused(answer, { status: 404, code: 'unknown_address' });
      for (const name of ['v3', 'v4', 'v5']) assert.ok(ErrorMessage.includes(name), ErrorMessage);
    }
  });

  it('answers POST and PUT alike for an action, whichever is documented', async () => {
    const user_id = await hire(place.machine, 'both');
    for (const [action, body] of [
      ['timeTrackings/start', { user_id, task_id: 4 }],
      ['timeTrackings/stop', { user_id }],
      ['users/validatePassword', { username: 'both', password: 'correct horse 1' }],
    ] as const) {
      for (const method of ['POST', 'PUT']) {
        const answer = await at(`/acme/v4/${action}`, method, body);
        assert.equal(answer.status, 200, `${method} ${action}: ${answer.text}`);
      }
    }
  });

  it('refuses other methods for an action with 405', async () => {
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      const answer = await at('/acme/v4/timeTrackings/start', method);
      assertRefused(answer, { status: 405, code: 'wrong_method', error: 400 });
      assert.deepEqual(answer.headers.get('allow')?.split(', ').sort(), ['POST', 'PUT']);
    }
  });

  for (const [form, query, body] of [
    ['the query', '?user_id=ID&date=2026-03-02&value=1', undefined],
    ['a JSON body', '', { date: '2026-03-02', value: 1 }],
  ] as const) {
    it(`removes by DELETE what an action removes, with parameters in ${form}`, async () => {
      const user_id = await hire(place.machine, `gone ${form}`);
      rowOf(await at('/acme/v4/holidayAdjustment/add', 'PUT', { user_id, date: '2026-03-02', value: 1 }));
      const path = `/acme/v4/holidayAdjustment/remove${query.replace('ID', String(user_id))}`;
      const answer = await at(path, 'DELETE', body && { user_id, ...body });
      assert.equal(rowOf(answer)['value'], -1, answer.text);
    });
  }

  it('takes an absolute target as the address in it', async () => {
    const { address } = place.installation;
    for (const host of [address, 'http://time.example', 'HTTPS://time.example:444']) {
      const { status, text } = await sendTarget(`${host}/acme/v4/departments/read/?id=1`);
      assert.equal(status, 200, text);
      assert.equal(JSON.parse(text).NumResults, 1);
    }
    assert.equal((await sendTarget('http://time.example')).status, 200, 'the front page');
    assert.equal((await sendTarget('http://time.example/acme')).status, 404);
  });

  it('answers 404 to an unknown account at the token and the revocation endpoint', async () => {
    for (const endpoint of ['token', 'revoke']) {
      const url = `${place.installation.address}/nobody/auth/oauth2/${endpoint}`;
      const answer = await send(url, { method: 'POST', body: new URLSearchParams({ grant_type: 'x' }) });
      assert.equal(answer.status, 404);
      assert.equal(answer.json['error'], 'invalid_request');
      assert.match(answer.json['error_description'], /no account "nobody"/);
    }
    assert.deepEqual(rowsOf(await at('/acme/v4/skills/read/?syn=none')), []);
  });

  function sendTarget(path: string): Promise<{ status: number; text: string }> {
    const { hostname, port } = new URL(place.installation.address);
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
    const headers = { authorization: `Bearer ${place.machine.token}` };
    const sent = httpRequest({ hostname, port, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject).end();
    return promise;
  }
});
