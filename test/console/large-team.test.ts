// Screens of the team with 300 people: everybody has a row, and the number of requests does not depend on their number.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';
import { growTo } from '../support/large-team.ts';

const count = 300;
/** Screen → the most requests to the interface that it may send. */
const screens = { presence: 6, calendar: 6, month: 6 } as const;

describeInBrowser('team screens of the console with 300 people', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
    await growTo(stage, count);
  });
  after(() => stage.close());

  for (const [name, most] of Object.entries(screens)) {
    it(`show everybody in ${name}, and ask at most ${most} times`, async () => {
      const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/v4/')) asked.push(request.url());
      });
      const address = name === 'presence' ? name : `${name}/${stage.monday.slice(0, 7)}`;
      // The screen Today, open until now, may still send requests: they do not count.
      page.once('framenavigated', () => (asked.length = 0));
      await visit(address);
      if (name === 'presence') {
        await page
          .locator('.person')
          .nth(count - 1)
          .waitFor();
        assert.equal(await page.locator('.person').count(), count);
      } else {
        const holders = name === 'month' ? await countOfHolders(stage) : count;
        await page.locator(`.day-grid table[aria-rowcount="${holders + 1}"]`).waitFor();
        assert.ok((await page.locator('.day-grid tbody tr:not(.gap)').count()) < count);
        const box = page.locator('.day-grid');
        const seen = new Set<string>();
        for (let at = 0; at < holders; at += 8) {
          await box.evaluate((element, top) => void (element.scrollTop = top), at * 36);
          await frames(page, 2);
          for (const text of await box.locator('tbody th.name').allTextContents()) seen.add(text);
        }
        assert.equal(seen.size, holders);
      }
      assert.ok(asked.length <= most, asked.join('\n'));
      assert.deepEqual(problems, []);
      await context.close();
    });
  }

  it('draw whom one sees of month while all others are on their way', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/timesheetAccountings/read/**', async (route) => {
      if (!route.request().url().includes('user_id=')) await seen;
      await route.continue();
    });
    await visit(`month/${stage.monday.slice(0, 7)}`);
    const names = page.locator('.day-grid tbody th.name');
    await names.first().waitFor();
    const first = await names.allTextContents();
    assert.ok(first.length >= 20, first.join());
    await page.getByRole('searchbox').fill('none is called so');
    await names.first().waitFor({ state: 'detached' });
    assert.equal(await page.getByText('none is called so').count(), 0);
    goOn();
    await page.getByText('none is called so').waitFor();
    await page.getByRole('searchbox').fill('');
    const holders = await countOfHolders(stage);
    await page.locator(`.day-grid table[aria-rowcount="${holders + 1}"]`).waitFor();
    assert.deepEqual((await names.allTextContents()).slice(0, first.length), first);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('approve a range in batches, say how far it is, and ask before the page closes', async () => {
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit(`month/${stage.monday.slice(0, 7)}`);
    const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
    const sizes: number[] = [];
    await page.route('**/timesheetAccountings/approve/**', async (route) => {
      sizes.push((route.request().postDataJSON() as readonly unknown[]).length);
      if (sizes.length > 1) await seen;
      await route.continue();
    });
    const holders = await countOfHolders(stage);
    await page.locator(`.day-grid table[aria-rowcount="${holders + 1}"]`).waitFor();
    const cells = page.locator('.day-grid tbody tr').first().locator('td[role=gridcell]');
    await cells.nth(Number(stage.monday.slice(8)) - 1).click();
    for (let row = 0; row < count; row += 10) {
      await page.keyboard.press('Shift+PageDown');
      // The row that gets the focus may have to be drawn first.
      await frames(page, 3);
    }
    await page.locator('td.chosen').first().waitFor();
    const button = page.getByRole('button', { name: /^Approve 2\d\d days$/ });
    const days = Number(/\d+/.exec((await button.textContent()) ?? '')?.[0]);
    await button.click();
    await page.getByRole('status').getByText(`100 of ${days} days`).waitFor();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await page.close({ runBeforeUnload: true });
    while (asked.length === 0) await page.waitForTimeout(50);
    assert.deepEqual(asked, ['beforeunload']);
    goOn();
    await page.locator('.toast', { hasText: `Approved: ${days} days` }).waitFor();
    assert.deepEqual(sizes, [100, 100, days - 200]);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: `Approve ${days} days` }).waitFor();
    assert.deepEqual([asked, problems], [['beforeunload'], []]);
    await context.close();
  });
});

async function frames(page: Page, many: number): Promise<void> {
  for (let frame = 0; frame < many; frame += 1)
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => done()))');
}

/** How many people have days of an account in the month. */
async function countOfHolders({ installation, monday }: ConsoleStage): Promise<number> {
  const { json } = await installation.account.administrator.get('timesheetAccountings/read', {
    date: monday,
    _fields: 'user_id',
    _limit: 10_000,
  });
  const rows = json['Results'] as readonly { readonly user_id: number }[];
  return new Set(rows.map((row) => row.user_id)).size;
}
