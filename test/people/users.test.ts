// The server checks, completes and protects the rows of `users`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { password } from '../support/installation.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';

onEveryEngine('users', (place) => {
  const person = { password, firstname: 'Ada', lastname: 'Lovelace' };

  test('refuses a username that exists in any letter case', async () => {
    const { machine } = place;
    const id = await hire(machine, 'Ünïque.Name');
    const other = await hire(machine, 'other');
    for (const username of ['Ünïque.Name', 'ünïque.name', 'ÜNÏQUE.NAME', ' Ünïque.Name ']) {
      assertRefused(await machine.post('users/create', { ...person, username }), {
        status: 422,
        code: 'not_unique',
        field: 'username',
      });
      assertRefused(await machine.put(`users/update/${other}`, { username }), {
        status: 422,
        code: 'not_unique',
        field: 'username',
      });
    }
    assert.equal(
      written(await machine.put(`users/update/${id}`, { username: 'ünïque.NAME' }))['username'],
      'ünïque.NAME',
    );
    await place.account.login('ÜNÏQUE.name');
    const [first, second] = await Promise.all(
      ['same', 'SAME'].map((username) => machine.post('users/create', { ...person, username })),
    );
    assert.deepEqual([first?.status, second?.status].sort(), [200, 422]);
  });

  test('accepts a username that another account uses', async () => {
    const other = await place.installation.addAccount('names');
    await hire(place.machine, 'shared');
    await hire(other.machine, 'shared');
  });

  test('requires username, password, firstname and lastname', async () => {
    const complete: Record<string, string> = { ...person, username: 'complete' };
    for (const field of Object.keys(complete)) {
      const { [field]: _left, ...rest } = complete;
      assertRefused(await place.machine.post('users/create', rest), {
        status: 400,
        code: 'missing_parameter',
        field,
      });
    }
  });

  test('fills in fullname, department, language, country and time zone', async () => {
    const { machine } = place;
    const row = written(await machine.post('users/create', { ...person, username: 'derived' }));
    const { fullname, department_id, language_id, country_id, timezone, internal_user_group, active, human } =
      row;
    assert.deepEqual(
      { fullname, department_id, language_id, country_id, timezone, internal_user_group, active, human },
      {
        fullname: 'Ada Lovelace',
        department_id: 1,
        language_id: 1,
        country_id: 40,
        timezone: 'UTC',
        internal_user_group: 2,
        active: 1,
        human: 1,
      },
    );
    assert.equal(
      written(await machine.put(`users/update/${row['id']}`, { lastname: 'King' }))['fullname'],
      'Ada King',
    );
  });

  test('refuses invalid groups, zones, dates, references and amounts', async () => {
    const wrong: readonly [string, object][] = [
      ['internal_user_group', { internal_user_group: 4 }],
      ['timezone', { timezone: 'Mars/Olympus' }],
      ['exit_date', { entry_date: '2025-02-01', exit_date: '2025-01-31' }],
      ['birthday', { birthday: '1999-02-29' }],
      ['department_id', { department_id: 999 }],
      ['start_task_at_login', { start_task_at_login: 1 }],
      ['internal_cost_per_hour', { internal_cost_per_hour: 1.005 }],
    ];
    for (const [field, more] of wrong) {
      const answer = await place.machine.post('users/create', {
        ...person,
        username: `wrong-${field}`,
        ...more,
      });
      assert.equal(answer.status, 422, answer.text);
      assert.equal(answer.json['ErrorExtended'].field, field, answer.text);
    }
  });

  test('returns no password and no PIN, and refuses them as filters', async () => {
    const { machine } = place;
    const created = await machine.post('users/create', { ...person, username: 'secret', pin_code: '4711' });
    const { id } = written(created);
    const texts = [created.text];
    for (const path of [`users/read/${id}`, 'deltaSync/read', 'fetchData/read']) {
      texts.push((await machine.get(path, path.startsWith('users') ? {} : { _include: 'users' })).text);
    }
    const secret = await place.account.login('secret');
    texts.push(
      (await secret.get('users/me')).text,
      (await secret.get('users/me', {}, { accept: 'application/xml' })).text,
    );
    for (const text of texts) {
      assert.ok(text.includes('secret'));
      for (const word of [password, '4711', 'argon2', '"password"', 'pin_code', '<password>'])
        assert.ok(!text.includes(word), word);
    }
    for (const field of ['password', 'pin_code']) {
      assertRefused(await machine.get('users/read', { [field]: password }), {
        status: 422,
        code: 'unknown_parameter',
        field,
      });
    }
  });

  test('lets only the user and a machine credential set a password', async () => {
    const { machine, account } = place;
    const id = await hire(machine, 'owner');
    await hire(machine, 'hr', { hr_manager: 1 });
    const change = { password: 'a new password 1' };
    for (const client of [account.administrator, await account.login('hr')]) {
      assertRefused(await client.put(`users/update/${id}`, change), {
        status: 401,
        code: 'field_not_allowed',
        field: 'password',
      });
    }
    const owner = await account.login('owner');
    written(await owner.put(`users/update/${id}`, { ...change, old_password: password }));
    await account.login('owner', change.password);
    await assert.rejects(account.login('owner'), /invalid_grant/);
    written(await machine.put(`users/update/${id}`, { password: 'by the machine 1' }));
    await account.login('owner', 'by the machine 1');
  });

  test('refuses to deactivate, demote or delete the last active administrator', async () => {
    const { machine } = place;
    for (const answer of [
      await machine.put('users/update/1', { active: 0 }),
      await machine.put('users/update/1', { internal_user_group: 2 }),
      await machine.delete('users/delete/1'),
    ]) {
      assertRefused(answer, { status: 422, code: 'rule_broken' });
    }
    const second = await hire(machine, 'second', { internal_user_group: 1 });
    const both = [1, second].map((id) => ({ id, active: 0 }));
    const { json } = await machine.put('users/update', both);
    assert.deepEqual(
      json['Results'].map((item: Record<string, unknown>) => item['Success']),
      [true, false],
    );
    written(await machine.put('users/update/1', { active: 1 }));
    const answers = await Promise.all(
      [1, second].map((id) => machine.put(`users/update/${id}`, { internal_user_group: 2 })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
    written(await machine.put('users/update/1', { internal_user_group: 1 }));
    await machine.put(`users/update/${second}`, { internal_user_group: 2 });
  });

  test('refuses to delete a person with bookings and suggests deactivation', async () => {
    const { machine } = place;
    const id = await hire(machine, 'booked');
    const tracking = written(
      await machine.post(
        'timeTrackings/create',
        booking(id, { start: '2025-01-07 08:00', end: '2025-01-07 09:00' }),
      ),
    );
    const refusal = assertRefused(await machine.delete(`users/delete/${id}`), {
      status: 422,
      code: 'in_use',
    });
    assert.deepEqual(refusal.ErrorExtended.data, {
      resource: 'timeTrackings',
      field: 'user_id',
      ids: [tracking['id']],
    });
    assert.match(refusal.ErrorMessage, /deactivate/);
    assert.equal(written(await machine.put(`users/update/${id}`, { active: 0 }))['active'], 0);
    await assert.rejects(place.account.login('booked'), /invalid_grant/);
  });

  test('returns the user of the token for users/me, and no row for a machine', async () => {
    const id = await hire(place.machine, 'me');
    const me = written(await (await place.account.login('me')).get('users/me'));
    assert.equal(me['id'], id);
    assert.ok(typeof me['last_login'] === 'string');
    assert.equal((await place.machine.get('users/me')).json['NumResults'], 0);
  });
});
