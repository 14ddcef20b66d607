// Screens of the team with 300 people: everybody has a row, and the number of requests does not depend on their number.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
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
          await page.evaluate(
            'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
          );
          for (const text of await box.locator('tbody th.name').allTextContents()) seen.add(text);
        }
        assert.equal(seen.size, holders);
      }
      assert.ok(asked.length <= most, asked.join('\n'));
      assert.deepEqual(problems, []);
      await context.close();
    });
  }
});

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
