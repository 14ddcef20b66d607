// Bookings of which the server has more than the console shows or offers: deleted and brought back, copied, opened.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';
import { openWeek } from '../support/console-week.ts';

type Row = Readonly<Record<string, unknown>>;

describeInBrowser('whole bookings in the console', (startConsole) => {
  let stage: ConsoleStage;
  /** What the console does not show: the tasks are not billed. */
  const own = { is_billable: 1, t_iv_1: 'invoice 12', u_iv_2: 'foreman', udf_machine: 'crane' };
  const place = { geo_start_lat: 48.2, geo_start_long: 16.37, start_type_id: 1, end_type_id: 2 };
  before(async () => {
    stage = await startConsole();
    const { administrator } = stage.installation.account;
    await administrator.create('userDefinedFieldDefinitions', {
      entity: 'timeTrackings',
      fieldname: 'Machine',
      fieldtype: 'text',
      column_name: 'udf_machine',
    });
    for (const row of await rowsOn(stage.monday))
      await administrator.put(`timeTrackings/update/${String(row['id'])}`, { ...own, ...place });
  });
  after(() => stage.close());

  const rowsOn = async (date: string): Promise<readonly Row[]> => {
    const { administrator } = stage.installation.account;
    const query = { user_id: stage.employeeId, start_date: date, _order_by: 'start_time' };
    return (await administrator.get('timeTrackings/read', query)).json['Results'];
  };
  /** What is the same in a booking and in the one that takes its place. */
  const lasting = (row: Row | undefined): Row => {
    const { id: _id, updated: _updated, client_unique_id: _name, ...rest } = row ?? {};
    const isOrigin = (name: string): boolean => /_(ip|client_id|live)$|^input_type$/.test(name);
    return Object.fromEntries(Object.entries(rest).filter(([name]) => !isOrigin(name)));
  };
  const removeFirst = async (page: Page): Promise<void> => {
    await page.locator('.block', { hasText: '8:00–12:00' }).focus();
    await page.keyboard.press('Delete');
    await page.locator('.toast', { hasText: 'Deleted' }).waitFor();
  };

  it('come back with all fields when a deletion is undone', async () => {
    const [first] = await rowsOn(stage.monday);
    const { page, settle, close, problems } = await openWeek(stage);
    await removeFirst(page);
    assert.equal((await rowsOn(stage.monday)).length, 1);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await page.locator('.block', { hasText: '8:00–12:00' }).waitFor();
    await settle();
    const [again] = await rowsOn(stage.monday);
    assert.notEqual(again?.['id'], first?.['id']);
    assert.deepEqual(lasting(again), lasting(first));
    assert.deepEqual(problems, []);
    await close();
  });

  it('are copied with their own fields, and billed as they were', async () => {
    const { page, settle, close } = await openWeek(stage);
    await page.getByRole('button', { name: 'Next week' }).click();
    await page.keyboard.press('d');
    await page.locator('.toast', { hasText: 'Copied 2 bookings' }).waitFor();
    await settle();
    const monday = Temporal.PlainDate.from(stage.monday).add({ days: 7 }).toString();
    for (const row of await rowsOn(monday))
      assert.deepEqual({ ...row, ...own, geo_start_lat: null, start_type_id: 0 }, row);
    await close();
  });

  it('are not copied while the server does not answer', async () => {
    const { page, context, close } = await openWeek(stage);
    for (const _ of [1, 2]) await page.getByRole('button', { name: 'Next week' }).click();
    await context.setOffline(true);
    await page.keyboard.press('d');
    await page.locator('.toast.refused', { hasText: 'The server does not answer.' }).waitFor();
    assert.equal(await page.locator('.block').count(), 0);
    await close();
  });

  it('have no way back when checkpoints go with them', async () => {
    const { administrator } = stage.installation.account;
    const [first] = await rowsOn(stage.monday);
    const { id } = await administrator.create('checkpoints', { name: 'Gate' });
    await administrator.create('checkpointTrackings', {
      checkpoint_id: id,
      time_tracking_id: first?.['id'],
      timestamp: `${stage.monday} 09:00:00`,
      timezone: 'Europe/Vienna',
    });
    const { page, close } = await openWeek(stage);
    await removeFirst(page);
    assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0);
    await close();
  });

  it('have their task in their form when that is done', async () => {
    const { administrator } = stage.installation.account;
    for (const id of stage.taskIds) await administrator.put(`tasks/update/${id}`, { is_done: 1 });
    const { page, close } = await openWeek(stage);
    const name = (await page.locator('.block .name').first().textContent()) ?? '';
    await page.locator('.block').first().press('F2');
    const shown = await page.locator('dialog input[role=combobox]').inputValue();
    assert.ok(shown !== '' && name.startsWith(shown), shown);
    await close();
  });
});
