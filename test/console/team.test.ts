// Screens of the team in a browser: who is away, hours of a month, approving a range, and what the server refuses.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { leftOut, startConsole, type ConsoleStage } from '../support/console-browser.ts';

describe('team screens of the console', { skip: leftOut }, () => {
  let stage: ConsoleStage;
  let absent: string;
  before(async () => {
    stage = await startConsole();
    const { administrator } = stage.installation.account;
    absent = Temporal.PlainDate.from(stage.monday).add({ days: 1 }).toString();
    await administrator.create('absences', {
      user_id: stage.employeeId,
      type_id: 1,
      subtype_id: 0,
      from_date: absent,
      to_date: absent,
    });
  });
  after(() => stage.close());

  it('show who is away, people with nothing booked, and how many are not away', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit(`calendar/${absent.slice(0, 7)}`);
    const day = Number(absent.slice(8));
    const row = page.locator('.day-grid tbody tr', { hasText: 'Emil Larsson' });
    await row
      .locator('td')
      .nth(day - 1)
      .locator('.mark')
      .waitFor();
    const { administrator } = stage.installation.account;
    const users = await administrator.get('users/read', { active: 1 });
    const count = users.json['NumResults'] as number;
    assert.equal(await page.locator('.day-grid tbody tr:not(.gap)').count(), count);
    const asked = await row
      .locator('td')
      .nth(day - 1)
      .locator('.mark.asked')
      .count();
    const here = await page
      .locator('.day-grid tfoot td')
      .nth(day - 1)
      .textContent();
    assert.equal(here, String(asked === 1 ? count : count - 1));
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('explain a day down to its bookings, and approve a range with keys alone', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit(`month/${stage.monday.slice(0, 7)}`);
    const row = page.locator('.day-grid tbody tr', { hasText: 'Emil Larsson' });
    const cell = row.locator('td[role=gridcell]').nth(Number(stage.monday.slice(8)) - 1);
    await cell.getByText('8:00', { exact: true }).waitFor();
    await cell.click();
    await page.keyboard.press('Enter');
    const dialog = page.locator('dialog[open]');
    await dialog.getByText('8:00–12:00').waitFor();
    await page.keyboard.press('Escape');
    await cell.focus();
    await page.keyboard.press('a');
    await page.locator('.toast', { hasText: '1 day confirmed' }).waitFor();
    const { administrator } = stage.installation.account;
    const read = async (): Promise<unknown> => {
      const query = { user_id: stage.employeeId, date: stage.monday };
      const answer = await administrator.get('timesheetAccountings/read', query);
      return answer.json['Results'][0]['approved_by_admin'];
    };
    assert.equal(await read(), 1);
    await cell.locator('.approved').waitFor();
    await page.keyboard.press('Control+z');
    await cell.locator('.approved').waitFor({ state: 'detached' });
    assert.equal(await read(), 0);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('open a month on a phone with today as the last column in sight', async () => {
    const { page, visit, context } = await stage.open('admin', { width: 390 });
    await visit('month');
    const today = await page.locator('.day-grid thead .today').boundingBox();
    const grid = await page.locator('.day-grid').boundingBox();
    assert.ok(today && grid);
    const end = today.x + today.width;
    const isFirstDays = (await page.locator('.day-grid').evaluate((element) => element.scrollLeft)) === 0;
    assert.ok(end <= grid.x + grid.width + 1 && (isFirstDays || end > grid.x + grid.width - 4), `${end}`);
    await context.close();
  });

  it('are not offered to an employee, and the server refuses what they would ask', async () => {
    const { page, context } = await stage.open('emil', { width: 1280 });
    await page.getByRole('button', { name: 'More' }).click();
    assert.equal(await page.locator('.more-link', { hasText: 'Team calendar' }).count(), 1);
    assert.equal(await page.locator('.more-link', { hasText: 'Team month' }).count(), 0);
    const { name } = stage.installation.account;
    const status = await page.evaluate(
      async ([account, date]) => {
        const answer = await fetch(`/${account}/v4/timesheetAccountings/approve/`, {
          method: 'PUT',
          headers: { 'x-hourbook': '1', 'content-type': 'application/json' },
          body: JSON.stringify({ user_id: 1, date }),
        });
        return answer.status;
      },
      [name, stage.monday] as const,
    );
    assert.ok(status >= 400 && status < 500, `answered ${status}`);
    await context.close();
  });
});
