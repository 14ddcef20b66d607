// Supervisors, users with permissions and project leaders decide change requests and receive the notifications about them.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { assertRefused, rowsOf } from '../../support/expectations.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import type { Client } from '../../support/client.ts';
import { askFor, decide, openOffice, requestIn, requestOf, type Office } from './asking.ts';
import { assertPart, booking, daybook, hire, work, written } from '../booking.ts';

const morning = { start: '2025-05-05 08:00', end: '2025-05-05 10:00' };

onEveryEngine('deciders of change requests', (place) => {
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

  it('notifies permitted users once, skips inactive users, requester and subject', async () => {
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

  it('notifies and accepts the project leader only with approve_by_project_leader', async () => {
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
    // A user who may not read a request cannot decide it.
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
    // Into or out of the project: the leader of one side does not decide alone.
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

  it('accepts approve and reject of the tracking by the project leader', async () => {
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

  it('refuses the project leader for an own request', async () => {
    const node = { name: 'Own', mother_id: 1, approve_by_project_leader: 1 };
    const led = { ...node, project_leader_id: office.person };
    const project = (await place.machine.create('projects', led))['id'];
    const task = (await place.machine.create('tasks', { name: 'T', mother_id: project }))['id'];
    const request = await add(task);
    assert.deepEqual(await told(request), leaders());
    assertRefused(await decide(office.employee, 'approve', request), { status: 401, code: 'not_allowed' });
  });

  it('refuses other supervisors, team leaders and the requester, accepts HR managers', async () => {
    const other = await openOffice(place, 'ada');
    const stranger = await openOffice(place, 'stranger');
    const leader = await hire(place.machine, 'blue.leader');
    const team = await place.machine.create('teams', { name: 'Blue', team_leader_id: leader });
    await place.machine.create('teamMembers', { team_id: team['id'], user_id: other.person });
    await hire(place.machine, 'hr', { hr_manager: 1 });
    const clients: Record<string, Client> = {
      leader: await place.account.login('blue.leader'),
      hr: await place.account.login('hr'),
    };
    const id = await askFor(other, morning);
    for (const action of ['approve', 'reject'] as const) {
      for (const client of [stranger.supervisor, stranger.employee]) {
        const { status } = await decide(client, action, id);
        assert.equal(status, client === stranger.supervisor ? 422 : 401);
      }
      assert.equal((await decide(clients['leader'] as Client, action, id)).status, 401);
      assert.equal((await decide(other.employee, action, id)).status, 401);
    }
    for (const client of [other.supervisor, clients['hr'] as Client])
      assert.equal((await decide(client, 'cancel', id)).status, 401);
    assert.equal((await decide(clients['leader'] as Client, 'cancel', id)).status, 422);
    const granted = written(await decide(clients['hr'] as Client, 'approve', id));
    assertPart(granted, { status: 'GRANTED', granted_as_substitute_user_id: null });
  });

  it('an assistant decides as substitute of the supervisor', async () => {
    const other = await openOffice(place, 'bob');
    const id = await askFor(other, morning);
    assertPart(written(await decide(other.assistant, 'reject', id)), {
      status: 'DECLINED',
      granted_user_id: other.assistantId,
      granted_as_substitute_user_id: other.boss,
    });
  });

  it('refuses to approve an own request or a request about own times', async () => {
    const { boss, supervisor, assistant, person } = await openOffice(place, 'carl');
    const own = requestIn(
      await supervisor.post('timeTrackings/create', {
        ...booking(boss, morning),
        _request_user_comment: 'forgot',
      }),
    );
    assertRefused(await decide(supervisor, 'approve', own['id']), { status: 401, code: 'not_allowed' });
    assert.equal((await decide(assistant, 'approve', own['id'])).status, 200);

    const { id } = await place.machine.create('timeTrackings', booking(person, morning));
    const forOthers = await supervisor.create('changeTimeTrackingRequests', {
      time_tracking_id: id,
      new_end_time: '2025-05-05 11:00:00',
    });
    assert.equal(forOthers['request_user_id'], boss);
    assertRefused(await decide(supervisor, 'approve', forOthers['id']), {
      status: 401,
      code: 'not_allowed',
    });
    assert.equal((await decide(supervisor, 'cancel', forOthers['id'])).status, 200);

    await hire(place.machine, 'carl.hr', { hr_manager: 1 });
    const hr = await place.account.login('carl.hr');
    const self = (await hr.get('users/me')).json['Results'][0].id as number;
    const request = await hr.create('changeTimeTrackingRequests', {
      time_tracking_id: 0,
      nestedEntities: { timeTrackings: [booking(self, morning)] },
    });
    assertRefused(await decide(hr, 'approve', request['id']), { status: 401, code: 'not_allowed' });
  });

  it('lets the only active administrator approve an own request', async () => {
    const { administrator } = place.account;
    const ask = async (date: string): Promise<number> =>
      (
        await administrator.create('changeTimeTrackingRequests', {
          time_tracking_id: 0,
          nestedEntities: {
            timeTrackings: [booking(1, { start: `${date} 08:00`, end: `${date} 09:00` })],
          },
        })
      )['id'];
    assert.equal((await decide(administrator, 'approve', await ask('2025-05-05'))).status, 200);
    const second = await hire(place.machine, 'second', { internal_user_group: 1 });
    const id = await ask('2025-05-06');
    assert.equal((await decide(administrator, 'approve', id)).status, 401);
    await place.machine.put(`users/update/${second}`, { active: 0 });
    assert.equal((await decide(administrator, 'approve', id)).status, 200);
  });

  it('lets a user with permission to approve decide', async () => {
    const other = await openOffice(place, 'dora');
    const deputy = await hire(place.machine, 'deputy');
    const client = await place.account.login('deputy');
    const id = await askFor(other, morning);
    assert.equal((await decide(client, 'approve', id)).status, 401);
    for (const permission_name of ['read', 'approve']) {
      await place.machine.create('permissions', {
        user_id: deputy,
        resource_name: 'changeTimeTrackingRequests',
        permission_name,
        permission_scope_id: 6,
        permission_scope_data_1: other.person,
      });
    }
    const request = written(await decide(client, 'approve', id));
    assert.equal(request['granted_user_id'], deputy);
    assert.equal((await daybook(place.machine, other.person)).length, 1);
  });
});
