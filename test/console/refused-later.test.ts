// What a closed page has left, and the server refuses: the next page tells each of it, what it was, when, and why.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';

const vienna = 'Europe/Vienna';

describeInBrowser('what is refused after its page was closed', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  const day = (days: number): string => Temporal.PlainDate.from(stage.monday).add({ days }).toString();

  /** Books for the employee, as somebody else does. */
  const book = async (date: string, from: string, to: string): Promise<void> => {
    await stage.installation.account.administrator.create('timeTrackings', {
      user_id: stage.employeeId,
      task_id: stage.taskIds[0],
      start_time: `${date} ${from}:00`,
      start_time_timezone: vienna,
      end_time: `${date} ${to}:00`,
      end_time_timezone: vienna,
    });
  };

  const next = async (closed: Page): Promise<Page> => {
    const context = closed.context();
    await closed.close();
    const { address, account } = stage.installation;
    const page = await context.newPage();
    await context.setOffline(false);
    await page.goto(`${address}/@${account.name}/today`);
    return page;
  };

  it('is told one by one, and each can be closed', async () => {
    const { page, context, visit } = await stage.open('emil', { width: 1280 });
    await visit(`week/${stage.monday}`);
    await page.locator('.block').first().waitFor();
    const form = page.locator('dialog[open]');
    await page.keyboard.press('n');
    await form.getByLabel('Day', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await context.setOffline(true);
    for (const [from, to] of [
      ['18:00', '19:00'],
      ['20:00', '21:00'],
    ] as const) {
      await page.keyboard.press('n');
      await form.getByLabel('Day', { exact: true }).fill(stage.monday);
      await form.getByLabel('From', { exact: true }).fill(from);
      await form.getByLabel('To', { exact: true }).fill(to);
      await form.locator('button[type=submit]').click();
      await form.waitFor({ state: 'detached' });
    }
    await page.locator('.message', { hasText: '2 changes are not sent yet' }).waitFor();
    await book(stage.monday, '18:30', '18:45');
    await book(stage.monday, '20:30', '20:45');
    const second = await next(page);
    const told = second.locator('.toast.refused');
    await told.nth(1).waitFor();
    const texts = await told.allTextContents();
    const name = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });
    const shown = name.format(new Date(`${stage.monday}T12:00:00`)).replace(',', '');
    for (const [index, [times, other]] of [
      ['18:00–19:00', '18:30'],
      ['20:00–21:00', '20:30'],
    ].entries()) {
      assert.match(texts[index] ?? '', new RegExp(`Book .+, ${shown}, ${times}`));
      assert.match(texts[index] ?? '', new RegExp(`overlaps a booking: .*${other}`));
      assert.match(texts[index] ?? '', /\(done \w{3},? \d+ \w+, \d+:\d\d\)/);
    }
    await told.first().getByRole('button', { name: 'Close' }).click();
    assert.deepEqual(await told.allTextContents(), [texts[1]]);
    await told.first().getByRole('button', { name: 'Close' }).click();
    assert.equal(await told.count(), 0);
    await context.close();
  });

  it('is told also where it is a part of what was sent together', async () => {
    await book(day(-14), '09:00', '10:00');
    await book(day(-13), '14:00', '15:00');
    const { page, context, visit } = await stage.open('emil', { width: 1280 });
    await visit(`week/${day(-14)}`);
    await page.locator('.block', { hasText: '14:00–15:00' }).waitFor();
    await page.getByRole('button', { name: 'Next week' }).click();
    await page.locator('.week-head h1').waitFor();
    await context.setOffline(true);
    await page.keyboard.press('d');
    await page.locator('.message', { hasText: '1 change is not sent yet' }).waitFor();
    await book(day(-6), '14:30', '14:45');
    const second = await next(page);
    const told = second.locator('.toast.refused');
    await told.waitFor();
    assert.match((await told.textContent()) ?? '', /Book .+14:00–15:00.+overlaps a booking: .*14:30/);
    await context.close();
  });
});
