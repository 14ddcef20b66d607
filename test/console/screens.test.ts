// Every screen of the console in a browser: no violation of WCAG 2.2 AA, nothing wider than the window, no exception.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { agree } from '../support/agreement.ts';
import {
  axeFindings,
  describeInBrowser,
  dress,
  everyLook,
  inLong,
  overflow,
  type ConsoleStage,
  type Look,
} from '../support/console-browser.ts';
import { seed, suite } from '../support/property.ts';

const daily = ['today', 'week', 'absences', 'account'];
const screens = [
  ...daily,
  'week?view=sheet',
  'inbox',
  'messages',
  'presence',
  'calendar',
  'month',
  'reports',
  'reports?by=user_id&within=month&as=cross',
];
/** Those of who manages people and master data. */
const managedAtOnce = ['people/1', 'data/workSchedules?id=1'];
/** Lists and forms made of declarations alone. */
const plainKinds = (
  'absenceBans workingTimeBalanceRules workingTimeCycles hourTypes skills checkpoints geofences nfcTransponders ' +
  'userDefinedFieldDefinitions teams clients'
)
  .split(' ')
  .flatMap((name) => [`data/${name}`, `data/${name}?id=new`]);
const managed = [
  ...managedAtOnce,
  'data/departments',
  'data/generalSettings',
  'people',
  'people/new',
  'data',
  'data/projects?id=3',
  'data/absenceTypes?id=1',
  'data/publicHolidayTemplates?id=1',
  'data/automaticBreakTemplates?id=1',
];
const widths = [320, 390, 1280] as const;
/** What `npm test` looks at. */
const some: Readonly<Record<number, readonly Look[]>> = {
  320: [{ theme: 'light', language: 'de' }],
  1280: [{ theme: 'dark', language: 'en' }],
};
const views = widths.flatMap((width) => {
  return peopleAt(width).map((username) => ({ width, username, looks: looksOf(username, width) }));
});

/** The administrator, who has every screen, in all colours and words; others in each of either, paired by the seed. */
function looksOf(username: string, width: number): readonly Look[] {
  if (suite === 'test') return some[width] ?? [];
  if (username === 'admin') return everyLook;
  const isEven = seed % 2 === 0;
  return everyLook.filter(({ theme, language }) => ((theme === 'light') === (language === 'de')) !== isEven);
}

/** Who looks at the screens at a width: the administrator at each, beside a person with fewer rights, whom the seed chooses. */
function peopleAt(width: (typeof widths)[number]): readonly string[] {
  if (suite === 'test') return [width === 320 ? 'emil' : 'admin'];
  const others = ['emil', 'lena', 'hanna'];
  return [others[(widths.indexOf(width) + seed) % others.length] ?? '', 'admin'];
}

describeInBrowser('screens of the console', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  for (const { width, username, looks } of views) {
    const more = suite === 'test' ? managedAtOnce : [...managed, ...(username === 'admin' ? plainKinds : [])];
    const said = looks.map(({ theme, language }) => `${theme} ${language}`).join(', ');
    it(`pass axe and fit at ${width} px for ${username}: ${said}`, async () => {
      const opened = await stage.open(username, { width, ...looks[0] });
      const { page, problems, follow, settle, context } = opened;
      const everyday = suite === 'test' && username === 'emil' ? daily : screens;
      for (const screen of [...everyday, ...(username === 'emil' ? [] : more)]) {
        await follow(screen);
        const closed = page.locator('#content details:not([open]) > summary');
        const isFolded = (await closed.count()) > 0;
        while ((await closed.count()) > 0) await closed.first().press('Enter');
        if (isFolded) await settle();
        assert.deepEqual(await page.locator('#content p.error').allTextContents(), [], screen);
        for (const look of looks) {
          await dress(page, look);
          const where = `${screen}, ${look.theme}, ${look.language}`;
          assert.equal(await overflow(page), 0, `${where} is wider than the window`);
          assert.deepEqual(await axeFindings(page), [], where);
        }
      }
      assert.deepEqual(problems, []);
      await context.close();
    });
  }

  inLong('keep the menu of more screens beside its button when the window changes', async () => {
    const { page, context } = await stage.open('admin', { width: 1280 });
    const menu = page.locator('#more-screens');
    await page.locator('.screen-link.more').click();
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const isBeside = `(() => {
        const all = ['.screen-link.more', '#more-screens'].map((one) => document.querySelector(one));
        const [button, menu] = all.map((one) => one.getBoundingClientRect());
        const gap = Math.max(menu.top - button.bottom, button.top - menu.bottom);
        return menu.left >= 0 && menu.right <= innerWidth && Math.round(gap) === 4;
      })()`;
      await agree(page, `the menu at ${width} px`, { shown: isBeside, stored: async () => true });
      assert.equal(await menu.isVisible(), true);
    }
    await context.close();
  });

  for (const language of ['en', 'de'] as const)
    inLong(`show the whole word of the tab where one is at 320 px: ${language}`, async () => {
      const { page, context, follow } = await stage.open('lena', { width: 320, language });
      const cut: string[] = [];
      for (const screen of ['today', 'week', 'absences', 'account', 'inbox', 'messages']) {
        await follow(screen);
        // The words are wider than their place where they are cut.
        const measured = `[...document.querySelectorAll('.screens > [aria-current] .word')]
          .filter((one) => one.checkVisibility())
          .map((one) => {
            const range = document.createRange();
            range.selectNodeContents(one);
            return [one.textContent, range.getBoundingClientRect().width, one.getBoundingClientRect().width];
          })`;
        for (const [word, text, room] of (await page.evaluate(measured)) as readonly [
          string,
          number,
          number,
        ][])
          if (text > room + 0.1) cut.push(`${word}: ${text} px in ${room} px`);
        assert.equal(await overflow(page), 0);
      }
      assert.deepEqual(cut, []);
      await context.close();
    });

  it('ask no other host for rows when one logs out after a change', async () => {
    const { page, context, follow } = await stage.open('emil', { width: 1280 });
    await follow('messages');
    const changed = page.waitForResponse((answer) => answer.url().includes('/messages/read/'));
    const { administrator } = stage.installation.account;
    await administrator.create('messages', { sender_id: 1, message: 'Lunch', receiver_type: 'ALL' });
    await changed;
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text());
    });
    await page.locator('.avatar').click();
    await page.locator('#user-menu .button').last().click();
    await page.waitForSelector('input[name=username]');
    assert.deepEqual(refused, []);
    await context.close();
  });

  it('show the login without violations, and what is wrong at its field', async () => {
    const { page, problems, context } = await stage.open(null, { width: 320, theme: 'dark' });
    assert.deepEqual(await axeFindings(page), []);
    await page.keyboard.press('Tab');
    await page.fill('input[name=username]', 'emil');
    await page.fill('input[name=password]', 'wrong');
    await page.keyboard.press('Enter');
    const field = page.locator('.field.wrong');
    await field.waitFor();
    assert.match((await field.textContent()) ?? '', /Password.*not right/s);
    assert.equal(await page.inputValue('input[name=username]'), 'emil');
    assert.deepEqual(await axeFindings(page), []);
    assert.equal(await overflow(page), 0);
    assert.deepEqual(problems, []);
    await context.close();
  });
});
