// The sheet of My week in a browser: cells that are left, refused, asked about, emptied, and names that are too long.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { describeInBrowser, type ConsoleStage, type OpenPage } from '../support/console-browser.ts';
import { bookedOn, openWeek } from '../support/console-week.ts';

const zones = {
  start_time_timezone: 'Europe/Vienna',
  end_time_timezone: 'Europe/Vienna',
};

describeInBrowser('the sheet of my week', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  const dateOf = (day: number): string => Temporal.PlainDate.from(stage.monday).add({ days: day }).toString();
  const booked = (day: number): Promise<readonly string[]> => bookedOn(stage, dateOf(day));
  const cellOf = (page: Page, row: number, day: number) => page.locator(`input[data-cell="${row}-${day}"]`);
  const boxOf = (page: Page, row: number, day: number) =>
    page.locator('td.cell', { has: cellOf(page, row, day) });

  /** Books on a day of the week; `24:00` is the midnight after it. */
  const book = async (day: number, task: number | undefined, from: string, to: string): Promise<unknown> => {
    const end = to === '24:00' ? `${dateOf(day + 1)} 00:00:00` : `${dateOf(day)} ${to}:00`;
    const times = {
      start_time: `${dateOf(day)} ${from}:00`,
      end_time: end,
      ...zones,
    };
    const { administrator } = stage.installation.account;
    return administrator.create('timeTrackings', {
      user_id: stage.employeeId,
      task_id: task,
      ...times,
    });
  };
  const open = async (): Promise<OpenPage & { readonly close: () => Promise<void> }> => {
    const opened = await openWeek(stage);
    await opened.page.getByRole('button', { name: 'Sheet' }).click();
    await cellOf(opened.page, 1, 0).waitFor();
    return opened;
  };

  it('writes nothing from a cell that is left untouched while another device writes', async () => {
    const { page, settle, close } = await open();
    const { administrator } = stage.installation.account;
    const cell = cellOf(page, 1, 0);
    const all = await administrator.get('timeTrackings/read', {
      user_id: stage.employeeId,
      task_id: String(stage.taskIds[1]),
    });
    const [row] = all.json['Results'] as readonly Record<string, unknown>[];
    const end = (clock: string) =>
      administrator.put(`timeTrackings/update/${String(row?.['id'])}`, {
        end_time: `${stage.monday} ${clock}:00`,
      });
    const sum = page.locator('tbody tr', { has: cell }).locator('.sum');
    await end('16:00');
    await sum.getByText('3:30').waitFor();
    await cell.focus();
    await end('15:30');
    await sum.getByText('3:00').waitFor();
    assert.equal(await cell.inputValue(), '3:00');
    await cell.press('Tab');
    await settle();
    assert.deepEqual(await booked(0), ['08:00–12:00', '12:30–15:30']);
    await end('16:30');
    await close();
  });

  it('says nothing of the cell of a running booking that is left', async () => {
    const { administrator } = stage.installation.account;
    const ago = (minutes: number): Temporal.ZonedDateTime =>
      Temporal.Now.zonedDateTimeISO('Europe/Vienna').subtract({ minutes });
    const local = (moment: Temporal.ZonedDateTime): string =>
      moment.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
    const runs = await administrator.create('timeTrackings', {
      user_id: stage.employeeId,
      task_id: stage.taskIds[0],
      start_time: local(ago(2)),
      start_time_timezone: 'Europe/Vienna',
    });
    const { page, visit, settle, context } = await stage.open('emil', {
      width: 1280,
    });
    await visit('week');
    await page.getByRole('button', { name: 'Sheet' }).click();
    const cell = cellOf(page, 0, ago(2).dayOfWeek - 1);
    const begin = (minutes: number) =>
      administrator.put(`timeTrackings/update/${String(runs['id'])}`, {
        start_time: local(ago(minutes)),
      });
    await begin(5);
    await page.locator('tbody .sum', { hasText: /0:0[56]/ }).waitFor();
    await cell.focus();
    await begin(9);
    await page.locator('tbody .sum', { hasText: /0:(09|10)/ }).waitFor();
    await cell.press('Tab');
    await settle();
    assert.equal(await page.locator('td.cell .error').count(), 0);
    await administrator.delete(`timeTrackings/delete/${String(runs['id'])}`);
    await context.close();
  });

  it('keeps the question of a cell open, and writes no other cell meanwhile', async () => {
    await book(1, stage.taskIds[0], '08:00', '09:00');
    await book(1, stage.taskIds[1], '09:00', '10:00');
    const { page, settle, close } = await open();
    const answer = Promise.withResolvers<void>();
    await page.route('**/timeTrackings/update/**', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await cellOf(page, 0, 1).fill('2');
    await cellOf(page, 0, 1).press('Tab');
    await page.keyboard.type('1');
    answer.resolve();
    const dialog = page.locator('dialog[open]');
    await dialog.getByText('Survey, 9:00–10:00 is in the way').waitFor();
    await settle();
    assert.equal(await dialog.count(), 1);
    assert.deepEqual(await booked(2), []);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.type(':30');
    await page.keyboard.press('Tab');
    await boxOf(page, 0, 2).locator('svg').waitFor();
    await settle();
    assert.deepEqual(await booked(2), ['08:00–09:30']);
    await close();
  });

  it('keeps what was typed with the error after Cancel, and ticks what is placed after', async () => {
    const { page, settle, close } = await open();
    const cell = cellOf(page, 0, 1);
    const dialog = page.locator('dialog[open]');
    await cell.fill('2');
    await cell.press('Tab');
    await dialog.waitFor();
    assert.equal(await page.locator('td.cell.saved').count(), 0);
    assert.equal(await cell.inputValue(), '2');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await boxOf(page, 0, 1).locator('.error', { hasText: 'overlaps' }).waitFor();
    assert.equal(await cell.inputValue(), '2');
    await cell.focus();
    await cell.press('Tab');
    await settle();
    assert.equal(await dialog.count(), 0);
    await cell.press('Enter');
    await dialog.getByRole('button', { name: 'Place after' }).click();
    await page.locator('td.cell.saved', { has: cell }).waitFor();
    assert.equal(await cell.inputValue(), '2:00');
    assert.deepEqual(await booked(1), ['09:00–10:00', '10:00–12:00']);
    await close();
  });

  it('books on the day itself where it ends at midnight, and refuses without room', async () => {
    await book(3, stage.taskIds[0], '22:00', '24:00');
    await book(4, stage.taskIds[0], '00:00', '24:00');
    const { page, close } = await open();
    await cellOf(page, 1, 3).fill('2');
    await cellOf(page, 1, 3).press('Enter');
    await page.locator('td.cell.saved').waitFor();
    assert.deepEqual(await booked(3), ['08:00–10:00', '22:00–00:00']);
    await cellOf(page, 1, 4).fill('1');
    await cellOf(page, 1, 4).press('Enter');
    await boxOf(page, 1, 4).locator('.error', { hasText: 'This day has no room for it.' }).waitFor();
    assert.equal(await cellOf(page, 1, 4).inputValue(), '1');
    assert.deepEqual(await booked(5), []);
    await close();
  });

  it('says what an emptied cell has deleted, and brings it back', async () => {
    await book(1, stage.taskIds[1], '13:00', '14:00');
    const { page, close } = await open();
    await cellOf(page, 1, 1).fill('');
    await cellOf(page, 1, 1).press('Tab');
    const toast = page.locator('.toast', {
      hasText: 'Deleted Survey, 9:00–10:00, 13:00–14:00',
    });
    await toast.waitFor();
    assert.deepEqual(await booked(1), ['10:00–12:00']);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await page.waitForFunction("document.querySelector('.sheet input[data-cell=\"1-1\"]')?.value === '2:00'");
    // The console restores each booking by a request of its own.
    for (const limit = Date.now() + 60_000; (await booked(1)).length < 3 && Date.now() < limit;)
      await page.waitForTimeout(50);
    assert.deepEqual(await booked(1), ['09:00–10:00', '10:00–12:00', '13:00–14:00']);
    await close();
  });

  it('cuts a long name of a task before the numbers, and has the whole one as a title', async () => {
    const name = 'Inspection of the supporting structure of the northern reading room';
    const { administrator } = stage.installation.account;
    const task = await administrator.create('tasks', { mother_id: 1, name });
    await book(5, task['id'] as number, '08:00', '09:00');
    const { page, close } = await open();
    const text = page.locator('.sheet th[scope=row] .text', { hasText: name });
    const [end, begin] = [await text.boundingBox(), await cellOf(page, 0, 0).boundingBox()];
    assert.ok(end && begin && end.x + end.width <= begin.x, 'the name ends before the numbers begin');
    assert.ok(await text.evaluate((element) => element.scrollWidth > element.clientWidth));
    assert.equal(await page.getByTitle(name).count(), 1);
    await close();
  });

  it('hides the numbers of a row below its task where a phone scrolls sideways', async () => {
    const { page, visit, context } = await stage.open('emil', { width: 390 });
    await visit(`week/${stage.monday}?view=sheet`);
    await cellOf(page, 0, 0).waitFor();
    const above = await page.evaluate(`(() => {
      document.querySelector('.sheet-scroll').scrollLeft = 1000;
      return [...document.querySelectorAll('.sheet tbody th')].filter((head) => {
        const box = head.getBoundingClientRect();
        return head.contains(document.elementFromPoint(box.right - 4, box.top + box.height / 2));
      }).length === document.querySelectorAll('.sheet tbody th').length;
    })()`);
    assert.equal(above, true);
    await context.close();
  });

  for (const [language, only, breaks] of [
    ['en', 'Worked, without breaks', 'Breaks'],
    ['de', 'Gearbeitet ohne Pausen', 'Pausen'],
  ] as const)
    it(`says that its sums count no breaks, which have rows below the work: ${language}`, async () => {
      const { administrator } = stage.installation.account;
      const { id: lunch } = await administrator.create('tasks', {
        mother_id: 1,
        name: `Lunch ${language}`,
        is_nonworking: 1,
      });
      const day = language === 'en' ? 14 : 21;
      await book(day, lunch as number, '10:00', '10:30');
      await book(day, stage.taskIds[0], '08:00', '10:00');
      await book(day, stage.taskIds[0], '10:30', '12:00');
      const { page, visit, context } = await stage.open('emil', { width: 1280, language });
      await visit(`week/${dateOf(day)}?view=sheet`);
      await page.locator('.sheet tbody th', { hasText: 'Lunch' }).waitFor();
      const lines = (part: string): Promise<unknown> =>
        page.evaluate(`[...document.querySelectorAll('.sheet ${part} tr:has(th)')].map((row) =>
          [row.querySelector('th').textContent, row.querySelector('input')?.value ?? row.cells[1].textContent, row.classList.contains('muted')])`);
      assert.deepEqual(await lines('tbody'), [
        ['Design', '3:30', false],
        [`Lunch ${language}`, '0:30', true],
      ]);
      assert.deepEqual(((await lines('tfoot')) as readonly unknown[]).slice(0, 2), [
        [only, '3:30', false],
        [breaks, '0:30', true],
      ]);
      await visit(`week/${stage.monday}?view=sheet`);
      await cellOf(page, 1, 0).waitFor();
      const worked = language === 'en' ? 'Worked' : 'Gearbeitet';
      assert.equal(await page.locator('.sheet tfoot th').first().textContent(), worked);
      await context.close();
    });
});
