// The effects of approve, reject and cancel of change requests.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../support/expectations.ts';
import { onOwnInstallations } from '../../support/on-every-engine.ts';
import { askFor, decide, openOffice, requestIn, requestOf } from './asking.ts';
import { assertPart, booking, changelog, daybook, pause, work, written } from '../booking.ts';

const morning = { start: '2025-05-05 08:00', end: '2025-05-05 10:00' };
const comment = { _request_user_comment: 'forgot' };

onOwnInstallations('decisions on change requests', { why: 'moves the clock' }, (place) => {
  test('approval books the tracking, records the decider and is in delta sync', async () => {
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

  test('approval applies the requested values and keeps later changes of other fields', async () => {
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

  test('keeps the offset of a repeated local time until the request names another time', async () => {
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

  test('approval applies the present rules, a refused request stays pending', async () => {
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

  test('refuses to approve a request after its tracking was approved', async () => {
    const { person, employee, supervisor } = await openOffice(place, 'dora');
    const { id } = await place.machine.create('timeTrackings', booking(person, morning));
    const change = { end_time: '2025-05-05 12:00:00', ...comment };
    const request = requestIn(await employee.put(`timeTrackings/update/${id}`, change));
    await place.machine.put(`timeTrackings/update/${id}`, { approved_by_admin: 1 });
    assertRefused(await decide(supervisor, 'approve', request['id']), { status: 422, code: 'locked' });
    assert.equal(written(await decide(supervisor, 'reject', request['id']))['status'], 'DECLINED');
    assert.deepEqual(await daybook(employee, person), ['2025-05-05 08:00:00 – 2025-05-05 10:00:00']);
  });

  test('trims conflicting trackings on approval, not when the request is sent', async () => {
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

  test('one of 5 concurrent decisions succeeds, the others are refused', async () => {
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

  test('refuses a second decision', async () => {
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
