// The audit log tells who changed what, in the transaction of the change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suspendAccount } from '#accounts/suspend-account.ts';
import { createCredential, revokeCredential } from '#oauth/credentials.ts';
import { purgeAudit } from '#sql/audit-entries.ts';
import type { Client, Envelope } from '../support/client.ts';
import { assertRefused, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { password } from '../support/installation.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';

onEveryEngine('audit log', (place) => {
  const entries = async (filters: object): Promise<readonly Envelope[]> =>
    rowsOf(await place.machine.get('auditLog/read', { ...filters, _limit: 1000 }));
  const told = ({ action, before, after }: Envelope) => [action, JSON.parse(before), JSON.parse(after)];

  test('tells of create, update and delete with the fields that changed', async () => {
    const { administrator, name } = place.account;
    const { id } = await administrator.create('skills', { syn: 'Welding' });
    written(await administrator.put(`skills/update/${id}`, { syn: 'Cutting' }));
    written(await administrator.put(`skills/update/${id}`, { syn: 'Cutting' }));
    await administrator.delete(`skills/delete/${id}`);
    const found = await entries({ resource_name: 'skills', row_id: id });
    assert.deepEqual(found.map(told), [
      ['create', null, { ...JSON.parse(found[0]?.['after']), syn: 'Welding' }],
      ['update', { syn: 'Welding' }, { syn: 'Cutting' }],
      ['delete', { ...JSON.parse(found[2]?.['before']), syn: 'Cutting' }, null],
    ]);
    for (const entry of found) {
      assert.deepEqual([entry['actor'], entry['user_id'], entry['address']], ['user', 1, '127.0.0.1'], name);
      assert.equal(entry['credential'], place.account.clientId);
      assert.match(entry['request_id'], /^[\w.-]+$/);
    }
  });

  test('keeps no secret', async () => {
    const id = await hire(place.machine, 'secretive', { pin_code: '4711' });
    const self = await place.account.login('secretive');
    written(await self.put('users/update', { id, password: 'another horse 2', old_password: password }));
    const text = JSON.stringify(await entries({}));
    for (const secret of ['argon2', password, 'another horse 2', '4711'])
      assert.ok(!text.includes(secret), secret);
    const [created, changed] = await entries({ resource_name: 'users', row_id: id });
    assert.deepEqual(
      [JSON.parse(created?.['after']).password, JSON.parse(changed?.['after']).password],
      ['***', '***'],
    );
  });

  test('tells of rights, settings, batches, nested creates and approvals', async () => {
    const { machine } = place;
    const user_id = await hire(machine, 'granted', { payroll_accounting_starts_at: '2026-01-01' });
    const right = { resource_name: 'users', permission_name: 'read', permission_scope_id: 1 };
    await machine.post('permissions/create', [{ user_id, ...right }]);
    const setting = rowsOf(await machine.get('generalSettings/read', { setting_type: 'company_name' }))[0];
    written(await machine.put(`generalSettings/update/${setting?.['id']}`, { setting_value: 'Acme' }));
    const children = { nestedEntities: { tasks: [{ name: 'Child', sort_order: 1 }] } };
    await machine.create('projects', { name: 'Parent', mother_id: 1, sort_order: 1, ...children });
    written(await machine.put('timesheetAccountings/approve', { user_id, date: '2026-03-02' }));
    const all = await entries({ actor: 'credential' });
    const seen = new Set(all.map(({ resource_name, action }) => `${resource_name} ${action}`));
    for (const wanted of [
      'permissions create',
      'generalSettings update',
      'projects create',
      'tasks create',
      'timesheetAccountings approve',
    ])
      assert.ok(seen.has(wanted), wanted);
  });

  test('tells of logins and failed logins', async () => {
    const id = await hire(place.machine, 'visitor');
    await assert.rejects(place.account.login('visitor', 'wrong horse 1'), /invalid_grant/);
    await assert.rejects(place.account.login('stranger'), /invalid_grant/);
    await place.account.login('visitor');
    const found = (await entries({})).slice(-3);
    assert.deepEqual(
      found.map(({ action, user_id, after }) => [action, user_id, after]),
      [
        ['login_failed', id, '{"reason":"wrong_password"}'],
        ['login_failed', null, '{"reason":"unknown_user"}'],
        ['login', id, null],
      ],
    );
  });

  test('tells of a present password that is refused, by a change and by an action', async () => {
    const id = await hire(place.machine, 'guesser');
    const self = await place.account.login('guesser');
    const guess = { password: 'another horse 2', old_password: 'wrong horse 1' };
    assertRefused(await self.put('users/update', { id, ...guess }), { status: 422, code: 'wrong_password' });
    const refused = await self.put('users/updatePassword', guess);
    assertRefused(refused, { status: 422, code: 'wrong_password' });
    const found = await entries({ action: 'old_password_refused' });
    assert.deepEqual(
      found.map((one) => [one['actor'], one['user_id'], one['row_id'], one['credential'], one['address']]),
      [1, 2].map(() => ['user', id, id, place.account.clientId, '127.0.0.1']),
    );
    assert.ok(found.every(({ request_id, before, after }) => request_id !== null && !before && !after));
    assert.ok(!JSON.stringify(await entries({})).includes('wrong horse 1'));
  });

  test('tells of approvals of trackings and of their being taken back', async () => {
    const { machine } = place;
    const user = await hire(machine, 'approved');
    const times = { start: '2026-03-03 08:00', end: '2026-03-03 09:00' };
    const { id } = await machine.create('timeTrackings', booking(user, times));
    written(await machine.put(`timeTrackings/update/${id}`, { notes: 'not told' }));
    written(await machine.put('timeTrackings/approve', { id }));
    written(await machine.put(`timeTrackings/update/${id}`, { approved_by_admin: 0 }));
    written(await machine.put(`timeTrackings/update/${id}`, { approved_by_admin: 1, notes: 'right' }));
    const [is, was] = [{ approved_by_admin: 1 }, { approved_by_admin: 0 }];
    assert.deepEqual((await entries({ resource_name: 'timeTrackings', row_id: id })).map(told), [
      ['update', was, is],
      ['approve', was, is],
      ['update', is, was],
      ['update', was, is],
    ]);
  });

  test('tells nothing of trackings, refused writes and items that fail', async () => {
    const { machine, account } = place;
    const id = await hire(machine, 'booker');
    const self = await account.login('booker');
    const before = (await entries({})).length;
    await machine.create(
      'timeTrackings',
      booking(id, { start: '2026-03-02 08:00', end: '2026-03-02 09:00' }),
    );
    written(await self.post('timeTrackings/start', { task_id: 4 }));
    written(await self.put('timeTrackings/stop', {}));
    assert.equal((await self.post('skills/create', { syn: 'S' })).status, 401);
    await machine.post('skills/create', [{ syn: 5, unknown: 1 }]);
    assert.equal((await entries({})).length, before);
  });

  test('tells of what is done at the command line', async () => {
    const { engine } = place.installation.app;
    const accountId = (await place.installation.addAccount('commanded')).id;
    const { credential } = await engine.database.write(accountId, (tx) =>
      createCredential(tx, { accountId, name: 'x', readOnly: false, lastDay: null }),
    );
    const { clientId } = credential;
    await engine.database.write(accountId, (tx) => revokeCredential(tx, { accountId, clientId }));
    await engine.database.write(accountId, (tx) => suspendAccount(tx, accountId));
    const rows = await engine.database.read(accountId, (tx) =>
      tx.all({
        sql: `select action from audit_log where account_id = ${accountId} and actor = 'command'`,
        parameters: [],
      }),
    );
    assert.deepEqual(rows.map(({ action }) => action).slice(-3), [
      'credentials create',
      'credentials revoke',
      'account suspend',
    ]);
  });

  test('is read by administrators only, in delta too, and written by no caller', async () => {
    const { machine, account } = place;
    await hire(machine, 'curious', { hr_manager: 1 });
    const curious: Client = await account.login('curious');
    assertRefused(await curious.get('auditLog/read'), { status: 401, code: 'not_allowed' });
    const delta = await machine.get('deltaSync/read', { _include: 'auditLog', _since: '2026-01-01' });
    assert.ok(delta.json['Results'].auditLog.NumResults > 0);
    for (const verb of ['create', 'update', 'delete'])
      assert.equal((await machine.post(`auditLog/${verb}`, { id: 1 })).status, 404, verb);
  });

  test('forgets entries that are older than they are kept', async () => {
    const { database } = place.installation.app.engine;
    const count = (await entries({})).length;
    await purgeAudit(database, { keptSeconds: 3600 });
    assert.equal((await entries({})).length, count);
    await purgeAudit(database, { keptSeconds: -3600 });
    assert.equal((await entries({})).length, 0);
  });
});
