// A device that can keep nothing more: what waits is lost with the page, and the page says so.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeInBrowser, type ConsoleStage, type OpenPage } from '../support/console-browser.ts';

describeInBrowser('a device whose disk is full', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  /** Answers what sets how many bytes the browser may keep for the console; `null`: as many as before. */
  const quotaOf = async ({ page, context }: OpenPage): Promise<(size: number | null) => Promise<unknown>> => {
    const tools = await context.newCDPSession(page);
    const origin = stage.installation.address;
    return (size) =>
      tools.send('Storage.overrideQuotaForOrigin', { origin, ...(size === null ? {} : { quotaSize: size }) });
  };

  it('says that what waits would be lost, and asks before it is', async () => {
    const opened = await stage.open('emil', { width: 1280 });
    const { page, context } = opened;
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    const setQuota = await quotaOf(opened);
    await setQuota(1);
    await page.route('**/timeTrackings/**', (route) => route.abort());
    await page.locator('.task-button').nth(1).click();
    await page.locator('.message', { hasText: 'is lost when this page is closed' }).waitFor();
    await page.close({ runBeforeUnload: true });
    while (asked.length === 0) await page.waitForTimeout(50);
    assert.deepEqual(asked, ['beforeunload']);
    await setQuota(null);
    // A second tap within half a second counts for none.
    await page.waitForTimeout(600);
    await page.locator('.task-button').nth(2).click();
    await page.locator('.message', { hasText: 'kept here and sent later' }).waitFor();
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
    assert.deepEqual(asked, ['beforeunload']);
    await context.close();
  });

  it('is asked again where the storage of the browser could not be opened once', async () => {
    const { page, context } = await stage.open('emil', { width: 1280 });
    await page.locator('.clock .button.big').waitFor();
    await page.addInitScript(`{
      const open = IDBFactory.prototype.open;
      IDBFactory.prototype.open = function (...words) {
        if (!globalThis.isWell) throw new DOMException('none now', 'UnknownError');
        return open.apply(this, words);
      };
    }`);
    await page.reload();
    await page.route('**/timeTrackings/**', (route) => route.abort());
    await page.locator('.task-button').nth(1).click();
    await page.locator('.message', { hasText: 'is lost when this page is closed' }).waitFor();
    await page.evaluate(`globalThis.isWell = true; document.dispatchEvent(new Event('visibilitychange'))`);
    await page.locator('.message', { hasText: 'kept here and sent later' }).waitFor();
    await context.close();
  });

  it('sends once what a closed tab has left and cannot be moved', async () => {
    const opened = await stage.open('emil', { width: 1280 });
    const { page, context } = opened;
    await page.route('**/timeTrackings/**', (route) => route.abort());
    await page.locator('.task-button').nth(1).click();
    await page.locator('.message', { hasText: 'kept here and sent later' }).waitFor();
    // A page that keeps a quota must not be left, so the disk is full by script here.
    await context.addInitScript(`{
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (...words) {
        const request = put.apply(this, words);
        this.transaction.abort();
        return request;
      };
    }`);
    const [next, other] = [await context.newPage(), await context.newPage()];
    const { address, account } = stage.installation;
    let sent = 0;
    await context.route('**/timeTrackings/start/**', async (route) => {
      sent += 1;
      if (sent > 1) await route.abort();
      else await route.continue();
    });
    await page.close();
    for (const tab of [next, other]) {
      await tab.goto(`${address}/@${account.name}/today`);
      await tab.locator('.clock:not(.idle)').waitFor();
    }
    for (let looks = 0; looks < 4; looks += 1)
      for (const tab of [next, other]) {
        await tab.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
        await tab.waitForTimeout(300);
      }
    assert.equal(sent, 1);
    await context.close();
  });
});
