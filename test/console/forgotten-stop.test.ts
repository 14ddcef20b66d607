// A timer that was not stopped: Today says since when it runs, and takes the time at which work ended.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';

describeInBrowser('a timer that was forgotten', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  it('says since which day it runs, and ends when its person says that it did', async () => {
    const { administrator } = stage.installation.account;
    const today = Temporal.Now.plainDateISO('Europe/Vienna');
    const date = today.subtract({ days: 2 });
    const begun = await administrator.create('timeTrackings', {
      user_id: stage.employeeId,
      task_id: stage.taskIds[0],
      start_time: `${date.toString()} 10:00:00`,
      start_time_timezone: 'Europe/Vienna',
    });
    const { page, follow, problems, context } = await stage.open('emil', { width: 390 });
    await follow('today');
    const clock = page.locator('.clock');
    await clock.getByText(`${date.toLocaleString('en-GB', { weekday: 'long' })}`).waitFor();
    assert.equal(await page.locator('.figure', { hasText: 'Home at' }).count(), 0);
    await clock.getByRole('button', { name: 'when did you stop?' }).click();
    const dialog = page.locator('dialog[open]');
    assert.equal(await dialog.getByLabel('From', { exact: true }).inputValue(), '10:00');
    await dialog.getByLabel('To', { exact: true }).fill('16:30');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.locator('.clock.idle').waitFor();
    const answer = await administrator.get(`timeTrackings/read/${String(begun['id'])}`);
    assert.equal(answer.json['Results'][0]['end_time'], `${date.toString()} 16:30:00`);
    assert.deepEqual(problems, []);
    await context.close();
  });
});
