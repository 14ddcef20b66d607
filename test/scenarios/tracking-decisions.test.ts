import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../contract/expectations.ts';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import type { Client } from '../support/client.ts';
import { decide, openOffice, requestIn, requestOf, type Office } from './asking.ts';
import { assertPart, booking, changelog, daybook, hire, pause, work, written } from './booking.ts';

const morning = { start: '2025-05-05 08:00', end: '2025-05-05 10:00' };
const comment = { _request_user_comment: 'forgot' };

/** Asks for a new tracking; answers the request's id. */
async function askFor(
  { person, employee }: Office,
  times: Parameters<typeof booking>[1],
  more: object = {},
): Promise<number> {
  const entity = { ...booking(person, times), ...comment, ...more };
  return requestIn(await employee.post('timeTrackings/create', entity))['id'];
}

onEveryEngine('decisions about requests for times', (place) => {
  test('granting a new tracking books it in the name of who grants, and tells so', async () => {
    const office = await openOffice(place, 'ada');
    const id = await askFor(office, morning, { notes: 'at the customer', is_billable: 1 });
    const since = (await office.employee.get('changeTimeTrackingRequests/read')).json['RequestStartTime'];
    place.installation.clock.shift += 2000;
    const answer = await decide(office.supervisor, 'approve', id, { granted_user_comment: 'fine' });
    const request = written(answer);
    const [tracking] = answer.json['Affected'].timeTrackings;
    assertPart(request, {
      status: 'GRANTED',
      time_tracking_id: tracking.id,
      granted_user_id: office.boss,
      granted_as_substitute_user_id: null,
      granted_user_comment: 'fine',
      request_user_id: office.person,
    });
    assertPart(tracking, {
      user_id: office.person,
      task_id: work,
      duration: 7200,
      notes: 'at the customer',
      is_billable: 1,
      is_start_live: 0,
      last_change_time_tracking_request_id: id,
      department_id: office.department,
    });
    const log = await changelog(place.machine, tracking.id);
    assert.deepEqual(
      log.map(({ change_type, change_user_id }) => [change_type, change_user_id]),
      [['CREATE', office.boss]],
    );
    const changed = await office.employee.get('changeTimeTrackingRequests/read', { _since: since });
    assert.equal(changed.json['Results'].at(-1).status, 'GRANTED');
  });

  test('granting a change makes the whole change, and nothing that has happened since is undone', async () => {
    const { person, employee, supervisor } = await openOffice(place, 'bob');
    const { id } = await place.machine.create('timeTrackings', { ...booking(person, morning), notes: 'old' });
    const change = { end_time: '2025-05-05 12:00:00', task_id: pause, notes: 'old', ...comment };
    const request = requestIn(await employee.put(`timeTrackings/update/${id}`, change));
    await place.machine.put(`timeTrackings/update/${id}`, {
      start_time: '2025-05-05 07:00:00',
      notes: 'corrected',
    });
    const answer = await decide(supervisor, 'approve', request['id']);
    assert.equal(written(answer)['time_tracking_id'], id);
    assertPart(written(await employee.get(`timeTrackings/read/${id}`)), {
      start_time: '2025-05-05 07:00:00',
      end_time: '2025-05-05 12:00:00',
      task_id: pause,
      is_nonworking: 1,
      duration: 18_000,
      notes: 'corrected',
    });
    assert.equal((await changelog(place.machine, id)).length, 3);
  });

  test('the offset of a time that occurs twice is kept, until another time is asked for', async () => {
    const office = await openOffice(place, 'offset');
    const night = { start: '2026-10-25 01:00', end: '2026-10-25 02:30' };
    const id = await askFor(office, night, { end_time_offset: 3600 });
    const other = await askFor(office, night, { end_time_offset: 3600 });
    await office.employee.put(`changeTimeTrackingRequests/update/${other}`, {
      new_end_time: '2026-10-25 02:40:00',
    });
    assert.equal((await decide(office.supervisor, 'approve', id)).status, 200);
    const [row] = (await office.employee.get('timeTrackings/read')).json['Results'];
    assertPart(row, { duration: 9000, end_time_offset: 3600 });
    await place.machine.delete(`timeTrackings/delete/${row.id}`);
    assert.equal((await decide(office.supervisor, 'approve', other)).status, 200);
    const [first] = (await office.employee.get('timeTrackings/read')).json['Results'];
    assertPart(first, { duration: 6000, end_time_offset: 7200 });
  });

  test('a request is granted under the rules as they stand then, or stays pending', async () => {
    const office = await openOffice(place, 'carl');
    const task = await place.machine.create('tasks', { name: 'Short', mother_id: 3 });
    const id = await askFor(office, morning, { task_id: task['id'] });
    const meanwhile = booking(office.person, { start: '2025-05-05 09:00', end: '2025-05-05 09:30' });
    const inTheWay = await place.machine.create('timeTrackings', meanwhile);
    const refusal = assertRefused(await decide(office.supervisor, 'approve', id), {
      status: 422,
      code: 'conflict',
    });
    assert.equal(refusal['ErrorExtended'].data.id, inTheWay['id']);
    await place.machine.delete(`timeTrackings/delete/${inTheWay['id']}`);
    await place.machine.put(`tasks/update/${task['id']}`, { is_done: 1 });
    assertRefused(await decide(office.supervisor, 'approve', id), { status: 422, code: 'rule_broken' });
    assertPart(await requestOf(office.employee, id), { status: 'PENDING', granted_user_id: null });
    await place.machine.put(`tasks/update/${task['id']}`, { is_done: 0 });
    assert.equal((await decide(office.supervisor, 'approve', id)).status, 200);
  });

  test('an approved tracking is not changed by a request of before', async () => {
    const { person, employee, supervisor } = await openOffice(place, 'dora');
    const { id } = await place.machine.create('timeTrackings', booking(person, morning));
    const change = { end_time: '2025-05-05 12:00:00', ...comment };
    const request = requestIn(await employee.put(`timeTrackings/update/${id}`, change));
    await place.machine.put(`timeTrackings/update/${id}`, { approved_by_admin: 1 });
    assertRefused(await decide(supervisor, 'approve', request['id']), { status: 422, code: 'locked' });
    assert.equal(written(await decide(supervisor, 'reject', request['id']))['status'], 'DECLINED');
    assert.deepEqual(await daybook(employee, person), ['2025-05-05 08:00:00 – 2025-05-05 10:00:00']);
  });

  test('others give way when the request is granted, not when it is sent', async () => {
    const office = await openOffice(place, 'emil');
    const { person, employee } = office;
    await place.machine.create('timeTrackings', booking(person, morning));
    const inside = { start: '2025-05-05 09:00', end: '2025-05-05 09:30' };
    assertRefused(await employee.post('timeTrackings/create', { ...booking(person, inside), ...comment }), {
      status: 422,
      code: 'conflict',
    });
    const id = await askFor(office, inside, { _insert_into_conflicting: 1, task_id: pause });
    assert.equal((await daybook(employee, person)).length, 1);
    const answer = await decide(office.supervisor, 'approve', id);
    assert.equal(answer.json['Affected'].timeTrackings.length, 3);
    assert.deepEqual(await daybook(employee, person), [
      '2025-05-05 08:00:00 – 2025-05-05 09:00:00',
      '2025-05-05 09:00:00 – 2025-05-05 09:30:00',
      '2025-05-05 09:30:00 – 2025-05-05 10:00:00',
    ]);
  });

  test('of many decisions at once one wins, and what stands is what it decided', async () => {
    const office = await openOffice(place, 'fritz');
    const { administrator } = place.account;
    for (let round = 0; round < 6; round += 1) {
      const day = `2025-06-0${round + 1}`;
      const id = await askFor(office, { start: `${day} 08:00`, end: `${day} 09:00` });
      const attempts = [
        decide(office.supervisor, 'approve', id),
        decide(administrator, 'reject', id),
        decide(office.employee, 'cancel', id),
        decide(place.machine, 'approve', id),
        decide(office.assistant, 'reject', id),
      ];
      const answers = await Promise.all([...attempts.slice(round), ...attempts.slice(0, round)]);
      const winners = answers.filter(({ status }) => status === 200);
      assert.equal(winners.length, 1);
      for (const loser of answers.filter(({ status }) => status !== 200))
        assertRefused(loser, { status: 422, code: 'rule_broken', field: 'id' });
      const { status } = written(winners[0] as (typeof answers)[0]);
      assert.equal((await requestOf(office.employee, id))['status'], status);
      const booked = (await daybook(office.employee, office.person)).filter((line) => line.includes(day));
      assert.equal(booked.length, status === 'GRANTED' ? 1 : 0);
    }
  });

  test('a decided request stays decided', async () => {
    const office = await openOffice(place, 'gina');
    const outcomes = [
      ['approve', 'GRANTED', office.supervisor],
      ['reject', 'DECLINED', office.supervisor],
      ['cancel', 'CANCELED', office.employee],
    ] as const;
    for (const [place_, [action, status, client]] of outcomes.entries()) {
      const day = `2025-07-0${place_ + 1}`;
      const id = await askFor(office, { start: `${day} 08:00`, end: `${day} 09:00` });
      assert.equal(written(await decide(client, action, id))['status'], status);
      for (const [again, , decider] of outcomes) {
        const { ErrorExtended } = assertRefused(await decide(decider, again, id), {
          status: 422,
          code: 'rule_broken',
        });
        assert.equal(ErrorExtended.data.status, status);
      }
    }
  });
});

onEveryEngine('who decides about requests for times', (place) => {
  test('those who lead the person: others may not, or do not know of them', async () => {
    const office = await openOffice(place, 'ada');
    const stranger = await openOffice(place, 'stranger');
    const leader = await hire(place.machine, 'leader');
    const team = await place.machine.create('teams', { name: 'Blue', team_leader_id: leader });
    await place.machine.create('teamMembers', { team_id: team['id'], user_id: office.person });
    await hire(place.machine, 'hr', { hr_manager: 1 });
    const clients: Record<string, Client> = {
      leader: await place.account.login('leader'),
      hr: await place.account.login('hr'),
    };
    const id = await askFor(office, morning);
    for (const action of ['approve', 'reject'] as const) {
      for (const client of [stranger.supervisor, stranger.employee]) {
        const { status } = await decide(client, action, id);
        assert.equal(status, client === stranger.supervisor ? 422 : 401);
      }
      assert.equal((await decide(clients['leader'] as Client, action, id)).status, 401);
      assert.equal((await decide(office.employee, action, id)).status, 401);
    }
    for (const client of [office.supervisor, clients['hr'] as Client])
      assert.equal((await decide(client, 'cancel', id)).status, 401);
    assert.equal((await decide(clients['leader'] as Client, 'cancel', id)).status, 422);
    const granted = written(await decide(clients['hr'] as Client, 'approve', id));
    assertPart(granted, { status: 'GRANTED', granted_as_substitute_user_id: null });
  });

  test('an assistant decides in the place of the supervisor', async () => {
    const office = await openOffice(place, 'bob');
    const id = await askFor(office, morning);
    assertPart(written(await decide(office.assistant, 'reject', id)), {
      status: 'DECLINED',
      granted_user_id: office.assistantId,
      granted_as_substitute_user_id: office.boss,
    });
  });

  test('nobody decides their own request, nor one about their own time', async () => {
    const { boss, supervisor, assistant, person } = await openOffice(place, 'carl');
    const asked = requestIn(
      await supervisor.post('timeTrackings/create', { ...booking(boss, morning), ...comment }),
    );
    assertRefused(await decide(supervisor, 'approve', asked['id']), { status: 401, code: 'not_allowed' });
    assert.equal((await decide(assistant, 'approve', asked['id'])).status, 200);

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
    const own = (await hr.get('users/me')).json['Results'][0].id as number;
    const request = await hr.create('changeTimeTrackingRequests', {
      time_tracking_id: 0,
      nestedEntities: { timeTrackings: [booking(own, morning)] },
    });
    assertRefused(await decide(hr, 'approve', request['id']), { status: 401, code: 'not_allowed' });
  });

  test('except the only administrator of the account', async () => {
    const { administrator } = place.account;
    const ask = async (day: string): Promise<number> =>
      (
        await administrator.create('changeTimeTrackingRequests', {
          time_tracking_id: 0,
          nestedEntities: {
            timeTrackings: [booking(1, { start: `${day} 08:00`, end: `${day} 09:00` })],
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

  test('and who is granted the right by permissions', async () => {
    const office = await openOffice(place, 'dora');
    const deputy = await hire(place.machine, 'deputy');
    const client = await place.account.login('deputy');
    const id = await askFor(office, morning);
    assert.equal((await decide(client, 'approve', id)).status, 401);
    for (const permission_name of ['read', 'approve']) {
      await place.machine.create('permissions', {
        user_id: deputy,
        resource_name: 'changeTimeTrackingRequests',
        permission_name,
        permission_scope_id: 6,
        permission_scope_data_1: office.person,
      });
    }
    const request = written(await decide(client, 'approve', id));
    assert.equal(request['granted_user_id'], deputy);
    assert.equal((await daybook(place.machine, office.person)).length, 1);
  });
});
