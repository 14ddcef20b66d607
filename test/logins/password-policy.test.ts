// Every action that sets a password applies the password policy of the account.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, rowOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { password } from '../support/installation.ts';
import { hire, written } from '../time-tracking/booking.ts';

onEveryEngine('password policy', (place) => {
  const set = async (setting_type: string, setting_value: string): Promise<void> => {
    const { json } = await place.machine.get('generalSettings/read', { setting_type });
    written(await place.machine.put(`generalSettings/update/${json['Results'][0].id}`, { setting_value }));
  };
  const person = { firstname: 'Grace', lastname: 'Hopper', email_address: 'amazing@navy.example' };
  const weak = { status: 422, code: 'weak_password', field: 'password' } as const;

  test('applies to create, update, updatePassword and batches, and names each fault', async () => {
    const { machine, account } = place;
    const id = await hire(machine, 'policy');
    const self = await account.login('policy');
    const wrong = 'short';
    for (const answer of [
      await machine.post('users/create', { ...person, username: 'new', password: wrong }),
      await machine.put(`users/update/${id}`, { password: wrong }),
      await self.put(`users/update/${id}`, { password: wrong, old_password: password }),
      await self.put('users/updatePassword', { id, password: wrong, old_password: password }),
    ]) {
      const { ErrorMessage, ErrorExtended } = assertRefused(answer, weak);
      assert.equal(ErrorMessage, 'password does not suit; it must have at least 8 characters.');
      assert.deepEqual(ErrorExtended.data, {
        faults: [{ rule: 'too_short', hint: 'have at least 8 characters', detail: 8 }],
      });
      assert.doesNotMatch(answer.text, /"short"/);
    }
    const { json } = await machine.post('users/create', [
      { ...person, username: 'batch-1', password: wrong },
      { ...person, username: 'batch-2', password },
    ]);
    assert.deepEqual(
      json['Results'].map((item: Record<string, unknown>) => item['Success']),
      [false, true],
    );
    await account.login('batch-2');
  });

  test('compares the password with the names that the same update writes', async () => {
    const { machine } = place;
    const id = await hire(machine, 'rename', { firstname: 'Wilhelmina' });
    const change = { password: 'ask wilhelmina', firstname: 'Josephine' };
    written(await machine.put(`users/update/${id}`, change));
    const back = { password: 'ask wilhelmina now', firstname: 'Wilhelmina' };
    const { ErrorExtended } = assertRefused(await machine.put(`users/update/${id}`, back), weak);
    assert.equal(ErrorExtended.data.faults[0].detail, 'firstname');
  });

  test('account settings tighten the policy for new passwords only', async () => {
    const { machine, account } = place;
    await hire(machine, 'before');
    await set('password_minimum_length', '16');
    for (const name of ['uppercase', 'symbol']) await set(`password_needs_${name}`, '1');
    await account.login('before');
    const entity = { ...person, username: 'stricter' };
    const { ErrorExtended } = assertRefused(
      await machine.post('users/create', { ...entity, password: 'nosymbolhere' }),
      weak,
    );
    assert.deepEqual(
      ErrorExtended.data.faults.map(({ rule }: { rule: string }) => rule),
      ['too_short', 'needs_uppercase', 'needs_symbol'],
    );
    written(await machine.post('users/create', { ...entity, password: 'A symbol is here' }));
    await set('password_minimum_length', '8');
    for (const name of ['uppercase', 'symbol']) await set(`password_needs_${name}`, '0');
  });

  test('settings of one account leave other accounts unchanged', async () => {
    const other = await place.installation.addAccount('other-policy');
    await set('password_minimum_length', '64');
    await hire(other.machine, 'free');
    await set('password_minimum_length', '8');
  });

  test('refuses an empty password', async () => {
    const { machine, account } = place;
    const id = await hire(machine, 'keeper');
    for (const empty of ['', null]) {
      assertRefused(await machine.put(`users/update/${id}`, { password: empty }), {
        status: 422,
        code: 'invalid_value',
        field: 'password',
      });
    }
    await account.login('keeper');
  });

  test('keeps a refused password out of the response', async () => {
    const { machine } = place;
    const id = await hire(machine, 'quiet');
    const long = 'secret words '.repeat(30);
    const list = ['secret words'];
    for (const given of [long, list]) {
      const answer = await machine.put(`users/update/${id}`, { password: given });
      assertRefused(answer, { status: 422, code: 'invalid_value', field: 'password' });
      assert.doesNotMatch(answer.text, /secret words/);
    }
  });

  test('validatePassword reports faults and stores nothing', async () => {
    const { machine, account } = place;
    await hire(machine, 'curious', { firstname: 'Rosalind', lastname: 'Franklin' });
    const self = await account.login('curious');
    const ask = async (client: typeof machine, entity: object) =>
      rowOf(await client.put('users/validatePassword', entity));
    assert.deepEqual(await ask(self, { password: 'double helix' }), {
      password_valid: 1,
      accepted: 1,
      guidance: 'The password suits.',
      faults: [],
      minimum_length: 8,
      needs: [],
    });
    const own = await ask(self, { password: 'franklin' });
    assert.deepEqual([own['accepted'], own['faults'][0].rule], [0, 'holds_personal_data']);
    assert.equal(own['guidance'], 'The password does not suit; it must not hold the lastname.');
    assert.equal((await ask(machine, { password: 'franklin 51', username: 'CURIOUS' }))['accepted'], 0);
    assert.equal((await ask(machine, { password: 'franklin 51' }))['accepted'], 1);
    assert.equal((await ask(machine, { password: 'new.person 1', username: 'new.person' }))['accepted'], 0);
    await hire(machine, 'stranger');
    const stranger = await account.login('stranger');
    const probe = await ask(stranger, { password: 'franklin 51', username: 'curious' });
    assert.equal(probe['accepted'], 1, 'the names of others are not told');
    await account.login('curious');
  });
});
