// Administrators set the roles of people, and users set their own preferences.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { asServer } from '#accounts/system-run.ts';
import { assertRefused, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { createClient, fetchToken, type Answer, type Client, type Envelope } from '../support/client.ts';
import { password } from '../support/installation.ts';
import { createCredential } from '#oauth/credentials.ts';
import { hire, written } from '../time-tracking/booking.ts';

onEveryEngine('userRoles', (place) => {
  let anna = 0;
  let annas: Client;
  before(async () => {
    anna = await hire(place.machine, 'anna');
    annas = await place.account.login('anna');
  });
  const set = (client: Client, body: object): Promise<Answer> => client.put('userRoles/set', body);
  const rolesOf = async (person: number): Promise<unknown> =>
    written(await place.machine.get(`users/read/${person}`))['user_role_ids'];

  test('returns the five roles to an employee', async () => {
    const names = rowsOf(await annas.get('userRoles/read')).map(({ id, name }) => [id, name]);
    assert.deepEqual(names, [
      [1, 'Employee'],
      [2, 'Manager'],
      [3, 'Apprentice'],
      [4, 'Temporary worker'],
      [5, 'Contractor'],
    ]);
  });

  test('replaces all roles of a person, in order and without repeats; empty removes all', async () => {
    const given = await set(place.account.administrator, { user_id: anna, user_role_ids: '5, 2,5' });
    assert.deepEqual(
      rowsOf(given).map((row) => row['name']),
      ['Manager', 'Contractor'],
    );
    assert.equal(await rolesOf(anna), '2,5');
    assert.equal(given.json['ResourceName'], 'userRoles');
    assert.deepEqual(rowsOf(await set(place.machine, { user_id: anna, user_role_ids: '' })), []);
    assert.equal(await rolesOf(anna), null);
  });

  test('sets the roles of several people in one batch, each item by itself', async () => {
    const ben = await hire(place.machine, 'ben');
    const { json } = await place.machine.put('userRoles/set', [
      { user_id: anna, user_role_ids: '1' },
      { user_id: ben, user_role_ids: '1,77' },
      { user_id: ben, user_role_ids: 3 },
    ]);
    assert.deepEqual(
      json['Results'].map((item: Envelope) => item['Success']),
      [true, false, true],
    );
    assert.deepEqual([await rolesOf(anna), await rolesOf(ben)], ['1', '3']);
  });

  test('refuses an unknown role, person, value or field and changes nothing', async () => {
    const kept = await rolesOf(anna);
    for (const [body, status, code, field] of [
      [{ user_id: anna, user_role_ids: '1,6' }, 422, 'unknown_reference', 'user_role_ids'],
      [{ user_id: anna, user_role_ids: '1;2' }, 422, 'invalid_value', 'user_role_ids'],
      [{ user_id: anna, user_role_ids: '-1' }, 422, 'invalid_value', 'user_role_ids'],
      [{ user_id: anna, user_role_ids: '1,,2' }, 422, 'invalid_value', 'user_role_ids'],
      [{ user_id: 9999, user_role_ids: '1' }, 422, 'unknown_reference', 'user_id'],
      [{ user_role_ids: '1' }, 400, 'missing_parameter', 'user_id'],
      [{ user_id: anna, roles: '1' }, 422, 'unknown_parameter', 'roles'],
    ] as const) {
      assertRefused(await set(place.machine, body), { status, code, field });
    }
    assert.equal(await rolesOf(anna), kept);
  });

  test('refuses role changes by employees and HR managers', async () => {
    await hire(place.machine, 'hanna', { hr_manager: 1 });
    for (const client of [annas, await place.account.login('hanna')]) {
      assertRefused(await set(client, { user_id: anna, user_role_ids: '2' }), {
        status: 401,
        code: 'not_allowed',
      });
    }
  });

  test('accepts an existing role or none as the main role of a person', async () => {
    const path = `users/update/${anna}`;
    assert.equal(written(await place.machine.put(path, { role_id: 2 }))['role_id'], 2);
    assertRefused(await place.machine.put(path, { role_id: 6 }), {
      status: 422,
      code: 'unknown_reference',
      field: 'role_id',
    });
    assert.equal(written(await place.machine.put(path, { role_id: null }))['role_id'], null);
  });
});

onEveryEngine('userPreferences', (place) => {
  let anna = 0;
  let annas: Client;
  let bens: Client;
  before(async () => {
    anna = await hire(place.machine, 'anna');
    await hire(place.machine, 'ben');
    [annas, bens] = [await place.account.login('anna'), await place.account.login('ben')];
  });
  const set = (client: Client, body: object): Promise<Answer> => client.put('userPreferences/set', body);
  const all = async (client: Client, query = {}): Promise<readonly unknown[]> =>
    rowsOf(await client.get('userPreferences/read', query)).map((row) => [row['name'], row['value']]);

  test('keeps one row for each name, with the last value', async () => {
    const first = written(await set(annas, { name: 'list.columns', value: 'a,b' }));
    const second = written(await set(annas, { name: 'list.columns', value: '{"a":[1,"ü"]}' }));
    assert.equal(second['id'], first['id']);
    assert.deepEqual([second['user_id'], second['oauth_client_id']], [anna, place.account.clientId]);
    assert.deepEqual(await all(annas), [['list.columns', '{"a":[1,"ü"]}']]);
  });

  test('deletes a preference whose value is empty, null or missing, also twice', async () => {
    written(await set(annas, { name: 'gone', value: 'x' }));
    for (const body of [{ name: 'gone', value: '' }, { name: 'gone' }, { name: 'gone', value: null }]) {
      assert.deepEqual(rowsOf(await set(annas, body)), []);
    }
    assert.deepEqual(await all(annas, { name: 'gone' }), []);
  });

  test('keeps the preferences of each client credential apart', async () => {
    const { app, address } = place.installation;
    const { credential, clientSecret } = await app.engine.database.write(place.account.id, (tx) =>
      createCredential(tx, { accountId: place.account.id, name: 'other', readOnly: false, lastDay: null }),
    );
    const where = { address, account: place.account.name };
    const form = {
      grant_type: 'password',
      client_id: credential.clientId,
      client_secret: clientSecret,
      username: 'anna',
      password,
    };
    const other = createClient(where, (await fetchToken(where, form)).access_token);
    written(await set(annas, { name: 'theme', value: 'light' }));
    written(await set(other, { name: 'theme', value: 'dark' }));
    const values = { [place.account.clientId]: 'light', [credential.clientId]: 'dark' };
    for (const [oauth_client_id, value] of Object.entries(values)) {
      assert.deepEqual(await all(annas, { name: 'theme', oauth_client_id }), [['theme', value]]);
    }
  });

  test('lets a user write their own preferences only, and a machine those of others', async () => {
    written(await set(annas, { name: 'own', value: '1', user_id: anna }));
    assertRefused(await set(bens, { name: 'own', value: '2', user_id: anna }), {
      status: 401,
      code: 'not_allowed',
    });
    assert.deepEqual(await all(bens, { name: 'own' }), []);
    assert.deepEqual(await all(place.account.administrator, { name: 'own' }), [['own', '1']]);
    written(await set(place.machine, { name: 'own', value: '3', user_id: anna }));
    assert.deepEqual(await all(annas, { name: 'own' }), [['own', '3']]);
    assertRefused(await set(place.machine, { name: 'own', value: '3' }), {
      status: 400,
      code: 'missing_parameter',
      field: 'user_id',
    });
    assertRefused(await set(annas, { value: '3' }), {
      status: 400,
      code: 'missing_parameter',
      field: 'name',
    });
  });

  test('accepts 65,535 characters under a name of 255, and refuses one more of either', async () => {
    const longest = { name: 'n'.repeat(255), value: 'ü'.repeat(65_535) };
    assert.equal(written(await set(annas, longest))['value'], longest.value);
    assertRefused(await set(annas, { ...longest, value: `${longest.value}x` }), {
      status: 422,
      code: 'invalid_value',
      field: 'value',
    });
    assertRefused(await set(annas, { ...longest, name: 'n'.repeat(256) }), {
      status: 422,
      code: 'invalid_value',
      field: 'name',
    });
  });

  test('refuses a new preference beyond 1,000 of a person, but not a change of one', async () => {
    const carl = await hire(place.machine, 'carl');
    const carls = await place.account.login('carl');
    const { engine } = place.installation.app;
    await engine.database.write(place.account.id, (tx) =>
      asServer(engine, { tx, account: place.account }, ({ unit, view }) =>
        unit(() => {
          const row = { user_id: carl, oauth_client_id: place.account.clientId, value: 'v' };
          for (let number = 1; number < 1_000; number += 1)
            view.insert('userPreferences', { ...row, name: `name ${number}` });
        }),
      ),
    );
    written(await set(carls, { name: 'name 1000', value: 'v' }));
    assertRefused(await set(carls, { name: 'name 1001', value: 'v' }), {
      status: 422,
      code: 'rule_broken',
      field: 'name',
    });
    written(await set(carls, { name: 'name 1', value: 'w' }));
    rowsOf(await set(carls, { name: 'name 1', value: '' }));
    written(await set(carls, { name: 'name 1001', value: 'v' }));
    assert.equal((await place.machine.delete(`users/delete/${carl}`)).status, 200);
    assert.deepEqual(await all(place.machine, { user_id: carl }), []);
  });
});
