// Today in a browser: starting, switching and stopping, by key and by button, with and without a server.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { clockStopped, describeInBrowser, login, type ConsoleStage } from '../support/console-browser.ts';

/** A second tap within half a second counts for none: until the clock shows two. */
async function secondPassed(page: Page): Promise<void> {
  await page.locator('.clock-time .seconds', { hasText: /0[2-9]|[1-5]\d/ }).waitFor();
}

/** Waits until the title of the page names the task. */
async function titled(page: Page, name: string): Promise<void> {
  const limit = Date.now() + 60_000;
  while (!(await page.title()).includes(name) && Date.now() < limit) await page.waitForTimeout(50);
  assert.match(await page.title(), new RegExp(name));
}

describeInBrowser('the timer of the console', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  const running = async (): Promise<readonly Record<string, unknown>[]> => {
    const { administrator } = stage.installation.account;
    const answer = await administrator.get('timeTrackings/read', { user_id: stage.employeeId, end_time: '' });
    return answer.json['Results'];
  };

  const begun = (row: Record<string, unknown> | undefined): number =>
    Date.parse(`${String(row?.['start_time']).replace(' ', 'T')}Z`) -
    Number(row?.['start_time_offset']) * 1000;

  it('starts by a number, shows it everywhere, and stops by x', async () => {
    const { page, problems, settle, context } = await stage.open('emil', { width: 1280 });
    const name = await page.locator('.task-button .name').nth(0).textContent();
    await page.keyboard.press('1');
    await page.waitForSelector('.bar .timer .time');
    await titled(page, name ?? '');
    await page.locator('.toast', { hasText: `Started ${name}` }).waitFor();
    const [row] = await running();
    await secondPassed(page);
    // It is the first task now, and goes on: another start would cut the booking in two.
    await page.keyboard.press('1');
    await settle();
    assert.equal((await running())[0]?.['id'], row?.['id']);
    await page.keyboard.press('x');
    await page.locator('.toast', { hasText: `Stopped ${name}` }).waitFor();
    assert.equal((await running()).length, 0);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('says that there are no tasks in an account without any', async () => {
    const { administrator } = await stage.installation.addAccount('empty');
    const rows = (await administrator.get('tasks/read')).json['Results'] as readonly { id: number }[];
    for (const { id } of rows) await administrator.delete(`tasks/delete/${id}`);
    const { page, context } = await stage.open(null, { width: 390 });
    await page.goto(`${stage.installation.address}/@empty/`);
    await login(page, 'admin');
    await page.getByRole('heading', { name: 'There are no tasks to book on yet.' }).waitFor();
    await context.close();
  });

  it('takes a start back with Ctrl Z', async () => {
    const { page, context } = await stage.open('emil', { width: 390 });
    await page.locator('.task-button').nth(1).click();
    await page.locator('.toast', { hasText: 'Started' }).waitFor();
    assert.equal((await running()).length, 1);
    await page.keyboard.press('Control+z');
    await clockStopped(stage, page);
    await context.close();
  });

  it('keeps a start made without connection, and sends it with its own time', async () => {
    const { page, context } = await stage.open('emil', { width: 390 });
    await context.setOffline(true);
    const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/start/'));
    const notBefore = Date.now();
    await page.locator('.task-button').nth(2).click();
    const notAfter = Date.now();
    await refused;
    await page.locator('.message', { hasText: '1 change is not sent yet' }).waitFor();
    assert.equal((await running()).length, 0);
    await context.setOffline(false);
    await page.locator('.message').waitFor({ state: 'detached' });
    const [row] = await running();
    assert.equal(row?.['is_offline_tracking'], 1);
    const moment = begun(row);
    assert.ok(moment >= notBefore - 1000 && moment <= notAfter, `pressed ${notBefore} to ${notAfter}`);
    await secondPassed(page);
    await page.locator('.bar .button.primary').click();
    await clockStopped(stage, page);
    await context.close();
  });

  it('sends the offset of its clocks with a start and a stop that come late', async () => {
    const { page, context } = await stage.open('emil', { width: 390 });
    const offset = Temporal.Now.zonedDateTimeISO('Europe/Vienna').offsetNanoseconds / 1e9;
    await page.locator('.clock .button.big').waitFor();
    for (const [press, field] of [
      ['.task-button', 'start_time_offset'],
      ['.bar .button.primary', 'end_time_offset'],
    ] as const) {
      await context.setOffline(true);
      await page.locator(press).first().click();
      await page.locator('.message', { hasText: '1 change is not sent yet' }).waitFor();
      const sent = page.waitForRequest(
        (request) => request.method() !== 'GET' && (request.postData() ?? '').includes('is_offline_tracking'),
      );
      await context.setOffline(false);
      assert.equal((JSON.parse((await sent).postData() ?? '') as Record<string, unknown>)[field], offset);
      await page.locator('.message').waitFor({ state: 'detached' });
      if (field === 'start_time_offset') await secondPassed(page);
    }
    await clockStopped(stage, page);
    await context.close();
  });

  it('sends the time of the press when the answer to the login took four seconds', async () => {
    const { page, context } = await stage.open(null, { width: 390 });
    const tools = await context.newCDPSession(page);
    tools.on('Fetch.requestPaused', ({ requestId }) => {
      setTimeout(() => void tools.send('Fetch.continueRequest', { requestId }), 4000);
    });
    const patterns = [{ urlPattern: '*/session', requestStage: 'Response' as const }];
    await tools.send('Fetch.enable', { patterns });
    await login(page, 'emil');
    await tools.send('Fetch.disable');
    await context.setOffline(true);
    const notBefore = Date.now();
    await page.locator('.task-button').nth(1).click();
    await page.locator('.message', { hasText: '1 change is not sent yet' }).waitFor();
    await context.setOffline(false);
    await page.locator('.message').waitFor({ state: 'detached' });
    const [row] = await running();
    assert.ok(begun(row) >= Math.floor(notBefore / 1000) * 1000, `${begun(row)} is before ${notBefore}`);
    await secondPassed(page);
    await page.locator('.bar .button.primary').click();
    await clockStopped(stage, page);
    await context.close();
  });

  it('is asked for with its login, once each, before the console itself is loaded', async () => {
    const { page, problems, context, settle } = await stage.open('emil', { width: 390, keepsShell: false });
    await settle();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (!searchParams.has('_since')) asked.push(pathname);
    });
    let load = (): void => {};
    const isAwaited = new Promise<void>((resolve) => (load = resolve));
    await page.route('**/assets/main-*.js', async (route) => {
      await isAwaited;
      await route.continue();
    });
    const first = page.waitForRequest(/\/deltaSync\//);
    await page.reload({ waitUntil: 'commit' });
    await first;
    assert.equal(await page.evaluate('document.querySelector("#app")?.childElementCount ?? 0'), 0);
    load();
    await page.locator('.clock .button.big').waitFor();
    const { name } = stage.installation.account;
    for (const path of [`/${name}/session`, `/${name}/v4/deltaSync/read/`])
      assert.equal(asked.filter((one) => one === path).length, 1, path);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('asks for the rows beside the login of the person whom the device knows', async () => {
    const { page, context } = await stage.open('emil', { width: 390 });
    const rows = page.waitForRequest((one) => /\/deltaSync\/(?!.*_since)/.test(one.url()));
    await page.route('**/session', async (route) => {
      await rows;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await page.locator('.clock .button.big').waitFor();
    await context.close();
  });

  it('shows the rows of the person who is logged in where the device knows another one', async () => {
    const { page, context } = await stage.open('emil', { width: 390 });
    const known = `${stage.installation.account.name} ${stage.leaderId} Pacific/Apia`;
    await page.evaluate(`localStorage.setItem('hourbook.login', '${known}')`);
    const asked: (string | null)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.includes('/deltaSync/') && !searchParams.has('_since'))
        asked.push(searchParams.get('timeTrackings__user_id'));
    });
    await page.reload();
    await page.locator('.clock .button.big').waitFor();
    assert.deepEqual(asked, [stage.leaderId, stage.employeeId].map(String));
    await context.close();
  });

  it('forgets on logout who was logged in', async () => {
    const { page, context } = await stage.open('emil', { width: 1280 });
    const known = async (): Promise<unknown> => page.evaluate('localStorage.getItem("hourbook.login")');
    const { account } = stage.installation;
    assert.equal(await known(), `${account.name} ${stage.employeeId} Europe/Vienna`);
    await page.locator('.avatar').click();
    await page.locator('#user-menu .button', { hasText: 'Log out' }).click();
    await page.waitForSelector('input[name=username]');
    assert.equal(await known(), null);
    await context.close();
  });

  it('keeps a press on what is not loaded yet, and takes no keys until that is there', async () => {
    const { page, context, problems } = await stage.open('emil', { width: 1280, keepsShell: false });
    let load = (): void => {};
    const isAwaited = new Promise<void>((resolve) => (load = resolve));
    await page.route(/booking-editor-.*\.js/, async (route) => {
      await isAwaited;
      await route.continue();
    });
    const asked = page.waitForRequest(/booking-editor-.*\.js/);
    await page.reload();
    await page.locator('.today-bookings .button', { hasText: 'Add a time' }).click();
    await asked;
    await page.keyboard.press('s');
    load();
    await page.locator('dialog h2', { hasText: 'New booking' }).waitFor();
    assert.equal((await running()).length, 0);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('lists tasks only while the field that finds them has the focus', async () => {
    const { page, context } = await stage.open('emil', { width: 1280 });
    const search = page.locator('.today-tasks [role=combobox]');
    await search.fill('a');
    await page.locator('.today-tasks .options').waitFor();
    await search.blur();
    await page.locator('.today-tasks .options').waitFor({ state: 'detached' });
    // As undo in another field does in Chromium.
    await search.dispatchEvent('input');
    await page.waitForTimeout(200);
    assert.equal(await search.getAttribute('aria-expanded'), 'false');
    await context.close();
  });

  it('and the bar around it are drawn whole by the styles of the first load', async () => {
    for (const width of [390, 1280]) {
      const { page, context } = await stage.open('emil', { width, keepsShell: false });
      await page.locator('.today-bookings').waitFor();
      while ((await page.evaluate('document.styleSheets.length')) !== 2) await page.waitForTimeout(50);
      const picturesWith = async (hasLaterStyles: boolean): Promise<readonly string[]> => {
        await page.evaluate(
          `document.querySelector('link[href*="/assets/more-"]').disabled = ${!hasLaterStyles}`,
        );
        const taken: string[] = [];
        // What the person's menu offers comes with the styles that are loaded later.
        for (const opener of [null, '.screen-link.more']) {
          if (opener !== null) await page.locator(opener).click();
          taken.push((await page.screenshot()).toString('base64'));
          if (opener !== null) await page.keyboard.press('Escape');
          await page.mouse.move(5, 795);
          await page.evaluate('document.activeElement.blur()');
        }
        return taken;
      };
      await page.mouse.move(5, 795);
      // An answer may come, and a minute may pass, between two pictures; styles would differ each time.
      let differing: readonly number[] = [];
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const [first, later] = [await picturesWith(false), await picturesWith(true)];
        differing = first.flatMap((picture, index) => (picture === later[index] ? [] : [index]));
        if (differing.length === 0) break;
      }
      assert.deepEqual(differing, [], `pictures at ${width} px`);
      await context.close();
    }
  });

  it('offers to load once more what could not be loaded', async () => {
    const { page, context } = await stage.open('emil', { width: 1280, keepsShell: false });
    await page.route(/palette-.*\.js/, (route) => route.abort());
    await page.reload();
    await page.locator('.clock .button.big').waitFor();
    await page.keyboard.press('Control+k');
    await page.locator('.screen-message', { hasText: 'could not be loaded' }).waitFor();
    await page.unroute(/palette-.*\.js/);
    await page.locator('.screen-message .button').click();
    await page.locator('dialog[open] [role=combobox]').waitFor();
    await context.close();
  });
});
