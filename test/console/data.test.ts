// Master data in a browser: rows, what belongs to them, settings; refusals at their fields, and the way back.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeInBrowser, inLong, overflow, type ConsoleStage } from '../support/console-browser.ts';

describeInBrowser('master data in the console', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  const rowsOf = async (resource: string, query: object = {}): Promise<readonly Record<string, unknown>[]> =>
    (await stage.installation.account.administrator.get(`${resource}/read`, { ...query })).json['Results'];

  it('take a new row below another, say what is wrong at its field, and take it back', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit('data/departments');
    await page.locator('.rows', { hasText: 'Site' }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.field.wrong', { hasText: 'Name' }).waitFor();
    await page.getByLabel('Name *').fill('Cranes');
    await page.getByLabel('Below').selectOption({ label: 'Site' });
    await page.route('**/departments/create/**', (route) => route.abort('connectionreset'), { times: 1 });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.row-form').getByText('The server does not answer.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Cranes' }).waitFor();
    const [made] = await rowsOf('departments', { department_name: 'Cranes' });
    assert.equal(made?.['mother_id'], stage.departmentId);
    await page.getByRole('link', { name: 'Departments' }).first().click();
    await page.locator('.rows .depth-1', { hasText: 'Cranes' }).waitFor();
    await page.keyboard.press('Control+z');
    await page.locator('.rows', { hasText: 'Cranes' }).waitFor({ state: 'detached' });
    assert.deepEqual(await rowsOf('departments', { department_name: 'Cranes' }), []);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('keep the words of their lists whole beside a very long name', async () => {
    const { administrator } = stage.installation.account;
    const longest = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamter';
    const person = { username: 'maxi', password: 'Kranich-Laterne-7', lastname: longest };
    await administrator.create('users', { ...person, firstname: 'Maximiliane Alexandra Konstantina' });
    await administrator.create('projects', { mother_id: 1, name: longest });
    const broken = `[...document.querySelectorAll('.rows thead th, .rows td')].flatMap((cell) => {
      const [text] = cell.childNodes;
      if (text === undefined || /\\s/.test(text.data)) return [];
      const range = document.createRange();
      range.selectNodeContents(text);
      return range.getClientRects().length > 1 ? [text.data] : [];
    })`;
    for (const width of [320, 640]) {
      const { page, visit, context } = await stage.open('admin', { width, language: 'de' });
      for (const screen of ['people', 'data/projects']) {
        await visit(screen);
        await page.locator('.rows', { hasText: longest }).waitFor();
        assert.deepEqual(await page.evaluate(broken), [], `${screen} at ${width} px`);
        assert.equal(await overflow(page), 0);
      }
      await context.close();
    }
  });

  it('offer models of breaks and skills by their names', async () => {
    const { administrator } = stage.installation.account;
    await administrator.create('skills', { syn: 'Crane licence' });
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit(`people/${stage.employeeId}`);
    await page.getByText('More fields').click();
    const models = page.getByLabel('Model of breaks', { exact: true }).locator('option');
    await models.filter({ hasText: 'German law' }).waitFor({ state: 'attached' });
    assert.deepEqual(
      (await models.allTextContents()).filter((text) => text.startsWith('#')),
      [],
    );
    await visit('data/nfcTransponders');
    // The heading stands there before the list, whose key it is.
    await page.locator('.row-list').waitFor();
    await page.keyboard.press('n');
    const skills = page.getByLabel('Skill', { exact: true }).locator('option');
    await skills.filter({ hasText: 'Crane licence' }).waitFor({ state: 'attached' });
    assert.deepEqual(problems, []);
    await context.close();
  });

  inLong('change the hours of a day of a schedule in a dialog, with keys alone', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit('data/workSchedules?id=2');
    await page.getByRole('button', { name: 'Friday' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Hours').fill('2,5');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.rows tr', { hasText: 'Friday' }).getByText('2.5').waitFor();
    const [day] = await rowsOf('workScheduleDays', { timesheet_template_id: 2, weekday_id: 5 });
    assert.equal(day?.['hours'], 2.5);
    assert.deepEqual(problems, []);
    await context.close();
  });

  inLong('close their fields while a form is sent, and keep the focus', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    const answer = Promise.withResolvers<void>();
    await page.route('**/absenceTypes/update/**', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await visit('data/absenceTypes?id=1');
    const tick = page.locator('.row-form input[type=checkbox]').first();
    const name = page.getByLabel('Name', { exact: false }).first();
    await tick.press('Space');
    const sent = page.waitForRequest('**/absenceTypes/update/**');
    await tick.press('Enter');
    await sent;
    assert.deepEqual([await name.isEditable(), await tick.isEnabled()], [false, false]);
    answer.resolve();
    await page.locator('.row-form input[type=checkbox]:focus').waitFor();
    assert.deepEqual([await name.isEditable(), await tick.isEnabled()], [true, true]);
    assert.deepEqual(problems, []);
    await context.close();
  });

  inLong('put a person into a team and take the person out again', async () => {
    const { administrator } = stage.installation.account;
    const team = await administrator.create('teams', { name: 'Night shift', team_leader_id: stage.leaderId });
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit(`data/teams?id=${team['id']}`);
    await page.getByRole('button', { name: 'New: member' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Person').selectOption({ label: 'Emil Larsson' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    const member = page.getByRole('button', { name: 'Emil Larsson' });
    await member.waitFor();
    assert.equal((await rowsOf('teamMembers', { team_id: team['id'] })).length, 1);
    await member.click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.last().getByRole('button', { name: 'Delete' }).click();
    await member.waitFor({ state: 'detached' });
    assert.deepEqual(await rowsOf('teamMembers', { team_id: team['id'] }), []);
    assert.deepEqual(problems, []);
    await context.close();
  });

  inLong('name what still needs a row that is to be deleted, and lead there', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 390 });
    const used = page.locator('.in-use li');
    for (const [kind, id, names, heading] of [
      ['publicHolidayTemplates', null, ['Used by: People', 'Emil Larsson'], 'Emil Larsson'],
      ['projects', 3, ['Used by: Tasks', 'Work', 'Break'], null],
    ] as const) {
      const [calendar] = await rowsOf('users', { id: stage.employeeId });
      await visit(`data/${kind}?id=${String(id ?? calendar?.['public_holiday_template_id'])}`);
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.locator('dialog[open]').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('This is still in use.').waitFor();
      await used.nth(1).waitFor();
      assert.deepEqual(await used.allTextContents(), names);
      if (heading === null) continue;
      await used.getByRole('link', { name: heading }).click();
      await page.getByRole('heading', { name: heading }).waitFor();
    }
    assert.deepEqual(problems, []);
    await context.close();
  });

  inLong('show one year of public holidays at a time', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 390 });
    await visit('data/publicHolidayTemplates?id=1');
    const year = Number((await page.locator('.row-list strong').textContent()) ?? 0);
    await page.locator('.rows', { hasText: `1 Jan ${year}` }).waitFor();
    await page.getByRole('button', { name: 'Year after' }).click();
    await page.locator('.rows', { hasText: `1 Jan ${year + 1}` }).waitFor();
    assert.equal(await page.locator('.rows', { hasText: `1 Jan ${year}` }).count(), 0);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('have a new person begin with a password where the server sends no mail', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit('people/new');
    await page.getByLabel('Password *').waitFor();
    const way = page.getByRole('button', { name: 'With a password' });
    assert.equal(await way.getAttribute('aria-pressed'), 'true');
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('save a setting when its field is left, refuse another at its field, and undo', async () => {
    const { page, settle, problems, visit, context } = await stage.open('admin', { width: 1280 });
    const setting = async (): Promise<unknown> =>
      (await rowsOf('generalSettings', { setting_type: 'password_minimum_length' }))[0]?.['setting_value'];
    const first = await setting();
    await visit('data/generalSettings');
    const field = page.locator('.field', { hasText: 'Shortest password' });
    await field.locator('input').fill('999');
    await field.locator('input').press('Tab');
    await field.locator('.error').waitFor();
    assert.equal(await field.locator('input').inputValue(), '999');
    assert.equal(await setting(), first);
    await field.locator('input').fill('20');
    await field.locator('input').press('Tab');
    await page.locator('.toast', { hasText: 'Saved: Shortest password' }).waitFor();
    assert.equal(await setting(), '20');
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await page.locator('.toast').waitFor({ state: 'detached' });
    await settle();
    assert.equal(await field.locator('input').inputValue(), first);
    assert.equal(await setting(), first);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('show and read the numbers of settings with the comma of German', async () => {
    const { page, settle, visit, context } = await stage.open('admin', { width: 1280, language: 'de' });
    const setting = async (): Promise<unknown> =>
      (await rowsOf('generalSettings', { setting_type: 'gap_break_maximum' }))[0]?.['setting_value'];
    await visit('data/generalSettings');
    const input = page.getByLabel('Längste Zeit zwischen Buchungen');
    await input.fill('2,5');
    await input.press('Tab');
    await page.locator('.toast', { hasText: 'Gespeichert' }).waitFor();
    assert.equal(await setting(), '2.5');
    await settle();
    assert.equal(await input.inputValue(), '2,5');
    await page.locator('.toast').getByRole('button', { name: 'Rückgängig' }).click();
    await page.locator('.toast').waitFor({ state: 'detached' });
    await settle();
    assert.equal(await setting(), '4');
    await context.close();
  });

  inLong('say that the server does not describe them, and show them once it does', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 390, language: 'de' });
    await page.route('**/openapi.json', (route) => route.fulfill({ status: 503, body: '' }));
    await visit('data/departments');
    await page.locator('#content').getByText('Der Server antwortet nicht').waitFor();
    await page.unroute('**/openapi.json');
    const { administrator } = stage.installation.account;
    await administrator.create('clients', { company_name: 'Quay' });
    await page.locator('.rows', { hasText: 'Site' }).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });
});
