// Where a form scrolls to: what has the focus, and what is wrong, does not lie behind the bars above and below.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';

/** Of an element: what of it the bars cover; `null`: nothing, or it stands in one of them. */
const covered = `(element) => {
  const bars = [...document.querySelectorAll('.bar, nav.screens, .form-actions')];
  if (element === document.body || bars.some((bar) => bar.contains(element))) return null;
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const over = bars
    .map((bar) => bar.getBoundingClientRect())
    .find((bar) => bar.top < bottom - 1 && bar.bottom > top + 1 && bar.left < right && bar.right > left);
  const isOut = top < 0 || bottom > innerHeight;
  const name = element.outerHTML.slice(0, 90);
  return over === undefined && !isOut ? null : [name, Math.round(top), Math.round(bottom), over?.top, over?.bottom].join(' ');
}`;

describeInBrowser('the focus in a form', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  for (const width of [390, 1280])
    it(`is on a wrong field in sight with its sentence after a refused Save, ${width} px`, async () => {
      const { page, problems, visit, context } = await stage.open('admin', { width, height: 844 });
      await visit('people/new');
      await page.getByLabel('First name').fill('Ida');
      await page.getByLabel('Last name').fill('Rossi');
      await page.getByLabel('Username').fill('ida');
      await page.getByLabel('Password *').fill('correct horse 7 Battery');
      for (const from of ['0', 'document.documentElement.scrollHeight']) {
        await page.getByLabel('Balance brought along').fill('abc');
        await page.evaluate(`document.activeElement.blur(); scrollTo(0, ${from})`);
        await page.getByRole('button', { name: 'Save' }).click();
        await page.locator('.field.wrong input:focus').waitFor();
        assert.equal(await page.evaluate(`(${covered})(document.querySelector('.field.wrong'))`), null, from);
        await page.getByLabel('Balance brought along').fill('');
        await page.getByRole('button', { name: 'Save' }).focus();
      }
      assert.deepEqual(problems, []);
      await context.close();
    });

  for (const width of [390, 1280])
    it(`walks in sight through the page of a person by Tab and back, ${width} px`, async () => {
      const { page, visit, settle, context } = await stage.open('admin', { width, height: 844 });
      await visit(`people/${stage.employeeId}`);
      await page.locator('.child-list .rows, .child-list .empty').first().waitFor();
      await settle();
      for (const key of ['Tab', 'Shift+Tab']) {
        const hidden: unknown[] = [];
        let steps = 0;
        await page.evaluate(
          key === 'Tab' ? "document.querySelector('#content').focus()" : 'document.activeElement.blur()',
        );
        for (; steps < 90; steps += 1) {
          await page.keyboard.press(key);
          const at = await page.evaluate<string>(
            `document.activeElement.closest('#content') === null ? 'out' : (${covered})(document.activeElement) ?? 'seen'`,
          );
          if (at === 'out' && steps > 30) break;
          if (at !== 'out' && at !== 'seen') hidden.push(at);
        }
        assert.ok(steps > 30, `${steps} steps`);
        assert.deepEqual(hidden, [], key);
      }
      // The bars stand where they are: what gets the focus in them moves nothing.
      await page.evaluate('scrollTo(0, 500)');
      for (const place of ['.bar a[href]', 'nav.screens a', '.form-actions button'])
        assert.equal(await page.evaluate(`document.querySelector('${place}').focus(), scrollY`), 500, place);
      await context.close();
    });
});
