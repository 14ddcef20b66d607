// The keyboard alone on the screens of every day: Tab reaches all that can be pressed, and keys do what buttons do.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';

/** Numbers what can have the focus by Tab and is visible, and answers how many there are. */
const numberStops = `(() => {
  const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')];
  const stops = all.filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility() && one.getClientRects().length > 0);
  stops.forEach((one, index) => (one.dataset.stop = String(index)));
  return stops.length;
})()`;

/** What has the focus: its number, and whether one sees that it has it. */
const focusedStop = `(() => {
  const one = document.activeElement;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
  const isSeen = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  return [Number(one?.dataset.stop ?? -1), isSeen, one.outerHTML.slice(0, 120)];
})()`;

/** Presses Tab until each stop had the focus, or no new one comes; answers what was not reached and what showed no focus. */
async function tabThrough(page: Page): Promise<readonly string[]> {
  await page.evaluate('document.activeElement?.blur()');
  const count = (await page.evaluate(numberStops)) as number;
  const reached = new Set<number>();
  const wrong: string[] = [];
  for (let presses = 0; presses < count + 5; presses += 1) {
    await page.keyboard.press('Tab');
    const [stop, isSeen, html] = (await page.evaluate(focusedStop)) as readonly [number, boolean, string];
    reached.add(stop);
    if (stop >= 0 && !isSeen) wrong.push(`shows no focus: ${html}`);
  }
  for (let stop = 0; stop < count; stop += 1) {
    if (reached.has(stop)) continue;
    wrong.push(
      `not reached: ${String(await page.evaluate(`document.querySelector('[data-stop="${stop}"]')?.outerHTML.slice(0, 120)`))}`,
    );
  }
  return wrong;
}

describeInBrowser('the keyboard alone', (startConsole) => {
  let stage: ConsoleStage;
  let day: string;
  before(async () => {
    stage = await startConsole();
    day = Temporal.PlainDate.from(stage.monday).add({ days: 29 }).toString();
  });
  after(() => stage.close());

  for (const [screen, username] of [
    ['today', 'emil'],
    ['week', 'emil'],
    ['week?view=sheet', 'emil'],
    ['absences', 'emil'],
    ['inbox', 'lena'],
  ] as const)
    it(`reaches all of ${screen}, and shows where the focus is`, async () => {
      if (screen === 'inbox') {
        const employee = await stage.installation.account.login('emil');
        await employee.create('absences', {
          user_id: stage.employeeId,
          type_id: 1,
          subtype_id: 0,
          from_date: day,
          to_date: day,
        });
      }
      const { page, context, follow, settle } = await stage.open(username, { width: 1280 });
      await follow(screen);
      await settle();
      if (screen === 'inbox') await page.locator('.request').waitFor();
      assert.deepEqual(await tabThrough(page), []);
      await context.close();
    });

  it('finds and starts a task, stops it, and adds a time on Today', async () => {
    const { page, context, problems, settle } = await stage.open('emil', { width: 1280 });
    await page.keyboard.press('/');
    await page.keyboard.type('surv');
    await page.keyboard.press('Enter');
    await page.locator('.clock:not(.idle)', { hasText: 'Survey' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.clock-time .seconds', { hasText: /0[2-9]|[1-5]\d/ }).waitFor();
    await page.evaluate('document.activeElement?.blur()');
    await page.keyboard.press('x');
    await page.locator('.clock.idle').waitFor();
    await settle();
    await page.locator('.today-bookings .button', { hasText: 'Add a time' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').getByLabel('From', { exact: true }).focus();
    await page.keyboard.type('0:10');
    await page.keyboard.press('Tab');
    await page.keyboard.type('0:12');
    await page.keyboard.press('Enter');
    await page.locator('.today-bookings', { hasText: '0:10–0:12' }).waitFor();
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('chooses days of the year with arrows and Shift, and asks for them', async () => {
    const { page, context, problems, follow, settle } = await stage.open('emil', { width: 1280 });
    await follow('absences');
    await settle();
    const today = Temporal.Now.plainDateISO('Europe/Vienna');
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement.dataset.date');
    const chosen = page.locator('.strip [aria-selected=true]');
    await page.locator('.strip [tabindex="0"]').focus();
    assert.equal(await focused(), today.toString());
    // Within a month, whatever the day is.
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    const last = today.with({ day: today.daysInMonth });
    assert.equal(await focused(), last.subtract({ days: 2 }).toString());
    assert.equal(await chosen.count(), 0);
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    assert.equal(await chosen.count(), 3);
    await page.locator('.strip .price').waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await chosen.count(), 0);
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Enter');
    const dialog = page.locator('dialog[open]');
    const from = dialog.getByLabel('First day', { exact: true });
    assert.equal(await from.inputValue(), last.subtract({ days: 1 }).toString());
    assert.equal(await dialog.getByLabel('Last day', { exact: true }).inputValue(), last.toString());
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.strip [tabindex="0"]').focus();
    const to = today.month > 6 ? -1 : 1;
    const other = last.subtract({ days: 1 }).add({ months: to }).toString();
    await page.keyboard.press(to < 0 ? 'ArrowUp' : 'ArrowDown');
    assert.equal(await focused(), other);
    await page.keyboard.press('Space');
    assert.equal(await from.inputValue(), other);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('asks for leave and takes it back on Absences', async () => {
    const { page, context, problems, follow } = await stage.open('emil', { width: 1280 });
    await follow('absences');
    await page.keyboard.press('n');
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Comment').focus();
    await page.keyboard.type('By keys');
    const later = Temporal.PlainDate.from(day).add({ days: 7 }).toString();
    for (const name of ['First day', 'Last day']) await dialog.getByLabel(name, { exact: true }).fill(later);
    await dialog.locator('.price', { hasText: 'Costs 1 day' }).waitFor();
    await page.keyboard.press('Enter');
    const line = page.locator('.absence-line', { hasText: 'By keys' });
    await line.getByText('Open', { exact: true }).waitFor();
    await line.getByRole('button', { name: 'Take back' }).focus();
    await page.keyboard.press('Enter');
    await line.getByText('Open', { exact: true }).waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
    await context.close();
  });
});
