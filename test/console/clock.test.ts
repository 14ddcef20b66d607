// A device whose clock is set right while the page is open: what is sent late has the time at which it was done.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { describeInBrowser, login, type ConsoleStage } from '../support/console-browser.ts';
import { untilRowsKept } from '../support/kept-in-browser.ts';

/** Milliseconds by which the clock is wrong at first. */
const hour = 3_600_000;

describeInBrowser('the clock of a device that is set right', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  /** Opens Today on a device whose clock is wrong. */
  const openWrong = async (wrong: number): Promise<Page> => {
    const { page } = await stage.open(null, { width: 1280 });
    await page.addInitScript(`{
      const right = Date.now.bind(Date);
      globalThis.wrong = ${wrong};
      Date.now = () => right() + globalThis.wrong;
    }`);
    await page.reload();
    await login(page, 'emil');
    await page.locator('.clock .button.big').waitFor();
    return page;
  };
  const setRight = (page: Page): Promise<unknown> => page.evaluate('globalThis.wrong = 0');
  const waits = (page: Page, text: string): Promise<void> =>
    page.locator('.message', { hasText: text }).waitFor();
  const isSent = (page: Page): Promise<void> => page.locator('.message').waitFor({ state: 'detached' });

  /** How many seconds each edge of the last booking is off. */
  const faults = async (pressed: readonly number[]): Promise<readonly number[]> => {
    const { administrator } = stage.installation.account;
    const answer = await administrator.get('timeTrackings/read', { user_id: stage.employeeId });
    const rows = answer.json['Results'] as readonly Readonly<Record<string, unknown>>[];
    const row = rows.toSorted((one, other) => Number(other['id']) - Number(one['id']))[0];
    return (['start', 'end'] as const).slice(0, pressed.length).map((edge, index) => {
      const shown = Date.parse(`${String(row?.[`${edge}_time`]).replace(' ', 'T')}Z`);
      return shown / 1000 - Number(row?.[`${edge}_time_offset`]) - (pressed[index] ?? 0) / 1000;
    });
  };
  const assertRight = async (pressed: readonly number[]): Promise<void> => {
    // The message goes when the first change is stored: the second may still be on its way.
    let found = await faults(pressed);
    for (let looks = 0; looks < 100 && found.some(Number.isNaN); looks += 1) {
      await pause(100);
      found = await faults(pressed);
    }
    for (const seconds of found) assert.ok(Math.abs(seconds) < 5, `${seconds} s off`);
  };

  for (const [name, wrong] of [
    ['an hour ahead', hour],
    ['an hour behind', -hour],
  ] as const)
    it(`moves no press before it or after it, where the clock was ${name}`, async () => {
      const page = await openWrong(wrong);
      await page.context().setOffline(true);
      const started = Date.now();
      await page.locator('.task-button').nth(2).click();
      await waits(page, '1 change is not sent yet');
      await page.waitForTimeout(3_000);
      await setRight(page);
      const stopped = Date.now();
      await page.keyboard.press('x');
      await waits(page, '2 changes are not sent yet');
      // What is sent at once has the server's time.
      await page.waitForTimeout(3_000);
      await page.context().setOffline(false);
      await isSent(page);
      await page.locator('.clock.idle').waitFor();
      await assertRight([started, stopped]);
      await page.context().close();
    });

  it('is followed by the next answer: a later press is right', async () => {
    const page = await openWrong(hour);
    await setRight(page);
    const read = page.waitForResponse(/\/deltaSync\//);
    const { administrator } = stage.installation.account;
    await administrator.put('tasks/update/' + stage.taskIds[0], { name: 'Design work' });
    await read;
    await page.context().setOffline(true);
    const started = Date.now();
    await page.locator('.task-button').nth(1).click();
    await waits(page, '1 change is not sent yet');
    await page.waitForTimeout(3_000);
    assert.equal(await page.locator('.bar .timer .time').textContent(), '0:00');
    await page.context().setOffline(false);
    await isSent(page);
    await assertRight([started]);
    await page.context().close();
  });

  for (const [name, wrong] of [
    ['ahead', hour],
    ['behind', -hour],
  ] as const)
    it(`counts for a press of a page that began without answer, an hour ${name}`, async () => {
      const page = await openWrong(wrong);
      await untilRowsKept(page);
      const asks = (url: URL): boolean => /\/(session|v4\/.*)$/.test(url.pathname);
      await page.route(asks, (route) => route.abort());
      await page.reload();
      await page.locator('.task-button').nth(2).waitFor();
      const started = Date.now();
      await page.locator('.task-button').nth(2).click();
      await waits(page, '1 change is not sent yet');
      await page.waitForTimeout(3_000);
      await page.unroute(asks);
      await isSent(page);
      await assertRight([started]);
      await page.context().close();
    });

  it('is ahead by less than it is set right for: a press waits for the server’s', async () => {
    const page = await openWrong(1_900);
    let tries = 0;
    await page.route('**/timeTrackings/start/**', async (route) => {
      tries += 1;
      if (tries === 1) await route.abort();
      else await route.continue();
    });
    // A second later the server's clock is still a second behind.
    const pressed = page.evaluate(`{
      const present = () => (Date.now() - globalThis.wrong) % 1000;
      while (present() < 110 || present() > 150);
      document.querySelectorAll('.task-button')[1].click();
    }`);
    const [started] = await Promise.all([
      pressed.then(() => Date.now()),
      waits(page, '1 change is not sent yet'),
    ]);
    await isSent(page);
    await assertRight([started]);
    await page.context().close();
  });

  it('stands still in sleep: a press is live, however slow the login is asked for', async () => {
    const page = await openWrong(0);
    await page.route('**/session', async (route) => {
      await pause(3_000);
      await route.continue();
    });
    await page.evaluate(`{
      const now = performance.now.bind(performance);
      performance.now = () => now() - 3_600_000;
    }`);
    const sent = page.waitForRequest(/\/timeTrackings\/start\//);
    await page.locator('.task-button').nth(2).click();
    assert.doesNotMatch((await sent).postData() ?? '', /is_offline_tracking/);
    await page.context().close();
  });
});
