// Where the focus is in the calendar of the week, and on Today, when bookings are lifted, moved and deleted; what a new one begins
// with.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';
import { bookedOn, bookTask, openWeek } from '../support/console-week.ts';

describeInBrowser('the focus in the calendar of the week', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  const dayOf = (days: number): string => Temporal.PlainDate.from(stage.monday).add({ days }).toString();
  /** The booking or the day that has the focus. */
  const focused = (page: Page): Promise<unknown> =>
    page.evaluate(`document.activeElement.closest('.block')?.querySelector('.times').textContent.split(' ')[0]
      ?? document.activeElement.getAttribute('aria-label') ?? document.activeElement.tagName`);
  const lift = async (page: Page, times: string): Promise<void> => {
    await page.locator('.block', { hasText: times }).focus();
    await page.keyboard.press('Space');
    await page.waitForSelector('.ghost:not(.shared)');
  };
  /** Three bookings of a date. */
  const bookThree = async (date: string): Promise<void> => {
    await bookTask(stage, { date, from: '08:00', to: '10:00' });
    await bookTask(stage, { date, from: '10:00', to: '12:00' });
    await bookTask(stage, { date, from: '13:00', to: '15:00' });
  };

  it('puts a lifted booking back when the focus leaves it', async () => {
    const { page, close } = await openWeek(stage);
    await lift(page, '8:00–12:00');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('button', { name: 'Next week' }).focus();
    await page.waitForSelector('.ghost:not(.shared)', { state: 'detached' });
    await page.locator('.cal [role=status]', { hasText: 'Cancelled: Design' }).waitFor({ state: 'attached' });
    await page.locator('.block', { hasText: '8:00–12:00' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').waitFor();
    assert.deepEqual(await bookedOn(stage, stage.monday), ['08:00–12:00', '12:30–16:30']);
    await close();
  });

  it('keeps the focus on a booking that keys move to another day, and back with Ctrl Z', async () => {
    const { page, settle, close } = await openWeek(stage);
    await lift(page, '8:00–12:00');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const block = (day: number) => page.locator(`[data-day="${day}"] .block`, { hasText: '8:00–12:00' });
    await block(1).waitFor();
    assert.equal(await focused(page), '8:00–12:00');
    await page.locator('.toast', { hasText: '8:00–12:00' }).waitFor();
    await settle();
    assert.equal(await focused(page), '8:00–12:00');
    await page.keyboard.press('Control+z');
    await block(0).waitFor();
    await settle();
    assert.equal(await focused(page), '8:00–12:00');
    await close();
  });

  it('has the focus on the booking after the question what to do about an overlap', async () => {
    await bookTask(stage, { date: dayOf(1), from: '11:00', to: '13:00' });
    const { page, close } = await openWeek(stage);
    await lift(page, '8:00–12:00');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await page.locator('[data-day="0"] .block:focus', { hasText: '8:00–12:00' }).waitFor();
    await close();
  });

  it('goes on Delete to the next booking of the day, else the one before, else the day', async () => {
    const date = dayOf(2);
    await bookThree(date);
    const { page, settle, close } = await openWeek(stage);
    await page.locator('.block', { hasText: '10:00–12:00' }).focus();
    const seen: unknown[] = [];
    for (const left of [2, 1, 0]) {
      await page.keyboard.press('Delete');
      await page.locator('[data-day="2"] .block').nth(left).waitFor({ state: 'detached' });
      await settle();
      seen.push(await focused(page));
    }
    const day = await page.locator('[data-day="2"]').getAttribute('aria-label');
    assert.ok(day);
    assert.deepEqual(seen, ['13:00–15:00', '8:00–10:00', day]);
    await page.keyboard.press('ArrowLeft');
    assert.notEqual(await focused(page), 'BODY');
    await close();
  });

  it('goes there too when the dialog deletes the booking, by keys and by the pointer', async () => {
    const date = dayOf(21);
    await bookThree(date);
    const { page, visit, settle, context } = await stage.open('emil', { width: 1280 });
    await visit(`week/${date}`);
    await page.locator('.block', { hasText: '10:00–12:00' }).focus();
    const seen: unknown[] = [];
    for (const left of [2, 1, 0]) {
      await page.keyboard.press('Enter');
      const remove = page.locator('dialog[open]').getByRole('button', { name: 'Delete', exact: true });
      if (left === 1) await remove.click();
      else await remove.press('Enter');
      await page.locator('[data-day="0"] .block').nth(left).waitFor({ state: 'detached' });
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
      await settle();
      seen.push(await focused(page));
    }
    const day = await page.locator('[data-day="0"]').getAttribute('aria-label');
    assert.deepEqual(seen, ['13:00–15:00', '8:00–10:00', day]);
    await context.close();
  });

  it('stays on a booking that its dialog moves to another day', async () => {
    const date = dayOf(28);
    await bookTask(stage, { date, from: '08:00', to: '10:00' });
    const { page, visit, settle, context } = await stage.open('emil', { width: 1280 });
    await visit(`week/${date}`);
    await page.locator('.block', { hasText: '8:00–10:00' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').getByLabel('Day', { exact: true }).fill(dayOf(30));
    await page.keyboard.press('Enter');
    await page.locator('[data-day="2"] .block').waitFor();
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await settle();
    assert.equal(await focused(page), '8:00–10:00');
    await context.close();
  });

  it('goes on Today to a booking beside the deleted one, else to the button that adds', async () => {
    const today = Temporal.Now.plainDateISO('Europe/Vienna').toString();
    await bookTask(stage, { date: today, from: '00:01', to: '00:02' });
    await bookTask(stage, { date: today, from: '00:03', to: '00:04' });
    const { page, visit, settle, context } = await stage.open('emil', { width: 1280 });
    await visit('today');
    const lines = page.locator('.booking-line');
    await lines.nth(1).waitFor();
    await lines.first().focus();
    for (const [left, next] of [
      [1, /^0:03–0:04/],
      [0, /^Add a time$/],
    ] as const) {
      await page.keyboard.press('Enter');
      await page.locator('dialog[open]').getByRole('button', { name: 'Delete', exact: true }).press('Enter');
      await lines.nth(left).waitFor({ state: 'detached' });
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
      await settle();
      assert.match(await page.evaluate<string>('document.activeElement.textContent'), next);
    }
    await context.close();
  });

  it('begins a new booking on the day itself when its last one ends at midnight', async () => {
    const [monday, tuesday] = [dayOf(14), dayOf(15)];
    await bookTask(stage, { date: monday, from: '22:00', to: '00:00', until: tuesday });
    const { page, visit, context } = await stage.open('emil', { width: 1280 });
    await visit(`week/${monday}`);
    await page.locator('.block').first().waitFor();
    const proposed = async (): Promise<unknown> => {
      await page.keyboard.press('n');
      const dialog = page.locator('dialog[open]');
      const fields = ['Day', 'From', 'To'].map((name) =>
        dialog.getByLabel(name, { exact: true }).inputValue(),
      );
      const values = await Promise.all(fields);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      return values;
    };
    assert.deepEqual(await proposed(), [monday, '8:00', '9:00']);
    await bookTask(stage, { date: monday, from: '00:00', to: '22:00' });
    await page.locator('.block').nth(1).waitFor();
    assert.deepEqual(await proposed(), [monday, '', '']);
    await context.close();
  });
});
