// A Postman script enters absences, approvals, roles, teams and messages as form bodies.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Form } from './form-client.ts';
import { assertRefused, idsOf, inEveryManner, secret } from './form-story.ts';

inEveryManner('decisions by form', (told) => {
  const day = (from: string, to = from): Form => ({
    user_id: told().id('user'),
    from_date: from,
    to_date: to,
  });

  it('creates an employee and a manager', async () => {
    const { create } = told();
    const person = { lastname: 'Öl & Co', password: secret, entry_date: '2026-01-01', department_id: '1' };
    await create('user', 'users', {
      ...person,
      username: 'jürgen+1',
      firstname: 'Jürgen',
      timesheet_holiday_calc_yearly_amount: '25.00',
    });
    await create('manager', 'users', { ...person, username: 'mia', firstname: 'Mia', hr_manager: 'true' });
  });

  it('creates granted absences of days, half a day and sick leave', async () => {
    const { create } = told();
    const half = { request_partial_begin_duration: '0.5', request_comment: 'Arzt + Amt' };
    for (const [name, form, duration] of [
      ['days', { type_id: '1', subtype_id: '0', ...day('2026-06-08', '2026-06-10') }, '3'],
      ['half', { type_id: '1', ...day('2026-06-12'), ...half }, '0.5'],
      ['sick', { type_id: '3', subtype_id: '11', ...day('2026-06-15') }, '1'],
      ['certified', { type_id: '4', ...day('2026-06-16') }, '1'],
    ] as const) {
      const row = await create(name, 'absences', form);
      assert.deepEqual([row['status'], row['duration']], ['1', duration], name);
    }
  });

  it('approves, rejects and cancels requested absences', async () => {
    const { api, asUser, ledger, remember } = told();
    const employee = await asUser('jürgen+1');
    const asked = async (date: string): Promise<string> => {
      const form = { type_id: '1', ...day(date), request_comment: 'Bitte & danke' };
      const row = await employee.create('absences', form);
      assert.equal(row['status'], '0');
      ledger.sent('absences', remember(date, row['id']), form);
      return row['id'] as string;
    };
    const decide = async (action: string, form: Form): Promise<unknown> =>
      (await api.put(`absences/${action}`, form))[0]?.['status'];
    const [granted, declined, withdrawn] = [
      await asked('2026-06-22'),
      await asked('2026-06-23'),
      await asked('2026-06-24'),
    ];
    assert.equal(await decide('approve', { id: granted, granted_comment: 'Schön + gut' }), '1');
    assert.equal(await decide(`reject/${declined}`, { granted_comment: 'Nein & nein' }), '2');
    assert.equal(await decide(`cancel/${withdrawn}`, {}), '3');
    ledger.sent('absences', granted, { status: '1', granted_comment: 'Schön + gut' });
    ledger.sent('absences', declined, { status: '2', granted_comment: 'Nein & nein' });
    ledger.sent('absences', withdrawn, { status: '3' });
    assertRefused(
      await api.request('PUT', 'absences/approve', { form: { granted_comment: 'x' } }),
      400,
      'id',
    );
    assertRefused(await api.request('PUT', `absences/approve/${granted}`, { form: {} }), 422, 'status');
  });

  it('approves days, adjusts holidays, sets roles and preferences', async () => {
    const { api, ledger, id } = told();
    const worked = { user_id: id('user'), date: '2026-06-01' };
    const [approved] = await api.put('timesheetAccountings/approve', worked);
    const [reopened] = await api.put('timesheetAccountings/unapprove', { id: String(approved?.['id']) });
    assert.deepEqual([approved?.['approved_by_admin'], reopened?.['approved_by_admin']], ['1', '0']);
    await api.put('timesheetAccountings/approve', worked);
    ledger.sent('timesheetAccountings', String(approved?.['id']), { ...worked, approved_by_admin: '1' });
    const adjustment = { user_id: id('user'), date: '2026-06-05', value: '-1.50', comment: 'Ausgleich & Co' };
    const [entry] = await api.put('holidayAdjustment/add', adjustment);
    ledger.sent('timesheetActionLogs', String(entry?.['id']), adjustment);
    const wrong = { ...adjustment, value: '1,5' };
    assertRefused(await api.request('PUT', 'holidayAdjustment/add', { form: wrong }), 422, 'value');
    const roles = await api.put('userRoles/set', { user_id: id('user'), user_role_ids: '2, 1' });
    assert.deepEqual(idsOf(roles), ['1', '2']);
    ledger.sent('users', id('user'), { user_role_ids: '1,2' });
    const preference = { user_id: id('user'), name: 'columns[]', value: 'a=1&b=ü+%' };
    const [kept] = await api.put('userPreferences/set', preference);
    ledger.sent('userPreferences', String(kept?.['id']), preference);
  });

  it('writes teams and members, and deletes members by both ids', async () => {
    const { api, create, ledger, id } = told();
    await create('team', 'teams', { name: 'Team + Zwei', team_leader_id: id('manager'), project_id: '1' });
    for (const name of ['user', 'manager'])
      await api.create('teamMembers', { team_id: id('team'), user_id: id(name) });
    const [full] = await api.read(`teams/read/${id('team')}`);
    assert.equal(full?.['current_team_members'], `${id('user')},${id('manager')}`);
    await api.delete('teamMembers/delete', { query: { team_id: id('team'), user_id: id('manager') } });
    const left = await api.read('teamMembers/read', { team_id: id('team') });
    assert.deepEqual(
      left.map((row) => row['user_id']),
      [id('user')],
    );
    ledger.sent('teams', id('team'), { current_team_members: id('user') });
    const lonely = await api.request('POST', 'teamMembers/create', { form: { team_id: id('team') } });
    assertRefused(lonely, 400, 'user_id');
  });

  it('writes, updates and deletes messages and translations', async () => {
    const { api, create, update, ledger, id } = told();
    const message = { sender_id: id('manager'), message: 'Hallo & willkommen + 1 %' };
    await create('message', 'messages', { ...message, receiver_type: 'USER', receiver_id: id('user') });
    const toAll = { ...message, receiver_id: '', include_sub_department: 'true' };
    await create('toAll', 'messages', toAll, { receiver_type: 'ALL' });
    const translation = { translation_key: 'a.b+c', value: 'Übersetzt & gut', language_id: '1' };
    await create('translation', 'translations', translation);
    await update('messages', 'message', { message: 'Geändert & neu' });
    await update('translations', 'translation', { value: '100 %' });
    await api.delete(`messages/delete/${id('toAll')}`);
    ledger.gone('messages', id('toAll'));
    assertRefused(await api.request('POST', 'messages/create', { form: { message: 'x' } }), 400, 'sender_id');
  });
});
