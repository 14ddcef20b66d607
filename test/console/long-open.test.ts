// A page that stays open for weeks: it goes on showing what belongs to the days that have come meanwhile.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';

const weeks = 5;

describeInBrowser('a page of the console that stays open for weeks', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  it('loads the bookings of the days that have come', async () => {
    const { page, problems, visit, context } = await stage.open('emil', { width: 1280 });
    // The console follows the clock of the server, as far as its answers tell it.
    let ahead = 0;
    await page.route('**/v4/**', async (route) => {
      if (ahead === 0 || route.request().url().endsWith('/changes')) return route.continue();
      const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' };
      const response = await route.fetch({ headers });
      const date = new Date(Date.parse(response.headers()['date'] ?? '') + ahead).toUTCString();
      await route.fulfill({ response, headers: { ...response.headers(), date } });
    });
    await visit('today');
    await page.locator('.clock.idle').waitFor();
    const { administrator } = stage.installation.account;
    const date = Temporal.Now.plainDateISO('Europe/Vienna').add({ weeks }).toString();
    const book = (from: string, to: string): Promise<unknown> =>
      administrator.create('timeTrackings', {
        user_id: stage.employeeId,
        task_id: stage.taskIds[0],
        start_time: `${date} ${from}`,
        start_time_timezone: 'Europe/Vienna',
        end_time: `${date} ${to}`,
        end_time_timezone: 'Europe/Vienna',
      });
    await book('00:00:00', '00:01:00');
    ahead = weeks * 7 * 86_400_000;
    // What the server tells of brings the next answer, and with it the time.
    await administrator.put(`tasks/update/${stage.taskIds[2]}`, { name: 'Tender again' });
    await page.getByText('0:00–0:01').first().waitFor();
    await book('00:02:00', '00:03:00');
    await page.getByText('0:02–0:03').first().waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });
});
