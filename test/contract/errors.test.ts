// Refusals have the specified status, envelope, sentence and `ErrorExtended` (specification §2.4 and §7, decisions §2).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { send, type Answer } from '../support/client.ts';
import type { TestAccount } from '../support/installation.ts';
import { assertRefused, assertSentence, rowsOf } from '../support/expectations.ts';
import { onEveryEngine, onOwnInstallations } from '../support/on-every-engine.ts';
import { parseXml } from '../support/xml.ts';

onOwnInstallations('authentication errors', { why: 'moves the clock' }, (place) => {
  const url = (path: string): string => `${place.installation.address}/${path}`;

  it('answers 403 to a request without an Authorization header', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const action = { GET: 'read', POST: 'create', PUT: 'update', DELETE: 'delete' }[method];
      const answer = await send(url(`acme/v4/skills/${action}`), { method });
      assertRefused(answer, { status: 403, code: 'authentication_missing' });
    }
  });

  it('answers 403 to an aggregated read without an Authorization header', async () => {
    const answer = await send(url('acme/v4/deltaSync/read'), { method: 'GET' });
    assertRefused(answer, { status: 403, code: 'authentication_missing' });
  });

  it('answers 401 with OAuth body and WWW-Authenticate to a malformed token', async () => {
    for (const authorization of ['Bearer nonsense', 'Basic YTpi', `Bearer ${place.machine.token}x`]) {
      assertInvalidToken(
        await send(url('acme/v4/users/read'), { method: 'GET', headers: { authorization } }),
      );
    }
  });

  it('answers 401 with the OAuth body to an expired token', async () => {
    const { clock } = place.installation;
    assert.equal((await place.machine.get('users/read')).status, 200);
    clock.shift += 3601_000;
    try {
      assertInvalidToken(await place.machine.get('users/read'));
    } finally {
      clock.shift -= 3601_000;
    }
  });

  it('answers 401 alike to an existing and an unknown other account', async () => {
    await place.installation.addAccount('globex');
    const answers: Answer[] = [];
    for (const account of ['globex', 'nobody']) {
      const answer = await send(url(`${account}/v4/users/read`), {
        method: 'GET',
        token: place.machine.token,
      });
      assertRefused(answer, { status: 401, code: 'other_account' });
      answers.push(answer);
    }
    const [known, unknown] = answers.map(({ json }) => ({
      ...json,
      RequestStartTime: '',
      RequestEndTime: '',
    }));
    assert.deepEqual(known, unknown);
  });

  it('writes nothing in another account', async () => {
    const other = await place.installation.addAccount('initech');
    const body = { department_name: 'Intruder' };
    const { token } = place.machine;
    const answer = await send(url('initech/v4/departments/create'), { method: 'POST', token, body });
    assertRefused(answer, { status: 401, code: 'other_account' });
    assert.equal(rowsOf(await other.machine.get('departments/read')).length, 1);
  });

  it('answers 401 to an action that the caller may not perform', async () => {
    const employee = await newEmployee(place.account, 'erna');
    const answer = await employee.post('departments/create', { department_name: 'Mine' });
    assertRefused(answer, { status: 401, code: 'not_allowed' });
  });
});

async function newEmployee(account: TestAccount, username: string) {
  const secret = 'correct horse 1';
  await account.machine.create('users', { username, firstname: 'E', lastname: 'R', password: secret });
  return account.login(username, secret);
}

function assertInvalidToken(answer: Answer): void {
  assert.equal(answer.status, 401);
  assert.equal(answer.json['error'], 'invalid_request');
  assert.equal(typeof answer.json['error_description'], 'string');
  assert.equal(answer.headers.get('www-authenticate'), 'Bearer error="invalid_token"');
}

onEveryEngine('error responses', (place) => {
  const post = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    place.machine.post('departments/create', body, headers);
  const json = { 'content-type': 'application/json' };

  it('answers 400 to a missing required parameter and names it', async () => {
    for (const body of [{}, { department_name: '' }, { department_name: null }]) {
      const refusal = { status: 400, code: 'missing_parameter', field: 'department_name' } as const;
      const { ErrorMessage } = assertRefused(await post(body), refusal);
      assert.match(ErrorMessage, /department_name/);
    }
  });

  it('answers 422 to a wrong type and names field, value and the accepted type', async () => {
    const answer = await post({ department_name: 'D', sort_order: 'high' });
    const { ErrorMessage } = assertRefused(answer, {
      status: 422,
      code: 'invalid_value',
      field: 'sort_order',
    });
    assert.match(ErrorMessage, /sort_order is "high"; it must be a whole number/);
    const url = `${place.installation.address}/${place.account.name}/v4/departments/create`;
    const { token } = place.machine;
    const body = `{"department_name":"D","sort_order":${'9'.repeat(400)}}`;
    const headers = { 'content-type': 'application/json' };
    const large = assertRefused(await send(url, { method: 'POST', token, headers, body }), {
      status: 422,
      code: 'invalid_value',
      field: 'sort_order',
    });
    assert.match(large['ErrorMessage'], /sort_order is Infinity; it must be a whole number/);
  });

  for (const [what, body, code, field] of [
    ['a list for a single value', { department_name: ['a'] }, 'invalid_value', 'department_name'],
    ['an object for a single value', { department_name: { a: 1 } }, 'invalid_value', 'department_name'],
    ['a value that is too long', { department_name: 'x'.repeat(256) }, 'invalid_value', 'department_name'],
    ['an unknown reference', { department_name: 'D', mother_id: 99_999 }, 'unknown_reference', 'mother_id'],
    ['an unknown field', { department_name: 'D', colour: 'red' }, 'unknown_parameter', 'colour'],
    ['a read-only field', { department_name: 'D', node_path: '1/2' }, 'read_only_field', 'node_path'],
    ['an id that the client sends', { id: 7, department_name: 'D' }, 'read_only_field', 'id'],
  ] as const) {
    it(`answers 422 to ${what} and stores nothing`, async () => {
      const before = (await place.machine.get('departments/read')).json['NumResults'];
      assertRefused(await post(body), { status: 422, code, field });
      assert.equal((await place.machine.get('departments/read')).json['NumResults'], before);
    });
  }

  it('answers 422 to an update of an unknown row', async () => {
    const answer = await place.machine.put('departments/update/99999', { department_name: 'X' });
    assertRefused(answer, { status: 422, code: 'unknown_reference', field: 'id' });
  });

  it('answers 422 to the second delete of a row', async () => {
    const { id } = await place.machine.create('skills', { syn: 'Once' });
    assert.equal((await place.machine.delete(`skills/delete/${id}`)).status, 200);
    const refusal = { status: 422, code: 'unknown_reference', field: 'id' } as const;
    assertRefused(await place.machine.delete(`skills/delete/${id}`), refusal);
  });

  it('names the conflicting row and its times', async () => {
    const times = { start_time: '2026-03-02 08:00:00', end_time: '2026-03-02 09:00:00' };
    const zones = { start_time_timezone: 'UTC', end_time_timezone: 'UTC' };
    const tracking = { user_id: 1, task_id: 4, ...times, ...zones };
    const { id } = await place.machine.create('timeTrackings', tracking);
    const answer = await place.machine.post('timeTrackings/create', tracking);
    const refusal = assertRefused(answer, { status: 422, code: 'conflict' });
    assert.deepEqual(refusal['ErrorExtended'].data, { id, ...times });
  });

  for (const [what, body, headers] of [
    ['JSON that ends too early', '{"department_name": "D"', json],
    ['JSON text', '"department"', json],
    ['a JSON number', '7', json],
    ['a JSON null', 'null', json],
    ['an entity of a batch that is no object', '[7]', json],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), json],
    [
      'form data with a broken percent sign',
      'department_name=%zz',
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['a type that cannot be read', 'x', { 'content-type': 'multipart/form-data; boundary=x' }],
  ] as const) {
    it(`answers 400 to a body of ${what}`, async () => {
      const answer = await post(body, headers);
      assert.equal(answer.status, 400, answer.text);
      assert.equal(answer.json['Error'], 400);
      assert.match(answer.json['ErrorExtended'].errorCode, /^malformed_(body|parameter)$/);
      assertSentence(answer.json['ErrorMessage']);
    });
  }

  it('answers 413 with Error 400 to a body above 5 MiB', async () => {
    const answer = await post({ department_name: 'x'.repeat(5 * 1024 * 1024) });
    assertRefused(answer, { status: 413, code: 'body_too_large', error: 400 });
  });

  it('accepts a body of 5 MiB', async () => {
    const fields = { department_name: 'Large' };
    const body = JSON.stringify(fields).padEnd(5 * 1024 * 1024, ' ');
    assert.equal(rowsOf(await post(body, json)).length, 1);
  });

  it('refuses a filter on an unknown field', async () => {
    const answer = await place.machine.get('departments/read', { departmentname: 'x' });
    assertRefused(answer, { status: 422, code: 'unknown_parameter', field: 'departmentname' });
  });

  it('ignores unknown parameters that start with _', async () => {
    const rows = rowsOf(await place.machine.get('departments/read', { _dc: '1', _cache: 'x', id: 1 }));
    assert.equal(rows.length, 1);
    const body = { department_name: 'Meta', _client: 'x' };
    assert.equal(rowsOf(await post(body)).length, 1);
  });

  for (const query of [
    { _op__nofield: 'eq' },
    { _aggregate__nofield: 'sum' },
    { _fields: 'nofield' },
    { _fields: 'id,nofield' },
    { _resolve: 'nofield' },
    { _resolve: 'active' },
    { _order_by: 'nofield' },
    { _group_by: 'nofield' },
  ] as const) {
    it(`answers 422 to ${new URLSearchParams(query)}`, async () => {
      assertRefused(await place.machine.get('departments/read', query), {
        status: 422,
        code: 'unknown_parameter',
      });
    });
  }

  it('answers 422 to an unknown operator or aggregate and lists the known ones', async () => {
    for (const query of [{ id: '1', _op__id: 'equals' }, { _aggregate__id: 'median' }]) {
      const answer = await place.machine.get('departments/read', query as Record<string, string>);
      const { ErrorMessage } = assertRefused(answer, { status: 422, code: 'unknown_operator', field: 'id' });
      assert.match(ErrorMessage, /must be one of/);
    }
  });

  it('answers refusals in XML with the same members', async () => {
    const answer = await post({ sort_order: 'high', department_name: 'D' }, { accept: 'application/xml' });
    assert.equal(answer.status, 422);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/xml/);
    const { response } = parseXml(answer.text);
    assert.equal(response['Success'], '0');
    assert.equal(response['Error'], '422');
    assert.deepEqual(response['ErrorExtended'], { errorCode: 'invalid_value', field: 'sort_order' });
    assertSentence(response['ErrorMessage']);
  });

  it('includes time, zone, host and version in a refusal', async () => {
    const { json: envelope } = await place.machine.get('departments/read', { nofield: 1 });
    for (const member of ['Host', 'Codeversion', 'RequestStartTime', 'RequestEndTime', 'ServerTimeZone']) {
      assert.equal(typeof envelope[member], 'string', member);
    }
    assert.equal(envelope['ResourceName'], 'departments');
    assert.equal(envelope['SuccessNested'], false);
  });

  it('returns the X-Request-Id of the client, or a new one', async () => {
    const headers = { 'x-request-id': 'my-request-7' };
    const answer = await place.machine.get('departments/read', {}, headers);
    assert.equal(answer.headers.get('x-request-id'), 'my-request-7');
    const other = await place.machine.get('departments/read');
    assert.match(other.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  });
});
