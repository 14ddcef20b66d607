// My week in a browser: dragging with the pointer, with keys alone, conflicts, the sheet, copying.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';
import { bookedOnMonday, bookTask, openWeek } from '../support/console-week.ts';

describeInBrowser('my week in the console', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  const booked = (): Promise<readonly string[]> => bookedOnMonday(stage);
  const open = (): ReturnType<typeof openWeek> => openWeek(stage);

  /** Drags the middle of a booking down by minutes. */
  const drag = async (page: Page, minutes: number, release: 'drop' | 'escape'): Promise<void> => {
    const box = await page.locator('.block').first().boundingBox();
    assert.ok(box);
    const pixels = (box.height / 240) * minutes;
    await page.mouse.move(box.x + 40, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 42, box.y + 60 + pixels, { steps: 6 });
    await page.waitForSelector('.ghost:not(.shared)');
    if (release === 'escape') await page.keyboard.press('Escape');
    await page.mouse.up();
  };

  it('moves a booking where it is dropped, and back with Ctrl Z', async () => {
    const { page, settle, close, problems } = await open();
    await drag(page, -60, 'drop');
    await page.locator('.toast', { hasText: '7:00–11:00' }).waitFor();
    assert.deepEqual(await booked(), ['07:00–11:00', '12:30–16:30']);
    await page.keyboard.press('Control+z');
    await page.locator('.block', { hasText: '8:00–12:00' }).waitFor();
    await settle();
    assert.deepEqual(await booked(), ['08:00–12:00', '12:30–16:30']);
    assert.deepEqual(problems, []);
    await close();
  });

  it('sends nothing when a drag is cancelled with Escape', async () => {
    const { page, close } = await open();
    const writes: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && writes.push(request.url()));
    await drag(page, 60, 'escape');
    await page.waitForSelector('.ghost', { state: 'detached' });
    assert.deepEqual(writes, []);
    await close();
  });

  it('says on another screen what was in the way, and asks nothing when one comes back', async () => {
    const { page, close } = await open();
    const answer = Promise.withResolvers<void>();
    await page.route('**/timeTrackings/update/**', async (route) => {
      await answer.promise;
      await route.continue();
    });
    const asked = page.waitForRequest('**/timeTrackings/update/**');
    await drag(page, 90, 'drop');
    await asked;
    await page.locator('a.screen-link.to-today').click();
    await page.locator('.today-screen').waitFor();
    answer.resolve();
    const told = /Not done: Design, .*9:30–13:30, From: This overlaps a booking: /;
    await page.locator('.toast.refused', { hasText: told }).waitFor();
    await page.locator('a.screen-link.to-week').click();
    await page.locator('.cal').waitFor();
    assert.equal(await page.locator('dialog[open]').count(), 0);
    assert.deepEqual(await booked(), ['08:00–12:00', '12:30–16:30']);
    await close();
  });

  it('asks what to do when something is booked there, and places it after', async () => {
    const { page, settle, close } = await open();
    await drag(page, 90, 'drop');
    const dialog = page.locator('dialog[open]');
    await dialog.getByText('Survey, 12:30–16:30 is in the way').waitFor();
    await dialog.getByRole('button', { name: 'Place after' }).click();
    await page.locator('.toast', { hasText: '16:30–20:30' }).waitFor();
    assert.deepEqual(await booked(), ['12:30–16:30', '16:30–20:30']);
    await page.keyboard.press('Control+z');
    await page.locator('.block', { hasText: '8:00–12:00' }).waitFor();
    await settle();
    await close();
  });

  it('lifts, moves and drops a booking with keys alone', async () => {
    const { page, close } = await open();
    await page.locator('.block[tabindex="0"]').focus();
    await page.keyboard.press('Space');
    await page.waitForSelector('.ghost:not(.shared)');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.block', { hasText: '7:55–12:00' }).waitFor();
    await page.locator('.toast', { hasText: '7:55–12:00' }).waitFor();
    assert.deepEqual(await booked(), ['07:55–12:00', '12:30–16:30']);
    await page.keyboard.press('ArrowDown');
    await page.locator('.block:focus', { hasText: 'Survey' }).waitFor();
    await close();
  });

  it('forgets a lifted booking and what was said of it when one leaves the screen', async () => {
    const { page, follow, context } = await stage.open('emil', { width: 1280 });
    await follow(`week/${stage.monday}`);
    await page.locator('.block[tabindex="0"]').focus();
    await page.keyboard.press('Space');
    await page.waitForSelector('.ghost:not(.shared)');
    await page.locator('.cal [role=status]:not(:empty)').waitFor({ state: 'attached' });
    await follow('today');
    await follow(`week/${stage.monday}`);
    await page.waitForSelector('.block');
    assert.equal(await page.locator('.ghost:not(.shared)').count(), 0);
    assert.equal(await page.locator('.cal [role=status]').textContent(), '');
    await context.close();
  });

  it('opens where the first booking begins, on a phone that of its day', async () => {
    const { administrator } = stage.installation.account;
    const tuesday = Temporal.PlainDate.from(stage.monday).add({ days: 1 }).toString();
    /** The time of day at the upper edge of the calendar, to a quarter of an hour. */
    const firstTime = async (width: number): Promise<string> => {
      const { page, visit, context } = await stage.open('emil', { width });
      await visit(`week/${stage.monday}`);
      await page.locator('.block').first().waitFor({ state: 'attached' });
      const share: number = await page.evaluate(
        "(document.querySelector('.cal-scroll').scrollTop + 6) / document.querySelector('.cal-hours').offsetHeight",
      );
      await context.close();
      return Temporal.PlainTime.from('00:00')
        .add({ minutes: Math.round(share * 96) * 15 })
        .toString({ smallestUnit: 'minute' });
    };
    const ids = [await bookTask(stage, { date: tuesday, from: '04:00', to: '05:00' })];
    assert.deepEqual([await firstTime(1280), await firstTime(390)], ['04:00', '07:00']);
    ids.push(await bookTask(stage, { date: stage.monday, from: '00:00', to: '00:30' }));
    assert.deepEqual([await firstTime(1280), await firstTime(390)], ['00:00', '00:00']);
    for (const id of ids) await administrator.delete(`timeTrackings/delete/${String(id)}`);
  });

  it('opens at the first booking of a week that comes late, unless one has scrolled', async () => {
    const { administrator } = stage.installation.account;
    const monday = Temporal.PlainDate.from(stage.monday).subtract({ weeks: 20 });
    const date = monday.add({ days: 2 }).toString();
    // Of the leader, who has no first day of work.
    const id = await bookTask({ ...stage, employeeId: stage.leaderId }, { date, from: '02:00', to: '06:00' });
    for (const scrolled of [false, true]) {
      const { page, settle, context } = await stage.open('lena', { width: 1280 });
      const answer = Promise.withResolvers<void>();
      const asked = Promise.withResolvers<void>();
      await page.route('**/timeTrackings/read/**', async (route) => {
        asked.resolve();
        await answer.promise;
        await route.continue();
      });
      await page.evaluate(
        `history.pushState(null, '', 'week/${monday}'); dispatchEvent(new PopStateEvent('popstate'))`,
      );
      await asked.promise;
      const scroller = page.locator('.cal-scroll');
      await scroller.waitFor();
      if (scrolled) await scroller.evaluate((element) => void (element.scrollTop = 600));
      answer.resolve();
      await page.locator('.block').first().waitFor({ state: 'attached' });
      await settle();
      const top = await scroller.evaluate((element) => element.scrollTop);
      const hour = Number(await page.evaluate("document.querySelector('.cal-hours').offsetHeight / 24"));
      assert.ok(Math.abs(top - (scrolled ? 600 : 2 * hour)) < hour / 4, `${top} of ${hour} an hour`);
      await context.close();
    }
    await administrator.delete(`timeTrackings/delete/${String(id)}`);
  });

  it('shows the hours of a day beside one sign of all that is wrong, in the middle', async () => {
    const { administrator } = stage.installation.account;
    const zones = { start_time_timezone: 'Europe/Vienna', end_time_timezone: 'Europe/Vienna' };
    const ids: unknown[] = [];
    for (const [days, from, to] of [
      [2, '05:00', '23:00'],
      [3, '06:00', '22:30'],
    ] as const) {
      const date = Temporal.PlainDate.from(stage.monday).add({ days }).toString();
      const times = { start_time: `${date} ${from}:00`, end_time: `${date} ${to}:00` };
      const whose = { user_id: stage.employeeId, task_id: stage.taskIds[0] };
      ids.push((await administrator.create('timeTrackings', { ...whose, ...times, ...zones }))['id']);
    }
    for (const width of [1280, 1024, 768, 390]) {
      const { page, visit, context } = await stage.open('emil', { width });
      await visit(`week/${stage.monday}`);
      const head = page.locator('.cal-head').nth(3);
      await head.locator('.mark').first().waitFor();
      const mark = await head.locator('.mark .sr').textContent();
      assert.match(String(mark), /^Break is missing, \w/);
      const [isCut, aside] = await page.evaluate<readonly [boolean, number]>(`(() => {
        const head = document.querySelectorAll('.cal-head')[3];
        const [title, sums] = ['h2', '.sums'].map((name) => head.querySelector(name));
        const [whole, part] = [head, title].map((one) => one.getBoundingClientRect());
        const aside = part.x - whole.x - (whole.right - part.right);
        return [sums.scrollWidth > sums.clientWidth, Math.round(aside)];
      })()`);
      assert.deepEqual([isCut, width === 390 ? aside : 0], [false, 0], String(width));
      await context.close();
    }
    for (const id of ids) await administrator.delete(`timeTrackings/delete/${String(id)}`);
  });

  it('takes a typed sum in the sheet, and says what is wrong with another at its cell', async () => {
    const { page, close } = await open();
    await page.getByRole('button', { name: 'Sheet' }).click();
    const cell = page.locator('.sheet input[data-cell="1-0"]');
    await cell.fill('3,5');
    await cell.press('Enter');
    await page.locator('td.cell.saved').waitFor();
    assert.equal((await booked()).at(-1), '12:30–16:00');
    await cell.fill('soon');
    await cell.press('Tab');
    assert.match((await page.locator('td.cell .error').textContent()) ?? '', /“soon” is no length of time/);
    assert.equal(await cell.inputValue(), 'soon');
    await close();
  });

  it('copies last week once, however often it is asked', async () => {
    const { page, settle, close } = await open();
    const { administrator } = stage.installation.account;
    await page.getByRole('button', { name: 'Next week' }).click();
    await page.keyboard.press('d');
    await page.locator('.toast', { hasText: 'Copied 2 bookings' }).waitFor();
    await settle();
    await page.keyboard.press('d');
    await page.locator('.toast.refused', { hasText: 'Last week is copied already.' }).waitFor();
    const all = await administrator.get('timeTrackings/read', { user_id: stage.employeeId });
    assert.equal(all.json['NumResults'], 4);
    await close();
  });

  it('says what was copied, with the way back, beside why the rest was not', async () => {
    const { page, close } = await open();
    const { administrator } = stage.installation.account;
    const monday = Temporal.PlainDate.from(stage.monday).add({ days: 14 }).toString();
    await bookTask(stage, { date: monday, from: '08:00', to: '08:30' });
    for (const _ of [1, 2]) await page.getByRole('button', { name: 'Next week' }).click();
    await page.keyboard.press('d');
    const copied = page.locator('.toast', { hasText: 'Copied 1 booking' });
    const refused = page.locator('.toast.refused');
    await refused.waitFor();
    await copied.waitFor();
    await refused.getByRole('button', { name: 'Close' }).click();
    await refused.waitFor({ state: 'detached' });
    await copied.getByRole('button', { name: 'Undo' }).click();
    const all = async (): Promise<unknown> =>
      (await administrator.get('timeTrackings/read', { user_id: stage.employeeId, start_date: monday })).json[
        'NumResults'
      ];
    const limit = Date.now() + 30_000;
    while ((await all()) !== 1 && Date.now() < limit) await page.waitForTimeout(100);
    assert.equal(await all(), 1);
    await close();
  });

  it('leads from a start that is refused to the later booking that is in its way', async () => {
    const { administrator } = stage.installation.account;
    const today = Temporal.Now.plainDateISO('Europe/Vienna');
    // On a Monday morning what the tests above have copied would be in the way before it.
    const ahead = { user_id: stage.employeeId, start_date: today.toString(), _op__start_date: 'gteq' };
    const { json } = await administrator.get('timeTrackings/read', ahead);
    for (const { id } of json['Results']) await administrator.delete(`timeTrackings/delete/${id}`);
    const day = today.add({ days: 1 }).toString();
    const id = await bookTask(stage, { date: day, from: '01:00', to: '02:00' }, 1);
    const { page, context } = await stage.open('emil', { width: 1280 });
    await page.locator('.task-button', { hasText: 'Design' }).click();
    const dialog = page.locator('dialog[open]', { hasText: '1:00–2:00 is in the way.' });
    assert.match((await dialog.textContent()) ?? '', /Survey, \w+ \d+ \w+, 1:00–2:00/);
    await dialog.getByRole('button', { name: 'Show it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator(`.block:focus`, { hasText: '1:00–2:00' }).waitFor();
    await administrator.delete(`timeTrackings/delete/${String(id)}`);
    await context.close();
  });
});
