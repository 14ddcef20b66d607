// Gestures on My week: creating, copying, resizing, a finger that holds, what cancels, conflicts, and how long a toast stays.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { describeInBrowser, type ConsoleStage, type OpenPage } from '../support/console-browser.ts';
import { bookTask, untilStored } from '../support/console-week.ts';

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

describeInBrowser('gestures on my week', (startConsole) => {
  let stage: ConsoleStage;
  let opened: OpenPage;
  let page: Page;
  /** Addresses of the requests that write. */
  const writes: string[] = [];
  before(async () => {
    stage = await startConsole();
    opened = await stage.open('emil', { width: 1280 });
    ({ page } = opened);
    page.on('request', (request) => request.method() !== 'GET' && writes.push(request.url()));
  });
  after(() => stage.close());

  type Rows = readonly Readonly<Record<'start_time' | 'end_time' | 'id' | 'task_id' | 'notes', string>>[];
  const rows = async (): Promise<Rows> => {
    const { administrator } = stage.installation.account;
    const query = { user_id: stage.employeeId, _order_by: 'start_time' };
    return (await administrator.get('timeTrackings/read', query)).json['Results'] as Rows;
  };
  const booked = async (): Promise<readonly string[]> => {
    await untilStored(page);
    return (await rows()).map((row) => `${row.start_time.slice(11, 16)}–${row.end_time.slice(11, 16)}`);
  };

  /** Two bookings that touch at ten, and nothing else; the page shows them. */
  beforeEach(async () => {
    const { administrator } = stage.installation.account;
    for (const row of await rows()) await administrator.delete(`timeTrackings/delete/${row.id}`);
    const date = stage.monday;
    await bookTask(stage, { date, from: '08:00', to: '10:00' });
    await bookTask(stage, { date, from: '10:00', to: '12:00' }, 1);
    await opened.visit(`week/${stage.monday}`);
    await block('10:00–12:00').waitFor();
    await opened.settle();
    writes.length = 0;
  });

  const block = (times: string): Locator => page.locator('.block', { hasText: times });
  const boxOf = async (times: string): Promise<Box> => {
    const box = await block(times).boundingBox();
    assert.ok(box);
    return box;
  };
  /** Pixels of a minute. */
  const minute = async (): Promise<number> => {
    const column = await page.locator('[data-day="0"]').boundingBox();
    assert.ok(column);
    return column.height / 1440;
  };
  /** What follows a drawing, such as setting a timer, has happened. */
  const drawn = (): Promise<unknown> =>
    page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))');
  const ghost = (look = ''): Locator => page.locator(`.ghost${look}:not(.shared)`);
  const noGhost = (): Promise<void> => page.locator('.ghost:not(.shared)').waitFor({ state: 'detached' });

  it('create a booking over free time, which says its times and Enter saves', async () => {
    const [box, size] = [await boxOf('10:00–12:00'), await minute()];
    await page.mouse.move(box.x + 60, box.y + box.height + 60 * size + 1);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + box.height + 145 * size, { steps: 5 });
    await ghost().getByText('13:00–14:25 · 1:25').waitFor();
    await page.mouse.up();
    await page.locator('dialog[open] h2').waitFor();
    await page.keyboard.press('Enter');
    await block('13:00–14:25').waitFor();
    await opened.settle();
    assert.deepEqual((await booked()).at(-1), '13:00–14:25');
  });

  it('copy with task and notes while Alt is held, and move again without it', async () => {
    const { administrator } = stage.installation.account;
    const [, copied] = await rows();
    await administrator.put(`timeTrackings/update/${copied?.id}`, { notes: 'With the surveyor' });
    await block('10:00–12:00').getByText('With the surveyor').waitFor();
    const [box, size] = [await boxOf('10:00–12:00'), await minute()];
    await page.mouse.move(box.x + 60, box.y + 30);
    await page.mouse.down();
    await page.keyboard.down('Alt');
    await page.mouse.move(box.x + 60, box.y + 30 + 120 * size, { steps: 5 });
    await ghost('.copy').waitFor();
    await page.keyboard.up('Alt');
    await ghost('.copy').waitFor({ state: 'detached' });
    await page.keyboard.down('Alt');
    await ghost('.copy').waitFor();
    await page.mouse.up();
    await page.keyboard.up('Alt');
    await block('12:00–14:00').waitFor();
    await opened.settle();
    assert.deepEqual(await booked(), ['08:00–10:00', '10:00–12:00', '12:00–14:00']);
    const [first, original, copy] = await rows();
    assert.notEqual(copy?.id, original?.id);
    assert.equal(original?.id, copied?.id);
    assert.deepEqual(
      [first, original, copy].map((row) => [row?.task_id, row?.notes]),
      [
        [stage.taskIds[0], null],
        [stage.taskIds[1], 'With the surveyor'],
        [stage.taskIds[1], 'With the surveyor'],
      ],
    );
  });

  /** Drags the lower edge of a booking. */
  const drag = async (times: string, minutes: number): Promise<void> => {
    const [box, size] = [await boxOf(times), await minute()];
    await page.mouse.move(box.x + 60, box.y + box.height - 4);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + box.height - 4 + minutes * size, { steps: 5 });
    await ghost().waitFor();
    await page.mouse.up();
  };

  it('move an edge alone, and with Shift the edge that two bookings share', async () => {
    await drag('8:00–10:00', -30);
    await block('8:00–9:30').waitFor();
    await opened.settle();
    assert.deepEqual(await booked(), ['08:00–09:30', '10:00–12:00']);
    await drag('8:00–9:30', 30);
    await block('8:00–10:00').waitFor();
    await opened.settle();
    await page.keyboard.down('Shift');
    await drag('8:00–10:00', 30);
    await page.keyboard.up('Shift');
    await block('10:30–12:00').waitFor();
    await page.locator('.toast', { hasText: '8:00–10:30' }).waitFor();
    assert.deepEqual(await booked(), ['08:00–10:30', '10:30–12:00']);
  });

  it('ask for one edge of those who may not book past times, also with Shift', async () => {
    const { administrator } = stage.installation.account;
    await administrator.put(`users/update/${stage.employeeId}`, { manual_timetracking: 0 });
    await opened.visit(`week/${stage.monday}`);
    await block('8:00–10:00').waitFor();
    await opened.settle();
    await page.keyboard.down('Shift');
    await drag('8:00–10:00', -30);
    await page.keyboard.up('Shift');
    await page.getByRole('dialog', { name: 'Ask for this change' }).waitFor();
    await page.keyboard.press('Escape');
    await administrator.put(`users/update/${stage.employeeId}`, { manual_timetracking: 1 });
    assert.deepEqual(await booked(), ['08:00–10:00', '10:00–12:00']);
  });

  for (const [what, cancel] of [
    ['pointercancel', 'dispatchEvent(new PointerEvent("pointercancel"))'],
    ['the window losing the focus', 'dispatchEvent(new Event("blur"))'],
  ] as const)
    it(`send nothing after ${what}`, async () => {
      const box = await boxOf('10:00–12:00');
      await page.mouse.move(box.x + 60, box.y + 30);
      await page.mouse.down();
      await page.mouse.move(box.x + 60, box.y + 120, { steps: 5 });
      await ghost().waitFor();
      await page.evaluate(cancel);
      await noGhost();
      await page.mouse.up();
      await opened.settle();
      assert.deepEqual(writes, []);
      assert.deepEqual(await booked(), ['08:00–10:00', '10:00–12:00']);
    });

  it('begin after a finger has held still, and not when it moves before', async () => {
    const tools = await opened.context.newCDPSession(page);
    await tools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const [box, size] = [await boxOf('10:00–12:00'), await minute()];
    const [x, y] = [box.x + 60, box.y + 30];
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number): Promise<void> => {
      await tools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: at === undefined ? [] : [{ x, y: at }],
      });
    };
    await Promise.all([touch('touchStart', y), touch('touchMove', y - 40)]);
    await page.waitForTimeout(500);
    assert.equal(await ghost().count(), 0);
    await touch('touchEnd');
    const two = [
      { x, y },
      { x: x + 80, y },
    ];
    await tools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: two });
    await page.waitForTimeout(500);
    assert.equal(await ghost().count(), 0);
    await touch('touchEnd');
    const again = await boxOf('10:00–12:00');
    const from = again.y + 30;
    await touch('touchStart', from);
    await ghost().waitFor();
    await touch('touchMove', from + 60 * size);
    await ghost().getByText('11:00–13:00').waitFor();
    await touch('touchEnd');
    await block('11:00–13:00').waitFor();
    await opened.settle();
    assert.deepEqual(await booked(), ['08:00–10:00', '11:00–13:00']);
    await tools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  });

  it('scroll the day for as long as the pointer rests at its edge', async () => {
    const box = await boxOf('10:00–12:00');
    const view = await page.locator('.cal-scroll').boundingBox();
    assert.ok(view);
    const top = (): Promise<number> => page.evaluate("document.querySelector('.cal-scroll').scrollTop");
    await page.mouse.move(box.x + 60, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, view.y + view.height - 8, { steps: 8 });
    const begun = await top();
    const limit = Date.now() + 60_000;
    while ((await top()) <= begun + 60 && Date.now() < limit) await page.waitForTimeout(20);
    assert.ok((await top()) > begun + 60);
    await page.keyboard.press('Escape');
    await noGhost();
    await page.mouse.up();
    assert.deepEqual(writes, []);
  });

  it('show what is in the way, and trim it, or change nothing, as one answers', async () => {
    const size = await minute();
    const dragOver = async (): Promise<Locator> => {
      const box = await boxOf('8:00–10:00');
      await page.mouse.move(box.x + 60, box.y + 30);
      await page.mouse.down();
      await page.mouse.move(box.x + 60, box.y + 30 + 60 * size, { steps: 6 });
      await ghost('.clash').waitFor();
      await page.mouse.up();
      const dialog = page.locator('dialog[open]');
      await dialog.getByText('10:00–12:00 is in the way').waitFor();
      return dialog;
    };
    await (await dragOver()).getByRole('button', { name: 'Cancel' }).click();
    await block('8:00–10:00').waitFor();
    await opened.settle();
    assert.deepEqual(await booked(), ['08:00–10:00', '10:00–12:00']);
    await (await dragOver()).getByRole('button', { name: 'Trim it' }).click();
    await block('11:00–12:00').waitFor();
    await opened.settle();
    assert.deepEqual(await booked(), ['09:00–11:00', '11:00–12:00']);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await block('10:00–12:00').waitFor();
    await opened.settle();
    assert.deepEqual(await booked(), ['08:00–10:00', '10:00–12:00']);
  });

  it('end with a notice when the booking is deleted elsewhere meanwhile', async () => {
    const { administrator } = stage.installation.account;
    const last = (await rows()).at(-1);
    const box = await boxOf('10:00–12:00');
    await page.mouse.move(box.x + 60, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 120, { steps: 5 });
    await ghost().waitFor();
    await administrator.delete(`timeTrackings/delete/${last?.id}`);
    await noGhost();
    await page.locator('.toast.refused').waitFor();
    await page.mouse.up();
    assert.deepEqual(writes, []);
  });

  it('offer to undo for ten seconds, and for as long as the button has the focus', async () => {
    await page.clock.install();
    await block('8:00–10:00').focus();
    await page.keyboard.press('Delete');
    const toast = page.locator('.toast', { hasText: 'Undo' });
    await toast.waitFor();
    await opened.settle();
    await toast.getByRole('button').focus();
    await drawn();
    await page.clock.fastForward(30_000);
    assert.equal(await toast.count(), 1);
    await page.keyboard.press('Enter');
    await block('8:00–10:00').waitFor();
    await opened.settle();
    await block('8:00–10:00').focus();
    await page.keyboard.press('Delete');
    await toast.waitFor();
    await opened.settle();
    await drawn();
    await page.clock.fastForward(11_000);
    await toast.waitFor({ state: 'detached' });
    assert.deepEqual(await booked(), ['10:00–12:00']);
    assert.deepEqual(opened.problems, []);
  });
});
