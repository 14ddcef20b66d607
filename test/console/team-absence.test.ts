// Absences in the screens of the team: of whom one sees them, which part of a day they take, and who is not employed now.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { describeInBrowser, untilShellKept, type ConsoleStage } from '../support/console-browser.ts';
import { password } from '../support/installation.ts';
import { untilRowsKept } from '../support/kept-in-browser.ts';

describeInBrowser('absences in the screens of the team', (startConsole) => {
  let stage: ConsoleStage;
  /** Ids by first name. */
  const ids: Record<string, number> = {};
  /** A visit to the doctor, in hours. */
  let typeId: number;
  let kind: object;
  const today = Temporal.Now.plainDateISO('Europe/Vienna').toString();
  before(async () => {
    stage = await startConsole();
    const { administrator } = stage.installation.account;
    // They work on each day of the week: today is one whenever the test runs.
    const { id: schedule } = await administrator.create('workSchedules', { name: 'Shifts' });
    const { json } = await administrator.get('workScheduleDays/read', {
      timesheet_template_id: schedule as number,
    });
    for (const { id } of json['Results'] as readonly Record<string, unknown>[])
      await administrator.put(`workScheduleDays/update/${String(id)}`, { workday: 1, hours: 8 });
    // Antarctica has no public holidays: today is none, and the day after tomorrow neither.
    const calendar = await administrator.create('publicHolidayTemplates', { country_id: 10 });
    const common = {
      password,
      lastname: 'Roth',
      department_id: stage.departmentId,
      public_holiday_template_id: calendar['id'],
      timesheet_template_id: schedule,
    };
    for (const firstname of ['Ida', 'Samir', 'Karl']) {
      const person = { ...common, username: firstname.toLowerCase(), firstname };
      ids[firstname] = (await administrator.create('users', person))['id'] as number;
    }
    await absent('Ida', {});
    const doctor = await administrator.create('absenceTypes', {
      name_const: 'Doctor',
      abbreviation_const: 'Dr',
      duration_unit: 'hs',
      public_leave_type: 1,
    });
    typeId = doctor['id'] as number;
    kind = {
      type_id: doctor['absence_type_id'] as number,
      subtype_id: doctor['absence_subtype_id'] as number,
    };
  });
  after(() => stage.close());

  const absent = (firstname: string, more: object) => {
    const dates = { from_date: today, to_date: today };
    const { administrator } = stage.installation.account;
    return administrator.create('absences', {
      user_id: ids[firstname],
      type_id: 3,
      subtype_id: 11,
      ...dates,
      ...more,
    });
  };
  const set = async (setting_type: string, setting_value: string): Promise<void> => {
    const { administrator } = stage.installation.account;
    const answer = await administrator.put('generalSettings/update', { setting_type, setting_value });
    assert.equal(answer.status, 200, answer.text);
  };
  const names = (page: Page) => page.locator('.day-grid tbody th.name').allTextContents();

  it('say of no person that they are not away whose absences one may not see', async () => {
    const { administrator } = stage.installation.account;
    await set('team_sees_absences', 'none');
    const { page, problems, visit, settle, context } = await stage.open('emil', { width: 1280 });
    await visit('calendar');
    await page.getByText('You see no absences but your own.').waitFor();
    assert.deepEqual(await names(page), ['Emil Larsson']);
    const team = await administrator.create('teams', { name: 'Bridges', team_leader_id: ids['Karl'] });
    for (const user_id of [stage.employeeId, ids['Samir']])
      await administrator.create('teamMembers', { team_id: team['id'], user_id });
    await set('team_sees_absences', 'team');
    await page.locator('.day-grid th.name', { hasText: 'Samir Roth' }).waitFor();
    await settle();
    assert.deepEqual(await names(page), ['Emil Larsson', 'Samir Roth']);
    await set('team_sees_absences', 'department');
    await page.locator('.day-grid th.name', { hasText: 'Ida Roth' }).waitFor();
    assert.deepEqual(await names(page), ['Emil Larsson', 'Ida Roth', 'Karl Roth', 'Samir Roth']);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('show a colleague as away only during the hours of an absence, and how many', async () => {
    const { administrator } = stage.installation.account;
    const isMorning = Temporal.Now.plainTimeISO('Europe/Vienna').hour < 12;
    const begin = isMorning ? '20:00' : '8:00';
    await absent('Samir', { ...kind, begin: `${begin.padStart(5, '0')}:00`, duration: 1 });
    const { page, problems, visit, context } = await stage.open('emil', { width: 390 });
    await visit('presence');
    const line = (name: string) => page.locator('.person', { hasText: name });
    await line('Ida').locator('.chip.absence').waitFor();
    await line('Samir').getByText(`away today: ${begin} · 1 h`).waitFor();
    assert.equal(await line('Samir').locator('.chip').textContent(), 'Out');
    await administrator.put(`absenceTypes/update/${typeId}`, { public_leave_type: 0 });
    await page.reload();
    await line('Samir').getByText('away today: 1 h').waitFor();
    assert.equal(await line('Samir').locator('.chip').textContent(), 'Out');
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('leave out of Who is in who has left or is yet to come', async () => {
    const { administrator } = stage.installation.account;
    const dayIn = (days: number): string => Temporal.PlainDate.from(today).add({ days }).toString();
    const hire = (username: string, dates: object) =>
      administrator.create('users', { username, password, firstname: username, lastname: 'Zorn', ...dates });
    await hire('left', { exit_date: dayIn(-1) });
    await hire('coming', { entry_date: dayIn(1) });
    await hire('leaving', { entry_date: today, exit_date: today });
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit('presence');
    await page.locator('.person', { hasText: 'leaving Zorn' }).waitFor();
    assert.equal(await page.locator('.person', { hasText: 'Zorn' }).count(), 1);
    const all = await page.locator('.person').count();
    assert.match((await page.locator('.screen-head').textContent()) ?? '', new RegExp(`of ${all} in`));
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('tell half days and hours from whole days, and when hours begin', async () => {
    const date = Temporal.PlainDate.from(today).add({ days: 2 }).toString();
    const dates = { from_date: date, to_date: date };
    await absent('Samir', { ...kind, ...dates, begin: '10:00:00', duration: 2 });
    await absent('Karl', { ...dates, request_partial_begin_duration: 0.5 });
    const ida = await stage.installation.account.login('ida');
    await ida.create('absences', { user_id: ids['Ida'], type_id: 3, subtype_id: 13, ...dates });
    const { page, problems, visit, context } = await stage.open('admin', { width: 1280 });
    await visit(`calendar/${date.slice(0, 7)}`);
    const column = Number(date.slice(8)) - 1;
    const mark = (name: string) =>
      page
        .locator('.day-grid tbody tr', { hasText: name })
        .locator('[role=gridcell]')
        .nth(column)
        .locator('.mark');
    assert.equal(await mark('Samir').getAttribute('title'), 'Doctor, 10:00 · 2 h');
    assert.equal(await mark('Samir').locator('[aria-hidden]').textContent(), '2 h');
    assert.equal(await mark('Karl').getAttribute('title'), 'Sick leave, 0.5 days');
    assert.equal(await mark('Karl').locator('[aria-hidden]').textContent(), 'S½');
    const foot = await page.locator('.day-grid tfoot td').nth(column).locator('span').getAttribute('title');
    assert.match(foot ?? '', / not away, 2 of them away for a part of the day$/);
    await page.setViewportSize({ width: 390, height: 800 });
    await mark('Samir').click();
    await page.getByText(/^Samir Roth, .*: Doctor, 10:00 · 2 h$/).waitFor();
    await page.locator('.day-grid tbody tr', { hasText: 'Lena' }).locator('[role=gridcell]').first().click();
    await page.getByText(/^Samir Roth, /).waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
    await context.close();
    const lena = await stage.open('lena', { width: 1280 });
    await lena.visit('inbox');
    await lena.page.getByText('Also away: Karl Roth (0.5 days), Samir Roth (10:00 · 2 h)').waitFor();
    await lena.context.close();
    const samir = await stage.open('samir', { width: 1280 });
    await samir.visit(`week/${date}`);
    await samir.page.locator('.day-off', { hasText: 'Doctor' }).getByText('10:00 · 2 h').first().waitFor();
    await samir.context.close();
  });

  it('say that the server does not answer where a page offline has read no rows', async () => {
    const { page, problems, visit, settle, context } = await stage.open('lena', { width: 390 });
    await visit('presence');
    await settle();
    await untilShellKept(page);
    await untilRowsKept(page);
    await context.setOffline(true);
    for (const [screen, untrue] of [
      ['presence', 'No one is shown here yet.'],
      ['absences', 'No absences yet.'],
    ] as const) {
      await visit(screen);
      await page.locator('#content').getByText('The server does not answer.', { exact: true }).waitFor();
      assert.equal(await page.getByText(untrue).count(), 0);
    }
    await context.setOffline(false);
    await page.locator('.balances').getByText('No holiday account').waitFor();
    assert.equal(await page.locator('#content').getByText('The server does not answer.').count(), 0);
    assert.deepEqual(problems, []);
    await context.close();
  });
});
