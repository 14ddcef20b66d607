// Bookings of My week in their form, and what is said when they, or times long past, cannot be written or read.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';
import { bookedOnMonday, bookTask, openWeek, untilStored } from '../support/console-week.ts';

/** Moves the last booking into the one before it by its form; answers the question that comes. */
async function openConflict(page: Page): Promise<Locator> {
  await page.locator('.block').last().focus();
  await page.keyboard.press('F2');
  await page.getByLabel('From').fill('9:00');
  await page.locator('dialog button[type=submit]').click();
  return page.locator('dialog', { hasText: 'Something is booked there' });
}

describeInBrowser('a booking in the console', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  const booked = (): Promise<readonly string[]> => bookedOnMonday(stage);
  const open = (): ReturnType<typeof openWeek> => openWeek(stage);
  const openForm = async () => {
    const opened = await open();
    await opened.page.locator('.block').first().press('F2');
    return opened;
  };

  it('leaves the exact times of a clocked booking alone when its note is changed', async () => {
    const { administrator } = stage.installation.account;
    const tuesday = Temporal.PlainDate.from(stage.monday).add({ days: 1 }).toString();
    const edges = ['17:00:10', '17:45:50', '17:46:20'];
    const ids: unknown[] = [];
    for (const [index, from] of edges.slice(0, 2).entries()) {
      const times = { start_time: `${tuesday} ${from}`, end_time: `${tuesday} ${edges[index + 1]}` };
      const zones = { start_time_timezone: 'Europe/Vienna', end_time_timezone: 'Europe/Vienna' };
      const of = { user_id: stage.employeeId, task_id: stage.taskIds[0] };
      ids.push((await administrator.create('timeTrackings', { ...of, ...times, ...zones }))['id']);
    }
    const { page, settle, close } = await open();
    await settle();
    for (const id of ids) {
      await page.locator(`.block[data-id="${String(id)}"]`).focus();
      await page.keyboard.press('F2');
      await page.locator('dialog textarea').fill('by the lake');
      const sent = page.waitForRequest('**/timeTrackings/update/**');
      await page.locator('dialog button[type=submit]').click();
      assert.deepEqual(JSON.parse((await sent).postData() ?? ''), { notes: 'by the lake' });
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
    }
    for (const id of ids) await administrator.delete(`timeTrackings/delete/${String(id)}`);
    await close();
  });

  it('stores the task that its form shows, whatever was typed into the field', async () => {
    const { page, settle, close } = await open();
    const field = page.locator('dialog input[role=combobox]');
    await page.getByRole('button', { name: 'Add booking' }).click();
    // The field has the focus: a press puts the caret into it, and what is typed replaces what stands there.
    await field.click();
    await page.keyboard.type('surv');
    await page.keyboard.press('Tab');
    assert.equal(await field.inputValue(), 'Survey');
    await field.fill('no such task at all');
    await page.keyboard.press('Tab');
    assert.equal(await field.inputValue(), 'Survey');
    await field.fill('tend');
    await page.keyboard.press('Tab');
    assert.equal(await field.inputValue(), 'Tender');
    await page.getByLabel('From').fill('18:00');
    await page.getByLabel('To', { exact: true }).fill('18:30');
    const sent = page.waitForRequest('**/timeTrackings/create/**');
    await page.locator('dialog button[type=submit]').click();
    const { task_id } = JSON.parse((await sent).postData() ?? '') as { task_id: number };
    assert.equal(task_id, stage.taskIds[2]);
    await page.locator('.toast', { hasText: 'Tender' }).waitFor();
    await page.keyboard.press('Control+z');
    await page.locator('.toast', { hasText: 'Tender' }).waitFor({ state: 'detached' });
    await settle();
    await close();
  });

  it('cannot be changed on an approved day, which says why', async () => {
    const { administrator } = stage.installation.account;
    const date = Temporal.PlainDate.from(stage.monday).add({ days: 2 }).toString();
    const id = await bookTask(stage, { date, from: '08:00', to: '09:00' });
    const day = { user_id: stage.employeeId, date };
    assert.equal((await administrator.put('timesheetAccountings/approve', day)).status, 200);
    const { page, close } = await open();
    const block = page.locator(`.block.locked[data-id="${String(id)}"]`);
    await block.waitFor();
    assert.equal(await block.locator('.handle').count(), 0);
    const reason = 'Approved or confirmed: cannot be changed';
    assert.equal(await page.locator('.cal-head', { hasText: reason }).count(), 1);
    await block.focus();
    await page.keyboard.press('F2');
    await page.locator('dialog', { hasText: reason }).waitFor();
    assert.equal(await page.locator('dialog button[type=submit]').count(), 0);
    await close();
    assert.equal((await administrator.put('timesheetAccountings/unapprove', day)).status, 200);
    await administrator.delete(`timeTrackings/delete/${String(id)}`);
  });

  it('names the offset of its clocks where it cuts a booking in two', async () => {
    const { page, settle, close } = await openForm();
    const sent = page.waitForRequest('**/timeTrackings/split/**');
    await page.getByRole('button', { name: 'Cut in two' }).click();
    const body = JSON.parse((await sent).postData() ?? '') as Record<string, string | number>;
    const at = Temporal.PlainDateTime.from(String(body['time'])).toZonedDateTime('Europe/Vienna');
    assert.equal(body['start_time_offset'], at.offsetNanoseconds / 1e9);
    await page.locator('.toast', { hasText: 'Cut' }).waitFor();
    await page.keyboard.press('Control+z');
    const limit = Date.now() + 60_000;
    while ((await page.locator('.block').count()) !== 2 && Date.now() < limit) await page.waitForTimeout(50);
    assert.equal(await page.locator('.block').count(), 2);
    await settle();
    await untilStored(page);
    await close();
  });

  it('asks before it is cut in two while something is typed in its form', async () => {
    const { page, close } = await openForm();
    await page.locator('dialog textarea').fill('not stored yet');
    await page.getByRole('button', { name: 'Cut in two' }).click();
    await page.locator('.actions').getByRole('button', { name: 'Stay here' }).click();
    assert.equal(await page.locator('dialog textarea').inputValue(), 'not stored yet');
    await close();
  });

  it('asks over the form about a conflict, and closes both when one goes to see it', async () => {
    const { page, close } = await open();
    const dialog = await openConflict(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await page.getByLabel('From').inputValue(), '9:00');
    await page.locator('dialog button[type=submit]').click();
    await dialog.getByRole('button', { name: 'Show it' }).click();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.locator('dialog[open]').first().waitFor({ state: 'detached' });
    assert.equal(await page.locator('dialog[open]').count(), 0);
    await close();
  });

  it('shows in its question why what one has chosen there is refused', async () => {
    const { page, close } = await open();
    const dialog = await openConflict(page);
    await dialog.waitFor();
    const refusal = { errorCode: 'rule_broken', errorField: 'task_id' };
    const failed = {
      Success: false,
      Error: 400,
      ErrorMessage: 'This task is closed.',
      ErrorExtended: refusal,
    };
    await page.route('**/timeTrackings/update/**', (asked) => asked.fulfill({ status: 400, json: failed }));
    await dialog.getByRole('button', { name: 'Trim it' }).click();
    await dialog.getByRole('alert').waitFor();
    await close();
  });

  it('sends once what is chosen in its question, and opens no list meanwhile', async () => {
    const { page, settle, close } = await open();
    const answer = Promise.withResolvers<void>();
    const dialog = await openConflict(page);
    await dialog.waitFor();
    const sent: string[] = [];
    await page.route('**/timeTrackings/update/**', async (route) => {
      sent.push(route.request().url());
      await answer.promise;
      await route.fulfill({ status: 400, json: { Success: false, Error: 400, ErrorMessage: 'Closed.' } });
    });
    const trim = dialog.getByRole('button', { name: 'Trim it' });
    await trim.click();
    assert.equal(await trim.getAttribute('aria-disabled'), 'true');
    await trim.dispatchEvent('click');
    while (sent.length < 1) await page.waitForTimeout(50);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('dialog textarea').fill('again');
    await page.locator('dialog button[type=submit]').click();
    const picker = page.locator('dialog [role=combobox]');
    await picker.click();
    await picker.press('ArrowDown');
    assert.equal(await page.locator('dialog [role=option]').count(), 0);
    answer.resolve();
    while (sent.length < 2) await page.waitForTimeout(50);
    await settle();
    assert.equal(sent.length, 2);
    await close();
  });

  it('offers to ask for a start that is too early for the person to enter', async () => {
    const { administrator } = stage.installation.account;
    const earliest = async (time: string): Promise<unknown> =>
      administrator.put(`users/update/${stage.employeeId}`, {
        time_tracking_ex_post_earliest_working_time: time,
      });
    await earliest('07:30:00');
    const { page, settle, close } = await open();
    await settle();
    const exact = await booked();
    await page.locator('.block').first().focus();
    await page.keyboard.press('F2');
    await page.getByLabel('From').fill('6:00');
    await page.locator('dialog button[type=submit]').click();
    const dialog = page.locator('dialog', { hasText: 'Ask for this change' });
    await dialog.getByText('You may not enter times before 7:30 yourself. Who leads you').waitFor();
    await dialog.getByLabel('Why?').fill('The lift was repaired');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await page.locator('.toast', { hasText: 'Requested' }).waitFor();
    assert.deepEqual(await booked(), exact);
    const requests = await administrator.get('changeTimeTrackingRequests/read', { status: 'PENDING' });
    assert.equal(requests.json['Results'][0]['request_user_comment'], 'The lift was repaired');
    await administrator.delete(`changeTimeTrackingRequests/delete/${requests.json['Results'][0]['id']}`);
    await earliest('');
    await close();
  });

  it('says that times long past are on their way, or why they did not come', async () => {
    const { page, context, visit, problems } = await stage.open('emil', { width: 1280 });
    const past = Temporal.PlainDate.from(stage.monday).subtract({ days: 210 }).toString();
    const screens = [
      [`week/${past}`, 'Nothing is booked this week.'],
      [`account/${past.slice(0, 7)}`, 'No account is kept for this month.'],
    ] as const;
    for (const [screen, nothing] of screens) {
      const release = Promise.withResolvers<void>();
      await page.route('**/timesheetAccountings/read/**', async (route) => {
        await release.promise;
        await route.abort();
      });
      await visit(screen);
      await page.locator('[role=status]', { hasText: 'Loading' }).waitFor();
      assert.equal(await page.getByText(nothing).count(), 0, screen);
      release.resolve();
      await page.locator('.error', { hasText: 'The server does not answer.' }).waitFor();
      assert.equal(await page.getByText(nothing).count(), 0, screen);
      await page.unroute('**/timesheetAccountings/read/**');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText(nothing).waitFor();
      assert.equal(await page.locator('.error').count(), 0, screen);
    }
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('closes what it says about a change from before that was refused', async () => {
    const { administrator } = stage.installation.account;
    const wednesday = Temporal.PlainDate.from(stage.monday).add({ days: 2 }).toString();
    const id = await bookTask(stage, { date: wednesday, from: '08:00', to: '09:00' });
    const { page, settle, close } = await open();
    await settle();
    await page.route('**/timeTrackings/delete/**', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await page.locator(`.block[data-id="${String(id)}"]`).focus();
    await page.keyboard.press('Delete');
    await failed;
    await administrator.delete(`timeTrackings/delete/${String(id)}`);
    await page.reload();
    await page.unroute('**/timeTrackings/delete/**');
    const toast = page.locator('.toast.refused', { hasText: 'Delete' });
    await toast.getByRole('button', { name: 'Close' }).click();
    await toast.waitFor({ state: 'detached' });
    await close();
  });

  it('keeps fields in one line, and as high as they were, when one of them is wrong', async () => {
    const { page, close } = await open();
    await page.keyboard.press('n');
    await page.locator('dialog[open]').getByLabel('To', { exact: true }).fill('17:99');
    await page.locator('dialog button[type=submit]').click();
    await page.locator('dialog .pair .error').waitFor();
    const boxes = await page.evaluate<readonly string[]>(
      `[...document.querySelectorAll('dialog .pair input')].map((one) => one.getBoundingClientRect()).map(({ y, height }) => y + ' ' + height)`,
    );
    assert.equal(boxes.length, 3);
    assert.equal(new Set(boxes).size, 1, boxes.join());
    await close();
  });

  it('closes its form with a notice when it is deleted elsewhere', async () => {
    const { administrator } = stage.installation.account;
    const thursday = Temporal.PlainDate.from(stage.monday).add({ days: 3 }).toString();
    const id = await bookTask(stage, { date: thursday, from: '08:00', to: '09:00' });
    const { page, close } = await open();
    await page.locator(`.block[data-id="${String(id)}"]`).focus();
    await page.keyboard.press('F2');
    const form = page.locator('dialog[open]');
    await form.getByRole('button', { name: 'Save' }).waitFor();
    await administrator.delete(`timeTrackings/delete/${String(id)}`);
    await page.locator('.toast.refused', { hasText: 'deleted this booking meanwhile' }).waitFor();
    await form.waitFor({ state: 'detached' });
    await close();
  });
});
