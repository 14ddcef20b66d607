// Bookings that another one takes the place of: the question names each and what becomes of it, and the way back.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';
import { bookTask, openWeek, untilStored } from '../support/console-week.ts';

describeInBrowser('bookings that give way to another', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  type Rows = readonly Readonly<Record<string, unknown>>[];
  const rowsOn = async (date: string): Promise<Rows> => {
    const { administrator } = stage.installation.account;
    const query = { user_id: stage.employeeId, start_date: date, _order_by: 'start_time' };
    return (await administrator.get('timeTrackings/read', query)).json['Results'];
  };
  const booked = async (date: string): Promise<readonly string[]> =>
    (await rowsOn(date)).map((row) => {
      const [from, to] = [row['start_time'], row['end_time']].map((time) => String(time).slice(11, 16));
      return `${from}–${to} ${stage.taskIds.indexOf(Number(row['task_id']))} ${String(row['notes'] ?? '')}`;
    });
  /** Books on a day of the week, `8-10 12-13`, one task after the other; the page shows them. */
  const book = async (page: Page, weekday: number, text: string): Promise<string> => {
    const date = Temporal.PlainDate.from(stage.monday)
      .add({ days: weekday - 1 })
      .toString();
    for (const [index, part] of text.split(' ').entries()) {
      const [from = '', to = ''] = part.split('-').map((hour) => `${hour.padStart(2, '0')}:00`);
      const id = await bookTask(stage, { date, from, to }, index);
      const { administrator } = stage.installation.account;
      await administrator.put(`timeTrackings/update/${id}`, { notes: `note ${index}` });
    }
    const last = text.split(' ').at(-1)?.replace('-', ':00–');
    await page.locator('.block', { hasText: `${last}:00` }).waitFor();
    return date;
  };
  /** Moves a booking by its form; answers the question about what is in the way. */
  const move = async (page: Page, times: string, from: string, to: string): Promise<Locator> => {
    await page.locator('.block', { hasText: times }).press('Enter');
    const form = page.locator('dialog[open]').first();
    await form.getByLabel('From', { exact: true }).fill(from);
    await form.getByLabel('To', { exact: true }).fill(to);
    await form.getByRole('button', { name: 'Save' }).click();
    return page.getByRole('dialog', { name: 'Something is booked there' });
  };
  const clear = async (date: string): Promise<void> => {
    const { administrator } = stage.installation.account;
    for (const row of await rowsOn(date)) await administrator.delete(`timeTrackings/delete/${row['id']}`);
  };

  it('are all named with what becomes of each, and come back with Ctrl Z', async () => {
    const { page, close, problems } = await openWeek(stage);
    const date = await book(page, 2, '7-11 12-13 13-16');
    const former = await booked(date);
    const question = await move(page, '7:00–11:00', '11', '15');
    await question.getByRole('button', { name: 'Make room' }).waitFor();
    assert.deepEqual(await question.locator('p').allTextContents(), [
      'Survey, 12:00–13:00 is in the way. It would be deleted.',
      'Tender, 13:00–16:00 is in the way. It would be cut to 15:00–16:00.',
    ]);
    assert.deepEqual(await booked(date), former);
    await question.getByRole('button', { name: 'Make room' }).click();
    await page
      .locator('.toast', { hasText: '11:00–15:00 (deleted: Survey 12:00–13:00; cut: Tender 13:00–16:00)' })
      .waitFor();
    assert.deepEqual(await booked(date), ['11:00–15:00 0 note 0', '15:00–16:00 2 note 2']);
    await page.keyboard.press('Control+z');
    await page.locator('.block', { hasText: '12:00–13:00' }).waitFor();
    await untilStored(page);
    assert.deepEqual(await booked(date), former);
    assert.deepEqual(problems, []);
    await clear(date);
    await close();
  });

  it('come back in one piece when one was cut in two for another', async () => {
    const { page, close } = await openWeek(stage);
    const date = await book(page, 3, '7-8 9-14');
    const former = await booked(date);
    const question = await move(page, '7:00–8:00', '10', '11');
    await question.getByText('It would be cut to 9:00–10:00 and 11:00–14:00.').waitFor();
    await question.getByRole('button', { name: 'Trim it' }).click();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).waitFor();
    assert.equal((await booked(date)).length, 3);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await page.locator('.block', { hasText: '9:00–14:00' }).waitFor();
    await untilStored(page);
    assert.deepEqual(await booked(date), former);
    await clear(date);
    await close();
  });

  it('are asked about anew when others are in the way than were shown', async () => {
    const { page, close } = await openWeek(stage);
    const date = await book(page, 4, '7-9 10-11');
    const question = await move(page, '7:00–9:00', '10', '13');
    await question.getByText('Survey, 10:00–11:00').waitFor();
    await bookTask(stage, { date, from: '12:00', to: '14:00' }, 2);
    await question.getByRole('button', { name: 'Make room' }).click();
    await question.getByText('Tender, 12:00–14:00 is in the way. It would be cut to 13:00–14:00.').waitFor();
    assert.equal((await booked(date)).length, 3);
    await question.getByRole('button', { name: 'Place after' }).click();
    await page.locator('.toast', { hasText: '14:00–17:00' }).waitFor();
    await clear(date);
    await close();
  });

  it('let Ctrl Z reach nothing earlier when they cannot be brought back', async () => {
    const { administrator } = stage.installation.account;
    const { page, settle, close } = await openWeek(stage);
    const date = await book(page, 5, '7-9 10-11 13-14');
    const { id } = await administrator.create('checkpoints', { name: 'Gate' });
    await administrator.create('checkpointTrackings', {
      checkpoint_id: id,
      time_tracking_id: (await rowsOn(date))[1]?.['id'],
      timestamp: `${date} 10:30:00`,
      timezone: 'Europe/Vienna',
    });
    await move(page, '13:00–14:00', '14', '15');
    await page.locator('.toast', { hasText: '14:00–15:00' }).waitFor();
    const question = await move(page, '7:00–9:00', '10', '12');
    await question.getByText('That could not be taken back.').waitFor();
    await question.getByRole('button', { name: 'Make room' }).click();
    await page.locator('.toast', { hasText: 'deleted: Survey' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0);
    await page.keyboard.press('Control+z');
    await page.locator('.toast.refused', { hasText: 'The last change cannot be taken back.' }).waitFor();
    await settle();
    assert.deepEqual(await booked(date), ['10:00–12:00 0 note 0', '14:00–15:00 2 note 2']);
    await clear(date);
    await close();
  });
});
