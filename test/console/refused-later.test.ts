// What a closed page has left, and the server refuses: the next page tells each of it, what it was, when, and why.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';

const vienna = 'Europe/Vienna';

describeInBrowser('what is refused after its page was closed', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  const day = (days: number): string => Temporal.PlainDate.from(stage.monday).add({ days }).toString();

  /** Books for the employee, as somebody else does. */
  const book = async (date: string, from: string, to: string): Promise<void> => {
    await stage.installation.account.administrator.create('timeTrackings', {
      user_id: stage.employeeId,
      task_id: stage.taskIds[0],
      start_time: `${date} ${from}:00`,
      start_time_timezone: vienna,
      end_time: `${date} ${to}:00`,
      end_time_timezone: vienna,
    });
  };

  const next = async (closed: Page): Promise<Page> => {
    const context = closed.context();
    await closed.close();
    const { address, account } = stage.installation;
    const page = await context.newPage();
    await context.setOffline(false);
    await page.goto(`${address}/@${account.name}/today`);
    return page;
  };

  it('is told one by one, and each can be closed', async () => {
    const { page, context, visit } = await stage.open('emil', { width: 1280 });
    await visit(`week/${stage.monday}`);
    await page.locator('.block').first().waitFor();
    const form = page.locator('dialog[open]');
    await page.keyboard.press('n');
    await form.getByLabel('Day', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await context.setOffline(true);
    for (const [from, to] of [
      ['18:00', '19:00'],
      ['20:00', '21:00'],
    ] as const) {
      await page.keyboard.press('n');
      await form.getByLabel('Day', { exact: true }).fill(stage.monday);
      await form.getByLabel('From', { exact: true }).fill(from);
      await form.getByLabel('To', { exact: true }).fill(to);
      await form.locator('button[type=submit]').click();
      await form.waitFor({ state: 'detached' });
    }
    await page.locator('.message', { hasText: '2 changes are not sent yet' }).waitFor();
    await book(stage.monday, '18:30', '18:45');
    await book(stage.monday, '20:30', '20:45');
    const second = await next(page);
    const told = second.locator('.toast.refused');
    await told.nth(1).waitFor();
    const texts = await told.allTextContents();
    const name = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });
    const shown = name.format(new Date(`${stage.monday}T12:00:00`)).replace(',', '');
    for (const [index, [times, other]] of [
      ['18:00–19:00', '18:30'],
      ['20:00–21:00', '20:30'],
    ].entries()) {
      assert.match(texts[index] ?? '', new RegExp(`Book .+, ${shown}, ${times}`));
      assert.match(texts[index] ?? '', new RegExp(`overlaps a booking: .*${other}`));
      assert.match(texts[index] ?? '', /\(done \w{3},? \d+ \w+, \d+:\d\d\)/);
    }
    await told.first().getByRole('button', { name: 'Close' }).click();
    assert.deepEqual(await told.allTextContents(), [texts[1]]);
    await told.first().getByRole('button', { name: 'Close' }).click();
    assert.equal(await told.count(), 0);
    await context.close();
  });

  it('is told also where it is a part of what was sent together', async () => {
    await book(day(-14), '09:00', '10:00');
    await book(day(-13), '14:00', '15:00');
    const { page, context, visit } = await stage.open('emil', { width: 1280 });
    await visit(`week/${day(-14)}`);
    await page.locator('.block', { hasText: '14:00–15:00' }).waitFor();
    await page.getByRole('button', { name: 'Next week' }).click();
    await page.locator('.week-head h1').waitFor();
    // What is copied is read; then the connection is gone.
    await page.route(/\/timeTrackings\/create/, async (route) => {
      await context.setOffline(true);
      await route.abort();
    });
    await page.keyboard.press('d');
    await page.locator('.message', { hasText: '1 change is not sent yet' }).waitFor();
    await book(day(-6), '14:30', '14:45');
    const second = await next(page);
    const told = second.locator('.toast.refused');
    await told.waitFor();
    assert.match((await told.textContent()) ?? '', /Book .+14:00–15:00.+overlaps a booking: .*14:30/);
    await context.close();
  });

  /** Keeps entries as a tab that is closed has left them. */
  const leave = async (page: Page, entries: readonly object[]): Promise<void> => {
    const key = `outbox/${stage.installation.account.name}/${stage.employeeId}/closed`;
    await page.evaluate(
      `new Promise((resolve) => {
        const opening = indexedDB.open('hourbook-console', 1);
        opening.onsuccess = () => {
          const change = opening.result.transaction('outbox', 'readwrite');
          change.objectStore('outbox').put(${JSON.stringify(entries)}, ${JSON.stringify(key)});
          change.oncomplete = resolve;
        };
      })`,
    );
  };
  const entry = { method: 'PUT', id: null, heldUntil: null, patches: [], late: null };
  const start = { ...entry, resource: 'timeTrackings', action: 'start', method: 'POST' };

  it('holds nothing up, be it unreadable or of the version before', async () => {
    const { page, context } = await stage.open('emil', { width: 1280 });
    await book(day(-11), '09:00', '10:00');
    const times = { start_time: `${day(-11)} 09:15:00`, end_time: `${day(-11)} 09:45:00` };
    const zones = { start_time_timezone: vienna, end_time_timezone: vienna };
    const task_id = stage.taskIds[1];
    const body = { user_id: stage.employeeId, task_id, ...times, ...zones };
    const time = `${day(-10)} 07:00:00`;
    const zoned = Temporal.PlainDateTime.from(time.replace(' ', 'T')).toZonedDateTime(vienna);
    const offset = zoned.offsetNanoseconds / 1e9;
    await leave(page, [
      {
        ...start,
        key: 'unreadable',
        at: Math.floor(Date.now() / 1000),
        body: { task_id },
        late: { moment: 1_790_000_000, zone: 'Europe/Atlantis', edge: 'start', excuse: '' },
      },
      { ...start, key: 'overlaps', action: 'create', body },
      {
        ...start,
        key: 'started',
        body: { task_id, client_unique_id: 'started' },
        late: { time, timezone: vienna, is_offline_tracking: 1, start_time_offset: offset },
      },
    ]);
    const second = await next(page);
    const told = second.locator('.toast.refused');
    await told.nth(1).waitFor();
    const texts = await told.allTextContents();
    assert.match(texts[0] ?? '', /Refused: Start .*cannot be read/);
    assert.match(texts[1] ?? '', /Refused: Book .*9:15–9:45\. .*overlaps a booking/);
    const started = async (): Promise<readonly unknown[]> => {
      const { administrator } = stage.installation.account;
      const read = await administrator.get('timeTrackings/read', { client_unique_id: 'started' });
      return (read.json['Results'] as readonly Record<string, unknown>[]).map((row) => row['start_time']);
    };
    while ((await started()).length === 0) await second.waitForTimeout(50);
    assert.deepEqual(await started(), [time]);
    await context.close();
  });

  it('is told with what is known of its own row, and no other resource’s', async () => {
    const { page, context } = await stage.open('emil', { width: 1280 });
    const { administrator } = stage.installation.account;
    const read = await administrator.get('timeTrackings/read', { user_id: stage.employeeId });
    const [row] = read.json['Results'] as readonly { readonly id: number }[];
    const at = Math.floor(Date.now() / 1000);
    await leave(page, [
      { ...entry, key: 'approve', resource: 'absences', action: 'approve', id: row?.id, body: {}, at },
    ]);
    const second = await next(page);
    const told = second.locator('.toast.refused');
    await told.waitFor();
    assert.match((await told.textContent()) ?? '', /^Refused: Grant an absence \(done /);
    await context.close();
  });

  it('is told with the time at which it was done, though the clock was set', async () => {
    const { page, context, settle } = await stage.open('emil', { width: 1280 });
    await page.locator('.clock .button.big').waitFor();
    await settle();
    await context.addInitScript(`{
      const right = Date.now.bind(Date);
      globalThis.wrong = 10_800_000;
      Date.now = () => right() + globalThis.wrong;
    }`);
    // An answer that came before may be read to its end only afterwards.
    await page.evaluate(`{
      const read = Response.prototype.json;
      const set = new Promise((resolve) => (globalThis.setClock = resolve));
      Response.prototype.json = async function () {
        const document = await read.call(this);
        await set;
        return document;
      };
    }`);
    const answered = page.waitForResponse(/deltaSync/);
    await book(day(-14), '15:00', '16:00');
    await (await answered).finished();
    await page.waitForTimeout(100);
    await page.evaluate(`{
      const right = Date.now.bind(Date);
      Date.now = () => right() + 10_800_000;
      setClock();
    }`);
    await context.setOffline(true);
    const pressed = Temporal.Now.zonedDateTimeISO(vienna);
    await page.locator('.task-button').nth(1).click();
    await page.locator('.message', { hasText: '1 change is not sent yet' }).waitFor();
    const { administrator } = stage.installation.account;
    for (const id of stage.taskIds) await administrator.put(`tasks/update/${id}`, { is_blocked: 1 });
    const second = await next(page);
    const told = second.locator('.toast.refused');
    await told.waitFor();
    const [, hours, minutes] = /done .*, (\d+):(\d\d)\)/.exec((await told.textContent()) ?? '') ?? [];
    const shown = pressed.with({ hour: Number(hours), minute: Number(minutes) });
    assert.ok(Math.abs(shown.since(pressed).total('minutes')) < 3, `${hours}:${minutes} for ${pressed}`);
    await context.close();
  });
});
