// The official client reads planned shifts, change requests and statuses.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { before, it } from 'node:test';
import type Library from '@timetac/js-client-library';
import type { TimeTrackingCreate } from '@timetac/js-client-library';
import { describeOnEveryEngine } from '../support/engines.ts';
import { loginWith, newPerson, openOffice, refusalOf, type Api } from './official-client.ts';

const { DeltaSyncParams } = createRequire(import.meta.url)('@timetac/js-client-library') as typeof Library;

describeOnEveryEngine('bookings by request through the official client', (engine) => {
  const office = openOffice(engine);
  let employee: Api;
  let userId: number;

  before(async () => {
    const { Results: created } = await office.api.users.create(
      newPerson('anna', { manual_timetracking: false }),
    );
    userId = created.id;
    ({ api: employee } = await loginWith(office.installation, 'anna'));
  });

  const booking = (day: string): TimeTrackingCreate => ({
    user_id: userId,
    task_id: 4,
    start_time: `${day} 08:00:00`,
    start_time_timezone: 'Europe/Vienna',
    end_time: `${day} 10:00:00`,
    end_time_timezone: 'Europe/Vienna',
  });

  it('names the parameter for a request when it refuses a late booking', async () => {
    const { code, message } = await refusalOf(employee.timeTrackings.create(booking('2026-05-04')));
    assert.equal(code, 401);
    assert.match(message, /_request_user_comment/);
  });

  it('reads, grants and synchronises a request', async () => {
    const asking = { ...booking('2026-05-05'), _request_user_comment: 'forgot' } as TimeTrackingCreate;
    await employee.timeTrackings.create(asking);
    const { Results: requests } = await office.api.changeTimeTrackingsRequest.read({ status: 'PENDING' });
    assert.deepEqual(
      requests.map(({ type, request_user_id, new_start_time }) => [type, request_user_id, new_start_time]),
      [['ADD', userId, '2026-05-05 08:00:00']],
    );
    const id = requests[0]?.id ?? 0;
    const granted = await office.installation.account.administrator.put(
      'changeTimeTrackingRequests/approve',
      {
        id,
      },
    );
    assert.equal(granted.status, 200);
    const { Results: request } = await employee.changeTimeTrackingsRequest.readById(id);
    assert.equal(request?.status, 'GRANTED');
    const params = new DeltaSyncParams().include(['changeTimeTrackingRequests', 'timeTrackings']);
    const { results } = await employee.deltaSync.readDeltaSync(params);
    assert.equal(results.changeTimeTrackingRequests?.results[0]?.time_tracking_id, request?.time_tracking_id);
    assert.equal(results.timeTrackings?.results[0]?.last_change_time_tracking_request_id, id);
  });
});

describeOnEveryEngine('plans and statuses through the official client', (engine) => {
  const office = openOffice(engine);
  let userId: number;

  before(async () => {
    userId = (await office.api.users.create(newPerson('bert'))).Results.id;
  });

  it('reads, finds and deletes planned shifts', async () => {
    const plan = {
      user_id: userId,
      task_id: 4,
      start_time: '2026-12-01 22:00:00',
      end_time: '2026-12-02 06:00:00',
      start_time_timezone: 'Europe/Vienna',
      end_time_timezone: 'Europe/Vienna',
    };
    const { id } = await office.installation.account.machine.create('timePlannings', plan);
    const { Results: found } = await office.api.timePlannings.read({ start_date: '2026-12-01' });
    assert.deepEqual(
      found.map((row) => [row.id, row.duration, row.yearmonth]),
      [[id, 8, '2026-12']],
    );
    assert.equal((await office.api.timePlannings.readById(id as number)).Results?.task_node_path, '1/3/4');
    assert.equal((await office.api.timePlannings.delete(id as number)).Results.id, id);
  });

  it('reads the status of one and all people, and synchronises it', async () => {
    const running = { user_id: userId, task_id: 9, start_time: '2026-05-05 08:00:00' };
    await office.api.timeTrackings.create({ ...running, start_time_timezone: 'Europe/Vienna' });
    const { Results: status } = await office.api.userStatusOverview.readById(userId);
    assert.deepEqual(
      [status?.status, status?.time_tracking_task_id, status?.user_fullname],
      [2, 9, 'bert Test'],
    );
    assert.equal((await office.api.userStatusOverview.read()).Results.length, 2);
    const { results } = await office.api.deltaSync.readDeltaSync(
      new DeltaSyncParams().include(['userStatusOverview']),
    );
    assert.deepEqual(
      results.userStatusOverview?.results.map((row) => row.status),
      [0, 2],
    );
  });
});
