// The server accepts the specified spellings of addresses, and refuses others (specification §1, §4.1, §9, decisions
// §1).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { send, type Answer } from '../support/client.ts';
import { assertRefused, idsOf, rowOf, rowsOf } from '../support/expectations.ts';
import { onOwnInstallations } from '../support/on-every-engine.ts';

onOwnInstallations('addresses', { why: 'the account has the usual name' }, (place) => {
  const at = (path: string, options: { method?: string; body?: unknown } = {}): Promise<Answer> => {
    const { method = 'GET', body } = options;
    return send(`${place.installation.address}${path}`, { method, token: place.machine.token, body });
  };

  for (const path of [
    '/acme/v4/departments/read/',
    '/acme/v4/departments/read',
    '/acme/v3/departments/read/',
    '/acme/userapi/v3/departments/read/',
    '/acme/userapi/v3/departments/read',
    '/acme/userapi/v4/departments/read/',
  ]) {
    it(`serves ${path}`, async () => {
      const answer = await at(path);
      assert.deepEqual(idsOf(answer), [1]);
      assert.equal(answer.json['ResourceName'], 'departments');
    });
  }

  it('accepts version, account and resource names in any letter case', async () => {
    for (const path of ['/ACME/V4/DEPARTMENTS/read/', '/Acme/userapi/V3/Departments/read']) {
      assert.deepEqual(idsOf(await at(path)), [1], path);
    }
  });

  it('accepts field and parameter names only in their exact letter case', async () => {
    assertRefused(await at('/acme/v4/departments/read/?Active=1'), {
      status: 422,
      code: 'unknown_parameter',
      field: 'Active',
    });
    const ignored = rowsOf(await at('/acme/v4/departments/read/?_LIMIT=0'));
    assert.equal(ignored.length, 1);
  });

  it('accepts a user token on every address shape', async () => {
    const { token } = place.account.administrator;
    for (const shape of ['v4', 'v3', 'userapi/v3', 'userapi/v4']) {
      const url = `${place.installation.address}/acme/${shape}/users/me/`;
      const answer = await send(url, { method: 'GET', token });
      assert.equal(rowOf(answer)['username'], 'admin', shape);
    }
  });

  for (const [alias, name] of [
    ['user', 'users'],
    ['department', 'departments'],
    ['timetrackings', 'timeTrackings'],
    ['TIMETRACKINGS', 'timeTrackings'],
  ] as const) {
    it(`answers ${alias} with the canonical name ${name}`, async () => {
      assert.equal((await at(`/acme/v4/${alias}/read/`)).json['ResourceName'], name);
    });
  }

  it('treats get as read, with the same parameters and id', async () => {
    for (const rest of ['', '1', '?_limit=1', '1?_fields=id,active']) {
      const read = await at(`/acme/v4/departments/read/${rest}`);
      const get = await at(`/acme/v4/departments/get/${rest}`);
      assert.deepEqual(rowsOf(get), rowsOf(read), rest);
    }
  });

  it('reads one row at read/<id>, with or without a slash, and none for an unknown id', async () => {
    const { id } = await place.machine.create('skills', { syn: 'Welding' });
    assert.deepEqual(idsOf(await at(`/acme/v4/skills/read/${id}`)), [id]);
    assert.deepEqual(idsOf(await at(`/acme/v4/skills/read/${id}/`)), [id]);
    assert.deepEqual(idsOf(await at(`/acme/v4/skills/read/${id}?id=${id}`)), [id]);
    assert.deepEqual(idsOf(await at('/acme/v4/skills/read/999999')), []);
  });

  it('refuses read/<id> with another id among the parameters', async () => {
    const refusal = { status: 422, code: 'contradiction', field: 'id' } as const;
    assertRefused(await at('/acme/v4/skills/read/1?id=2'), refusal);
  });

  it('refuses an id in the address that is not a number', async () => {
    const refusal = { status: 422, code: 'invalid_value', field: 'id' } as const;
    assertRefused(await at('/acme/v4/skills/read/abc'), refusal);
  });

  it('accepts the id of an update in the address, in the body, or equal in both', async () => {
    const { id } = await place.machine.create('skills', { syn: 'Glazing' });
    const put = (path: string, body: unknown): Promise<Answer> => place.machine.put(path, body);
    assert.equal(rowOf(await put(`skills/update/${id}`, { syn: 'A' }))['syn'], 'A');
    assert.equal(rowOf(await put('skills/update', { id, syn: 'B' }))['syn'], 'B');
    assert.equal(rowOf(await put(`skills/update/${id}/`, { id: String(id), syn: 'C' }))['syn'], 'C');
  });

  it('refuses an update with different ids in address and body, and changes no row', async () => {
    const first = await place.machine.create('skills', { syn: 'First' });
    const second = await place.machine.create('skills', { syn: 'Second' });
    const answer = await place.machine.put(`skills/update/${first['id']}`, {
      id: second['id'],
      syn: 'Third',
    });
    assertRefused(answer, { status: 422, code: 'contradiction', field: 'id' });
    for (const before of [first, second]) {
      assert.deepEqual(rowOf(await at(`/acme/v4/skills/read/${before['id']}`)), before);
    }
  });

  it('refuses an update without an id', async () => {
    const answer = await place.machine.put('skills/update', { syn: 'Nobody' });
    assertRefused(answer, { status: 400, code: 'missing_parameter', field: 'id' });
  });

  it('deletes the row at delete/<id>', async () => {
    const { id } = await place.machine.create('skills', { syn: 'Forging' });
    assert.deepEqual(idsOf(await place.machine.delete(`skills/delete/${id}`)), [id]);
    assert.deepEqual(idsOf(await at(`/acme/v4/skills/read/${id}`)), []);
  });

  it('refuses delete/<id> with another id among the parameters', async () => {
    const { id } = await place.machine.create('skills', { syn: 'Casting' });
    const refusal = { status: 422, code: 'contradiction', field: 'id' } as const;
    assertRefused(await place.machine.delete(`skills/delete/${id}`, { id: 1 }), refusal);
    assert.deepEqual(idsOf(await at(`/acme/v4/skills/read/${id}`)), [id]);
  });

  for (const [what, path] of [
    ['version', '/acme/v6/users/read'],
    ['version in the user-bound shape', '/acme/userapi/v2/users/read'],
    ['resource', '/acme/v4/unicorns/read'],
    ['action', '/acme/v4/users/frobnicate'],
    ['action of a resource that can only be read', '/acme/v4/countries/create'],
    ['action of an aggregated read', '/acme/v4/deltaSync/create'],
    ['segment behind the id', '/acme/v4/users/read/1/2'],
  ] as const) {
    it(`answers 404 to an unknown ${what}`, async () => {
      assertRefused(await at(path), { status: 404, code: 'unknown_address' });
    });
  }

  it('answers 404 to an unknown account without authentication', async () => {
    const answer = await send(`${place.installation.address}/nobody/v4/users/read`, { method: 'GET' });
    assertRefused(answer, { status: 404, code: 'unknown_address' });
  });

  for (const [action, allowed, wrong] of [
    ['read', 'GET', ['POST', 'PUT', 'DELETE', 'PATCH']],
    ['get', 'GET', ['POST']],
    ['create', 'POST', ['GET', 'PUT', 'DELETE']],
    ['update', 'PUT', ['GET', 'POST', 'DELETE', 'PATCH']],
    ['delete', 'DELETE', ['GET', 'POST', 'PUT']],
  ] as const) {
    it(`answers 405 with Allow: ${allowed} to ${action} with another method`, async () => {
      for (const method of wrong) {
        const answer = await at(`/acme/v4/skills/${action}`, { method });
        assertRefused(answer, { status: 405, code: 'wrong_method', error: 400 });
        assert.deepEqual(
          answer.headers
            .get('allow')
            ?.split(', ')
            .filter((name) => name !== 'HEAD'),
          [allowed],
        );
      }
    });
  }

  it('answers HEAD like GET, without a body', async () => {
    const path = '/acme/v4/departments/read';
    const [head, get] = [await at(path, { method: 'HEAD' }), await at(path)];
    assert.equal(head.status, 200);
    assert.equal(head.text, '');
    assert.equal(head.headers.get('content-type'), get.headers.get('content-type'));
    assert.equal((await at('/acme/v4/unicorns/read', { method: 'HEAD' })).status, 404);
  });

  it('answers OPTIONS without a token', async () => {
    const url = `${place.installation.address}/acme/v4/users/read`;
    const answer = await send(url, { method: 'OPTIONS' });
    assert.equal(answer.status, 204);
    assert.match(answer.headers.get('allow') ?? '', /GET/);
  });
});
