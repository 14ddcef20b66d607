// A Postman script enters departments, people, projects and times as form bodies. The only JSON in a request is the
// text of `nestedEntities`.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Elements } from '../support/xml.ts';
import { assertRefused, idsOf, inEveryManner, secret } from './form-story.ts';

const username = 'jürgen+öl&co';
const flags = ['is_billable', 'is_nonworking', 'is_paid_non_working'];

inEveryManner('form bodies', (told) => {
  it('creates a tree of departments with any character in names', async () => {
    const { create, id } = told();
    const top = await create('sales', 'departments', {
      department_name: 'Büro & Verkauf + 100 % = „alles“; <b>',
      mother_id: '1',
      active: 'true',
      sort_order: '7',
    });
    const inside = {
      department_name: 'Export+Import',
      mother_id: id('sales'),
      active: '1',
      supervisor_id: '',
    };
    const below = await create('export', 'departments', inside);
    assert.equal(top['node_path'], `1/${id('sales')}`);
    assert.equal(below['node_path'], `1/${id('sales')}/${id('export')}`);
    const former = { department_name: 'Früher', mother_id: '0', active: 'false' };
    await create('former', 'departments', former, { mother_id: '' });
  });

  it('creates people with a schedule, dates, amounts as text and any password', async () => {
    const { create, update, asUser, id } = told();
    await create('user', 'users', {
      username,
      firstname: 'Jürgen & Co + 50 %',
      lastname: 'Ößl=„X“ 😀',
      password: secret,
      active: 'true',
      department_id: id('export'),
      internal_user_group: '2',
      timesheet_template_id: '2',
      timesheet_template_id_valid_starting_from: '2026-01-01',
      entry_date: '2026-01-01',
      birthday: '1980-02-29',
      internal_cost_per_hour: '41.50',
      annual_hours_per_year: '1720',
      timesheet_holiday_calc_yearly_amount: '25.5',
      payroll_accounting_initial_value_working_time_total_balance: '-3.25',
      time_tracking_ex_post_earliest_working_time: '06:30:00',
      manual_timetracking: 'TRUE',
      hr_manager: 'false',
      timezone: 'Europe/Vienna',
      notes: '',
    });
    const leader = { username: 'leader', firstname: 'Lea', lastname: 'Der', password: secret };
    await create('leader', 'users', { ...leader, internal_user_group: '1', active: '1' });
    await update('departments', 'sales', { supervisor_id: id('leader') });
    const [me] = await (await asUser(username)).read('users/me');
    assert.equal(me?.['id'], id('user'));
  });

  it('creates clients and projects with nested children as JSON text', async () => {
    const { create, api, ledger, id } = told();
    await create('client', 'clients', {
      company_name: 'Müller & Söhne + Partner',
      active: 'true',
      zip: '01010',
    });
    await create('project', 'projects', {
      name: 'Umbau 50 % + Neubau',
      mother_id: '1',
      status: '2',
      client_id: id('client'),
      budget: '1000.10',
      begin: '2026-06-01',
      is_hidden: 'false',
      nestedEntities: JSON.stringify({
        tasks: [
          { name: 'Mauern & Putz', sort_order: '1' },
          { name: 'Malen', is_billable: 'true' },
        ],
        projects: [{ name: 'Dach', status: '1', nestedEntities: { tasks: [{ name: 'Decken + Dämmen' }] } }],
      }),
    });
    const tasks = await api.read('tasks/read', { mother_id: id('project'), _order_by: 'id' });
    const [roof] = await api.read('projects/read', { mother_id: id('project') });
    const below = await api.read('tasks/read', { mother_id: String(roof?.['id']) });
    const shown = [...tasks, roof, ...below].map((row) => [
      row?.['name'],
      row?.['status'],
      row?.['is_billable'],
    ]);
    assert.deepEqual(shown, [
      ['Mauern & Putz', '1', '0'],
      ['Malen', '1', '1'],
      ['Dach', '1', undefined],
      ['Decken + Dämmen', '1', '0'],
    ]);
    ledger.found('tasks', [...tasks, ...below]);
    ledger.found('projects', [roof as Elements]);
  });

  it('creates tasks of every type with flags as true, false, 1 and 0', async () => {
    const { create, id } = told();
    for (const task_type of flags) {
      const sent = { name: `Task ${task_type}`, mother_id: id('project'), task_type, revenue_per_hour: '90' };
      const row = await create(task_type, 'tasks', sent);
      assert.deepEqual(
        flags.filter((flag) => row[flag] === '1'),
        [task_type],
      );
    }
    await create('task', 'tasks', {
      name: 'Flags',
      mother_id: id('project'),
      is_startable: 'true',
      is_favourite: '1',
      is_todo: 'false',
      is_billable: '0',
      status: '1',
      target_duration: '0.10',
      deadline: '2026-12-31',
    });
  });

  it('filters active rows with active=true', async () => {
    const { api, id } = told();
    const active = { active: 'true' };
    assert.deepEqual(idsOf(await api.read('departments/read', active)), ['1', id('sales'), id('export')]);
    assert.deepEqual(idsOf(await api.read('departments/read', { active: 'false' })), [id('former')]);
    assert.deepEqual(idsOf(await api.read('workSchedules/read', active)), ['1', '2']);
    const people = await api.read('users/read', { ...active, _op__id: 'gt', id: '1' });
    assert.deepEqual(idsOf(people), [id('user'), id('leader')]);
    const refused = await api.request('GET', 'departments/read', { query: { active: 'yes' } });
    assertRefused(refused, 422, 'active');
  });

  it('filters by text with any character', async () => {
    const { api, id } = told();
    assert.deepEqual(idsOf(await api.read('users/read', { username })), [id('user')]);
    const like = { department_name: '100 % = „ALLES“', _op__department_name: 'like' };
    assert.deepEqual(idsOf(await api.read('departments/read', like)), [id('sales')]);
    const both = { id: `${id('user')}|${id('leader')}`, _op__id: 'in', _order_by: 'id', _order_desc: 'true' };
    assert.deepEqual(idsOf(await api.read('users/read', both)), [id('leader'), id('user')]);
  });

  it('books times with nested checkpoints and the zone by name or number', async () => {
    const { api, create, ledger, id } = told();
    await create(
      'gate',
      'checkpoints',
      { name: 'Tor 1 & 2', mandatory: 'false', start_time: '07:00' },
      { start_time: '07:00:00' },
    );
    const [zone] = await api.read('timezones/read', { timezone: 'Europe/Vienna' });
    const [byName, byNumber] = ['Europe/Vienna', String(zone?.['id'])];
    assert.match(byNumber, /^\d+$/);
    const passed = (time: string, timezone: string): object => ({
      checkpoint_id: id('gate'),
      timestamp: `2026-06-02 ${time}:00`,
      timezone,
      geo_lat: '48.2081743',
    });
    const tracking = await create('tracking', 'timeTrackings', {
      user_id: id('user'),
      task_id: id('task'),
      start_time: '2026-06-02 08:00:00',
      start_time_timezone: byName,
      end_time: '2026-06-02 16:30:00',
      end_time_timezone: byName,
      notes: 'Zeile 1\nZeile 2 & mehr',
      geo_start_lat: '48.2081743',
      nestedEntities: JSON.stringify({
        checkpointTrackings: [passed('08:05', byName), passed('09:05', byNumber)],
      }),
    });
    assert.equal(tracking['duration'], '30600');
    const gates = await api.read('checkpointTrackings/read', { time_tracking_id: id('tracking') });
    assert.deepEqual(
      gates.map(({ timestamp, timezone, geo_lat }) => [timestamp, timezone, geo_lat]),
      ['08:05', '09:05'].map((time) => [`2026-06-02 ${time}:00`, byName, '48.2081743']),
    );
    ledger.found('checkpointTrackings', gates);
    const alone = {
      checkpoint_id: id('gate'),
      time_tracking_id: id('tracking'),
      timestamp: '2026-06-02T10:05',
    };
    const shown = { timestamp: '2026-06-02 10:05:00', timezone: byName };
    await create('passed', 'checkpointTrackings', { ...alone, timezone: byNumber }, shown);
  });

  it('updates rows by an id in the body or in the address', async () => {
    const { api, update, ledger, id } = told();
    await update('users', 'user', {
      lastname: 'Öl + Essig & Co',
      active: '1',
      exit_date: '2027-12-31',
      skype: '',
    });
    await update('projects', 'project', { status: '4', budget: '0.5' });
    await update('projects', 'project', { status: '2' });
    await update('clients', 'client', { city: 'Wien & Umgebung', active: 'false' });
    await update('timeTrackings', 'tracking', { end_time: '2026-06-02 17:00:00', is_billable: 'true' });
    const flagged = { name: 'Flaggen & Fahnen', is_todo: 'true' };
    const [row] = await api.put(`tasks/update/${id('task')}`, flagged);
    assert.deepEqual([row?.['name'], row?.['is_todo'], row?.['is_favourite']], [flagged.name, '1', '1']);
    ledger.sent('tasks', id('task'), flagged);
    const nameless = await api.request('PUT', 'users/update', { form: { skype: 'x' } });
    assertRefused(nameless, 400, 'id');
    const unknown = await api.request('PUT', `users/update/${id('user')}`, { form: { nofield: '1' } });
    assertRefused(unknown, 422, 'nofield');
  });

  it('deletes rows by an id in the address, the query or a form', async () => {
    const { api, ledger, id } = told();
    await api.delete(`tasks/delete/${id('is_nonworking')}`);
    await api.delete('checkpointTrackings/delete', { query: { id: id('passed') } });
    await api.delete('departments/delete', { form: { id: id('former') } });
    ledger.gone('tasks', id('is_nonworking'));
    ledger.gone('checkpointTrackings', id('passed'));
    ledger.gone('departments', id('former'));
    const used = await api.request('DELETE', `departments/delete/${id('export')}`);
    assertRefused(used, 422, 'id');
  });
});
