// A row of `permissions` extends the rights of its holder within its scope from the next request on.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { storageEngines } from '../support/engines.ts';
import { password, startInstallation, type Installation } from '../support/installation.ts';

for (const engine of storageEngines) {
  describe(`permissions (${engine.name})`, () => {
    let installation: Installation;
    let machine: Client;
    let holder: Client;
    let administratorId: number;
    const ids = new Map<string, number>();
    const id = (name: string): number => ids.get(name) as number;

    before(async () => {
      installation = await startInstallation({ engine });
      machine = installation.account.machine;
      const make = async (name: string, resource: string, entity: object): Promise<void> =>
        void ids.set(name, (await machine.create(resource, entity))['id'] as number);
      await make('shop', 'departments', { department_name: 'Shop' });
      await make('till', 'departments', { department_name: 'Till', mother_id: id('shop') });
      const person = (name: string, department: string): Promise<void> =>
        make(name, 'users', {
          username: name,
          password,
          firstname: name,
          lastname: 'Person',
          department_id: id(department),
        });
      await person('holder', 'shop');
      await person('seller', 'shop');
      await person('cashier', 'till');
      await make('team', 'teams', { name: 'Team', team_leader_id: id('seller') });
      await machine.create('teamMembers', { team_id: id('team'), user_id: id('cashier') });
      for (const name of ['holder', 'seller', 'cashier']) await book(name, '08');
      holder = await installation.account.login('holder');
      administratorId = (await installation.account.administrator.get('users/me')).json['Results'][0].id;
    });
    after(() => installation?.close());

    const book = async (name: string, hour: string, by: Client = machine): Promise<Answer> =>
      by.post('timeTrackings/create', {
        user_id: id(name),
        task_id: 4,
        start_time: `2026-03-02 ${hour}:00:00`,
        end_time: `2026-03-02 ${hour}:30:00`,
        start_time_timezone: 'UTC',
        end_time_timezone: 'UTC',
      });
    const grant = async (more: object): Promise<number> =>
      (
        await machine.create('permissions', {
          user_id: id('holder'),
          resource_name: 'timeTrackings',
          permission_name: 'read',
          ...more,
        })
      )['id'] as number;
    const withdraw = (row: number): Promise<Answer> => machine.delete(`permissions/delete/${row}`);
    const seen = async (): Promise<readonly string[]> => {
      const { json } = await holder.get('timeTrackings/read');
      const users = new Set((json['Results'] as Envelope[]).map((row) => row['user_id'] as number));
      return ['holder', 'seller', 'cashier'].filter((name) => users.has(id(name)));
    };

    const reaches: readonly (readonly [string, () => object, readonly string[]])[] = [
      ['all people', () => ({ permission_scope_id: 1 }), ['holder', 'seller', 'cashier']],
      ['own rows', () => ({ permission_scope_id: 2 }), ['holder']],
      ['the own department', () => ({ permission_scope_id: 3 }), ['holder', 'seller']],
      [
        'a department',
        () => ({ permission_scope_id: 3, permission_scope_data_1: id('till') }),
        ['holder', 'cashier'],
      ],
      ['own department and those below', () => ({ permission_scope_id: 4 }), ['holder', 'seller', 'cashier']],
      [
        'a department and those below',
        () => ({ permission_scope_id: 4, permission_scope_data_1: id('till') }),
        ['holder', 'cashier'],
      ],
      [
        'a team',
        () => ({ permission_scope_id: 5, permission_scope_data_1: id('team') }),
        ['holder', 'cashier'],
      ],
      [
        'named users',
        () => ({
          permission_scope_id: 6,
          permission_scope_data_1: id('seller'),
          permission_scope_data_3: id('cashier'),
        }),
        ['holder', 'seller', 'cashier'],
      ],
    ];
    for (const [scope, data, people] of reaches) {
      test(`a read permission reaches ${scope} until it is deleted`, async () => {
        const row = await grant(data());
        assert.deepEqual(await seen(), people);
        await withdraw(row);
        assert.deepEqual(await seen(), ['holder']);
      });
    }

    test('a create permission lets its holder book for others, but not read their times', async () => {
      assert.equal((await book('seller', '10', holder)).status, 401);
      const row = await grant({
        permission_name: 'create',
        permission_scope_id: 6,
        permission_scope_data_1: id('seller'),
      });
      assert.equal((await book('seller', '10', holder)).status, 200);
      assert.equal((await book('cashier', '10', holder)).status, 401);
      assert.deepEqual(await seen(), ['holder']);
      await withdraw(row);
    });

    test('an update permission lets its holder read and update rows, but not delete them', async () => {
      const row = await grant({ permission_name: 'update', permission_scope_id: 3 });
      assert.deepEqual(await seen(), ['holder', 'seller']);
      const [tracking] = (await machine.get('timeTrackings/read', { user_id: id('seller') })).json['Results'];
      const changed = await holder.put(`timeTrackings/update/${tracking.id}`, { notes: 'seen' });
      assert.equal(changed.status, 200, changed.text);
      assert.equal((await holder.delete(`timeTrackings/delete/${tracking.id}`)).status, 401);
      await withdraw(row);
    });

    test('reaches people who move into the department from the next request on', async () => {
      const row = await grant({ permission_scope_id: 3 });
      assert.deepEqual(await seen(), ['holder', 'seller']);
      await machine.put(`users/update/${id('cashier')}`, { department_id: id('shop') });
      assert.deepEqual(await seen(), ['holder', 'seller', 'cashier']);
      await machine.put(`users/update/${id('cashier')}`, { department_id: id('till') });
      assert.deepEqual(await seen(), ['holder', 'seller']);
      await withdraw(row);
    });

    test('grants master data with scope all only', async () => {
      const part = await machine.post('permissions/create', {
        user_id: id('holder'),
        resource_name: 'projects',
        permission_name: 'create',
        permission_scope_id: 3,
      });
      assert.equal(part.json['ErrorExtended'].field, 'permission_scope_id', part.text);
      const project = { name: 'Mine', mother_id: 1 };
      assert.equal((await holder.post('projects/create', project)).status, 401);
      const whole = await grant({
        resource_name: 'projects',
        permission_name: 'create',
        permission_scope_id: 1,
      });
      assert.equal((await holder.post('projects/create', project)).status, 200);
      await withdraw(whole);
    });

    test('grants no rights, passwords or administrators with permissions on users', async () => {
      const rows = [
        await grant({ resource_name: 'users', permission_name: 'update', permission_scope_id: 1 }),
        await grant({ resource_name: 'users', permission_name: 'create', permission_scope_id: 1 }),
        await grant({ resource_name: 'users', permission_name: 'delete', permission_scope_id: 1 }),
      ];
      const seller = `users/update/${id('seller')}`;
      assert.equal((await holder.put(seller, { personnel_number: '7' })).status, 200);
      for (const fields of [
        { internal_user_group: 1 },
        { hr_manager: 1 },
        { password: 'another password 2' },
        { username: 'taken.over' },
        { email_address: 'mine@example.org' },
      ]) {
        const answer = await holder.put(seller, fields);
        assert.equal(answer.status, 401, answer.text);
      }
      const own = await holder.put(`users/update/${id('holder')}`, { internal_user_group: 1 });
      assert.equal(own.status, 401, own.text);
      const admin = await holder.put(`users/update/${administratorId}`, { notes: 'n' });
      assert.equal(admin.status, 401, admin.text);
      assert.equal((await holder.delete(`users/delete/${administratorId}`)).status, 401);
      const entity = { username: 'new.one', password, firstname: 'New', lastname: 'One' };
      const promoted = await holder.post('users/create', { ...entity, internal_user_group: 1 });
      assert.equal(promoted.status, 401, promoted.text);
      assert.equal((await holder.post('users/create', entity)).status, 200);
      for (const row of rows) await withdraw(row);
    });

    test('an update permission on people of a department adds no fields on the own row', async () => {
      const users = { resource_name: 'users', permission_name: 'update', permission_scope_id: 3 };
      const row = await grant({ ...users, permission_scope_data_1: id('till') });
      const rename = (name: string): Promise<Answer> =>
        holder.put(`users/update/${id(name)}`, { lastname: 'Renamed' });
      assert.equal((await rename('cashier')).status, 200);
      assert.equal((await rename('holder')).status, 401);
      await withdraw(row);
    });

    test('accepts a resource name in any letter case', async () => {
      const row = await machine.create('permissions', {
        user_id: id('holder'),
        resource_name: 'TIMETRACKINGS',
        permission_name: 'read',
        permission_scope_id: 1,
      });
      assert.equal(row['resource_name'], 'timeTrackings');
      await withdraw(row['id'] as number);
    });

    const refused: readonly (readonly [string, () => object, string, string])[] = [
      ['an unknown resource', () => ({ resource_name: 'cars' }), 'resource_name', 'invalid_value'],
      ['an unknown verb', () => ({ permission_name: 'drive' }), 'permission_name', 'invalid_value'],
      ['an unknown scope', () => ({ permission_scope_id: 7 }), 'permission_scope_id', 'unknown_reference'],
      [
        'a permission to write permissions',
        () => ({ resource_name: 'permissions', permission_name: 'create' }),
        'permission_name',
        'rule_broken',
      ],
      [
        'a permission to read messages',
        () => ({ resource_name: 'messages', permission_name: 'read' }),
        'permission_name',
        'rule_broken',
      ],
      [
        'a verb that the resource does not have',
        () => ({ resource_name: 'timeTrackingChangelogs', permission_name: 'create' }),
        'permission_name',
        'rule_broken',
      ],
      [
        'an unknown department',
        () => ({ permission_scope_id: 3, permission_scope_data_1: 999 }),
        'permission_scope_data_1',
        'unknown_reference',
      ],
      [
        'data that the scope does not take',
        () => ({ permission_scope_id: 1, permission_scope_data_1: 1 }),
        'permission_scope_data_1',
        'invalid_value',
      ],
      [
        'a second department',
        () => ({ permission_scope_id: 3, permission_scope_data_2: id('shop') }),
        'permission_scope_data_2',
        'invalid_value',
      ],
      [
        'the scope user without users',
        () => ({ permission_scope_id: 6 }),
        'permission_scope_data_1',
        'missing_parameter',
      ],
    ];
    for (const [what, fields, field, code] of refused) {
      test(`refuses ${what}`, async () => {
        const answer = await machine.post('permissions/create', {
          user_id: id('holder'),
          resource_name: 'timeTrackings',
          permission_name: 'read',
          permission_scope_id: 1,
          ...fields(),
        });
        const { errorCode, field: named } = answer.json['ErrorExtended'];
        assert.deepEqual([errorCode, named], [code, field], answer.text);
      });
    }
  });
}
