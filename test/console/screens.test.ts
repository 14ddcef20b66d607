// Every screen of the console in a browser: no violation of WCAG 2.2 AA, nothing wider than the window, no exception.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { agree } from '../support/agreement.ts';
import {
  axeFindings,
  describeInBrowser,
  inLong,
  overflow,
  type ConsoleStage,
  type View,
} from '../support/console-browser.ts';
import { suite } from '../support/property.ts';

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
/** Lists and forms made of declarations alone: in two views. */
const plainKinds = (
  'absenceBans workingTimeBalanceRules workingTimeCycles hourTypes skills checkpoints geofences nfcTransponders ' +
  'userDefinedFieldDefinitions'
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
const widths = [320, 390, 1280];
const all: readonly View[] = widths.flatMap((width) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    (['en', 'de'] as const).map((language): View => ({ width, theme, language })),
  ),
);
/** In the long suite each width is dark or light, German or English: neither colours nor words ask for the other. */
const pairs = all.filter(({ theme, language }) => (theme === 'light') === (language === 'de'));
const some: readonly View[] = [
  { width: 320, theme: 'light', language: 'de' },
  { width: 1280, theme: 'dark', language: 'en' },
];
const views = { test: some, long: pairs, soak: all }[suite];
/** Who looks at the screens in a view: the administrator in each of them, beside somebody with fewer rights. */
const peopleOf = ({ width, theme }: View): readonly string[] => {
  if (suite === 'test') return [width === 320 ? 'emil' : 'admin'];
  const leader = width === 390 ? 'lena' : 'hanna';
  return [theme === 'light' ? 'emil' : leader, 'admin'];
};

describeInBrowser('screens of the console', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  for (const view of views) {
    for (const username of peopleOf(view)) {
      const isPlain = some.some((one) => JSON.stringify(one) === JSON.stringify(view));
      const plain = isPlain && username === 'admin' ? plainKinds : [];
      const more = suite === 'test' ? managedAtOnce : [...managed, ...plain];
      it(`are accessible and fit at ${view.width} px, ${view.theme}, ${view.language}, for ${username}`, async () => {
        const { page, problems, follow, settle, context } = await stage.open(username, view);
        const everyday = suite === 'test' && username === 'emil' ? daily : screens;
        for (const screen of [...everyday, ...(username === 'emil' ? [] : more)]) {
          await follow(screen);
          const closed = page.locator('#content details:not([open]) > summary');
          const isFolded = (await closed.count()) > 0;
          while ((await closed.count()) > 0) await closed.first().press('Enter');
          if (isFolded) await settle();
          assert.deepEqual(await page.locator('#content p.error').allTextContents(), [], screen);
          assert.equal(await overflow(page), 0, `${screen} is wider than the window`);
          assert.deepEqual(await axeFindings(page), [], screen);
        }
        assert.deepEqual(problems, []);
        await context.close();
      });
    }
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
