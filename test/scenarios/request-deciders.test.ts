// Requests for times are decided by who leads the person, by whom `permissions` let, and by leaders of the projects that they
// are about; all of these are told.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { assertRefused, rowsOf } from '../contract/expectations.ts';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import { decide, openOffice, requestIn, requestOf, type Office } from './asking.ts';
import { booking, hire, work, written } from './booking.ts';

onEveryEngine('who decides about requests for times', (place) => {
  const asked = 8;
  const cancelled = 11;
  let office: Office;
  let day = Date.UTC(2026, 0, 31);
  before(async () => {
    office = await openOffice(place, 'ann');
  });

  const times = (task_id: number): object => {
    const date = new Date((day += 86_400_000)).toISOString().slice(0, 10);
    return { ...booking(office.person, { start: `${date} 08:00`, end: `${date} 09:00` }), task_id };
  };
  const comment = { _request_user_comment: 'forgotten' };
  /** Asks for a new tracking on the task. */
  const add = async (task: number): Promise<number> =>
    requestIn(await office.employee.post('timeTrackings/create', { ...times(task), ...comment }))['id'];
  /** Asks for a change of a tracking on the task. */
  const change = async (task: number, values: object = { notes: 'x' }): Promise<number> => {
    const { id } = await place.machine.create('timeTrackings', times(task));
    const moved = { task_id: task, end_time: `${new Date(day).toISOString().slice(0, 10)} 08:30:00` };
    const body = { ...moved, ...values, ...comment };
    return requestIn(await office.employee.put(`timeTrackings/update/${id}`, body))['id'];
  };
  const told = async (assoc_id: number, kind = asked): Promise<readonly number[]> => {
    const query = { assoc_id, notification_type: kind, _limit: 1000 };
    return rowsOf(await place.machine.get('notifications/read', query)).map(
      (row) => row['user_id'] as number,
    );
  };
  const leaders = (): readonly number[] => [office.boss, office.assistantId];
  const grant = async (user_id: number, resource_name: string, more: object = {}): Promise<void> => {
    const scope = { permission_scope_id: 6, permission_scope_data_1: office.person };
    const right = { user_id, resource_name, permission_name: 'approve', ...scope, ...more };
    await place.machine.create('permissions', right);
  };

  it('tells whom permissions let decide, each once, but nobody who is gone, who asks or whom it is about', async () => {
    const [holder, ofAll, gone, ofTimes, elsewhere] = [
      await hire(place.machine, 'holder'),
      await hire(place.machine, 'of-all'),
      await hire(place.machine, 'gone'),
      await hire(place.machine, 'of-times'),
      await hire(place.machine, 'elsewhere'),
    ];
    for (const user of [holder, gone, office.boss]) await grant(user, 'changeTimeTrackingRequests');
    await grant(holder, 'changeTimeTrackingRequests', {
      permission_scope_id: 1,
      permission_scope_data_1: '',
    });
    await grant(ofAll, 'changeTimeTrackingRequests', { permission_scope_id: 1, permission_scope_data_1: '' });
    await grant(office.person, 'changeTimeTrackingRequests', {
      permission_scope_id: 2,
      permission_scope_data_1: '',
    });
    await grant(elsewhere, 'changeTimeTrackingRequests', { permission_scope_data_1: gone });
    await grant(elsewhere, 'absences');
    await grant(ofTimes, 'timeTrackings');
    await place.machine.put(`users/update/${gone}`, { active: 0 });

    const added = await add(work);
    assert.deepEqual(await told(added), [...leaders(), holder, ofAll]);
    const changed = await change(work);
    assert.deepEqual(await told(changed), [...leaders(), holder, ofAll, ofTimes]);
    const byHolder = await (
      await place.account.login('holder')
    ).put('changeTimeTrackingRequests/approve', {
      id: added,
    });
    written(byHolder);
    written(await decide(office.employee, 'cancel', changed));
    assert.deepEqual(await told(changed, cancelled), [...leaders(), holder, ofAll, ofTimes]);
    for (const row of rowsOf(await place.machine.get('permissions/read', { _limit: 1000 })))
      await place.machine.delete(`permissions/delete/${row['id']}`);
    assert.deepEqual(await told(await add(work)), leaders());
  });

  it('lets the leader of a project decide what is about it, new or changed, where it says so, and tells them', async () => {
    const leader = await hire(place.machine, 'leader');
    const client = await place.account.login('leader');
    const inProject = async (more: object): Promise<{ project: number; task: number }> => {
      const node = { name: 'Led', mother_id: 1, project_leader_id: leader, ...more };
      const project = (await place.machine.create('projects', node))['id'] as number;
      return {
        project,
        task: (await place.machine.create('tasks', { name: 'T', mother_id: project }))['id'],
      };
    };
    const led = await inProject({});
    const refused = { status: 401, code: 'not_allowed' } as const;
    const hidden = { status: 422, code: 'unknown_reference' } as const;
    // Whoever may not read them can decide nothing about them.
    await place.machine.put(`projects/update/${led.project}`, { approve_by_project_leader: 1 });
    const unseen = await add(led.task);
    assert.deepEqual(await told(unseen), leaders());
    assertRefused(await decide(client, 'approve', unseen), hidden);
    await grant(leader, 'changeTimeTrackingRequests', { permission_name: 'read' });
    await place.machine.put(`projects/update/${led.project}`, { approve_by_project_leader: 0 });
    const unasked = await add(led.task);
    assert.deepEqual(await told(unasked), leaders());
    for (const action of ['approve', 'reject'] as const)
      assertRefused(await decide(client, action, unasked), refused);

    await place.machine.put(`projects/update/${led.project}`, { approve_by_project_leader: 1 });
    for (const ask of [add, change]) {
      const [granted, declined] = [await ask(led.task), await ask(led.task)];
      assert.deepEqual(await told(granted), [...leaders(), leader]);
      written(await decide(client, 'approve', granted));
      written(await decide(client, 'reject', declined));
      assert.equal((await requestOf(place.machine, granted))['granted_user_id'], leader);
      assert.equal((await requestOf(place.machine, declined))['status'], 'DECLINED');
    }
    // Out of the project, or into it: the other side has a say.
    for (const [from, to] of [
      [led.task, work],
      [work, led.task],
    ] as const) {
      const moving = await change(from, { task_id: to });
      assert.deepEqual(await told(moving), leaders());
      assertRefused(await decide(client, 'approve', moving), refused);
    }
    await place.machine.put(`users/update/${leader}`, { active: 0 });
    assert.deepEqual(await told(await add(led.task)), leaders());
  });

  it('lets the leader of a project decline the change of a tracking that they read, as they grant it', async () => {
    const leader = await hire(place.machine, 'team-leader');
    const client = await place.account.login('team-leader');
    const team = await place.machine.create('teams', { name: 'Anns', team_leader_id: leader });
    await place.machine.create('teamMembers', { team_id: team['id'], user_id: office.person });
    const node = { name: 'Led', mother_id: 1, project_leader_id: leader, approve_by_project_leader: 1 };
    const project = (await place.machine.create('projects', node))['id'];
    const task = (await place.machine.create('tasks', { name: 'T', mother_id: project }))['id'];
    for (const [action, status] of [
      ['approve', 'GRANTED'],
      ['reject', 'DECLINED'],
    ]) {
      const request = await change(task);
      assert.deepEqual(await told(request), [...leaders(), leader]);
      const { time_tracking_id: id } = await requestOf(place.machine, request);
      written(await client.put(`timeTrackings/${action}/${id}`, {}));
      assert.equal((await requestOf(place.machine, request))['status'], status);
    }
    const leaving = await change(task, { task_id: work });
    const { time_tracking_id: id } = await requestOf(place.machine, leaving);
    assertRefused(await client.put(`timeTrackings/approve/${id}`, {}), {
      status: 401,
      code: 'not_allowed',
    });
  });

  it('lets nobody decide as the leader of a project what is about themselves, or what they ask for', async () => {
    const node = { name: 'Own', mother_id: 1, approve_by_project_leader: 1 };
    const led = { ...node, project_leader_id: office.person };
    const project = (await place.machine.create('projects', led))['id'];
    const task = (await place.machine.create('tasks', { name: 'T', mother_id: project }))['id'];
    const request = await add(task);
    assert.deepEqual(await told(request), leaders());
    assertRefused(await decide(office.employee, 'approve', request), { status: 401, code: 'not_allowed' });
  });
});
