// Logins in the console: what a page shows without connection, what a logout leaves behind, whose settings hold, own passwords.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import {
  clockStopped,
  describeInBrowser,
  login,
  untilShellKept,
  type ConsoleStage,
} from '../support/console-browser.ts';
import { password } from '../support/installation.ts';
import { keptIn, untilRowsKept } from '../support/kept-in-browser.ts';

type Row = Readonly<Record<string, unknown>>;

async function chooseInMenu(page: Page, label: string, value: string): Promise<void> {
  await page.locator('.avatar').click();
  await page.locator('#user-menu').getByLabel(label).selectOption(value);
  await page.keyboard.press('Escape');
}

async function logOut(page: Page): Promise<void> {
  await page.locator('.avatar').click();
  await page.locator('#user-menu .button').last().click();
}

describeInBrowser('a login of the console', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  const today = (): string => {
    const { address, account } = stage.installation;
    return `${address}/@${account.name}/today`;
  };

  const running = async (): Promise<readonly Row[]> => {
    const query = { user_id: stage.employeeId, end_time: '' };
    const { administrator } = stage.installation.account;
    return (await administrator.get('timeTrackings/read', query)).json['Results'] as readonly Row[];
  };

  it('lets its person start on a page that was loaded without connection', async () => {
    const { page, context } = await stage.open('emil', { width: 390 });
    const names = await page.locator('.task-button .name').allTextContents();
    await untilShellKept(page);
    await untilRowsKept(page);
    const records = (await keptIn(page)).join();
    assert.ok(!/Lena|Hanna/.test(records), 'a colleague is kept');
    await context.setOffline(true);
    await page.reload();
    await page.locator('.clock.idle').waitFor();
    await page.locator('.today-bookings').waitFor();
    assert.deepEqual(await page.locator('.task-button .name').allTextContents(), names);
    await page.locator('.message', { hasText: 'You see what was here before' }).waitFor();
    await page.locator('.task-button').nth(1).click();
    await page.locator('.message', { hasText: '1 change is not sent yet' }).waitFor();
    await page.reload();
    await page.locator('.clock:not(.idle)').waitFor();
    await context.setOffline(false);
    await page.locator('.message').waitFor({ state: 'detached' });
    assert.equal((await running()).length, 1);
    await page.locator('.clock .button.primary').click();
    await clockStopped(stage, page);
    await context.close();
  });

  it('ends in all tabs by a logout in one, and leaves nothing of its person', async () => {
    const { page, context } = await stage.open('emil', { width: 1280 });
    const second = await context.newPage();
    await second.goto(today());
    await second.locator('.clock').waitFor();
    await untilRowsKept(page);
    await logOut(page);
    await page.locator('main.login').waitFor();
    await second.locator('main.login').waitFor();
    assert.deepEqual(await keptIn(page), []);
    await context.close();
  });

  it('goes on when the server refuses the logout, and says so', async () => {
    const { page, context } = await stage.open('emil', { width: 1280 });
    await page.route('**/session', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 503, contentType: 'application/json', body: '{"Success":false}' })
        : route.continue(),
    );
    await untilRowsKept(page);
    await logOut(page);
    await page.locator('.toast.refused').waitFor();
    assert.equal(await page.locator('main.login').count(), 0);
    assert.notDeepEqual(await keptIn(page), []);
    await context.close();
  });

  it('ends only after a question when another tab has not sent everything', async () => {
    const { page, context } = await stage.open('emil', { width: 1280 });
    await page.route('**/timeTrackings/start/**', (route) => route.abort());
    await page.locator('.task-button').nth(1).click();
    await page.locator('.message', { hasText: '1 change is not sent yet' }).waitFor();
    const second = await context.newPage();
    await second.goto(today());
    await second.locator('.clock').waitFor();
    await logOut(second);
    await second.locator('dialog[open]', { hasText: '1 change is not sent yet and would be lost' }).waitFor();
    await second.getByRole('button', { name: 'Log out and lose them' }).click();
    await page.locator('main.login').waitFor();
    assert.deepEqual(await keptIn(second), []);
    assert.deepEqual(await running(), []);
    await context.close();
  });

  it('brings the appearance and the language that its person has chosen', async () => {
    const { page, context } = await stage.open('emil', { width: 1280 });
    const look = (): Promise<unknown> =>
      page.evaluate('[document.documentElement.lang, document.documentElement.dataset.theme ?? "system"]');
    await chooseInMenu(page, 'Appearance', 'dark');
    await chooseInMenu(page, 'Language', 'de');
    await page.getByRole('heading', { name: /\d\. / }).first().waitFor();
    await logOut(page);
    await page.locator('main.login').waitFor();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    assert.deepEqual(await look(), ['en', 'system']);
    await login(page, 'lena');
    assert.deepEqual(await look(), ['en', 'system']);
    await logOut(page);
    await page.locator('main.login').waitFor();
    await login(page, 'emil');
    await page.locator('.brand').waitFor();
    await page.locator('html[lang=de][data-theme=dark]').waitFor();
    await context.close();
  });

  it('asks for another password of a person who has to choose one', async () => {
    const { administrator } = stage.installation.account;
    const pia = { username: 'pia', password, firstname: 'Pia', lastname: 'Roth', renew_password: 1 };
    await administrator.create('users', pia);
    const { page, context } = await stage.open('pia', { width: 390 });
    const form = page.locator('dialog[open]');
    const next = 'heron-ladder-77-quiet';
    const save = async (present: string, chosen: string, again: string): Promise<void> => {
      await form.getByLabel('Present password').fill(present);
      await form.getByLabel('New password', { exact: true }).fill(chosen);
      await form.getByLabel('New password again').fill(again);
      await form.getByRole('button', { name: 'Save' }).click();
    };
    await form.getByText('You have to choose a new password').waitFor();
    await page.keyboard.press('Escape');
    await save(password, next, `${next}!`);
    await form.getByText('These two are not the same.').waitFor();
    await form.locator('[aria-invalid=true]:focus').waitFor();
    await save('wrong', next, next);
    await form.getByText('The present password is wrong.').waitFor();
    await form.locator('[aria-invalid=true]:focus').waitFor();
    await save(password, 'short', 'short');
    await form.locator('.error', { hasText: 'The password must' }).waitFor();
    await form.locator('[aria-invalid=true]:focus').waitFor();
    await save(password, next, next);
    await form.waitFor({ state: 'detached' });
    await logOut(page);
    await page.locator('main.login').waitFor();
    await login(page, 'pia', next);
    assert.equal(await page.locator('dialog[open]').count(), 0);
    await context.close();
  });

  it('sends a form once, however often its button is pressed', async () => {
    const { page, context } = await stage.open('emil', { width: 1280 });
    let count = 0;
    let answer = (): void => {};
    const isAwaited = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/users/updatePassword/**', async (route) => {
      count += 1;
      await isAwaited;
      await route.continue();
    });
    await page.locator('.avatar').click();
    await page.getByRole('button', { name: 'Change password' }).click();
    const form = page.locator('dialog[open]');
    for (const name of ['Present password', 'New password', 'New password again'])
      await form.getByLabel(name, { exact: true }).fill('heron-ladder-77-quiet');
    const save = form.getByRole('button', { name: 'Save' });
    await save.click();
    for (let times = 0; times < 3; times += 1) await save.press('Enter');
    answer();
    await form.getByText('The present password is wrong.').waitFor();
    assert.equal(count, 1);
    await form.locator('input[name=old_password]:focus').waitFor();
    await context.close();
  });

  it('goes on when the server fails to say whose it is', async () => {
    const { page, visit, context } = await stage.open('emil', { width: 1280 });
    await visit('today');
    await untilRowsKept(page);
    const failed = { Success: false, Error: 500, ErrorExtended: { errorCode: 'internal' } };
    await page.route('**/session', (asked) => asked.fulfill({ status: 500, json: failed }));
    const asked = page.waitForResponse('**/session');
    await page.reload();
    await asked;
    await page.locator('.clock.idle').waitFor();
    assert.equal(await page.getByLabel('Password').count(), 0);
    await context.close();
  });

  /** Lena logs in in the same browser, and no page of the console is told. */
  const logInBeside = async (context: BrowserContext): Promise<void> => {
    const other = await context.newPage();
    const { address, account } = stage.installation;
    await other.goto(`${address}/console/manifest.webmanifest`);
    const status = await other.evaluate(`fetch('/${account.name}/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hourbook': '1' },
      body: '${JSON.stringify({ username: 'lena', password })}',
    }).then((answer) => answer.status)`);
    assert.equal(status, 200);
  };

  it('of another person in the same browser closes what the one before has open', async () => {
    const { page, visit, context } = await stage.open('emil', { width: 1280 });
    await page.route('**/v4/changes', () => {});
    await visit('week');
    await page.keyboard.press('n');
    await page.getByLabel('Notes').fill('of Emil');
    await logInBeside(context);
    await page.locator('dialog button[type=submit]').click();
    await page.getByRole('button', { name: /Lena Fuchs/ }).waitFor();
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await context.close();
  });

  it('of another person in the same browser is followed by a page that hears of none', async () => {
    const { page, context } = await stage.open(null, { width: 1280 });
    // The page hears of nothing but the answer to what it sends.
    await page.route('**/v4/changes', () => {});
    await login(page, 'emil');
    await page.locator('.clock.idle').waitFor();
    await logInBeside(context);
    const refused = page.waitForResponse((response) => response.url().includes('/timeTrackings/start/'));
    await page.locator('.task-button').nth(1).click();
    assert.equal((await refused).status(), 403);
    assert.equal((await refused).request().headers()['x-hourbook-person'], String(stage.employeeId));
    await page.getByRole('button', { name: /Lena Fuchs/ }).waitFor();
    await page.locator('.clock.idle').waitFor();
    const ofLena = await stage.installation.account.administrator.get('timeTrackings/read', {
      user_id: stage.leaderId,
    });
    assert.deepEqual(ofLena.json['Results'], []);
    await context.close();
  });

  it('to another account closes what is open, though its person has the same number', async () => {
    const { page, visit, context } = await stage.open('emil', { width: 1280 });
    await visit('week');
    await page.keyboard.press('n');
    await page.getByLabel('Notes').fill('of this account');
    await page.route('**/other/session', async (route) => {
      const url = route.request().url().replace('/other/', `/${stage.installation.account.name}/`);
      await route.continue({ url });
    });
    await page.evaluate(
      `history.pushState(null, '', '/@other/week'); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await context.close();
  });
});
