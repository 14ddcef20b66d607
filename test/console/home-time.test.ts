// Today in a browser tells when the target is reached as the server counts it, with the break that it will deduct.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { scheduleOf, setSetting } from '../holidays/holidays.ts';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';
import { written } from '../time-tracking/booking.ts';
import { setClock } from '../time-tracking/timer/timer.ts';

describeInBrowser('when to go home', (startConsole) => {
  let stage: ConsoleStage;
  let date: Temporal.PlainDate;
  const at = (time: string): void => {
    const moment = date.toZonedDateTime({ timeZone: 'Europe/Vienna', plainTime: time }).toInstant();
    setClock(stage.installation, moment.toString().slice(0, 19).replace('T', ' '));
  };
  before(async () => {
    stage = await startConsole();
    const { administrator } = stage.installation.account;
    const id = await scheduleOf(administrator, 7);
    const schedule = { timesheet_template_id: id, timesheet_template_id_valid_starting_from: stage.monday };
    written(await administrator.put(`users/update/${stage.employeeId}`, schedule));
    await setSetting(administrator, 'automatic_break_rule', 'german');
    date = Temporal.Now.plainDateISO('Europe/Vienna').add({ days: 1 });
    at('08:00:00');
    const emil = await stage.installation.account.login('emil');
    written(await emil.post('timeTrackings/start', { task_id: stage.taskIds[0] }));
  });
  after(() => stage.close());

  const figure = (page: Page, name: string) => page.locator('.today-figures .figure', { hasText: name });
  const home = (page: Page, time: string): Promise<void> =>
    figure(page, 'Home at').getByText(time, { exact: true }).waitFor();
  const explained = (page: Page, name: string) =>
    page.locator('.explanation dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd');

  it('is what the server tells once it can, with the break that it deducts', async () => {
    const { page, problems, context } = await stage.open('emil', { width: 1280 });
    await page.route('**/homeTimes/**', (route) => route.abort());
    await page.reload();
    const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/homeTimes/'));
    await home(page, '16:00');
    await refused;
    await home(page, '16:00');
    await page.unroute('**/homeTimes/**');
    await home(page, '16:30');
    await page.locator('.bar .timer', { hasText: 'home at 16:30' }).waitFor();
    await figure(page, 'Home at').locator('a').click();
    const said = 'Home at 16:30 with 0:30 of legal break that is not booked yet';
    await page.locator('.explanation').getByText(said).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('is said in German with its break', async () => {
    const { page, follow, context } = await stage.open('emil', { width: 390, language: 'de' });
    await figure(page, 'Feierabend').getByText('16:30', { exact: true }).waitFor();
    await follow('account');
    const said = 'Feierabend 16:30 mit 0:30 gesetzlicher Pause, die noch nicht gebucht ist';
    await page.locator('tr.today .why').click();
    await page.locator('.explanation').getByText(said).waitFor();
    await context.close();
  });

  it('comes with work that stands still while a break is deducted, in the week too', async () => {
    at('14:20:00');
    const { page, follow, problems, context } = await stage.open('emil', { width: 1280 });
    await home(page, '16:30');
    await figure(page, 'Worked').getByText('6:00').waitFor();
    await follow('week');
    await page.locator('.week .today .sums', { hasText: '6:00' }).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('is asked for again when a timer has stopped and started', async () => {
    const { page, problems, context } = await stage.open('emil', { width: 1280 });
    await home(page, '16:30');
    const stopped = page.waitForResponse('**/timeTrackings/stop/**');
    await page.locator('.clock .button.primary').click();
    await stopped;
    await page.locator('.clock.idle').waitFor();
    await figure(page, 'Left').getByText('2:00').waitFor();
    at('15:00:00');
    await page.reload();
    await page.locator('.clock.idle').waitFor();
    await page.locator('.clock .button.big').click();
    // The gap of 40 minutes is a break, and nothing is deducted beside it.
    await home(page, '16:40');
    await figure(page, 'Home at').locator('a').click();
    await explained(page, 'Home at').getByText('16:40', { exact: true }).waitFor();
    assert.equal(await page.locator('.explanation', { hasText: 'legal break' }).count(), 0);
    assert.deepEqual(problems, []);
    await context.close();
  });
});
