// The inbox in a browser: what a card says of a request about a booking.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { axeFindings, describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';
import { password } from '../support/installation.ts';

describeInBrowser('the inbox of the console', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
  });
  after(() => stage.close());

  it('shows old and new task and note of a request that changes only these', async () => {
    const { account } = stage.installation;
    const query = { user_id: stage.employeeId, _order_by: 'start_time' };
    const [row] = (await account.administrator.get('timeTrackings/read', query)).json['Results'];
    await account.administrator.put(`timeTrackings/update/${row.id}`, { notes: 'first sketch' });
    const names = 'user_id start_time start_time_timezone end_time end_time_timezone'.split(' ');
    const same = Object.fromEntries(names.map((name) => [name, row[name]]));
    const emil = await account.login('emil');
    await emil.create('changeTimeTrackingRequests', {
      time_tracking_id: row.id,
      request_user_comment: 'Wrong task',
      nestedEntities: { timeTrackings: [{ ...same, task_id: stage.taskIds[2], notes: 'offer' }] },
    });
    const { page, problems, visit, context } = await stage.open('lena', { width: 390 });
    await visit('inbox');
    const card = page.locator('.request', { hasText: 'Changed booking' });
    await card.getByText('Tender').waitFor();
    assert.match(
      (await card.textContent()) ?? '',
      /was .* 8:00–12:00 Design.*Notes: offer \(was first sketch\)/s,
    );
    assert.deepEqual([await axeFindings(page), problems], [[], []]);
    await context.close();
  });

  it('shows how long a requested booking lasts by the clocks of its zones', async () => {
    const { account } = stage.installation;
    const query = { user_id: stage.employeeId, _order_by: 'start_time' };
    const [, row] = (await account.administrator.get('timeTrackings/read', query)).json['Results'];
    const wanted = {
      user_id: stage.employeeId,
      task_id: stage.taskIds[1],
      start_time: `${stage.monday} 12:30:00`,
      start_time_timezone: 'Europe/Vienna',
      end_time: `${stage.monday} 17:00:00`,
      end_time_timezone: 'Europe/London',
    };
    const emil = await account.login('emil');
    await emil.create('changeTimeTrackingRequests', {
      time_tracking_id: row.id,
      nestedEntities: { timeTrackings: [wanted] },
    });
    const { page, problems, visit, context } = await stage.open('lena', { width: 390 });
    await visit('inbox');
    const card = page.locator('.request', { hasText: '12:30 CE' });
    await card.getByText('Survey').waitFor();
    const said = (await card.locator('.what').textContent()) ?? '';
    assert.match(said, /12:30 CES?T–17:00 (GMT|BST)5:30/);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('names the zone of times that the clocks of the viewer do not show', async () => {
    const emil = await stage.installation.account.login('emil');
    const zone = 'America/New_York';
    const times = { start_time: `${stage.monday} 13:00:00`, end_time: `${stage.monday} 14:00:00` };
    const zones = { start_time_timezone: zone, end_time_timezone: zone };
    const wanted = { user_id: stage.employeeId, task_id: stage.taskIds[1], ...times, ...zones };
    await emil.create('changeTimeTrackingRequests', {
      time_tracking_id: 0,
      nestedEntities: { timeTrackings: [wanted] },
    });
    const { page, problems, visit, context } = await stage.open('lena', { width: 390, language: 'de' });
    await visit('inbox');
    const card = page.locator('.request', { hasText: '13:00–14:00' });
    await card.getByText(/^13:00–14:00 GMT-[45]$/).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('gives the focus to the next request when one is decided or taken back by keys', async () => {
    const emil = await stage.installation.account.login('emil');
    // Tuesdays to Thursdays: not all days of a request are public holidays.
    for (const days of [57, 64, 71]) {
      const date = Temporal.PlainDate.from(stage.monday).add({ days });
      await emil.create('absences', {
        user_id: stage.employeeId,
        type_id: 1,
        subtype_id: 0,
        from_date: date.toString(),
        to_date: date.add({ days: 2 }).toString(),
      });
    }
    const { page, problems, visit, context } = await stage.open('lena', { width: 1280 });
    await visit('inbox');
    const cards = page.locator('.request');
    await page.locator('[data-request^="absence-"]').nth(2).waitFor();
    // The console holds each decision for ten seconds. The clock stands still: they do not pass.
    await page.clock.setFixedTime(new Date());
    const all = await cards.count();
    const focused = (): Promise<unknown> =>
      page.evaluate(
        'document.activeElement.closest("[data-request]")?.dataset.request ?? document.activeElement.tagName',
      );
    const keys = await cards.evaluateAll((found) => found.map((one) => one.getAttribute('data-request')));
    await cards.first().getByRole('button', { name: 'Approve' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.held-line').waitFor();
    assert.equal(await cards.count(), all - 1);
    assert.equal(await focused(), keys[1]);
    await page.locator('.held-line').getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.held-line').waitFor({ state: 'detached' });
    assert.equal(await cards.count(), all);
    assert.notEqual(await focused(), 'BODY');
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('has and counts the requests that the server lets the person decide', async () => {
    const { account } = stage.installation;
    const { administrator } = account;
    const more = {
      username: 'otto',
      password,
      firstname: 'Otto',
      lastname: 'Wolf',
      entry_date: stage.monday,
    };
    const { id: otto } = await administrator.create('users', more);
    const scope = { permission_scope_id: 6, permission_scope_data_1: otto };
    const right = { user_id: stage.leaderId, resource_name: 'absences', permission_name: 'read', ...scope };
    await administrator.create('permissions', right);
    const type = await administrator.create('absenceTypes', {
      name_const: 'Secondment',
      abbreviation_const: 'Se',
      allow_entry_on_non_working_days: 1,
    });
    const date = Temporal.PlainDate.from(stage.monday).add({ days: 85 }).toString();
    const next = Temporal.PlainDate.from(date).add({ days: 1 }).toString();
    const kind = { type_id: type['absence_type_id'], subtype_id: type['absence_subtype_id'] };
    const asked = { ...kind, from_date: date, to_date: date };
    await (await account.login('otto')).create('absences', { ...asked, user_id: otto });
    const emil = await account.login('emil');
    const { id } = await emil.create('absences', { ...asked, user_id: stage.employeeId });
    const decidedBy = (request_type: string): Promise<unknown> =>
      administrator.put(`absenceTypes/update/${String(type['id'])}`, { request_type });
    await decidedBy('HR_MANAGER');
    // One that the leader decides.
    const leave = { type_id: 1, subtype_id: 0, from_date: next, to_date: next };
    const { id: own } = await emil.create('absences', { ...leave, user_id: stage.employeeId });
    const { page, problems, follow, settle, context } = await stage.open('lena', { width: 1280 });
    const badge = page.locator('.screen-link.to-inbox .count');
    // It comes while the inbox has not been opened.
    await badge.waitFor();
    await follow('inbox');
    const cards = page.locator('.request[data-request]');
    await cards.first().waitFor();
    await settle();
    const counted = Number(await badge.textContent());
    assert.equal(await cards.count(), counted);
    const card = page.locator(`[data-request="absence-${String(id)}"]`);
    assert.deepEqual([await card.count(), await cards.filter({ hasText: 'Otto Wolf' }).count()], [0, 0]);
    const hanna = await stage.open('hanna', { width: 1280 });
    await hanna.visit('inbox');
    for (const name of ['Otto Wolf', 'Emil Larsson'])
      await hanna.page.locator('.request', { hasText: name }).filter({ hasText: 'Secondment' }).waitFor();
    // Who may decide changes while the inbox is open.
    await decidedBy('WORKFLOW');
    await card.waitFor();
    assert.deepEqual([Number(await badge.textContent()), problems], [counted + 1, []]);
    assert.equal(await cards.filter({ hasText: 'Otto Wolf' }).count(), 0);
    await Promise.all([hanna.context.close(), context.close()]);
    for (const made of [id, own]) await emil.delete(`absences/delete/${String(made)}`);
  });

  it('keeps the comment of a decision that is taken back after another screen', async () => {
    const emil = await stage.installation.account.login('emil');
    const date = Temporal.PlainDate.from(stage.monday).add({ days: 78 }).toString();
    const leave = { user_id: stage.employeeId, type_id: 1, subtype_id: 0, from_date: date, to_date: date };
    const { id } = await emil.create('absences', leave);
    const { page, problems, visit, follow, context } = await stage.open('lena', { width: 1280 });
    await visit('inbox');
    const card = page.locator(`[data-request="absence-${String(id)}"]`);
    const comment = card.getByLabel('Comment');
    await comment.fill('We need you then.');
    // The console holds each decision for ten seconds. The clock stands still: they do not pass.
    await page.clock.setFixedTime(new Date());
    const held = page.locator('.held-line');
    await card.getByRole('button', { name: 'Decline' }).click();
    await held.waitFor();
    await follow('messages');
    await follow('inbox');
    await held.getByRole('button', { name: 'Undo' }).click();
    await comment.waitFor();
    assert.equal(await comment.inputValue(), 'We need you then.');
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('shows an employee the open requests for bookings, and takes them back', async () => {
    const { administrator } = stage.installation.account;
    await administrator.put(`users/update/${stage.employeeId}`, { manual_timetracking: 0 });
    const { page, problems, follow, settle, context } = await stage.open('emil', { width: 390 });
    await follow('today');
    const inbox = page.locator('.screen-link.to-inbox');
    for (const hour of [18, 19]) {
      await page.getByRole('button', { name: 'Add a time' }).click();
      const form = page.locator('dialog[open]').first();
      await form.getByLabel('Day', { exact: true }).fill(stage.monday);
      await form.getByLabel('From', { exact: true }).fill(String(hour));
      await form.getByLabel('To', { exact: true }).fill(String(hour + 1));
      await form.getByRole('button', { name: 'Save' }).click();
      const question = page.getByRole('dialog', { name: 'Ask for this change' });
      await question.getByLabel('Why?').fill('I forgot it.');
      await question.getByRole('button', { name: 'Send request' }).click();
      await question.waitFor({ state: 'detached' });
    }
    await inbox.click();
    const own = page.locator('.own-requests .request', { hasText: 'New booking' });
    const [first, second] = ['18:00–19:00', '19:00–20:00'].map((hasText) => own.filter({ hasText }));
    await first?.getByText('Survey').waitFor();
    assert.match((await first?.textContent()) ?? '', /Mon.*18:00–19:00.*Survey.*I forgot it\./s);
    await second?.getByText('Survey').waitFor();
    assert.deepEqual([await axeFindings(page), problems], [[], []]);
    await first?.getByRole('button', { name: 'Take back' }).click();
    await page.getByText(/^Taken back: Mon .*, 18:00–19:00, Survey/).waitFor();
    await first?.waitFor({ state: 'detached' });
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Take back');
    await settle();
    const { json } = await administrator.get('changeTimeTrackingRequests/read', { _order_by: 'id' });
    const states = (json['Results'] as readonly Record<string, unknown>[]).map((row) => row['status']);
    assert.deepEqual(states.slice(-2), ['CANCELED', 'PENDING']);
    await administrator.put(`users/update/${stage.employeeId}`, { manual_timetracking: 1 });
    await context.close();
  });

  it('says which booking was decided about, and what was said about it', async () => {
    const { account } = stage.installation;
    const [emil, lena] = [await account.login('emil'), await account.login('lena')];
    const at = (clock: string): string => `${stage.monday} ${clock}:00`;
    const clocks = { start_time_timezone: 'Europe/Vienna', end_time_timezone: 'Europe/Vienna' };
    const times = { start_time: at('21:00'), end_time: at('22:00'), ...clocks };
    const wanted = { user_id: stage.employeeId, task_id: stage.taskIds[1], ...times };
    const asked = await emil.create('changeTimeTrackingRequests', {
      time_tracking_id: 0,
      nestedEntities: { timeTrackings: [wanted] },
    });
    await lena.put(`changeTimeTrackingRequests/reject/${String(asked['id'])}`, {
      granted_user_comment: 'No, see the plan',
    });
    const { page, problems, visit, context } = await stage.open('emil', { width: 390 });
    await visit('inbox');
    const said =
      /^Lena Fuchs declined your change of a booking\. Mon.*, 21:00–22:00, Survey: No, see the plan$/;
    await page.locator('.notices li').getByText(said).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('puts no booking of the person who asked into the week of the one who approves it', async () => {
    const emil = await stage.installation.account.login('emil');
    const at = (clock: string): string => `${stage.monday} ${clock}:00`;
    const clocks = { start_time_timezone: 'Europe/Vienna', end_time_timezone: 'Europe/Vienna' };
    const times = { start_time: at('05:00'), end_time: at('06:00'), ...clocks };
    const wanted = { user_id: stage.employeeId, task_id: stage.taskIds[1], ...times };
    const asked = await emil.create('changeTimeTrackingRequests', {
      time_tracking_id: 0,
      nestedEntities: { timeTrackings: [wanted] },
    });
    const { page, follow, settle, context } = await stage.open('lena', { width: 1280 });
    await follow('inbox');
    const decided = page.waitForResponse(/changeTimeTrackingRequests\/approve/);
    await page
      .locator(`[data-request="change-${String(asked['id'])}"]`)
      .getByRole('button', { name: 'Approve' })
      .click();
    const answer = (await (await decided).json()) as { readonly Affected: Record<string, readonly object[]> };
    assert.equal(answer.Affected['timeTrackings']?.length, 1);
    await settle();
    await follow(`week/${stage.monday}`);
    await page.waitForSelector('.cal-head');
    assert.deepEqual(await page.locator('.block').allTextContents(), []);
    await context.close();
  });
});
