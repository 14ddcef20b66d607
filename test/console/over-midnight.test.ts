// My week with bookings that reach over midnight: those that began before the shown week, and those that are dragged past its edge;
// and with those of a night in which clocks change.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { addDays } from '../../console/domain/civil.ts';
import { describeInBrowser, type ConsoleStage, type OpenPage } from '../support/console-browser.ts';
import { untilStored } from '../support/console-week.ts';

describeInBrowser('bookings of the night on my week', (startConsole) => {
  let stage: ConsoleStage;
  let opened: OpenPage;
  let page: Page;
  let sunday: string;
  before(async () => {
    stage = await startConsole();
    opened = await stage.open('emil', { width: 1280 });
    ({ page } = opened);
    sunday = addDays(stage.monday, -1);
  });
  after(() => stage.close());

  type Rows = readonly Readonly<
    Record<'start_time' | 'end_time' | 'id', string> & Record<'start_time_offset' | 'end_time_offset', number>
  >[];
  const rows = async (): Promise<Rows> => {
    const { administrator } = stage.installation.account;
    const query = { user_id: stage.employeeId, _order_by: 'start_time' };
    return (await administrator.get('timeTrackings/read', query)).json['Results'] as Rows;
  };
  /** Days since the Sunday before the week, and clock times. */
  const booked = async (): Promise<readonly string[]> => {
    const place = (time: string): string =>
      `${(Date.parse(time.slice(0, 10)) - Date.parse(sunday)) / 86_400_000} ${time.slice(11)}`;
    await untilStored(page);
    return (await rows()).map((row) => `${place(row.start_time)} – ${place(row.end_time)}`);
  };
  const book = async (from: string, to: string): Promise<void> => {
    await stage.installation.account.administrator.create('timeTrackings', {
      user_id: stage.employeeId,
      task_id: stage.taskIds[0],
      start_time: from,
      start_time_timezone: 'Europe/Vienna',
      end_time: to,
      end_time_timezone: 'Europe/Vienna',
    });
    await opened.visit(`week/${stage.monday}`);
    await page.locator('.block').first().waitFor();
    await opened.settle();
  };
  /** From Sunday, the day before the week, into Monday; its seconds are no whole minutes. */
  const overSunday = (): Promise<void> => book(`${sunday} 22:00:20`, `${stage.monday} 02:00:40`);
  const stored = async (toast: string, expected: readonly string[]): Promise<void> => {
    await page.locator('.toast', { hasText: toast }).waitFor();
    await opened.settle();
    assert.deepEqual(await booked(), expected);
  };
  const ghost = (): Locator => page.locator('.ghost:not(.shared)');
  const column = async (day: number): Promise<{ x: number; y: number; minute: number }> => {
    const box = await page.locator(`[data-day="${day}"]`).boundingBox();
    assert.ok(box);
    return { x: box.x + 60, y: box.y, minute: box.height / 1440 };
  };
  const scroll = (to: number): Promise<number> =>
    page.evaluate(`(() => {
      const grid = document.querySelector('.cal-scroll');
      grid.scrollTop = ${to};
      return grid.scrollHeight;
    })()`);

  beforeEach(async () => {
    const { administrator } = stage.installation.account;
    for (const row of await rows()) await administrator.delete(`timeTrackings/delete/${row.id}`);
  });

  it('move from the week before by as much as the pointer moves', async () => {
    await overSunday();
    await scroll(0);
    const { x, y, minute } = await column(0);
    await page.mouse.move(x, y + 60 * minute);
    await page.mouse.down();
    await page.mouse.move(x, y + 120 * minute, { steps: 5 });
    await ghost().getByText('23:00–3:00 · 4:00').waitFor();
    const [seen, text] = [await ghost().boundingBox(), await ghost().locator('span').boundingBox()];
    assert.ok(seen && text && seen.y >= y - 1 && text.y >= y);
    assert.ok(Math.abs(seen.y + seen.height - y - 180 * minute) < 3);
    await page.mouse.up();
    await stored('23:00–3:00', ['0 23:00:00 – 1 03:00:20']);
  });

  it('are copied whole from the week before to another day', async () => {
    await overSunday();
    await scroll(0);
    const [{ x, y, minute }, tuesday] = [await column(0), await column(1)];
    await page.mouse.move(x, y + 60 * minute);
    await page.mouse.down();
    await page.keyboard.down('Alt');
    await page.mouse.move(tuesday.x, y + 60 * minute, { steps: 5 });
    await page.mouse.up();
    await page.keyboard.up('Alt');
    await stored('22:00–2:00', ['0 22:00:20 – 1 02:00:40', '1 22:00:00 – 2 02:00:20']);
  });

  it('move from the week before by keys, and the live region says when they begin', async () => {
    await overSunday();
    const [moved, longer] = ['Sunday .* 22:05–2:05 · 4:00', 'Sunday .* 22:05–2:10 · 4:05'];
    await page.locator('.block').press('Space');
    await page.keyboard.press('ArrowDown');
    await page.locator('.cal > [role=status]', { hasText: new RegExp(moved) }).waitFor();
    await page.keyboard.press('Enter');
    await stored('22:05–2:05', ['0 22:05:20 – 1 02:05:40']);
    await page.locator('.block').press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.locator('.cal > [role=status]', { hasText: new RegExp(longer) }).waitFor();
    await page.keyboard.press('Enter');
    await stored('22:05–2:10', ['0 22:05:20 – 1 02:10:40']);
  });

  it('keep their begin in the week before when their end is dragged', async () => {
    await overSunday();
    await scroll(0);
    const { x, y, minute } = await column(0);
    await page.mouse.move(x, y + 120 * minute - 4);
    await page.mouse.down();
    await page.mouse.move(x, y + 180 * minute - 4, { steps: 5 });
    await page.mouse.up();
    await stored('22:00–3:00', ['0 22:00:20 – 1 03:00:00']);
  });

  /**
   * Books Wednesday from 20:00 to 23:00, takes hold of it four pixels before a minute, and rests the pointer below the calendar,
   * which was scrolled to 20 pixels before its end. Answers how far the pointer came and what is stored, in minutes.
   */
  const dragBelow = async (grabbed: number): Promise<Record<'by' | 'from' | 'to', number>> => {
    const wednesday = addDays(stage.monday, 2);
    await book(`${wednesday} 20:00:00`, `${wednesday} 23:00:00`);
    const view = await page.locator('.cal-scroll').boundingBox();
    assert.ok(view);
    const height = await scroll(0);
    await scroll(height - view.height - 20);
    const { x, y, minute } = await column(2);
    await page.mouse.move(x, y + grabbed * minute - 4);
    await page.mouse.down();
    const below = view.y + view.height + 5;
    await page.mouse.move(x, below, { steps: 8 });
    await ghost().waitFor();
    const tops: number[] = [];
    // Waits until the grid has not scrolled for half a second.
    while (tops.length < 100 && (tops.length < 10 || tops.at(-1) !== tops.at(-10))) {
      tops.push(await page.evaluate("document.querySelector('.cal-scroll').scrollTop"));
      await page.waitForTimeout(50);
    }
    const rested: number = await page.evaluate("document.querySelector('.cal-scroll').scrollHeight");
    assert.equal(rested, height);
    const by = (below - (await column(2)).y + 4) / minute - grabbed;
    await page.mouse.up();
    await page.locator('.toast').waitFor();
    await opened.settle();
    const [row] = await rows();
    const since = (time = ''): number =>
      (Date.parse(`${time.replace(' ', 'T')}Z`) - Date.parse(wednesday)) / 60_000;
    return { by, from: since(row?.start_time), to: since(row?.end_time) };
  };

  it('lie in the second of two hours that clocks show alike, where they were drawn', async () => {
    const year = Temporal.PlainDate.from(stage.monday).year - 1;
    const october = Temporal.PlainDate.from({ year, month: 10, day: 31 });
    const change = october.subtract({ days: october.dayOfWeek % 7 }).toString();
    const { administrator } = stage.installation.account;
    await administrator.put(`users/update/${stage.employeeId}`, { entry_date: change });
    await opened.visit(`week/${change}`);
    await opened.settle();
    await scroll(0);
    const box = await page.locator('[data-day="6"]').boundingBox();
    assert.ok(box);
    const at = (minute: number): number => box.y + (box.height * minute) / 1500;
    await page.mouse.move(box.x + 60, at(195));
    await page.mouse.down();
    await page.mouse.move(box.x + 60, at(240), { steps: 5 });
    await page.mouse.up();
    const form = page.locator('dialog[open] form');
    await form.getByText('0:45').waitFor();
    assert.equal(await form.getByLabel('To', { exact: true }).inputValue(), '3:00');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.locator('.toast', { hasText: '2:15–3:00' }).waitFor();
    await opened.settle();
    const [row] = await rows();
    assert.deepEqual(
      [row?.start_time, row?.start_time_offset, row?.end_time, row?.end_time_offset],
      [`${change} 02:15:00`, 3600, `${change} 03:00:00`, 3600],
    );
  });

  it('end where the pointer is below the calendar, which scrolls to midnight only', async () => {
    const { by, from, to } = await dragBelow(23 * 60);
    assert.equal(from, 20 * 60);
    assert.ok(to > 24 * 60 && Math.abs(to - 23 * 60 - by) < 3, `${to} after ${by}`);
  });

  it('lie where the pointer is below the calendar when they are moved whole', async () => {
    const { by, from, to } = await dragBelow(22 * 60);
    assert.equal(to - from, 180);
    assert.ok(Math.abs(from - 20 * 60 - by) < 3, `${from} after ${by}`);
  });
});
