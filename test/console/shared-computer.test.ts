// A computer that several people use: who says so at the login leaves nothing in the browser, and is told what is not kept.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { describeInBrowser, login, type ConsoleStage } from '../support/console-browser.ts';

/** All that the browser keeps for the console but its own files: entries of its storages, records of its databases. */
const keptScript = `(async () => {
  const found = [...Object.entries(localStorage), ...Object.entries(sessionStorage)].map((one) => one.join('='));
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise((resolve) => {
      indexedDB.open(name).onsuccess = (event) => resolve(event.target.result);
    });
    for (const store of database.objectStoreNames) {
      const keys = database.transaction(store).objectStore(store).getAllKeys();
      await new Promise((resolve) => (keys.onsuccess = resolve));
      found.push(...keys.result.map((key) => name + '=' + key));
    }
    database.close();
  }
  return found.sort();
})()`;

describeInBrowser('a shared computer', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  const kept = (page: Page): Promise<readonly string[]> => page.evaluate<readonly string[]>(keptScript);
  /** What the browser keeps and did not keep before. */
  const keptSince = async (page: Page, earlier: readonly string[]): Promise<readonly string[]> =>
    (await kept(page)).filter((one) => !earlier.includes(one));
  const enter = async (page: Page): Promise<void> => {
    await page.getByLabel('This computer is shared').check();
    await login(page, 'emil');
    await page.locator('.clock').waitFor();
  };
  /** A press within half a second counts as the second tap of a double one. */
  const stop = async (page: Page): Promise<void> => {
    await page.locator('.clock-time .seconds', { hasText: /0[2-9]|[1-5]\d/ }).waitFor();
    await page.locator('.clock .button.primary').click();
    await page.locator('.clock.idle').waitFor();
  };
  const openLogin = async () => {
    const opened = await stage.open(null, { width: 1280 });
    const { address, account } = stage.installation;
    await opened.page.goto(`${address}/@${account.name}/today`);
    await opened.page.locator('main.login form').waitFor();
    return opened;
  };

  it('keeps nothing in the browser, not while one works nor after the logout', async () => {
    const { page, settle, context, problems } = await openLogin();
    const untouched = await kept(page);
    await enter(page);
    await page.locator('.avatar').click();
    await page.locator('#user-menu').getByLabel('Appearance').selectOption('dark');
    await page.keyboard.press('Escape');
    await page.locator('.task-button').first().click();
    await stop(page);
    await settle();
    // The rows of the person are kept a second after the server has told something, elsewhere.
    await page.waitForTimeout(1500);
    assert.deepEqual(await keptSince(page, untouched), []);
    await page.reload();
    await page.locator('.clock.idle').waitFor();
    await page.waitForTimeout(1500);
    assert.deepEqual(await keptSince(page, untouched), []);
    await page.locator('.avatar').click();
    await page.locator('#user-menu .button').last().click();
    await page.locator('main.login form').waitFor();
    assert.deepEqual(await keptSince(page, untouched), []);
    assert.equal(await page.getByLabel('This computer is shared').isChecked(), true);
    const cookies = await context.cookies();
    assert.deepEqual([cookies.length > 0, cookies.filter(({ expires }) => expires !== -1)], [true, []]);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('says that a press without connection is lost with the page, and sends it later', async () => {
    const { page, context } = await openLogin();
    const untouched = await kept(page);
    await enter(page);
    await context.setOffline(true);
    await page.locator('.task-button').first().click();
    const message = page.locator('.message', { hasText: '1 change is not sent yet' });
    await message
      .getByText('This computer is shared: what waits is lost when this page is closed.')
      .waitFor();
    assert.deepEqual(await keptSince(page, untouched), []);
    await context.setOffline(false);
    await message.waitFor({ state: 'detached' });
    await stop(page);
    await context.close();
  });
});
