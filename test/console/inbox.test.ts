// The inbox in a browser: what a card says of a request about a booking.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { axeFindings, describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';

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
    const card = page.locator('.request', { hasText: '12:30–17:00' });
    await card.getByText('Survey').waitFor();
    assert.match((await card.locator('.what').textContent()) ?? '', /12:30–17:005:30/);
    assert.deepEqual(problems, []);
    await context.close();
  });
});
