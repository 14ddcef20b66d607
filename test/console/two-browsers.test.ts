// One person in two browsers: each shows what the other does, and nothing is lost or doubled while the server is away.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { startApp, type RunningApp } from '#app';
import { readConfig } from '#config';
import { describeInBrowser, login, type ConsoleStage, type OpenPage } from '../support/console-browser.ts';
import { lastingPort } from '../support/lasting-port.ts';

describeInBrowser('one person in two browsers', (startConsole) => {
  let stage: ConsoleStage;
  let first: OpenPage;
  let second: OpenPage;
  let restarted: RunningApp | null = null;
  before(async () => {
    stage = await startConsole({ port: String(await lastingPort()) });
    first = await stage.open('emil', { width: 1280 });
    second = await stage.open('emil', { width: 390 });
  });
  after(async () => {
    await stage.browser.close();
    await restarted?.close();
    await stage.installation.close();
  });

  /** Own bookings that run, and how many there are in all, as the API tells them. */
  const booked = async (): Promise<{ readonly running: number; readonly all: number }> => {
    const { administrator } = stage.installation.account;
    const query = { user_id: stage.employeeId, _limit: 1000 };
    const rows = (await administrator.get('timeTrackings/read', query)).json['Results'] as readonly Record<
      string,
      unknown
    >[];
    return { running: rows.filter((row) => row['end_time'] === null).length, all: rows.length };
  };
  const isRunning = async (page: Page, is: boolean): Promise<void> =>
    page.locator('.clock:not(.idle)').waitFor({ state: is ? 'visible' : 'detached' });

  it('sees a start of one in the other, and a stop as well', async () => {
    const { all } = await booked();
    await first.page.locator('.task-button').first().click();
    await isRunning(second.page, true);
    await second.page.locator('.clock-time .seconds', { hasText: /0[2-9]|[1-5]\d/ }).waitFor();
    await second.page.locator('.clock .button.primary').click();
    await isRunning(first.page, false);
    await first.settle();
    assert.deepEqual(await booked(), { running: 0, all: all + 1 });
    assert.deepEqual([...first.problems, ...second.problems], []);
  });

  it('stores a start once whose answer was lost on the way', async () => {
    const { all } = await booked();
    const { isLost } = await loseAnswer(first.context, first.page);
    await first.page.locator('.task-button').nth(1).click();
    await isLost;
    await isRunning(second.page, true);
    await first.page.locator('.message').waitFor({ state: 'detached' });
    await first.settle();
    assert.deepEqual(await booked(), { running: 1, all: all + 1 });
    await first.page.locator('.clock-time .seconds', { hasText: /0[2-9]|[1-5]\d/ }).waitFor();
    await first.page.keyboard.press('x');
    await isRunning(second.page, false);
    await first.settle();
  });

  it('asks again for a stream that the server refused', async () => {
    const { page, context } = await stage.open(null, { width: 390 });
    let refusals = 0;
    await page.route('**/v4/changes', async (route) => {
      refusals += 1;
      if (refusals > 2) await route.continue();
      else await route.fulfill({ status: 503, body: '' });
    });
    const heard = page.waitForResponse((answer) => answer.url().endsWith('/changes') && answer.ok());
    await login(page, 'emil');
    await heard;
    assert.equal(refusals, 3);
    await context.close();
  });

  it('loses nothing and doubles nothing while the server is away', async () => {
    const { all } = await booked();
    // A tap within half a second of the last one counts for none.
    await first.page.waitForTimeout(600);
    await stage.installation.app.close();
    await first.page.locator('.task-button').nth(2).click();
    await first.page.locator('.message', { hasText: '1 change is not sent yet' }).waitFor();
    restarted = await startAgain(stage);
    await first.page.locator('.message').waitFor({ state: 'detached' });
    await isRunning(second.page, true);
    assert.deepEqual(await booked(), { running: 1, all: all + 1 });
    await second.page.locator('.clock-time .seconds', { hasText: /0[2-9]|[1-5]\d/ }).waitFor();
    await second.page.locator('.clock .button.primary').click();
    await isRunning(first.page, false);
    assert.deepEqual([...first.problems, ...second.problems], []);
  });
});

/** Lets the next start reach the server and cuts the connection before its answer arrives. */
async function loseAnswer(context: BrowserContext, page: Page): Promise<{ readonly isLost: Promise<void> }> {
  const tools = await context.newCDPSession(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  tools.on('Fetch.requestPaused', ({ requestId, responseStatusCode }) => {
    void (async () => {
      assert.equal(responseStatusCode, 200);
      await tools.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
      await tools.send('Fetch.disable');
      resolve();
    })();
  });
  const patterns = [{ urlPattern: '*/timeTrackings/start/*', requestStage: 'Response' as const }];
  await tools.send('Fetch.enable', { patterns });
  return { isLost: promise };
}

/** A server on the database and the port of the one that was closed. */
function startAgain({ installation }: ConsoleStage): Promise<RunningApp> {
  const flags = {
    database: installation.databaseUrl,
    'file-storage': installation.filesFolder,
    port: new URL(installation.address).port,
    'argon2-memory': '64 KiB',
    'argon2-iterations': '1',
    'max-event-loop-delay': '60000',
  };
  return startApp(readConfig({ flags, env: {} }), { observe: () => {} });
}
