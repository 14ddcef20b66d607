// Screens while their code or their rows are on the way: each is busy, and none says that there is nothing. What is asked for is
// held until the test lets it go: no test has a clock.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { describeInBrowser, login, type ConsoleStage } from '../support/console-browser.ts';

/** Each screen with rows of its own, and those whose rows come with the login. */
const screens = {
  emil: 'week absences account messages presence calendar inbox'.split(' '),
  admin: (
    'week?view=sheet month reports reports?by=user_id&within=month&as=cross people people/new people/2 ' +
    'data/projects data/projects?id=1 data/generalSettings'
  ).split(' '),
};
const reloaded = ['today', 'week', 'absences', 'inbox', 'month', 'data/projects'];
const reads = /\/v4\/\w+\/read\/|openapi\.json/;
/** Without the pull that asks what has changed in rows that are here. */
const ownReads = /\/v4\/(?!deltaSync)\w+\/read\/|openapi\.json/;
const busy = '#content[aria-busy=true], #content [aria-busy=true]';
/** Words of an empty state, and of a failed one. */
const nothing = '#content .empty, #content p.error, #content .screen-message';

describeInBrowser('a slow network', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
    const { administrator } = stage.installation.account;
    await administrator.create('messages', { sender_id: 1, message: 'Lunch', receiver_type: 'ALL' });
    const day = Temporal.PlainDate.from(stage.monday).add({ days: 29 }).toString();
    const wish = { user_id: stage.employeeId, type_id: 1, subtype_id: 0, from_date: day, to_date: day };
    await (await stage.installation.account.login('emil')).create('absences', wish);
  });
  after(() => stage.close());

  for (const [username, own] of Object.entries(screens))
    it(`shows ${username} no empty screen while its rows are on the way`, async (test) => {
      const { page, problems, follow, settle, context } = await stage.open(username, view);
      const waited: string[] = [];
      await followsAll(page);
      await settle();
      for (const screen of own) {
        await follow('today');
        await page.evaluate("document.querySelector('#content h1').dataset.former = ''");
        const gate = await holdAll(page, ownReads);
        const followed = follow(screen);
        await page.waitForSelector('#content h1:not([data-former])');
        await gate.isQuiet();
        if (gate.held() > 0) {
          await assertWaits(page, screen);
          waited.push(screen);
        }
        await gate.open();
        await followed;
        await settle();
        await page.locator(busy).first().waitFor({ state: 'detached' });
        assert.deepEqual(await page.locator('#content p.error').allTextContents(), [], screen);
      }
      test.diagnostic(`rows of their own: ${waited.join(', ')}`);
      assert.ok(waited.length > 2);
      assert.deepEqual(problems, []);
      await context.close();
    });

  it('is busy at a reload of each screen until the rows of the person have come', async () => {
    const { page, problems, visit, settle, context } = await stage.open('admin', view);
    for (const screen of reloaded) {
      const gate = await holdAll(page, reads);
      const visited = visit(screen);
      await page.waitForSelector(busy);
      await gate.isQuiet();
      await assertWaits(page, screen);
      await gate.open();
      await visited;
      await settle();
      await page.locator(busy).first().waitFor({ state: 'detached' });
    }
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('is busy while the code of a screen is on the way', async () => {
    const { page, problems, settle, context } = await stage.open('admin', view);
    await settle();
    const gate = await holdAll(page, /\/console\/assets\/.*\.js/);
    const asked = page.waitForRequest(/\/console\/assets\/absences-.*\.js/);
    await page.locator('.screen-link.to-absences').click();
    await asked;
    await gate.isQuiet();
    assert.ok(gate.held() > 0);
    await assertWaits(page, 'absences');
    await gate.open();
    await page.waitForSelector('#content h1');
    await settle();
    await page.locator(busy).first().waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('leads to the button that asks again for a form whose code did not come', async () => {
    const { page, problems, visit, context } = await stage.open('emil', view);
    const code = /\/console\/assets\/booking-editor.*\.js/;
    await page.route(code, (route) => route.abort());
    await visit(`week/${stage.monday}`);
    await page.locator('.block').first().focus();
    await page.keyboard.press('F2');
    await page.locator('.screen-message .button:focus').waitFor();
    await page.unroute(code);
    await page.keyboard.press('Enter');
    await page.locator('dialog[open] form').getByLabel('Notes').waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('speaks the language chosen last, though words of the one before come later', async () => {
    const { page, problems, settle, context } = await stage.open('admin', view);
    await page.locator('.avatar').click();
    const choice = page.getByLabel('Language');
    await choice.waitFor();
    await settle();
    const gate = await holdAll(page, /\/console\/assets\/de-.*\.js/);
    await choice.selectOption('de');
    await choice.selectOption('en');
    await gate.isQuiet();
    assert.equal(gate.held(), 1);
    await gate.open();
    await settle();
    assert.equal(await page.evaluate('document.documentElement.lang'), 'en');
    await choice.selectOption('de');
    await page.getByLabel('Sprache').waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('keeps its language, and says why, when the words of the one chosen do not come', async () => {
    const { page, problems, context } = await stage.open('admin', view);
    const code = /\/console\/assets\/de-.*\.js/;
    await page.route(code, (route) => route.abort());
    await page.locator('.avatar').click();
    await page.getByLabel('Language').selectOption('de');
    await page.locator('.toast.refused', { hasText: 'The server does not answer.' }).waitFor();
    assert.equal(await page.getByLabel('Language').inputValue(), 'en');
    await page.unroute(code);
    await page.getByLabel('Language').selectOption('de');
    await page.getByLabel('Sprache').waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('begins in English when the words of the person’s language do not come', async () => {
    const { page, problems, context } = await stage.open(null, { ...view, language: 'de' });
    await page.route(/\/console\/assets\/de-.*\.js/, (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await login(page, 'emil');
    assert.deepEqual(problems, []);
    await context.close();
  });
});

/** The service worker answers for the code, and would hide it from the test. */
const view = { width: 1280, keepsShell: false } as const;

/** Waits until the page has loaded the code that sends requests beside every screen. The page loads it a second after its start. */
async function followsAll(page: Page): Promise<void> {
  const hasCome = `performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/follow-'))`;
  for (const limit = Date.now() + 60_000; !(await page.evaluate(hasCome)); await page.waitForTimeout(50))
    assert.ok(Date.now() < limit, 'the code that sends requests beside every screen does not come');
}

async function assertWaits(page: Page, screen: string): Promise<void> {
  const wait = page.locator(busy).first().waitFor();
  await wait.catch(() => assert.fail(`${screen} is not busy`));
  assert.deepEqual(await page.locator(nothing).allTextContents(), [], `${screen} is empty too early`);
}

interface Gate {
  readonly held: () => number;
  /** Waits until nothing new has been asked for in a while. */
  isQuiet(): Promise<void>;
  /** Lets everything go. */
  open(): Promise<void>;
}

async function holdAll(page: Page, form: RegExp): Promise<Gate> {
  const held: Route[] = [];
  let isOpen = false;
  let last = performance.now();
  await page.route(form, async (route) => {
    last = performance.now();
    if (isOpen) await route.continue();
    else held.push(route);
  });
  return {
    held: () => held.length,
    async isQuiet() {
      last = performance.now();
      while (performance.now() - last < 200) await page.waitForTimeout(20);
    },
    async open() {
      isOpen = true;
      await Promise.all(held.map((route) => route.continue()));
      await page.unroute(form);
    },
  };
}
