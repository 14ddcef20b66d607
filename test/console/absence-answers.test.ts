// What becomes of absences: taken back and asked for again, cancelled until they begin, and agreed to by a stand-in.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeInBrowser, login, type ConsoleStage } from '../support/console-browser.ts';
import { password } from '../support/installation.ts';

type Row = Readonly<Record<string, unknown>>;

describeInBrowser('an absence in the console', (startConsole) => {
  let stage: ConsoleStage;
  /** Fields that name the type in hours, and those that name the type in days which may be entered for any day. */
  let [inHours, inDays]: [Row, Row] = [{}, {}];
  before(async () => {
    stage = await startConsole();
    [inHours, inDays] = [
      await typeOf('Appointment', { duration_unit: 'hs' }),
      await typeOf('Course', { allow_entry_on_non_working_days: 1, enable_for_substitute_mode: 1 }),
    ];
  });
  after(() => stage.close());

  const typeOf = async (name_const: string, more: Row): Promise<Row> => {
    const sent = { name_const, abbreviation_const: name_const.slice(0, 1), enabled_for_requests: 1, ...more };
    const row = await stage.installation.account.administrator.create('absenceTypes', sent);
    return { type_id: row['absence_type_id'], subtype_id: row['absence_subtype_id'] };
  };
  /** A date so many days after today. */
  const dateIn = (days: number): string =>
    Temporal.Now.plainDateISO('Europe/Vienna').add({ days }).toString();
  const onDate = (date: string): Row => ({ user_id: stage.employeeId, from_date: date, to_date: date });
  const absences = async (person: unknown): Promise<readonly Row[]> => {
    const { administrator } = stage.installation.account;
    return (await administrator.get('absences/read', { user_id: Number(person) })).json['Results'];
  };

  it('asks for the same hours once more when one undoes that it was taken back', async () => {
    // Wednesday of the week after next.
    const wednesday = Temporal.PlainDate.from(stage.monday).add({ days: 23 }).toString();
    const emil = await stage.installation.account.login('emil');
    await emil.create('absences', { ...onDate(wednesday), ...inHours, duration: 2 });
    const { page, problems, visit, settle, context } = await stage.open('emil', { width: 1280 });
    await visit('absences');
    await page.locator('.absence-line', { hasText: 'Appointment' }).getByRole('button').click();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await page.locator('.absence-line', { hasText: 'Open' }).waitFor();
    await settle();
    const open = (await absences(stage.employeeId)).filter((row) => row['status'] === 0);
    assert.deepEqual(
      open.map((row) => row['duration']),
      [2],
    );
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('is sent without a stand-in where its type has none, though one was chosen', async () => {
    await typeOf('Move', { allow_entry_on_non_working_days: 1 });
    const { page, problems, visit, context } = await stage.open('emil', { width: 1280 });
    await visit('absences');
    await page.getByRole('button', { name: 'Request absence' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Type').selectOption({ label: 'Course' });
    await dialog.getByLabel('Who stands in').selectOption({ index: 1 });
    await dialog.getByLabel('Type').selectOption({ label: 'Move' });
    assert.equal(await dialog.getByLabel('Who stands in').count(), 0);
    for (const field of ['First day', 'Last day']) await dialog.getByLabel(field).fill(dateIn(20));
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await page.locator('.toast', { hasText: 'Move' }).waitFor();
    const made = (await absences(stage.employeeId)).find((row) => row['from_date'] === dateIn(20));
    assert.deepEqual([made?.['status'], made?.['replacement_user_id']], [0, null]);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('that a leader enters has all as stand-ins but the person who is away', async () => {
    const { page, problems, visit, context } = await stage.open('lena', { width: 1280 });
    const date = dateIn(1);
    await visit(`calendar/${date.slice(0, 7)}`);
    const row = page.locator('.day-grid tbody tr', { hasText: 'Emil Larsson' });
    await row
      .locator('[role=gridcell]')
      .nth(Number(date.slice(8)) - 1)
      .dblclick();
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Type').selectOption({ label: 'Course' });
    const found = await dialog.getByLabel('Who stands in').locator('option').allTextContents();
    assert.deepEqual(
      ['Emil Larsson', 'Lena'].map((name) => found.some((text) => text.startsWith(name))),
      [false, true],
    );
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('of another account does not lend its balance to the one that is shown next', async () => {
    const { installation, employeeId } = stage;
    const other = await installation.addAccount('globex');
    let username = '';
    // People are numbered in each account.
    for (let id = 0; id < employeeId;) {
      username = `person${id}`;
      const names = { username, password, firstname: 'Pia', lastname: username };
      id = (await other.administrator.create('users', names))['id'] as number;
    }
    const { page, problems, visit, context } = await stage.open('emil', { width: 1280 });
    await visit('absences');
    const left = page.locator('#content', { hasText: 'Entitled' });
    await left.waitFor();
    await page.route('**/globex/v4/timesheetAccountingSummaries/**', (route) => route.abort());
    await page.locator('.avatar').click();
    await page.locator('#user-menu .button').last().click();
    await page.locator('main.login form').waitFor();
    await page.evaluate(
      `history.pushState(null, '', '/@globex/absences'); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await login(page, username);
    await page.getByRole('button', { name: 'Request absence' }).waitFor();
    assert.equal(await left.count(), 0);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('can be cancelled by the person until its first day comes, not on that day', async () => {
    const { administrator } = stage.installation.account;
    for (const days of [0, 1]) await administrator.create('absences', { ...onDate(dateIn(days)), ...inDays });
    const { page, problems, visit, context } = await stage.open('emil', { width: 390 });
    await visit('absences');
    const lines = page.locator('.absence-line', { hasText: 'Course' });
    await lines.nth(1).waitFor();
    assert.deepEqual(
      await lines.evaluateAll((all) => all.map((line) => line.querySelectorAll('button').length)),
      [0, 1],
    );
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('leaves the inbox of a stand-in who agreed, also when the stand-in leads others', async () => {
    const { account } = stage.installation;
    const [hanna] = (await account.administrator.get('users/read', { username: 'hanna' })).json['Results'];
    const department = await account.administrator.create('departments', {
      department_name: 'Office',
      supervisor_id: hanna.id,
    });
    const otto = await account.administrator.create('users', {
      username: 'otto',
      password,
      firstname: 'Otto',
      lastname: 'Wolf',
      department_id: department['id'],
      entry_date: stage.monday,
      payroll_accounting_starts_at: stage.monday,
    });
    const asOtto = await account.login('otto');
    await asOtto.create('absences', {
      ...inDays,
      user_id: otto['id'],
      from_date: dateIn(9),
      to_date: dateIn(9),
      replacement_user_id: stage.leaderId,
    });
    const { page, problems, visit, settle, context } = await stage.open('lena', { width: 1280 });
    await visit('inbox');
    const card = page.locator('.request', { hasText: 'Otto Wolf' });
    await card.getByRole('button', { name: 'Approve' }).click();
    await page.locator('.held-line').waitFor();
    await page.locator('.held-line').waitFor({ state: 'detached' });
    await settle();
    assert.deepEqual(
      (await absences(otto['id'])).map((row) => row['status']),
      [0],
    );
    assert.equal(await card.count(), 0);
    assert.deepEqual(problems, []);
    await context.close();
  });
});
