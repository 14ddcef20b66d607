// Absences that are entered and cancelled for others in Team calendar, by viewers who may do so for the person.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import {
  axeFindings,
  describeInBrowser,
  dress,
  overflow,
  type ConsoleStage,
} from '../support/console-browser.ts';
import { password } from '../support/installation.ts';

const sick = { type_id: 3, subtype_id: 11 };

describeInBrowser('absences of others in Team calendar', (startConsole) => {
  let stage: ConsoleStage;
  /** A colleague of the employee. */
  let ida: number;
  before(async () => {
    stage = await startConsole();
    const { administrator } = stage.installation.account;
    // Late in a year the part of it in which the employee works has hardly a day of holiday.
    const more = { timesheet_holiday_calc_yearly_amount: 200 };
    await administrator.put(`users/update/${stage.employeeId}`, more);
    const person = { username: 'ida', password, firstname: 'Ida', lastname: 'Roth' };
    const row = { ...person, department_id: stage.departmentId };
    ida = (await administrator.create('users', row))['id'] as number;
  });
  after(() => stage.close());

  /** A day so many days after the Monday of last week. */
  const dayAfter = (days: number): string => Temporal.PlainDate.from(stage.monday).add({ days }).toString();
  const cellOf = (page: Page, name: string, date: string): Locator =>
    page
      .locator('.day-grid tbody tr', { hasText: name })
      .locator('[role=gridcell]')
      .nth(Number(date.slice(8)) - 1);
  const told = (page: Page, said: RegExp): Locator => page.getByRole('group', { name: said });
  const open = async (username: string, date: string, width = 1280) => {
    const opened = await stage.open(username, { width });
    await opened.visit(`calendar/${date.slice(0, 7)}`);
    await opened.page.locator('.day-grid tbody tr', { hasText: 'Emil Larsson' }).waitFor();
    return opened;
  };
  /** Absences of a person that begin on a date, as the interface tells them. */
  const absencesFrom = async (from_date: string, user_id = stage.employeeId) => {
    const query = { user_id, from_date };
    const { json } = await stage.installation.account.administrator.get('absences/read', query);
    return json['Results'] as readonly Record<string, unknown>[];
  };
  const statuses = async (date: string, person?: number): Promise<readonly unknown[]> =>
    (await absencesFrom(date, person)).map((row) => row['status']);
  const grant = (date: string): Promise<Record<string, unknown>> => {
    const row = { user_id: stage.employeeId, ...sick, from_date: date, to_date: date };
    return stage.installation.account.administrator.create('absences', row);
  };

  it('a leader enters sick leave, and the person sees it granted at once', async () => {
    const date = dayAfter(1);
    const { page, problems, context } = await open('lena', date);
    const cell = cellOf(page, 'Emil Larsson', date);
    await cell.click();
    await told(page, /^Emil Larsson, /)
      .getByRole('button', { name: 'Enter absence' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Enter absence: Emil Larsson' });
    for (const name of ['First day', 'Last day'])
      assert.equal(await dialog.getByLabel(name, { exact: true }).inputValue(), date);
    await dialog.getByLabel('Type').selectOption({ label: 'Sick leave' });
    await dialog.getByText('Costs 1 day').waitFor();
    assert.deepEqual(await absencesFrom(date), []);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.locator('.toast', { hasText: 'Entered and granted: Sick leave, Emil Larsson, ' }).waitFor();
    await cell.locator('.mark.absence[title="Sick leave"]').waitFor();
    await told(page, /^Emil Larsson, .*: Sick leave$/).waitFor();
    const [made] = await absencesFrom(date);
    assert.deepEqual(
      [made?.['subtype_id'], made?.['status'], made?.['granted_user_id']],
      [11, 1, stage.leaderId],
    );
    const emil = await stage.open('emil', { width: 1280 });
    await emil.visit('absences');
    const line = emil.page.locator(`[data-absence="${String(made?.['id'])}"]`);
    await line.getByText('Granted').waitFor();
    assert.match((await line.textContent()) ?? '', /Sick leave/);
    // It has begun: the person does not cancel it, the leader takes it back.
    assert.equal(await line.getByRole('button').count(), 0);
    await page.keyboard.press('Control+z');
    await cell.locator('.mark').waitFor({ state: 'detached' });
    await line.getByText('Cancelled').waitFor();
    assert.deepEqual([await statuses(date), problems], [[3], []]);
    await Promise.all([emil.context.close(), context.close()]);
  });

  it('the keyboard alone enters and cancels an absence, and stays at the day', async () => {
    const date = dayAfter(2);
    const { page, problems, context } = await open('hanna', date);
    const names = await page.locator('.day-grid tbody th.name').allTextContents();
    await page.locator('.day-grid [data-cell][tabindex="0"]').focus();
    await page.keyboard.press('Control+Home');
    for (let row = names.indexOf('Emil Larsson'); row > 0; row -= 1) await page.keyboard.press('ArrowDown');
    for (let day = Number(date.slice(8)); day > 1; day -= 1) await page.keyboard.press('ArrowRight');
    const cell = cellOf(page, 'Emil Larsson', date);
    const hasFocus = (): Promise<boolean> => cell.evaluate((td) => td === td.ownerDocument.activeElement);
    await cell.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Enter absence: Emil Larsson' });
    await dialog.waitFor();
    await page.keyboard.type('Sick leave');
    await dialog.getByText('Costs 1 day').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await cell.locator('.mark.absence[title="Sick leave"]').waitFor();
    assert.deepEqual([await hasFocus(), await statuses(date)], [true, [1]]);
    await told(page, /Sick leave$/)
      .getByRole('button', { name: 'Cancel it' })
      .waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    assert.equal(await page.locator(':focus').textContent(), 'Cancel it');
    await page.keyboard.press('Enter');
    await cell.locator('.mark').waitFor({ state: 'detached' });
    assert.deepEqual([await hasFocus(), await statuses(date)], [true, [3]]);
    await page.keyboard.press('Control+z');
    await cell.locator('.mark.absence[title="Sick leave"]').waitFor();
    assert.deepEqual([(await statuses(date)).toSorted(), problems], [[1, 3], []]);
    await context.close();
  });

  it('the form lists the types that the viewer may enter for the person', async () => {
    const { administrator } = stage.installation.account;
    const more = { enabled_for_requests: 0, request_type: 'HR_MANAGER' };
    await administrator.create('absenceTypes', {
      name_const: 'Secondment',
      abbreviation_const: 'Se',
      ...more,
    });
    const date = dayAfter(15);
    for (const username of ['hanna', 'lena']) {
      const { page, context } = await open(username, date);
      // The form opens as soon as the server has answered the rights.
      await cellOf(page, 'Emil Larsson', date).dblclick();
      const types = page.locator('dialog[open]').getByLabel('Type').locator('option');
      await types.first().waitFor({ state: 'attached' });
      const found = await types.allTextContents();
      assert.equal(found.includes('Secondment'), username === 'hanna', username);
      assert.ok(found.includes('Sick leave'), username);
      await context.close();
    }
  });

  it('a viewer without the right sees no button, and Enter opens no form', async () => {
    const date = dayAfter(15);
    const { page, problems, settle, context } = await open('emil', date);
    await cellOf(page, 'Ida Roth', date).dblclick();
    await page.keyboard.press('Enter');
    await page.waitForTimeout(500);
    await settle();
    assert.equal(await page.locator('dialog[open]').count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Enter absence' }).count(), 0);
    await cellOf(page, 'Emil Larsson', date).click();
    await told(page, /^Emil Larsson, /)
      .getByRole('button', { name: 'Request absence' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Request absence' });
    await dialog.getByText(/Costs 1 day · \S+ left after/).waitFor();
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await cellOf(page, 'Emil Larsson', date).locator('.mark.asked').waitFor();
    await told(page, /requested$/)
      .getByRole('button', { name: 'Take back' })
      .waitFor();
    assert.deepEqual([await statuses(date), problems], [[0], []]);
    await context.close();
  });

  it('a viewer with the right to request for a person makes a request, without Undo', async () => {
    const { administrator } = stage.installation.account;
    const right = { user_id: stage.employeeId, resource_name: 'absences', permission_name: 'create' };
    const scope = { permission_scope_id: 6, permission_scope_data_1: ida };
    const { id } = await administrator.create('permissions', { ...right, ...scope });
    const date = dayAfter(15);
    const { page, problems, context } = await open('emil', date);
    await cellOf(page, 'Ida Roth', date).click();
    await told(page, /^Ida Roth, /)
      .getByRole('button', { name: 'Enter absence' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Enter absence: Ida Roth' });
    await dialog.getByLabel('Type').selectOption({ label: 'Sick leave' });
    await dialog.getByText(/^Costs /).waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const toast = page.locator('.toast', { hasText: /^Requested Sick leave, Ida Roth, / });
    await toast.waitFor();
    assert.deepEqual(await toast.getByRole('button').allTextContents(), ['']);
    assert.deepEqual([await statuses(date, ida), problems], [[0], []]);
    await administrator.delete(`permissions/delete/${String(id)}`);
    await context.close();
  });

  it('a leader cancels an absence that has begun, and Undo enters it again', async () => {
    const begun = dayAfter(3);
    const { id } = await grant(begun);
    const { page, problems, context } = await open('lena', begun);
    const cell = cellOf(page, 'Emil Larsson', begun);
    await cell.click();
    await told(page, /Sick leave$/)
      .getByRole('button', { name: 'Cancel it' })
      .click();
    await page.locator('.toast', { hasText: 'Taken back: Sick leave, Emil Larsson' }).waitFor();
    await cell.locator('.mark').waitFor({ state: 'detached' });
    const [gone] = await absencesFrom(begun);
    assert.deepEqual([gone?.['id'], gone?.['status']], [id, 3]);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await cell.locator('.mark.absence').waitFor();
    assert.deepEqual([(await statuses(begun)).toSorted(), problems], [[1, 3], []]);
    // It came back as it was: there is no more to say.
    assert.equal(await page.locator('.toast').count(), 0);
    await context.close();
  });

  it('a request that a leader cancels comes back granted, and the toast says so', async () => {
    const date = dayAfter(16);
    const employee = await stage.installation.account.login('emil');
    const asked = { user_id: stage.employeeId, type_id: 1, subtype_id: 0, from_date: date, to_date: date };
    await employee.create('absences', asked);
    const { page, context } = await open('lena', date);
    const cell = cellOf(page, 'Emil Larsson', date);
    await cell.click();
    await told(page, /requested$/)
      .getByRole('button', { name: 'Cancel it' })
      .click();
    await cell.locator('.mark').waitFor({ state: 'detached' });
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await page.locator('.toast', { hasText: /^Entered and granted: .*Emil Larsson/ }).waitFor();
    await cell.locator('.mark.absence').waitFor();
    assert.deepEqual((await statuses(date)).toSorted(), [1, 3]);
    await context.close();
  });

  it('the form tells the days left to the person, and refusals at their fields', async () => {
    const date = dayAfter(17);
    const { administrator } = stage.installation.account;
    const query = { user_id: stage.employeeId };
    const summary = (await administrator.get('timesheetAccountingSummaries/read', query)).json['Results'][0];
    const { page, context } = await open('lena', date);
    await cellOf(page, 'Emil Larsson', date).dblclick();
    const dialog = page.locator('dialog[open]');
    const price = dialog.locator('.price', { hasText: /left after$/ });
    await price.waitFor();
    const period =
      summary[
        date.slice(0, 4) === summary.current_period.period_from.slice(0, 4) ? 'current_period' : 'next_period'
      ];
    const left = Math.round((period.holiday_available - 1) * 100) / 100;
    assert.equal(await price.textContent(), `Costs 1 day · ${left} left after`);
    await grant(date);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog
      .locator('[aria-invalid=true]')
      .and(dialog.getByLabel('First day', { exact: true }))
      .waitFor();
    // The calendar has no list with the absence in the way.
    assert.equal(await dialog.locator('.jump').count(), 0);
    assert.deepEqual(await statuses(date), [1]);
    await context.close();
  });

  it('the line and the form fit on phones, and axe finds nothing in them', async () => {
    const date = dayAfter(4);
    await grant(date);
    const { page, problems, context } = await open('lena', date, 390);
    await cellOf(page, 'Emil Larsson', date).click();
    await page.getByRole('button', { name: 'Cancel it' }).waitFor();
    for (const look of [
      { theme: 'light', language: 'en' },
      { theme: 'dark', language: 'de' },
    ] as const) {
      await dress(page, look);
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 800 });
        assert.deepEqual(
          [await overflow(page), await axeFindings(page)],
          [0, []],
          `${look.language} ${width}`,
        );
      }
    }
    await page.getByRole('button', { name: 'Abwesenheit eintragen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Abwesenheit eintragen: Emil Larsson' });
    await dialog.waitFor();
    assert.deepEqual([await overflow(page), await axeFindings(page)], [0, []]);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('.team [role=group]').isVisible(), false);
    assert.deepEqual(problems, []);
    await context.close();
  });
});
