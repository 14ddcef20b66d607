// What a person does while nothing can be sent: it arrives as it was done, once, whichever tab sends it in the end.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { clockStopped, describeInBrowser, login, type ConsoleStage } from '../support/console-browser.ts';
import { untilKept } from '../support/kept-in-browser.ts';

type Row = Readonly<Record<string, unknown>>;

describeInBrowser('what the console has not sent yet', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  const base = (): string => `${stage.installation.address}/@${stage.installation.account.name}/`;

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
  /** The console counts whole seconds of the server's clock. */
  const within = (at: number, [from, to]: readonly [number, number]): void =>
    assert.ok(at >= from && at <= to + 1000, `${at} is not between ${from} and ${to}`);

  /** Messages go when the first change was sent; others may be on the way. */
  const until = async (page: Page, holds: () => Promise<boolean>): Promise<void> => {
    const limit = Date.now() + 60_000;
    while (!(await holds()) && Date.now() < limit) await page.waitForTimeout(100);
  };

  /** Presses Start and, three seconds later, Stop without connection; answers between which moments each was. */
  const startAndStopOffline = async (page: Page) => {
    await page.context().setOffline(true);
    const began = await pressed(() => page.locator('.task-button').nth(2).click());
    await page.waitForTimeout(3_000);
    const ended = await pressed(() => page.locator('.clock .button.primary').click());
    await waits(page, '2 changes are not sent yet');
    return { began, ended };
  };

  it('arrives with the time of each press, of a start and of the stop after it', async () => {
    const { page, context } = await stage.open('emil', { width: 1280 });
    const { began, ended } = await startAndStopOffline(page);
    await page.waitForTimeout(3_000);
    await context.setOffline(false);
    await isSent(page);
    await until(page, async () => (await bookings())[0]?.['end_time'] !== null);
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
    await until(third, async () => (await bookings()).length > count);
    const [row, ...others] = await bookings();
    assert.equal(others.length, count);
    within(moment(row, 'start'), began);
    await third.locator('.clock .button.primary').click();
    await clockStopped(stage, third);
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
    await until(next, async () => (await bookings())[0]?.['notes'] !== null);
    assert.equal((await bookings())[0]?.['notes'], 'in the tunnel');
    await context.close();
  });

  /** Books an hour of the Monday without connection, and writes a note into it. */
  const bookWithNote = async (page: Page, hours: string, note: string): Promise<void> => {
    const form = page.locator('dialog[open]');
    const [from = '', to = ''] = hours.split('–');
    await page.keyboard.press('n');
    await form.getByLabel('Day', { exact: true }).fill(stage.monday);
    await form.getByLabel('From', { exact: true }).fill(from);
    await form.getByLabel('To', { exact: true }).fill(to);
    await form.locator('button[type=submit]').click();
    await form.waitFor({ state: 'detached' });
    await page.locator('.block', { hasText: hours }).focus();
    await page.keyboard.press('F2');
    await form.getByLabel('Notes').fill(note);
    await form.locator('button[type=submit]').click();
    await form.waitFor({ state: 'detached' });
  };

  /** My week of the Monday, with the form loaded. */
  const openWeek = async (page: Page): Promise<void> => {
    await page.goto(`${base()}week/${stage.monday}`);
    await page.locator('.block').first().waitFor();
    await page.keyboard.press('n');
    await page.locator('dialog[open]').getByLabel('Day', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
  };

  it('of two closed tabs is not mixed up, and is sent by one that is open', async () => {
    const { page, context } = await stage.open('emil', { width: 1280 });
    const [one, other] = [await context.newPage(), await context.newPage()];
    for (const tab of [one, other]) await openWeek(tab);
    await context.setOffline(true);
    await bookWithNote(one, '19:00–20:00', 'of one');
    await bookWithNote(other, '20:00–21:00', 'of the other');
    const notesOf = ['of one', 'of the other'];
    await untilKept(one, (records) => notesOf.every((note) => records.some((kept) => kept.includes(note))));
    for (const tab of [one, other]) await tab.close();
    await context.setOffline(false);
    const notes = async (): Promise<readonly unknown[]> =>
      (await bookings())
        .filter((row) => /1[89]:00:00$|20:00:00$/.test(String(row['start_time'])))
        .filter((row) => String(row['notes']).startsWith('of '))
        .map((row) => `${String(row['start_time']).slice(11, 16)} ${String(row['notes'])}`)
        .toSorted();
    const wanted = ['19:00 of one', '20:00 of the other'];
    await until(page, async () => (await notes()).join() === wanted.join());
    assert.deepEqual(await notes(), wanted);
    await context.close();
  });

  it('knows the second half of a booking that was cut', async () => {
    const { page, context } = await stage.open('emil', { width: 1280 });
    await openWeek(page);
    const form = page.locator('dialog[open]');
    const open = async (text: string): Promise<void> => {
      await page.locator('.block', { hasText: text }).focus();
      await page.keyboard.press('F2');
      await form.waitFor();
    };
    await context.setOffline(true);
    await open('8:00–12:00');
    await form.getByRole('button', { name: 'Cut in two' }).click();
    await open('10:00–12:00');
    await form.getByRole('button', { name: 'Delete' }).click();
    await waits(page, '2 changes are not sent yet');
    await context.setOffline(false);
    await isSent(page);
    const spans = async (): Promise<readonly string[]> =>
      (await bookings()).map((row) => `${row['start_time']}–${row['end_time']}`);
    await until(page, async () => !(await spans()).some((one) => one.includes(' 10:00:00–')));
    const times = await spans();
    assert.ok(times.includes(`${stage.monday} 08:00:00–${stage.monday} 10:00:00`), times.join());
    assert.ok(!times.some((one) => one.includes(' 10:00:00–')), times.join());
    await context.close();
  });

  it('is not sent by a tab under the login of another person', async () => {
    const { page, context } = await stage.open('emil', { width: 1280 });
    const second = await context.newPage();
    await second.goto(`${base()}today`);
    await second.locator('.clock').waitFor();
    await second.route('**/timeTrackings/start/**', (route) => route.abort());
    await second.locator('.task-button').nth(1).click();
    await waits(second, '1 change is not sent yet');
    const { administrator } = stage.installation.account;
    for (const authentication_blocked of [1, 0])
      await administrator.put(`users/update/${stage.employeeId}`, { authentication_blocked });
    await page.locator('dialog[open] input[name=password]').waitFor();
    await login(page, 'lena');
    await second.unroute('**/timeTrackings/start/**');
    await second.locator('.clock.idle').waitFor();
    await second.getByRole('button', { name: /Lena Fuchs/ }).waitFor();
    const ofLena = await administrator.get('timeTrackings/read', { user_id: stage.leaderId });
    assert.deepEqual(ofLena.json['Results'], []);
    await context.close();
  });

  it('is sent once while its tab looks for what other tabs have left', async () => {
    const { page, context } = await stage.open('emil', { width: 1280 });
    await openWeek(page);
    let count = 0;
    await page.route('**/timeTrackings/update/**', async (route) => {
      count += 1;
      await route.continue();
    });
    for (const note of ['one', 'two', 'three', 'four', 'five']) {
      await page.locator('.block').first().focus();
      await page.keyboard.press('F2');
      const form = page.locator('dialog[open]');
      await form.getByLabel('Notes').fill(note);
      await page.evaluate(`{
        const looking = setInterval(() => document.dispatchEvent(new Event('visibilitychange')), 1);
        setTimeout(() => clearInterval(looking), 1500);
      }`);
      await form.locator('button[type=submit]').click();
      await form.waitFor({ state: 'detached' });
      await page.waitForTimeout(1_800);
    }
    assert.equal(count, 5);
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
    await until(page, async () => (await bookings()).length > count);
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
    const { began, ended } = await startAndStopOffline(page);
    await context.setOffline(false);
    await isSent(page);
    await page.locator('.toast', { hasText: 'Requested' }).waitFor();
    await page.locator('.clock.idle').waitFor();
    assert.equal((await bookings()).length, count);
    const requests = async (): Promise<readonly Row[]> =>
      (await administrator.get('changeTimeTrackingRequests/read', { status: 'PENDING' })).json['Results'];
    await until(page, async () => (await requests())[0]?.['new_end_time'] !== null);
    const [request, ...others] = await requests();
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
