// Public holidays in the team calendar: who sees a person's days sees them; to others the calendar says nothing that is not so.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';
import { password } from '../support/installation.ts';
import { written } from '../time-tracking/booking.ts';

describeInBrowser('public holidays in the team calendar', (startConsole) => {
  let stage: ConsoleStage;
  let year: string;
  before(async () => {
    stage = await startConsole();
    year = stage.monday.slice(0, 4);
    const { administrator } = stage.installation.account;
    // Calendars are the account's, of Austria; that of the employee has no holidays.
    const person = (firstname: string, more: object) => {
      const who = { username: firstname.toLowerCase(), password, firstname, lastname: 'Roth' };
      return administrator.create('users', { ...who, department_id: stage.departmentId, ...more });
    };
    const olga = await person('Olga', {});
    await person('Pavel', { exit_date: `${year}-12-15` });
    await person('Vera', { entry_date: `${year}-05-25` });
    const { id: template_id } = await administrator.create('publicHolidayTemplates', { country_id: 10 });
    await administrator.create('publicHolidays', { template_id, date: `${year}-12-10`, name: 'Fair' });
    const later = {
      public_holiday_template_id: template_id,
      public_holiday_template_id_valid_from: `${year}-12-20`,
    };
    written(await administrator.put(`users/update/${String(olga['id'])}`, later));
  });
  after(() => stage.close());

  const marks = async (page: Page, name: string): Promise<readonly number[]> => {
    const cells = await page
      .locator('.day-grid tbody tr', { hasText: name })
      .locator('[role=gridcell]')
      .evaluateAll((all) => all.map((cell) => cell.querySelector('.mark.holiday') !== null));
    return cells.flatMap((isMarked, index) => (isMarked ? [index + 1] : []));
  };
  const marked = (page: Page, name: string) =>
    page.locator('.day-grid tbody tr', { hasText: name }).locator('.mark.holiday');
  const here = (page: Page, day: number) => page.locator('.day-grid tfoot td').nth(day - 1);
  const hasRow = (page: Page) => page.locator('.day-grid tbody tr', { hasText: 'Olga Roth' }).waitFor();

  it('are shown to who sees the days, as calendars and employment were then', async () => {
    for (const username of ['admin', 'lena']) {
      const { page, visit, settle, context } = await stage.open(username, { width: 1280 });
      await visit(`calendar/${year}-12`);
      await hasRow(page);
      await settle();
      await marked(page, 'Vera Roth').nth(2).waitFor();
      assert.deepEqual(await marks(page, 'Olga Roth'), [8]);
      assert.deepEqual(await marks(page, 'Pavel Roth'), [8]);
      assert.deepEqual(await marks(page, 'Vera Roth'), [8, 25, 26]);
      await context.close();
    }
  });

  it('are not guessed for colleagues, nor is who is not away then', async () => {
    const { page, problems, visit, settle, context } = await stage.open('emil', { width: 1280 });
    await visit(`calendar/${year}-12`);
    await hasRow(page);
    await settle();
    const names = ['Olga Roth', 'Pavel Roth', 'Vera Roth', 'Emil Larsson'];
    for (const name of names) assert.deepEqual(await marks(page, name), [], name);
    for (const day of [8, 10, 25, 26]) await here(page, day).getByText('–', { exact: true }).waitFor();
    const all = await page.locator('.day-grid tbody tr:not(.gap)').count();
    assert.equal(await here(page, 9).textContent(), String(all));
    await visit(`calendar/${year}-05`);
    await hasRow(page);
    await settle();
    assert.deepEqual(await marks(page, 'Vera Roth'), []);
    await here(page, 1).getByText('–', { exact: true }).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('stand above the days when they are the own ones', async () => {
    const { page, problems, visit, context } = await stage.open('olga', { width: 390 });
    await visit(`calendar/${year}-12`);
    const head = page.locator('.day-grid thead th:not(.name)').nth(7);
    await head.getByText('Immaculate Conception').waitFor({ state: 'attached' });
    assert.deepEqual(await marks(page, 'Vera Roth'), []);
    assert.deepEqual(problems, []);
    await context.close();
  });
});
