// The server tells of a change in two answers, that of the write and that of the next synchronisation. In whatever order they
// arrive, the screen shows each booking once, and none that is gone.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';
import { bookedOn, bookTask, openWeek, untilStored } from '../support/console-week.ts';

describeInBrowser('answers that arrive late', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  const isDelta = (url: string): boolean => url.includes('/deltaSync/read/');
  /** Collects from now on how many bookings the week shows, each time that the page draws. */
  const watchCounts = async (page: Page): Promise<() => Promise<readonly number[]>> => {
    await page.evaluate(`{
      globalThis.counts = [];
      const note = () => {
        const count = document.querySelectorAll('.block').length;
        if (counts.at(-1) !== count) counts.push(count);
        requestAnimationFrame(note);
      };
      note();
    }`);
    return () => page.evaluate<readonly number[]>('counts');
  };
  /** The next answer for an address is kept back once the server has given it, until `release`. */
  const keepBack = async (page: Page, address: RegExp) => {
    const [given, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(
      address,
      async (route: Route) => {
        const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' };
        const response = await route.fetch({ headers });
        assert.equal(response.status(), 200);
        given.resolve();
        await released.promise;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    return { given: given.promise, release: () => released.resolve() };
  };

  it('show a new booking once when others hear of it before the page that wrote it', async () => {
    const { page, settle, close } = await openWeek(stage);
    await settle();
    const counts = await watchCounts(page);
    const created = await keepBack(page, /timeTrackings\/create/);
    await page.getByRole('button', { name: 'Add booking' }).click();
    await page.getByLabel('From').fill('18:00');
    await page.getByLabel('To', { exact: true }).fill('18:30');
    await page.locator('dialog button[type=submit]').click();
    await created.given;
    // The server tells all pages of the change within this time.
    await sleep(1500);
    assert.deepEqual(await counts(), [2, 3]);
    const asked = page.waitForResponse((response) => isDelta(response.url()));
    created.release();
    await asked;
    await settle();
    assert.deepEqual(await counts(), [2, 3]);
    await page.keyboard.press('Control+z');
    await page.locator('.toast').waitFor({ state: 'detached' });
    await settle();
    assert.deepEqual(await counts(), [2, 3, 2]);
    await close();
  });

  it('bring back nothing that was deleted after they were asked for', async () => {
    const date = Temporal.PlainDate.from(stage.monday).add({ days: 3 }).toString();
    const { page, settle, close } = await openWeek(stage);
    await settle();
    const id = await bookTask(stage, { date, from: '08:00', to: '09:00' });
    const block = page.locator(`.block[data-id="${id}"]`);
    await block.waitFor();
    await settle();
    const counts = await watchCounts(page);
    // The booking changes, and the page asks for that; before it hears, the person deletes the booking.
    const delta = await keepBack(page, /deltaSync\/read/);
    const { administrator } = stage.installation.account;
    await administrator.put(`timeTrackings/update/${id}`, { notes: 'by the lake' });
    await delta.given;
    await block.focus();
    const deleted = page.waitForResponse(/timeTrackings\/delete/);
    await page.keyboard.press('Delete');
    await deleted;
    await page.locator('.toast', { hasText: 'Deleted' }).waitFor();
    delta.release();
    await settle();
    assert.deepEqual(await counts(), [3, 2]);
    await close();
  });

  it('are not waited for by what takes back a booking that was cut in two for another', async () => {
    const date = Temporal.PlainDate.from(stage.monday).add({ days: 2 }).toString();
    const { page, settle, close } = await openWeek(stage);
    await bookTask(stage, { date, from: '07:00', to: '08:00' });
    await bookTask(stage, { date, from: '09:00', to: '14:00' }, 1);
    const booked = () => bookedOn(stage, date);
    await page.locator('.block', { hasText: '9:00–14:00' }).waitFor();
    await settle();
    await page.locator('.block', { hasText: '7:00–8:00' }).press('Enter');
    const form = page.locator('dialog[open]').first();
    await form.getByLabel('From', { exact: true }).fill('10');
    await form.getByLabel('To', { exact: true }).fill('11');
    await form.getByRole('button', { name: 'Save' }).click();
    const trim = page.getByRole('button', { name: 'Trim it' });
    await trim.waitFor();
    await settle();
    const delta = await keepBack(page, /deltaSync\/read/);
    await trim.click();
    const back = page.locator('.toast').getByRole('button', { name: 'Undo' });
    await back.waitFor();
    await page.locator('.block', { hasText: '11:00–14:00' }).waitFor();
    assert.deepEqual(await booked(), ['09:00–10:00', '10:00–11:00', '11:00–14:00']);
    await back.click();
    await page.locator('.block', { hasText: '9:00–14:00' }).waitFor();
    await untilStored(page);
    assert.deepEqual(await booked(), ['07:00–08:00', '09:00–14:00']);
    delta.release();
    await close();
  });
});
