// A start outside of a geofence: the console asks why, and sends it as a request.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeInBrowser, type ConsoleStage } from '../support/console-browser.ts';

type Row = Readonly<Record<string, unknown>>;

describeInBrowser('a start outside of a geofence', (startConsole) => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await startConsole();
    const { administrator } = stage.installation.account;
    const place = { name: 'Site', geo_lat: 48.2081743, geo_long: 16.3738189, radius: 150 };
    for (const [index, is_request_flow_active] of [1, 0].entries()) {
      const fence = await administrator.create('geofences', { ...place, is_request_flow_active });
      const node_id = stage.taskIds[index];
      await administrator.create('geofenceToNodes', { geofence_id: fence['id'], node_id });
    }
  });
  after(() => stage.close());

  const rowsOf = async (resource: string, query: Readonly<Record<string, string>>): Promise<readonly Row[]> =>
    (await stage.installation.account.administrator.get(`${resource}/read`, query)).json['Results'];
  const running = (): Promise<readonly Row[]> =>
    rowsOf('timeTrackings', { user_id: String(stage.employeeId), end_time: '' });

  it('is requested with the reason that the person gives', async () => {
    const { page, problems, context } = await stage.open('emil', { width: 390 });
    await page.locator('.task-button', { hasText: 'Design' }).click();
    const form = page.locator('dialog[open]', { hasText: 'Who leads you decides' });
    await form.getByLabel('Why?').fill('with a customer');
    assert.deepEqual(await running(), []);
    await form.locator('button[type=submit]').click();
    await page.locator('.toast', { hasText: /Requested Design, \d+:\d\d/ }).waitFor();
    const [request, ...others] = await rowsOf('changeTimeTrackingRequests', { status: 'PENDING' });
    assert.deepEqual(others, []);
    assert.equal(request?.['request_user_comment'], 'with a customer');
    assert.deepEqual(await running(), []);
    await page.locator('.clock.idle').waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('is refused where it cannot be requested', async () => {
    const { page, context } = await stage.open('emil', { width: 390 });
    await page.locator('.task-button', { hasText: 'Survey' }).click();
    await page.locator('.toast.refused', { hasText: 'its place' }).waitFor();
    assert.equal(await page.locator('dialog[open]').count(), 0);
    await context.close();
  });
});
