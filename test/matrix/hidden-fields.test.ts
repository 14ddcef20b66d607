// No read parameter reveals a field that the caller may not see.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { storageEngines } from '../support/engines.ts';
import { startCompany, type Company } from './company.ts';
import { assertFieldRefused, assertUnusable, operandOf, operators, queriesOn } from './field-queries.ts';

/** What employees may not know of anybody, with a value that a row has and what a guess of it looks like. */
const hidden: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  users: {
    internal_cost_per_hour: 41.5,
    revenue_per_hour: 99.5,
    notes: 'secret remark',
    social_security_number: '1234010180',
    overtime_allowance_included_overtime_hours_per_cycle: 7.25,
    overtime_allowance_is_all_in: 1,
    authentication_blocked: 0,
    unsuccessful_login_count: 0,
  },
  skills: { internal_cost_per_hour: 31.25, revenue_per_hour: 61.25 },
  tasks: { internal_cost_per_hour: 32.25, revenue_per_hour: 62.25 },
  clients: {
    username: 'secret.client',
    address_1: 'Secret street 1',
    zip: '9999',
    city: 'Secretville',
    country_id: 40,
    customer_number: 'C-77',
    phone_1: '+43 1 77',
    email_address: 'secret@client.example',
  },
};

/** The values that employees may read of themselves only. */
const ownOnly: Readonly<Record<string, string | number>> = {
  username: 'colleague',
  email_address: 'colleague@acme.example',
  birthday: '1980-01-01',
  entry_date: '2020-01-01',
  address_1: 'Private street 5',
  phone_1: '+43 664 5',
  personnel_number: 'P-5',
  timesheet_holiday_calc_yearly_amount: 25.5,
  payroll_accounting_initial_value_holiday: 3.5,
  hr_manager: 0,
  internal_user_group: 2,
  last_login: '2025-01-01 00:00:00',
};

/** All that a colleague's row may show. */
const publicOfUsers = [
  'id',
  'firstname',
  'lastname',
  'fullname',
  'abbrevation',
  'profile_picture',
  'department_id',
  'active',
];

const secrets = ['password', 'pin_code'];

for (const engine of storageEngines) {
  describe(`hidden fields (${engine.name})`, () => {
    let company: Company;
    let employee: Client;
    const row: Record<string, number> = {};
    before(async () => {
      company = await startCompany(engine);
      ({ employee } = company.callers);
      await fill(company, row);
      const asked = { setting_type: 'colleagues_see_contact' };
      const setting = first(await company.machine.get('generalSettings/read', asked));
      await company.machine.put('generalSettings/update', { id: setting['id'], setting_value: '0' });
    });
    after(() => company?.installation.close());

    for (const [resource, fields] of Object.entries(hidden)) {
      test(`refuses ${Object.keys(fields).length} fields of ${resource} to an employee in every parameter`, async () => {
        for (const [field, value] of Object.entries(fields)) {
          await assertUnusable(employee, { resource, field, value });
          const chosen = await employee.get(`${resource}/read`, { _fields: `id,${field}` });
          assertFieldRefused(chosen, field);
        }
      });

      test(`finds rows of ${resource} by the same parameters for an administrator`, async () => {
        const { administrator } = company.callers;
        for (const [field, value] of Object.entries(fields)) {
          const found = await administrator.get(`${resource}/read`, {
            [field]: value,
            id: row[resource] as number,
          });
          assert.equal(found.json['NumResults'], 1, found.text);
        }
      });
    }

    test('refuses private fields of a colleague in every parameter', async () => {
      for (const [field, value] of Object.entries(ownOnly)) {
        await assertUnusable(employee, { resource: 'users', field, value });
        const chosen = await employee.get('users/read', { _fields: `id,${field}`, _limit: 1000 });
        const shown = (chosen.json['Results'] as Envelope[])
          .filter((one) => field in one)
          .map(({ id }) => id);
        assert.deepEqual(shown, [company.people.employee], field);
      }
    });

    test('returns only public fields of a colleague from every read', async () => {
      const id = company.people.colleague;
      const team = await company.machine.create('teams', { name: 'Shown', team_leader_id: id });
      const answers: readonly (readonly [Answer, (answer: Answer) => Envelope])[] = [
        [await employee.get(`users/read/${id}`), first],
        [await employee.get('users/read', { id, _since: '2026-01-01 00:00:00', _fetch_deleted: 1 }), first],
        [await employee.get('users/read', { id, nestedEntities: '{}' }), first],
        [
          await employee.get('deltaSync/read', { users__id: id, _include: 'users' }),
          (answer) => part(answer, 'users'),
        ],
        [
          await employee.get('fetchData/read', { users__id: id, _include: 'users' }),
          (answer) => part(answer, 'users'),
        ],
        [
          await employee.get('teams/read', { id: team['id'], _resolve: 'team_leader_id' }),
          (answer) => first(answer)['team_leader'],
        ],
      ];
      for (const [answer, pick] of answers)
        assert.deepEqual(Object.keys(pick(answer)).sort(), [...publicOfUsers].sort());
      const resolved = await employee.get('users/read', { id, _resolve: 'language_id,start_task_at_login' });
      assert.deepEqual(Object.keys(first(resolved)).sort(), [...publicOfUsers].sort());
      const xml = await employee.get(`users/read/${id}`, {}, { accept: 'application/xml' });
      assert.ok(xml.text.includes('<firstname>colleague</firstname>'));
      assert.ok(!xml.text.includes('<username>') && !xml.text.includes('Private'));
    });

    test('returns no hidden field in relations and children', async () => {
      const client = row['clients'] as number;
      const project = await company.machine.create('projects', {
        name: 'P',
        mother_id: 1,
        client_id: client,
        budget: 77.75,
      });
      await company.machine.create('tasks', { name: 'T', mother_id: project['id'], revenue_per_hour: 62.25 });
      const answer = await employee.get('projects/read', {
        id: project['id'],
        _resolve: 'client_id',
        nestedEntities: JSON.stringify({ tasks: [{}] }),
      });
      const shown = first(answer);
      assert.deepEqual(Object.keys(shown['client']).sort(), ['active', 'company_name', 'id']);
      assert.equal(shown['nestedEntities'].tasks.length, 1);
      for (const text of ['62.25', '77.75', 'Secret', 'revenue_per_hour', 'budget'])
        assert.ok(!answer.text.includes(text), text);
    });

    test('hides the budget of a project of another leader in every query', async () => {
      const { machine, people, callers } = company;
      await machine.create('projects', { name: 'Costly', mother_id: 1, budget: 88.75 });
      await machine.create('projects', { name: 'Led', mother_id: 1, project_leader_id: people.employee });
      const queries = operators.map((operator) => ({
        budget: operandOf(operator, 88.75),
        _op__budget: operator,
      }));
      for (const query of [
        ...queries,
        { _aggregate__budget: 'max' },
        { _aggregate__budget: 'sum' },
        { _group_by: 'budget' },
      ]) {
        const { status, json, text } = await employee.get('projects/read', query);
        assert.equal(status, 200);
        assert.equal((await callers.teamLeader.get('projects/read', query)).status, 401, 'leads no project');
        for (const found of json['Results']) assert.equal(found.budget ?? null, null, text);
        assert.ok(!text.includes('88.75') && !text.includes('Costly'), text);
      }
      const byBudget = await idsOf(employee, { _order_by: 'budget' });
      assert.deepEqual(byBudget, await idsOf(employee, { _order_by: 'id' }));
      assert.deepEqual(await idsOf(employee, { _order_by: 'budget', _order_desc: 1 }), byBudget);
    });

    test('refuses passwords and PINs as unknown fields for every reader', async () => {
      for (const caller of ['employee', 'hrManager', 'administrator', 'machine'] as const) {
        const client = company.callers[caller];
        for (const field of secrets) {
          for (const query of queriesOn(field, 'x')) {
            const answer = await client.get('users/read', query);
            assert.equal(answer.status, 422, answer.text);
            assert.equal(answer.json['ErrorExtended'].errorCode, 'unknown_parameter');
          }
          assert.equal((await client.get('users/read', { _fields: field })).status, 422);
        }
        for (const path of ['users/read', 'users/me', 'deltaSync/read']) {
          const { text } = await client.get(path, { _limit: 1000 });
          for (const word of [...secrets.map((name) => `"${name}"`), 'argon2', 'username_folded'])
            assert.ok(!text.includes(word), `${path} ${word}`);
        }
      }
    });

    test('refuses columns that only the server knows as unknown fields', async () => {
      const columns = {
        users: 'username_folded',
        timeTrackings: 'start_instant',
        tasks: 'hidden_on_path',
        timeTrackingChangelogs: 'old_values',
      };
      for (const [resource, column] of Object.entries({
        ...columns,
        projects: 'booked_seconds',
        checkpointTrackings: 'user_id',
      })) {
        for (const query of queriesOn(column, '1')) {
          assert.equal(
            (await company.machine.get(`${resource}/read`, query)).status,
            422,
            `${resource} ${column}`,
          );
        }
      }
      for (const [resource, column] of Object.entries({ ...columns, checkpointTrackings: 'user_id' })) {
        const written = await company.machine.post(`${resource}/create`, { [column]: 1 });
        assert.ok([404, 422].includes(written.status), `${resource} ${column}: ${written.text}`);
      }
    });

    test('refuses a right and a wrong value with the same sentence', async () => {
      for (const [field, value] of Object.entries({ ...hidden['users'], ...ownOnly })) {
        const wrong = typeof value === 'number' ? value + 1 : `${String(value).slice(0, -1)}3`;
        const [right, other] = [
          await employee.get('users/read', { [field]: value }),
          await employee.get('users/read', { [field]: wrong }),
        ];
        assert.deepEqual([other.status, sentence(other)], [right.status, sentence(right)]);
      }
    });

    test('refuses protected fields of the own row, single and in a batch', async () => {
      const own = company.people.employee;
      for (const change of [
        { internal_user_group: 1 },
        { hr_manager: 1 },
        { department_id: 1 },
        { username: 'colleague' },
        { notes: 'x' },
        { active: 0 },
      ]) {
        const single = await employee.put(`users/update/${own}`, change);
        assert.equal(single.status, 401, single.text);
        const batch = await employee.put('users/update', [{ id: own, ...change }]);
        assert.equal(batch.json['Results'][0].Error, 401, batch.text);
      }
      assert.equal(
        (await company.machine.get(`users/read/${own}`)).json['Results'][0].internal_user_group,
        2,
      );
    });
  });
}

async function fill({ machine, people, installation }: Company, row: Record<string, number>): Promise<void> {
  const { notes, internal_cost_per_hour, ...rest } = hidden['users'] as Record<string, unknown>;
  const { authentication_blocked: _blocked, unsuccessful_login_count: _count, ...managed } = rest;
  const { username: _name, last_login: _login, ...personal } = ownOnly;
  await machine.put(`users/update/${people.colleague}`, {
    notes,
    internal_cost_per_hour,
    ...managed,
    ...personal,
  });
  row['users'] = people.colleague;
  row['skills'] = (await machine.create('skills', { syn: 'Skill', ...hidden['skills'] }))['id'];
  row['tasks'] = (await machine.create('tasks', { name: 'Paid', mother_id: 3, ...hidden['tasks'] }))['id'];
  row['clients'] = (await machine.create('clients', { company_name: 'Client', ...hidden['clients'] }))['id'];
  await installation.account.login('colleague');
}

async function idsOf(client: Client, query: Record<string, string | number>): Promise<readonly number[]> {
  const { json } = await client.get('projects/read', query);
  return json['Results'].map(({ id }: Envelope) => id);
}

function first(answer: Answer): Envelope {
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.json['NumResults'], 1, answer.text);
  return answer.json['Results'][0];
}

function part(answer: Answer, resource: string): Envelope {
  return answer.json['Results'][resource].Results[0];
}

function sentence(answer: Answer): string {
  return String(answer.json['ErrorMessage']);
}
