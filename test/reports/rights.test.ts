// Tests the rights on reports: a report shows exactly the rows that the caller may read.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client, Envelope } from '../support/client.ts';
import { storageEngines } from '../support/engines.ts';
import { startCompany, type Company, type Person } from '../matrix/company.ts';
import { absence, enter } from '../absences/absence.ts';
import { booking } from '../time-tracking/booking.ts';

/** Report → the resource whose rows it adds up. */
const reports = {
  hoursReports: 'timeTrackings',
  absenceReports: 'absenceDays',
  overtimeReports: 'timesheetAccountings',
} as const;
const period = { date_from: '2026-05-01', date_to: '2026-05-31' };

for (const engine of storageEngines) {
  describe(`rights on reports (${engine.name})`, () => {
    let company: Company;
    before(async () => {
      company = await startCompany(engine);
      const { machine, people } = company;
      for (const person of Object.values(people)) {
        await machine.put(`users/update/${person}`, { entry_date: '2026-05-01' });
        const times = { start: '2026-05-31 21:00', end: '2026-06-01 03:00' };
        await machine.create('timeTrackings', booking(person, times));
        await enter(machine, absence(person, '2026-05-05'));
      }
    });
    after(() => company?.installation.close());

    const peopleIn = async (client: Client, resource: string, query: object): Promise<readonly number[]> => {
      const { json } = await client.get(`${resource}/read`, { ...query, _limit: 10_000 });
      return [...new Set<number>(json['Results'].map(({ user_id }: Envelope) => user_id))].sort(
        (a, b) => a - b,
      );
    };

    test('show a caller exactly the users whose rows the caller may read', async () => {
      for (const [report, resource] of Object.entries(reports)) {
        const query = { ...(report === 'overtimeReports' ? period : {}), _group_by: 'user_id' };
        for (const [column, client] of Object.entries(company.callers)) {
          if (column === 'foreigner') continue;
          const told = await peopleIn(client, report, query);
          // Public holidays are days of people too, but no absences.
          const rows = resource === 'absenceDays' ? { _op__request_id: 'notnull' } : {};
          assert.deepEqual(told, await peopleIn(client, resource, rows), `${column} ${report}`);
          assert.ok(told.length > 0, `${column} ${report}`);
        }
      }
    });

    test('show a team leader the times of members, but no absences or overtime', async () => {
      const { teamLeader, member } = company.people;
      const { callers } = company;
      assert.deepEqual(await peopleIn(callers.teamLeader, 'hoursReports', {}), [teamLeader, member]);
      assert.deepEqual(await peopleIn(callers.teamLeader, 'absenceReports', {}), [teamLeader]);
      assert.deepEqual(await peopleIn(callers.teamLeader, 'overtimeReports', period), [teamLeader]);
    });

    test('sum readable rows only, so that an employee sees the own total', async () => {
      for (const [report, field] of [
        ['hoursReports', 'hours'],
        ['absenceReports', 'days'],
        ['overtimeReports', 'target_working_hours'],
      ] as const) {
        const query = report === 'overtimeReports' ? period : {};
        const total = { ...query, [`_aggregate__${field}`]: 'sum' };
        const own = { ...total, user_id: company.people.employee };
        const sum = async (client: Client, asked: object): Promise<number> =>
          (await client.get(`${report}/read`, { ...asked })).json['Results'][0][field];
        const { employee, machine } = company.callers;
        assert.equal(await sum(employee, total), await sum(machine, own), report);
        assert.ok((await sum(machine, total)) > (await sum(employee, total)), report);
      }
    });

    test('follow permissions on the rows, and take no permission of their own', async () => {
      const { machine, people, callers } = company;
      for (const [report, resource] of Object.entries(reports)) {
        const permission = {
          user_id: people.employee,
          resource_name: resource,
          permission_name: 'read',
          permission_scope_id: 6,
          permission_scope_data_1: people.colleague,
        };
        const query = report === 'overtimeReports' ? period : {};
        const { id } = await machine.create('permissions', permission);
        const told = await peopleIn(callers.employee, report, query);
        assert.deepEqual(
          told,
          [people.employee, people.colleague].sort((a, b) => a - b),
          report,
        );
        await machine.delete(`permissions/delete/${id}`);
        assert.deepEqual(await peopleIn(callers.employee, report, query), [people.employee]);
        const refused = await machine.post('permissions/create', { ...permission, resource_name: report });
        assert.equal(refused.status, 422, refused.text);
      }
    });

    test('hide project and client of a task that the caller cannot see', async () => {
      const { machine, callers, people } = company;
      const client = await machine.create('clients', { company_name: 'Secret' });
      const project = await machine.create('projects', { name: 'S', mother_id: 1, client_id: client['id'] });
      const task = await machine.create('tasks', { name: 'T', mother_id: project['id'] });
      const times = { start: '2026-05-12 08:00', end: '2026-05-12 09:00' };
      await machine.create('timeTrackings', { ...booking(people.employee, times), task_id: task['id'] });
      const told = async (person: Person): Promise<readonly Envelope[]> => {
        const query = { task_id: task['id'], _fields: 'project_id,project_tree_id,client_id,hours' };
        return (await callers[person as 'employee'].get('hoursReports/read', query)).json['Results'];
      };
      const open = { project_id: project['id'], client_id: client['id'], hours: 1 };
      const lines = [1, project['id']].map((project_tree_id) => ({ ...open, project_tree_id }));
      assert.deepEqual(await told('employee'), lines);
      await machine.put(`projects/update/${project['id']}`, { is_hidden: 1 });
      const nothing = { project_id: null, project_tree_id: null, client_id: null, hours: 1 };
      assert.deepEqual(await told('employee'), [nothing]);
      assert.deepEqual(await told('hrManager'), lines);
      for (const query of [
        { project_id: project['id'] },
        { project_tree_id: 1 },
        { client_id: client['id'] },
      ]) {
        const asked = { ...query, date: '2026-05-12' };
        assert.equal((await callers.employee.get('hoursReports/read', asked)).json['NumResults'], 0);
      }
    });
  });
}
