// A timer that was not stopped: Today says since when it runs, and takes the time at which work ended.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { clockStopped, describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';

describeInBrowser('a timer that was forgotten', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  it('that is cut in two and stopped before any answer stops', async () => {
    const { administrator } = stage.installation.account;
    const from = Temporal.Now.zonedDateTimeISO('Europe/Vienna').subtract({ minutes: 40 });
    await administrator.create('timeTrackings', {
      user_id: stage.employeeId,
      task_id: stage.taskIds[0],
      start_time: from.toString().slice(0, 19).replace('T', ' '),
      start_time_timezone: 'Europe/Vienna',
      client_unique_id: 'begun-elsewhere',
    });
    const { page, visit, problems, context } = await stage.open('emil', { width: 1280 });
    let answer = (): void => {};
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/timeTrackings/split/**', async (route) => {
      await isAnswered;
      await route.continue();
    });
    await visit('today');
    await page.locator('.booking-line', { hasText: /–\D/ }).click();
    await page.getByRole('button', { name: 'Cut in two' }).click();
    await page.locator('.booking-line.waiting').nth(1).waitFor();
    await page.locator('.clock .button.primary').click();
    answer();
    await clockStopped(stage, page);
    const { json } = await administrator.get('timeTrackings/read', { user_id: stage.employeeId });
    const parts = (json['Results'] as readonly Record<string, string | null>[]).slice(-2);
    assert.ok(parts.every((row) => row['end_time'] !== null));
    for (const { id } of parts) await administrator.delete(`timeTrackings/delete/${id}`);
    assert.deepEqual(problems, []);
    await context.close();
  });

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
    await clockStopped(stage, page);
    const answer = await administrator.get(`timeTrackings/read/${String(begun['id'])}`);
    assert.equal(answer.json['Results'][0]['end_time'], `${date.toString()} 16:30:00`);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('says that its end is requested instead of asking again, until that is decided', async () => {
    const { administrator } = stage.installation.account;
    await administrator.put(`users/update/${stage.employeeId}`, { manual_timetracking: 0 });
    const date = Temporal.Now.plainDateISO('Europe/Vienna').subtract({ days: 1 }).toString();
    const begun = await administrator.create('timeTrackings', {
      user_id: stage.employeeId,
      task_id: stage.taskIds[0],
      start_time: `${date} 00:10:00`,
      start_time_timezone: 'Europe/Vienna',
    });
    const { page, follow, problems, context } = await stage.open('emil', { width: 390 });
    await follow('today');
    const again = page.getByRole('button', { name: 'when did you stop?' });
    await again.click();
    await page.locator('dialog[open]').getByLabel('To', { exact: true }).fill('1:30');
    await page.locator('dialog[open]').getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'Ask for this change' });
    await question.getByLabel('Why?').fill('I forgot to stop.');
    await question.getByRole('button', { name: 'Send request' }).click();
    const asked = page.getByRole('link', { name: 'Its end at 1:30 is requested' });
    await asked.waitFor();
    assert.equal(await again.count(), 0);
    const about = { time_tracking_id: begun['id'] };
    const answer = await administrator.get('changeTimeTrackingRequests/read', about);
    const { id } = answer.json['Results'][0];
    await administrator.put(`changeTimeTrackingRequests/reject/${id}`, {});
    await again.waitFor();
    assert.equal(await asked.count(), 0);
    await administrator.put(`timeTrackings/update/${String(begun['id'])}`, {
      end_time: `${date} 01:30:00`,
      end_time_timezone: 'Europe/Vienna',
    });
    await administrator.put(`users/update/${stage.employeeId}`, { manual_timetracking: 1 });
    await page.locator('.clock.idle').waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('is stopped from the question about a booking of a later day, which is then made', async () => {
    const { administrator } = stage.installation.account;
    const now = Temporal.Now.zonedDateTimeISO('Europe/Vienna');
    const text = (at: Temporal.ZonedDateTime): string =>
      at.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
    const begun = await administrator.create('timeTrackings', {
      user_id: stage.employeeId,
      task_id: stage.taskIds[0],
      start_time: text(now.subtract({ minutes: 5 })),
      start_time_timezone: 'Europe/Vienna',
    });
    const later = now.toPlainDate().add({ days: 1 }).toString();
    const { page, follow, settle, problems, context } = await stage.open('emil', { width: 390 });
    await follow('today');
    await page.locator('.clock', { hasText: 'since' }).waitFor();
    await page.getByRole('button', { name: 'Add a time' }).click();
    const form = page.locator('dialog[open]');
    await form.getByLabel('Day', { exact: true }).fill(later);
    await form.getByLabel('From', { exact: true }).fill('8');
    await form.getByLabel('To', { exact: true }).fill('9');
    await form.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'Running: Design' });
    await question.getByText(/^Design, since .*\d+:\d\d is in the way\.$/).waitFor();
    assert.equal(await question.getByRole('button', { name: 'Trim it' }).count(), 0);
    await question.getByRole('button', { name: 'Stop', exact: true }).click();
    await form.first().waitFor({ state: 'detached' });
    await clockStopped(stage, page);
    await settle();
    const read = async (query: object): Promise<Record<string, unknown>> =>
      (await administrator.get('timeTrackings/read', { user_id: stage.employeeId, ...query })).json[
        'Results'
      ][0];
    assert.notEqual((await read({ id: begun['id'] }))['end_time'], null);
    const made = await read({ start_date: later });
    assert.deepEqual([made['start_time'], made['end_time']], [`${later} 08:00:00`, `${later} 09:00:00`]);
    assert.deepEqual(problems, []);
    await context.close();
  });
});
