// A change of rights takes effect with the next request.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { storageEngines } from '../support/engines.ts';
import { entityAbout } from './company-rows.ts';
import { startCompany, type Company, type Person } from './company.ts';

for (const engine of storageEngines) {
  describe(`changed rights (${engine.name})`, () => {
    let company: Company;
    before(async () => {
      company = await startCompany(engine);
      for (const person of Object.values(company.people)) {
        await company.machine.create('timeTrackings', await entityAbout(company, 'timeTrackings', person));
      }
    });
    after(() => company?.installation.close());

    const change = async (path: string, fields: object): Promise<void> => {
      const answer = await company.machine.put(path, fields);
      assert.equal(answer.status, 200, answer.text);
    };

    test('moves the times of a person to the supervisor of their new department', async () => {
      const { supervisor, assistant } = company.callers;
      const { report } = company.people;
      for (const client of [supervisor, assistant])
        assert.equal(await seesTimes(company, client, 'report'), true);
      await change(`users/update/${report}`, { department_id: company.departments.south });
      for (const client of [supervisor, assistant])
        assert.equal(await seesTimes(company, client, 'report'), false);
      assert.equal(await books(company, supervisor, 'report'), 401);
      await change(`users/update/${report}`, { department_id: company.departments.branch });
      for (const client of [supervisor, assistant])
        assert.equal(await seesTimes(company, client, 'report'), true);
      assert.equal(await books(company, supervisor, 'report'), 200);
    });

    test('moves a department in the tree to another supervisor', async () => {
      const { supervisor } = company.callers;
      await change(`departments/update/${company.departments.branch}`, { mother_id: 1 });
      assert.equal(await seesTimes(company, supervisor, 'report'), false);
      await change(`departments/update/${company.departments.branch}`, {
        mother_id: company.departments.north,
      });
      assert.equal(await seesTimes(company, supervisor, 'report'), true);
    });

    test('gives a new supervisor or assistant access at once and ends the former', async () => {
      const { supervisor, assistant, employee } = company.callers;
      const north = `departments/update/${company.departments.north}`;
      await change(north, { supervisor_id: company.people.employee });
      assert.equal(await seesTimes(company, employee, 'report'), true);
      assert.equal(await seesTimes(company, supervisor, 'report'), false);
      assert.equal(await seesTimes(company, assistant, 'report'), true);
      await change(north, { supervisor_id: company.people.supervisor, supervisor_assistant_id: null });
      assert.equal(await seesTimes(company, supervisor, 'report'), true);
      assert.equal(await seesTimes(company, employee, 'report'), false);
      assert.equal(await seesTimes(company, assistant, 'report'), false);
      await change(north, { supervisor_assistant_id: company.people.assistant });
    });

    test('follows changes of team members and team leaders', async () => {
      const { teamLeader, employee } = company.callers;
      const { machine, team, people } = company;
      assert.equal(await seesTimes(company, teamLeader, 'member'), true);
      assert.equal(await seesTimes(company, teamLeader, 'colleague'), false);
      await machine.create('teamMembers', { team_id: team, user_id: people.colleague });
      assert.equal(await seesTimes(company, teamLeader, 'colleague'), true);
      await machine.delete('teamMembers/delete', { team_id: team, user_id: people.colleague });
      assert.equal(await seesTimes(company, teamLeader, 'colleague'), false);
      await change(`teams/update/${team}`, { team_leader_id: people.employee });
      assert.equal(await seesTimes(company, teamLeader, 'member'), false);
      assert.equal(await seesTimes(company, employee, 'member'), true);
      await change(`teams/update/${team}`, { team_leader_id: people.teamLeader });
      assert.equal(await seesTimes(company, employee, 'member'), false);
    });

    test('follows changes of HR managers and administrators', async () => {
      const { employee } = company.callers;
      const own = `users/update/${company.people.employee}`;
      assert.equal(await seesTimes(company, employee, 'colleague'), false);
      await change(own, { hr_manager: 1 });
      assert.equal(await seesTimes(company, employee, 'colleague'), true);
      assert.equal((await employee.post('skills/create', { syn: 'S' })).status, 401);
      await change(own, { hr_manager: 0, internal_user_group: 1 });
      assert.equal((await employee.post('skills/create', { syn: 'S' })).status, 200);
      await change(own, { internal_user_group: 2 });
      assert.equal((await employee.post('skills/create', { syn: 'S' })).status, 401);
      assert.equal(await seesTimes(company, employee, 'colleague'), false);
    });

    test('does not confirm an ETag after the caller has lost access', async () => {
      const { supervisor } = company.callers;
      const path = 'timeTrackings/read';
      const query = { user_id: company.people.report };
      const kept = await supervisor.get(path, query);
      const tag = kept.headers.get('etag') ?? '';
      assert.equal((await supervisor.get(path, query, { 'if-none-match': tag })).status, 304);
      await change(`users/update/${company.people.report}`, { department_id: company.departments.south });
      const now = await supervisor.get(path, query, { 'if-none-match': tag });
      assert.equal(now.status, 200);
      assert.equal(now.json['NumResults'], 0);
      await change(`users/update/${company.people.report}`, { department_id: company.departments.branch });
    });

    test('shows a message to a department to its current members', async () => {
      const { employee } = company.callers;
      const { id } = await company.machine.create('messages', {
        message: 'to the north',
        sender_id: 1,
        receiver_type: 'DEPARTMENT',
        receiver_id: company.departments.north,
        include_sub_department: 1,
      });
      const found = async (): Promise<number> =>
        (await employee.get(`messages/read/${id}`)).json['NumResults'];
      assert.equal(await found(), 0);
      await change(`users/update/${company.people.employee}`, { department_id: company.departments.branch });
      assert.equal(await found(), 1);
      await change(`users/update/${company.people.employee}`, { department_id: company.departments.south });
      assert.equal(await found(), 0);
    });
  });
}

async function seesTimes({ people }: Company, client: Client, person: Person): Promise<boolean> {
  const answer = await client.get('timeTrackings/read', { user_id: people[person] });
  assert.equal(answer.status, 200, answer.text);
  return answer.json['NumResults'] > 0;
}

async function books(company: Company, client: Client, person: Person): Promise<number> {
  const entity = await entityAbout(company, 'timeTrackings', company.people[person]);
  return (await client.post('timeTrackings/create', entity)).status;
}
