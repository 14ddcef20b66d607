// Team month in a browser: which days are chosen, and who is shown.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';
import { password } from '../support/installation.ts';
import { written } from '../time-tracking/booking.ts';

describeInBrowser('team month', (startConsole) => {
  let stage: ConsoleStage;
  let month: Temporal.PlainYearMonth;
  /** The column of a Monday in the month, after which three more days follow in it. */
  let first: number;
  before(async () => {
    stage = await startConsole();
    month = Temporal.PlainDate.from(stage.monday).toPlainYearMonth();
    const day = Number(stage.monday.slice(8));
    first = (day + 3 > month.daysInMonth ? day - 7 : day) - 1;
    const begin = month.subtract({ months: 1 }).toPlainDate({ day: 1 }).toString();
    const begins = { entry_date: begin, payroll_accounting_starts_at: begin };
    for (const id of [stage.employeeId, stage.leaderId])
      written(await stage.installation.account.administrator.put(`users/update/${id}`, begins));
  });
  after(() => stage.close());

  it('keeps chosen days with their people and their month', async () => {
    const { administrator } = stage.installation.account;
    const { page, problems, visit, follow, settle, context } = await stage.open('admin', { width: 1280 });
    await visit(`month/${month.subtract({ months: 1 }).toString()}`);
    const row = (name: string) => page.locator('.day-grid tbody tr', { hasText: name });
    await row('Emil Larsson').waitFor();
    await follow(`month/${month.toString()}`);
    const cells = row('Emil Larsson').locator('td[role=gridcell]');
    await cells.nth(first).locator('.mark').waitFor();
    await row('Lena Fuchs').locator('td[role=gridcell]').nth(first).click();
    const button = page.getByRole('button', { name: /^(Approve|Confirm) \d+ day/ });
    await button.waitFor();
    const search = page.getByRole('searchbox');
    await search.fill('Emil');
    await row('Lena Fuchs').waitFor({ state: 'detached' });
    assert.deepEqual([await button.count(), await page.locator('td.chosen').count()], [0, 0]);
    // The row of Lena is gone, and no range begins in it.
    await cells.nth(first + 2).click({ modifiers: ['Shift'] });
    await page.locator('td.chosen').first().waitFor();
    assert.equal(await page.locator('td.chosen').count(), 1);
    await search.fill('');
    await cells.nth(first).click();
    // Who is added while days are chosen moves them to no other row.
    const person = { username: 'adam', password, firstname: 'Adam', lastname: 'Aal' };
    const begins = { entry_date: stage.monday, payroll_accounting_starts_at: stage.monday };
    const adam = { ...person, ...begins, department_id: stage.departmentId };
    await administrator.create('users', adam);
    await row('Adam Aal').waitFor();
    assert.equal(await cells.nth(first).getAttribute('aria-selected'), 'true');
    await cells.nth(first).press('Shift+ArrowRight');
    const chosen = row('Emil Larsson').locator('td.chosen');
    await chosen.nth(1).waitFor();
    assert.equal(await page.locator('td.chosen').count(), 2);
    await cells.nth(first + 3).click({ modifiers: ['Shift'] });
    await chosen.nth(3).waitFor();
    assert.equal(await page.locator('td.chosen').count(), 4);
    await page.goBack();
    await row('Emil Larsson').waitFor();
    await settle();
    assert.deepEqual([await button.count(), await page.locator('td.chosen').count()], [0, 0]);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('stays below the finger: a double tap opens the day of its row', async () => {
    const { page, problems, visit, settle, context } = await stage.open('admin', { width: 390 });
    await visit(`month/${month.toString()}`);
    const row = page.locator('.day-grid tbody tr', { hasText: 'Emil Larsson' });
    const cell = row.locator('[role=gridcell]').nth(first);
    await cell.locator('.mark').waitFor();
    await settle();
    await page.getByRole('button', { name: 'Choose days to approve' }).waitFor();
    await cell.dblclick();
    await page.locator('dialog[open]', { hasText: 'Emil Larsson' }).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('marks no text while Shift chooses days', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit(`month/${month.toString()}`);
    const cells = page.locator('.day-grid tbody tr', { hasText: 'Emil Larsson' }).locator('[role=gridcell]');
    await cells.nth(first).locator('.mark').waitFor();
    await cells.nth(first).click();
    await cells.nth(first + 2).click({ modifiers: ['Shift'] });
    await page.locator('td.chosen').nth(2).waitFor();
    assert.equal(await page.evaluate('getSelection().toString()'), '');
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('and the calendar show people in the months in which they are employed', async () => {
    const { administrator } = stage.installation.account;
    const begin = month.toPlainDate({ day: 1 }).toString();
    const next = month.add({ months: 1 });
    const hire = async (lastname: string, more: object): Promise<unknown> => {
      const begins = { entry_date: begin, payroll_accounting_starts_at: begin };
      const person = { username: lastname, password, firstname: 'Ida', lastname, ...begins, ...more };
      const { id } = await administrator.create('users', { ...person, department_id: stage.departmentId });
      return id;
    };
    const leave = async (id: unknown, more: object): Promise<void> =>
      void written(await administrator.put(`users/update/${String(id)}`, more));
    await hire('Lasting', { exit_date: stage.monday });
    await leave(await hire('Inactive', {}), { exit_date: stage.monday, active: 0 });
    await leave(await hire('Dateless', {}), { active: 0 });
    const later = next.toPlainDate({ day: 2 }).toString();
    await hire('Coming', { entry_date: later, payroll_accounting_starts_at: later });
    const again = await hire('Again', { exit_date: stage.monday });
    await administrator.create('employments', { user_id: again, entry_date: later });
    const { page, problems, visit, settle, context } = await stage.open('admin', { width: 1280 });
    const shown = async (screen: string): Promise<readonly string[]> => {
      await visit(screen);
      await page.locator('.day-grid tbody tr', { hasText: 'Emil Larsson' }).waitFor();
      await settle();
      const names = await page.locator('.day-grid tbody th').allTextContents();
      return names.filter((name) => name.startsWith('Ida')).map((name) => name.slice(4));
    };
    assert.deepEqual(await shown(`month/${month.toString()}`), ['Again', 'Inactive', 'Lasting']);
    assert.deepEqual(await shown(`calendar/${month.toString()}`), ['Inactive', 'Lasting']);
    assert.deepEqual(await shown(`calendar/${next.toString()}`), ['Again', 'Coming']);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('and the calendar count people as away on days of their employment only', async () => {
    const { administrator } = stage.installation.account;
    const begin = month.toPlainDate({ day: 1 }).toString();
    // A Wednesday that is a public holiday in no year.
    const middle = month.toPlainDate({ day: 16 });
    const day = middle.add({ days: (10 - middle.dayOfWeek) % 7 });
    const date = day.toString();
    const dates = { entry_date: begin, payroll_accounting_starts_at: begin };
    const person = { username: 'short', password, firstname: 'Ida', lastname: 'Short', ...dates };
    const { id } = await administrator.create('users', { ...person, department_id: stage.departmentId });
    const { page, visit, context } = await stage.open('admin', { width: 1280 });
    await visit(`calendar/${month.toString()}`);
    const foot = page
      .locator('.day-grid tfoot td')
      .nth(day.day - 1)
      .locator('span');
    const told = (await foot.getAttribute('title')) ?? '';
    const [here = 0, all = 0] = [...told.matchAll(/(\d+) of (\d+)/g)].flatMap(([, n, of]) => [
      Number(n),
      Number(of),
    ]);
    const counts = async (notAway: number, employed: number): Promise<void> =>
      page
        .locator(`.day-grid tfoot span[title^="${told.replace(/:.*/, '')}: ${notAway} of ${employed} "]`)
        .waitFor();
    const kind = { type_id: 3, subtype_id: 11, from_date: date, to_date: date };
    await administrator.create('absences', { user_id: id, ...kind });
    await counts(here - 1, all);
    const left = { exit_date: day.subtract({ days: 1 }).toString() };
    written(await administrator.put(`users/update/${String(id)}`, left));
    await counts(here - 1, all - 1);
    await context.close();
  });
});
