// People in a browser: finding, adding, inviting, a schedule from a date, and what each kind of login may change.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Route } from 'playwright-core';
import {
  axeFindings,
  describeInBrowser,
  inLong,
  overflow,
  type ConsoleStage,
} from '../support/console-browser.ts';
import { startMailServer, type MailServer } from '../support/mail-server.ts';

describeInBrowser('people in the console', (startConsole) => {
  let stage: ConsoleStage;
  let mail: MailServer;
  before(async () => {
    mail = await startMailServer();
    stage = await startConsole({
      'smtp-url': mail.url,
      'mail-from': 'Hourbook <hours@acme.test>',
      'public-url': 'http://127.0.0.1',
      // Forms do not depend on the documentation that strangers may read.
      docs: 'off',
    });
  });
  after(async () => {
    await stage?.close();
    await mail.stop();
  });

  const userOf = async (query: object): Promise<Record<string, unknown>> => {
    const answer = await stage.installation.account.administrator.get('users/read', { ...query });
    return answer.json['Results'][0];
  };

  it('are said to be gone, and weeks are the present one, where an address names none', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit('people/abc');
    await page.getByText('This entry is not there, or you may not see it.').waitFor();
    await visit('week');
    const present = await page.locator('h1').textContent();
    for (const detail of ['%', '%E0']) {
      await visit(`week/${detail}`);
      assert.equal(await page.locator('h1').textContent(), present);
    }
    await visit('week/9999-12-31');
    assert.match((await page.locator('h1').textContent()) ?? '', /9999$/);
    await page.keyboard.press('j');
    assert.match((await page.locator('h1').textContent()) ?? '', /9999$/);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('are found by key, get a schedule from a date, and lose it again with Ctrl Z', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit('people');
    await page.locator('.rows', { hasText: 'Emil Larsson' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('lars');
    await page.locator('.rows tbody tr').nth(1).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Emil Larsson' }).click();
    await page.getByLabel('Work schedule').selectOption({ label: 'Part time' });
    await page.getByLabel('Schedule holds from').fill('2030-01-07');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.toast', { hasText: 'Saved: Emil Larsson' }).waitFor();
    await page.locator('.history', { hasText: 'from 7 Jan 2030' }).getByText('Part time').waitFor();
    const schedules = async (): Promise<readonly unknown[]> => {
      const { administrator } = stage.installation.account;
      const query = { user_id: stage.employeeId, _order_by: 'valid_from' };
      const rows = (await administrator.get('userTemplateHistory/read', query)).json['Results'];
      return (rows as readonly Record<string, unknown>[]).map((row) => [
        row['template_id'],
        row['valid_from'],
      ]);
    };
    assert.deepEqual(await schedules(), [
      [1, null],
      [2, '2030-01-07'],
    ]);
    await page.locator('h1').click();
    await page.keyboard.press('Control+z');
    await page.locator('.history', { hasText: 'from 7 Jan 2030' }).waitFor({ state: 'detached' });
    assert.deepEqual(await schedules(), [[1, null]]);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('show what the server refuses at its field, and keep what was typed', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 390, language: 'de' });
    await visit(`people/${stage.employeeId}`);
    await page.getByLabel('Letzter Tag').fill('2001-01-01');
    await page.getByRole('button', { name: 'Speichern' }).click();
    const field = page.locator('.field.wrong');
    await field.waitFor();
    assert.match((await field.textContent()) ?? '', /Letzter Tag.*darf nicht vor dem ersten liegen/s);
    assert.equal(await page.getByLabel('Letzter Tag').inputValue(), '2001-01-01');
    await page.locator('input[type=date]:focus').waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('have all their required fields marked at once where nothing was typed', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit('people/new');
    await page.getByRole('button', { name: 'With a password' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.field.wrong').first().waitFor();
    const names = await page.locator('.field.wrong .name').allTextContents();
    assert.deepEqual(names, await page.locator('.field .name', { hasText: '*' }).allTextContents());
    assert.ok(names.length > 2, names.join());
    await page.getByLabel('Username').fill('ida');
    await page.locator('.field.wrong', { hasText: 'Username' }).waitFor({ state: 'detached' });
    assert.equal(await page.locator('.field.wrong').count(), names.length - 1);
    assert.deepEqual(problems, []);
    await context.close();
  });

  inLong('get a mail when they are invited, and no password', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit('people');
    await page.locator('.rows', { hasText: 'Emil Larsson' }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'New: person' }).waitFor();
    await page.getByLabel('First name').fill('Ida');
    await page.getByLabel('Last name').fill('Rossi');
    await page.getByRole('button', { name: 'Mail an invitation' }).click();
    await page.locator('.field.wrong', { hasText: 'E-mail address' }).waitFor();
    await page.getByLabel('E-mail address').fill('ida@acme.test');
    await page.getByRole('button', { name: 'Mail an invitation' }).click();
    await page.getByRole('heading', { name: 'Ida Rossi' }).waitFor();
    const [sent] = await mail.wait(1);
    assert.deepEqual(sent?.envelope.to, ['ida@acme.test']);
    assert.equal((await userOf({ username: 'ida@acme.test' }))['fullname'], 'Ida Rossi');
    assert.deepEqual(problems, []);
    await context.close();
  });

  inLong('have roles that are ticked, and rights that say why', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit(`people/${stage.leaderId}`);
    await page.getByLabel('Apprentice').check();
    await page.locator('.toast', { hasText: 'Saved: Roles' }).waitFor();
    assert.equal((await userOf({ id: stage.leaderId }))['user_role_ids'], '3');
    await page.getByText('What this person may do').click();
    await page.getByText('leader of Site').waitFor();
    const line = page.locator('tr', { hasText: 'See the personnel data of a person.' });
    await line.getByText('Emil Larsson').waitFor();
    const decides = page.locator('tr', { hasText: 'Decide requests of a person for an absence.' });
    await decides.getByText('Emil Larsson').waitFor();
    assert.equal(await page.locator('tr', { hasText: 'Create a department.' }).count(), 0);
    await visit('people/1');
    await page.getByText('What this person may do').click();
    const reaches = { 'Create a person.': 'yes', 'Create a department.': 'yes', 'Change a project.': 'All' };
    for (const [question, reach] of Object.entries(reaches))
      await page.locator('tr', { hasText: question }).getByText(reach, { exact: true }).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('keep both roles that are ticked before the server has answered', async () => {
    const { page, problems, visit, settle, context } = await stage.open('admin', { width: 1280 });
    await visit(`people/${stage.employeeId}`);
    const slow = async (route: Route): Promise<void> => {
      await page.waitForTimeout(400);
      await route.continue();
    };
    await page.getByLabel('Apprentice').waitFor();
    await page.route('**/v4/**', slow);
    await page.getByLabel('Apprentice').click();
    await page.waitForTimeout(250);
    await page.getByLabel('Contractor').click();
    assert.deepEqual(await page.locator('.roles :checked').count(), 2);
    await settle();
    assert.equal(await page.locator('.roles :checked').count(), 2);
    assert.equal((await userOf({ id: stage.employeeId }))['user_role_ids'], '3,5');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('offer HR the fields that the server takes of HR, and no others', async () => {
    const { page, problems, visit, context } = await stage.open('hanna', { width: 1280 });
    await visit(`people/${stage.employeeId}`);
    await page.getByLabel('Personnel number').fill('4711');
    assert.equal(await page.getByLabel('HR manager').count(), 0);
    assert.equal(await page.getByLabel('Username').count(), 0);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.toast', { hasText: 'Saved: Emil Larsson' }).waitFor();
    assert.equal((await userOf({ id: stage.employeeId }))['personnel_number'], '4711');
    assert.deepEqual(problems, []);
    await context.close();
  });

  inLong('are read by who leads them, without a form or a login link', async () => {
    const { page, problems, visit, context } = await stage.open('lena', { width: 1280 });
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.locator('.rows', { hasText: 'Emil Larsson' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'New: person' }).count(), 0);
    await visit(`people/${stage.employeeId}`);
    await page.locator('.row-form .field', { hasText: 'First day' }).waitFor();
    assert.equal(await page.locator('.row-form :is(input, select, textarea, button)').count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Log in as this person' }).count(), 0);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('and master data are not offered to an employee, and the server refuses a change', async () => {
    const { page, visit, context } = await stage.open('emil', { width: 1280 });
    await page.getByRole('button', { name: 'More' }).click();
    await page.locator('.more-link', { hasText: 'Team calendar' }).waitFor();
    assert.equal(await page.locator('.more-link:is(.people, .data)').count(), 0);
    await visit('people/new');
    await page.getByText('You are not allowed to add people.').waitFor();
    const { name } = stage.installation.account;
    for (const path of [
      `users/update/${stage.leaderId}`,
      'departments/update/1',
      'generalSettings/update/5',
    ]) {
      const status = await page.evaluate(async (address) => {
        const answer = await fetch(address, {
          method: 'PUT',
          headers: { 'x-hourbook': '1', 'content-type': 'application/json' },
          body: '{}',
        });
        return answer.status;
      }, `/${name}/v4/${path}/`);
      assert.ok(status >= 400 && status < 500, `${path} answered ${status}`);
    }
    await context.close();
  });

  it('are given a right over a department by its name, and the list names it', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit(`people/${stage.employeeId}`);
    await page.getByRole('button', { name: 'New: right' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Of what').fill('timeTrackings');
    await dialog.getByLabel('What *', { exact: true }).selectOption('read');
    assert.equal(await dialog.getByLabel('Which one').count(), 0);
    await dialog.getByLabel('About whom').selectOption({ label: 'A person' });
    await dialog.getByLabel('Which one').selectOption({ label: 'Lena Fuchs' });
    assert.equal(await dialog.getByLabel('Second person').count(), 1);
    await dialog.getByLabel('About whom').selectOption({ label: 'A department' });
    assert.equal(await dialog.getByLabel('Second person').count(), 0);
    await dialog.getByLabel('Which one').selectOption({ label: 'Site' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.child-list tr', { hasText: 'timeTrackings' }).getByText('Site').waitFor();
    const { administrator } = stage.installation.account;
    const [made] = (await administrator.get('permissions/read', { user_id: stage.employeeId })).json[
      'Results'
    ];
    assert.deepEqual(
      [made.permission_scope_id, made.permission_scope_data_1, made.permission_scope_data_2],
      [3, stage.departmentId, null],
    );
    await administrator.delete(`permissions/delete/${made.id}`);
    await page.locator('.child-list tr', { hasText: 'timeTrackings' }).waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('have a login link that an administrator is shown once, and that works', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 390 });
    await visit(`people/${stage.employeeId}`);
    await page.getByRole('button', { name: 'Log in as this person' }).click();
    const url = new URL(await page.getByLabel('Login link').inputValue());
    assert.deepEqual([await overflow(page), await axeFindings(page)], [0, []]);
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    assert.ok(!(await page.content()).includes(url.search));
    await visit('people/1');
    await page.locator('.row-form').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Log in as this person' }).count(), 0);
    const other = await stage.open(null, { width: 390 });
    await other.page.goto(`${stage.installation.address}${url.pathname}${url.search}`);
    await other.page.getByRole('button', { name: 'Log in' }).click();
    await other.page.getByText('You act as Emil Larsson.').waitFor();
    assert.deepEqual([...problems, ...other.problems], []);
    await Promise.all([context.close(), other.context.close()]);
  });

  it('show an administrator who came by a login link as whom they act', async () => {
    const { page, problems, context } = await stage.open(null, { width: 1280 });
    const { address, account } = stage.installation;
    const answer = await account.administrator.post(`users/createLoginLink/${stage.employeeId}`, {});
    const link = new URL(answer.json['Results'][0].url);
    await page.goto(`${address}${link.pathname}${link.search}`);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('You act as Emil Larsson.').waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });
});
