// Team month in a browser: which days are chosen.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';
import { password } from '../support/installation.ts';
import { written } from '../time-tracking/booking.ts';

describeInBrowser('team month', (startConsole) => {
  let stage: ConsoleStage;
  let month: Temporal.PlainYearMonth;
  before(async () => {
    stage = await startConsole();
    month = Temporal.PlainDate.from(stage.monday).toPlainYearMonth();
    const first = month.subtract({ months: 1 }).toPlainDate({ day: 1 }).toString();
    const begins = { entry_date: first, payroll_accounting_starts_at: first };
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
    const first = Number(stage.monday.slice(8)) - 1;
    await cells.nth(first).locator('.mark').waitFor();
    await row('Lena Fuchs').locator('td[role=gridcell]').nth(first).click();
    const button = page.getByRole('button', { name: /^(Approve|Confirm) \d+ day/ });
    await button.waitFor();
    const search = page.getByRole('searchbox');
    await search.fill('Emil');
    await row('Lena Fuchs').waitFor({ state: 'detached' });
    assert.deepEqual([await button.count(), await page.locator('td.chosen').count()], [0, 0]);
    // Nor does a range begin where the other person stood.
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

  it('marks no text while Shift chooses days', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit(`month/${month.toString()}`);
    const cells = page.locator('.day-grid tbody tr', { hasText: 'Emil Larsson' }).locator('[role=gridcell]');
    const first = Number(stage.monday.slice(8)) - 1;
    await cells.nth(first).locator('.mark').waitFor();
    await cells.nth(first).click();
    await cells.nth(first + 2).click({ modifiers: ['Shift'] });
    await page.locator('td.chosen').nth(2).waitFor();
    assert.equal(await page.evaluate('getSelection().toString()'), '');
    assert.deepEqual(problems, []);
    await context.close();
  });
});
