// What a person does while nothing can be sent: it arrives as it was done, once, whichever tab sends it in the end.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { describeInBrowser, login, type ConsoleStage } from '../support/console-browser.ts';

type Row = Readonly<Record<string, unknown>>;

describeInBrowser('what the console has not sent yet', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  const base = (): string => {
    const { address, account } = stage.installation;
    return `${address}/@${account.name}/`;
  };

  /** The employee's bookings, the last one first. */
  const bookings = async (): Promise<readonly Row[]> => {
    const { administrator } = stage.installation.account;
    const answer = await administrator.get('timeTrackings/read', { user_id: stage.employeeId });
    const rows = answer.json['Results'] as readonly Row[];
    return rows.toSorted((one, other) => Number(other['id']) - Number(one['id']));
  };

  const moment = (row: Row | undefined, edge: 'start' | 'end'): number =>
    Date.parse(`${String(row?.[`${edge}_time`]).replace(' ', 'T')}Z`) -
    Number(row?.[`${edge}_time_offset`]) * 1000;

  const waits = (page: Page, text: string): Promise<void> =>
    page.locator('.message', { hasText: text }).waitFor();
  const isSent = (page: Page): Promise<void> => page.locator('.message').waitFor({ state: 'detached' });

  /** Presses, and answers between which moments that was. */
  const pressed = async (press: () => Promise<void>): Promise<readonly [number, number]> => {
    const from = Math.floor(Date.now() / 1000) * 1000 - 1000;
    await press();
    return [from, Date.now()];
  };
  const within = (at: number, [from, to]: readonly [number, number]): void =>
    assert.ok(at >= from && at <= to, `${at} is not between ${from} and ${to}`);

  it('arrives with the time of each press, of a start and of the stop after it', async () => {
    const { page, context } = await stage.open('emil', { width: 1280 });
    await context.setOffline(true);
    const began = await pressed(() => page.locator('.task-button').nth(2).click());
    await page.waitForTimeout(3_000);
    const ended = await pressed(() => page.locator('.clock .button.primary').click());
    await waits(page, '2 changes are not sent yet');
    await page.waitForTimeout(3_000);
    await context.setOffline(false);
    await isSent(page);
    const [row] = await bookings();
    within(moment(row, 'start'), began);
    within(moment(row, 'end'), ended);
    assert.equal(row?.['is_offline_tracking'], 1);
    await context.close();
  });

  it('is left to the next tab by one that is closed, and is there for others meanwhile', async () => {
    const { page, context } = await stage.open('emil', { width: 1280 });
    const count = (await bookings()).length;
    await page.route('**/timeTrackings/start/**', (route) => route.abort());
    const began = await pressed(() => page.locator('.task-button').nth(1).click());
    await waits(page, '1 change is not sent yet');
    const second = await context.newPage();
    await second.goto(`${base()}today`);
    await second.locator('.clock .button.big').waitFor();
    // The first tab lives, and is the one to send it.
    assert.equal((await bookings()).length, count);
    await page.close();
    await second.close();
    const third = await context.newPage();
    await third.goto(`${base()}today`);
    await third.locator('.clock:not(.idle)').waitFor();
    await isSent(third);
    const [row, ...others] = await bookings();
    assert.equal(others.length, count);
    within(moment(row, 'start'), began);
    await third.locator('.clock .button.primary').click();
    await third.locator('.clock.idle').waitFor();
    await context.close();
  });

  it('reaches a row that got its id from the server before the page was closed', async () => {
    const { page, context, visit } = await stage.open('emil', { width: 1280 });
    await visit(`week/${stage.monday}`);
    await page.locator('.block').first().waitFor();
    const form = page.locator('dialog[open]');
    await page.keyboard.press('n');
    await form.getByLabel('Day', { exact: true }).waitFor();
    await context.setOffline(true);
    await form.getByLabel('Day', { exact: true }).fill(stage.monday);
    await form.getByLabel('From', { exact: true }).fill('18:00');
    await form.getByLabel('To', { exact: true }).fill('19:00');
    await form.locator('button[type=submit]').click();
    await form.waitFor({ state: 'detached' });
    await page.locator('.block', { hasText: '18:00–19:00' }).focus();
    await page.keyboard.press('F2');
    await form.getByLabel('Notes').fill('in the tunnel');
    await form.locator('button[type=submit]').click();
    await waits(page, '2 changes are not sent yet');
    await page.route('**/timeTrackings/update/**', (route) => route.abort());
    await context.setOffline(false);
    await waits(page, '1 change is not sent yet');
    assert.equal((await bookings())[0]?.['notes'], null);
    await page.close();
    const next = await context.newPage();
    await next.goto(`${base()}today`);
    await next.locator('.clock .button.big').waitFor();
    const limit = Date.now() + 30_000;
    while ((await bookings())[0]?.['notes'] === null && Date.now() < limit) await next.waitForTimeout(100);
    assert.equal((await bookings())[0]?.['notes'], 'in the tunnel');
    await context.close();
  });

  it('stays the person’s when their login is ended elsewhere', async () => {
    const { page, context } = await stage.open('emil', { width: 1280 });
    const count = (await bookings()).length;
    await page.route('**/timeTrackings/start/**', (route) => route.abort());
    await page.locator('.task-button').nth(1).click();
    await waits(page, '1 change is not sent yet');
    const { administrator } = stage.installation.account;
    for (const authentication_blocked of [1, 0])
      await administrator.put(`users/update/${stage.employeeId}`, { authentication_blocked });
    await page.unroute('**/timeTrackings/start/**');
    await page.locator('dialog[open] input[name=password]').waitFor();
    await page.locator('.clock:not(.idle)').waitFor();
    await login(page, 'emil');
    await isSent(page);
    assert.equal((await bookings()).length, count + 1);
    await context.close();
  });

  it('becomes a request of a person who may not book after the fact', async () => {
    const { administrator } = stage.installation.account;
    const ids = { user_id: stage.employeeId };
    await administrator.put(`users/update/${stage.employeeId}`, { manual_timetracking: 0 });
    for (const row of await bookings())
      if (row['end_time'] === null) await administrator.put('timeTrackings/stop', ids);
    const count = (await bookings()).length;
    const { page, context } = await stage.open('emil', { width: 1280 });
    await context.setOffline(true);
    const began = await pressed(() => page.locator('.task-button').nth(2).click());
    await page.waitForTimeout(3_000);
    const ended = await pressed(() => page.locator('.clock .button.primary').click());
    await waits(page, '2 changes are not sent yet');
    await context.setOffline(false);
    await isSent(page);
    await page.locator('.toast', { hasText: 'Requested' }).waitFor();
    await page.locator('.clock.idle').waitFor();
    assert.equal((await bookings()).length, count);
    const answer = await administrator.get('changeTimeTrackingRequests/read', { status: 'PENDING' });
    const [request, ...others] = answer.json['Results'] as readonly Row[];
    assert.deepEqual(others, []);
    const momentOf = (field: string): number => {
      const local = Temporal.PlainDateTime.from(String(request?.[field]).replace(' ', 'T'));
      return local.toZonedDateTime('Europe/Vienna').epochMilliseconds;
    };
    within(momentOf('new_start_time'), began);
    within(momentOf('new_end_time'), ended);
    assert.equal(request?.['request_user_comment'], 'Recorded without connection');
    await context.close();
  });
});
