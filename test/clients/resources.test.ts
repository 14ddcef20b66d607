// Each other endpoint of the official client works as the documentation of the client shows.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeOnEveryEngine } from '../support/engines.ts';
import { newPerson, openOffice, refusalOf } from './official-client.ts';

describeOnEveryEngine('endpoints of the official client', (engine) => {
  const office = openOffice(engine);

  describe('departments', () => {
    it('creates, updates, reads and deletes departments', async () => {
      const { Results: north } = await office.api.departments.create({
        department_name: 'North',
        mother_id: 1,
      });
      const { Results: south } = await office.api.departments.create({
        department_name: 'South',
        mother_id: north.id,
      });
      assert.equal(south.node_path, `${north.node_path}/${south.id}`);
      const { Results: renamed } = await office.api.departments.update({
        id: north.id,
        department_name: 'Far North',
      });
      assert.equal(renamed.department_name, 'Far North');
      const { Results: both } = await office.api.departments.update([
        { id: north.id, sort_order: 2 },
        { id: south.id, sort_order: 1 },
      ]);
      assert.deepEqual(
        both.map((one) => 'sort_order' in one && one.sort_order),
        [2, 1],
      );
      const { Results: deleted } = await office.api.departments.delete(south.id);
      assert.equal(deleted.id, south.id);
      const { Results: left } = await office.api.departments.read();
      assert.deepEqual(
        left.map(({ id }) => id),
        [1, north.id],
      );
    });

    it('refuses to delete a department in use and names the resource that uses it', async () => {
      const { Results: mother } = await office.api.departments.create({
        department_name: 'Mother',
        mother_id: 1,
      });
      await office.api.users.create(newPerson('xaver', { department_id: mother.id }));
      const { code, message, response } = await refusalOf(office.api.departments.delete(mother.id));
      assert.equal(code, 422);
      assert.match(message, /users/);
      assert.equal(response?.ErrorExtended?.errorCode, 'in_use');
    });
  });

  describe('projects and tasks', () => {
    it('creates, reads, updates and deletes a task', async () => {
      const { Results: created } = await office.api.tasks.create({
        mother_id: 3,
        name: 'Paint',
        is_billable: true,
      });
      assert.deepEqual([created.name, created.mother_id, Number(created.is_billable)], ['Paint', 3, 1]);
      const { Results: updated } = await office.api.tasks.update({
        id: created.id,
        name: 'Paint twice',
        is_done: true,
      });
      assert.deepEqual(
        updated.map(({ id, name, is_done }) => [id, name, Number(is_done)]),
        [[created.id, 'Paint twice', 1]],
      );
      const { Results: deleted } = await office.api.tasks.delete(created.id);
      assert.equal(deleted.id, created.id);
      assert.equal((await office.api.tasks.readById(created.id)).Results, undefined);
    });

    it('reads all projects, and one by its id', async () => {
      const { Results: projects } = await office.api.projects.read({ _order_by: 'id' });
      assert.deepEqual(
        projects.map(({ id }) => id),
        [1, 3],
      );
      assert.equal((await office.api.projects.readById(3)).Results?.mother_id, 1);
    });

    it('names the missing field when a task has no name', async () => {
      const nameless = { mother_id: 3 } as Parameters<typeof office.api.tasks.create>[0];
      const { code, message, response } = await refusalOf(office.api.tasks.create(nameless));
      assert.equal(code, 400);
      assert.match(message, /\bname\b/);
      assert.equal(response?.ErrorExtended?.field, 'name');
    });
  });

  describe('messages', () => {
    it('creates, updates, reads and deletes a message', async () => {
      const { Results: me } = await office.api.users.readMe();
      const { Results: created } = await office.api.messages.create({
        sender_id: me.id,
        message: 'Free cake',
        receiver_type: 'ALL',
      });
      const [message] = created;
      assert.deepEqual(
        [message?.message, message?.sender_id, message?.receiver_id],
        ['Free cake', me.id, null],
      );
      const id = message?.id ?? 0;
      const { Results: updated } = await office.api.messages.update({ id, message: 'Cake is gone' });
      assert.equal(updated[0]?.message, 'Cake is gone');
      assert.equal((await office.api.messages.readById(id)).Results?.message, 'Cake is gone');
      await office.api.messages.delete(id);
      assert.deepEqual((await office.api.messages.read()).Results, []);
    });
  });

  describe('timesheets', () => {
    it('reads the days of a person, and one by its id', async () => {
      const { Results: person } = await office.api.users.create(newPerson('adam'));
      const { machine } = office.installation.account;
      const date = '2025-11-03';
      const approved = await machine.put('timesheetAccountings/approve', { user_id: person.id, date });
      const { id } = approved.json['Results'][0];
      const { Results: days } = await office.api.timesheetAccountings.read({ user_id: String(person.id) });
      assert.deepEqual(
        days.map((day) => [day.id, day.date, Number(day.approved_by_admin), day.week, day.working_time]),
        [[id, date, 1, 45, 0]],
      );
      assert.equal((await office.api.timesheetAccountings.readById(id)).Results?.date, date);
    });

    it('reads the summary of a person', async () => {
      const { Results: person } = await office.api.users.create(newPerson('eva'));
      await office.api.users.update({ id: person.id, timesheet_holiday_calc_yearly_amount: 25 });
      const { Results: summary } =
        await office.api.timesheetAccountingSummaries.readTimesheetAccountingSummaries({
          user_id: String(person.id),
        });
      assert.equal(summary.user.id, person.id);
      assert.equal(summary.current_period.holiday_available, 25);
      assert.match(summary.current_period.period_to, /^\d{4}-12-31$/);
      assert.equal(Boolean(summary.next_period.show_period), true);
      assert.equal(summary.overtime, null, 'nobody has counted a day');
    });

    it('requires user_id for a summary', async () => {
      const refused = await refusalOf(
        office.api.timesheetAccountingSummaries.readTimesheetAccountingSummaries(),
      );
      assert.equal(refused.code, 400);
      assert.match(refused.message, /user_id/);
    });
  });

  describe('other resources', () => {
    it('reads teams and their members', async () => {
      const { machine } = office.installation.account;
      const { Results: member } = await office.api.users.create(newPerson('willi'));
      const team = await machine.create('teams', { name: 'Blue', team_leader_id: member.id });
      await machine.create('teamMembers', { team_id: team['id'], user_id: member.id });
      assert.equal(
        (await office.api.teams.readById(team['id'] as number)).Results?.current_team_members,
        String(member.id),
      );
      const { Results: members } = await office.api.teamMembers.read({ team_id: String(team['id']) });
      assert.deepEqual(
        members.map(({ team_id, user_id }) => [team_id, user_id]),
        [[team['id'], member.id]],
      );
    });

    it('reads clients', async () => {
      const client = await office.installation.account.machine.create('clients', {
        company_name: 'Brown & Sons',
      });
      assert.equal(
        (await office.api.clients.readById(client['id'] as number)).Results?.company_name,
        'Brown & Sons',
      );
      assert.equal((await office.api.clients.read()).Results.length, 1);
    });

    it('reads a setting by its name', async () => {
      const { Results: settings } = await office.api.generalSettings.readBySettingType('server_timezone');
      assert.equal(settings.length, 1);
      assert.equal(settings[0]?.setting_value, 'UTC');
      assert.ok((await office.api.generalSettings.read()).Results.length > 1);
    });

    it('reads a translation by its key', async () => {
      await office.installation.account.machine.create('translations', {
        translation_key: 'hello',
        value: 'Grüß Gott',
        language_id: 1,
      });
      const { Results: texts } = await office.api.translations.readByTranslationKey('hello');
      assert.deepEqual(
        texts.map(({ value }) => value),
        ['Grüß Gott'],
      );
    });

    it('reads time zones, countries and salutations', async () => {
      const { Results: zones } = await office.api.timezones.read({ _limit: '1000' });
      assert.ok(zones.some((zone) => Object.values(zone).includes('Europe/Vienna')));
      const { Results: countries } = await office.api.countries.read({ _limit: '1000' });
      assert.ok(countries.some((country) => Object.values(country).includes('Austria')));
      assert.ok((await office.api.salutations.read()).Results.length > 0);
    });

    it('reads serverCommunication without a token, in any letter case of the account', async () => {
      const { Results } = await office.api.serverCommunication.readServerCommunication('ACME');
      assert.equal(Results.host, new URL(office.installation.address).host);
      assert.equal(Number(Results.force_sso), 0);
    });

    it('names an unknown resource in one sentence', async () => {
      const { code, message } = await refusalOf(office.api.healthData.read());
      assert.equal(code, 404);
      assert.match(message, /^There is no resource .*healthData/);
    });
  });
});
