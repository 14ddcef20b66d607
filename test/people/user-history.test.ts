// What was changed in a person's row, and to whom it is shown; how colleagues reach each other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { purgeAudit } from '#sql/audit-entries.ts';
import type { Client, Envelope } from '../support/client.ts';
import { rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { hire, written } from '../time-tracking/booking.ts';

onEveryEngine('changes of people', (place) => {
  const historyOf = async (client: Client, user_id: number): Promise<readonly Envelope[]> =>
    rowsOf(await client.get('userHistory/read', { user_id, _limit: 1000 }));
  const told = (row: Envelope) => [
    row['change_type'],
    row['old_value'],
    row['new_value'],
    row['change_user_id'],
  ];

  test('each changed field is a row with its values and who changed it', async () => {
    const { machine, account } = place;
    const id = await hire(machine, 'changed', { phone: '1' });
    written(await account.administrator.put('users/update', { id, phone: '2', entry_date: '2026-03-01' }));
    written(await machine.put('users/update', { id, phone: '2', pin_code: '4711' }));
    assert.deepEqual((await historyOf(machine, id)).map(told), [
      ['created', null, null, null],
      ['phone', '1', '2', 1],
      ['entry_date', null, '2026-03-01', 1],
      ['pin_code', null, '***', null],
    ]);
  });

  test('shows former values to callers with read access to the field', async () => {
    const { machine, account } = place;
    const leader = await hire(machine, 'history.leader');
    const led = await machine.create('departments', {
      department_name: 'History',
      supervisor_id: leader,
    });
    const id = await hire(machine, 'history.member', { department_id: led['id'] });
    await hire(machine, 'history.other');
    written(await machine.put('users/update', { id, phone: '3', notes: 'promised a raise' }));
    const fieldsFor = async (username: string): Promise<readonly string[]> =>
      (await historyOf(await account.login(username), id)).map((row) => row['change_type']);
    assert.deepEqual(await fieldsFor('history.leader'), ['created', 'phone', 'notes']);
    assert.deepEqual(await fieldsFor('history.member'), ['created', 'phone']);
    assert.deepEqual(await fieldsFor('history.other'), []);
  });

  test('goes with the audit log when it is old enough', async () => {
    const id = await hire(place.machine, 'forgotten');
    await purgeAudit(place.installation.app.engine.database, { keptSeconds: -60 });
    assert.deepEqual(await historyOf(place.machine, id), []);
  });

  test('colleagues see how to reach each other unless the setting says no', async () => {
    const { machine, account } = place;
    const contact = { email_address: 'x@acme.example', phone: '+43 1', skype: 'x', leave_note: 'Ask Ann' };
    const id = await hire(machine, 'reached', { ...contact, personnel_number: '17' });
    await hire(machine, 'reader');
    const reader = await account.login('reader');
    const seen = async (query: object): Promise<Envelope | undefined> =>
      rowsOf(await reader.get('users/read', { id, ...query }))[0];
    const setting = rowsOf(
      await machine.get('generalSettings/read', { setting_type: 'colleagues_see_contact' }),
    )[0];
    const set = async (value: string): Promise<void> =>
      void written(
        await machine.put('generalSettings/update', { id: setting?.['id'], setting_value: value }),
      );
    const shown = await seen({});
    for (const [name, value] of Object.entries(contact)) assert.equal(shown?.[name], value, name);
    assert.equal(shown?.['personnel_number'], undefined);

    const since = (await reader.get('users/read', { id })).json['RequestStartTime'];
    await set('0');
    const hidden = await seen({ _since: since });
    for (const name of Object.keys(contact)) assert.equal(hidden?.[name], undefined, name);
    assert.equal(hidden?.['lastname'], shown?.['lastname']);
    assert.equal((await reader.get('users/read', { phone: '+43 1' })).json['NumResults'], 0);

    const later = (await reader.get('users/read', { id })).json['RequestStartTime'];
    await set('1');
    assert.equal((await seen({ _since: later }))?.['phone'], '+43 1');
  });
});
