// My week begins with the day that the settings of the account name.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';

describeInBrowser('the first day of the week', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  const choose = async (day: string): Promise<void> => {
    const { administrator } = stage.installation.account;
    const asked = await administrator.get('generalSettings/read', { setting_type: 'first_day_of_week' });
    const [row] = asked.json['Results'] as readonly Record<string, unknown>[];
    await administrator.put(`generalSettings/update/${String(row?.['id'])}`, { setting_value: day });
  };
  const heads = (page: Page): Promise<readonly string[]> => page.locator('.cal-head h2').allTextContents();

  for (const [day, earlier, shown] of [
    ['monday', 0, 'Mon'],
    ['sunday', 1, 'Sun'],
    ['saturday', 2, 'Sat'],
  ] as const)
    it(`begins the calendar and the sheet with ${day} where the account says so`, async () => {
      await choose(day);
      const { page, follow, context, problems } = await stage.open('emil', { width: 1280 });
      const first = Temporal.PlainDate.from(stage.monday).subtract({ days: earlier });
      await follow(`week/${stage.monday}`);
      await page.locator('.block').first().waitFor();
      assert.deepEqual(
        await heads(page),
        [0, 1, 2, 3, 4, 5, 6].map((days) => {
          const date = first.add({ days });
          return `${date.toLocaleString('en-GB', { weekday: 'short' })} ${date.day}`;
        }),
      );
      assert.match((await heads(page))[0] ?? '', new RegExp(`^${shown}`));
      assert.equal(await page.locator(`[data-day="${earlier}"] .block`).count(), 2);
      assert.equal(await page.locator('.cal-day.free').count(), 2);
      const { weekOfYear } = Temporal.PlainDate.from(stage.monday);
      assert.match((await page.locator('h1').textContent()) ?? '', new RegExp(`^Week ${weekOfYear} `));
      await page.getByRole('button', { name: 'Next week' }).click();
      await page.locator('h1', { hasText: String(first.add({ days: 7 }).day) }).waitFor();
      assert.match((await heads(page))[0] ?? '', new RegExp(`^${shown} ${first.add({ days: 7 }).day}$`));
      await page.getByRole('button', { name: 'Sheet' }).click();
      await page.locator('.sheet thead th', { hasText: shown }).first().waitFor();
      assert.match(
        (await page.locator('.sheet thead th').nth(1).textContent()) ?? '',
        new RegExp(`^${shown}`),
      );
      assert.deepEqual(problems, []);
      await context.close();
    });
});
