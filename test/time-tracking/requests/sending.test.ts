// Clients create, update and delete change requests as entities.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, rowsOf } from '../../support/expectations.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import type { Envelope } from '../../support/client.ts';
import { decide, openOffice, requestOf, trackingIn } from './asking.ts';
import { assertPart, booking, daybook, hire, pause, work, written } from '../booking.ts';
import { affected } from '../timer/timer.ts';

const morning = { start: '2025-05-05 08:00', end: '2025-05-05 10:00' };

onEveryEngine('change requests sent as entities', (place) => {
  test('shows the proposed tracking as nested entity and the real one after approval', async () => {
    const { person, employee, supervisor } = await openOffice(place, 'gina');
    const proposed = { ...booking(person, morning), notes: 'at the customer' };
    const request = await employee.create('changeTimeTrackingRequests', {
      time_tracking_id: 0,
      request_user_comment: 'please',
      nestedEntities: { timeTrackings: [proposed] },
    });
    assertPart(request, { type: 'ADD', time_tracking_id: null, new_start_time: '2025-05-05 08:00:00' });
    assertPart(await trackingIn(supervisor, request['id']), {
      id: null,
      user_id: person,
      task_id: work,
      notes: 'at the customer',
      duration: 7200,
      status: 2,
      start_date: '2025-05-05',
      start_time_offset: 7200,
    });
    assert.deepEqual(await daybook(place.machine, person), []);
    const asList = await supervisor.get('changeTimeTrackingRequests/read', {
      _fields: 'status',
      nestedEntities: '{"timeTrackings":[{}]}',
    });
    assert.equal(asList.json['Results'][0].nestedEntities.timeTrackings[0].notes, 'at the customer');
    assert.equal((await decide(supervisor, 'approve', request['id'])).status, 200);
    const granted = await trackingIn(supervisor, request['id']);
    assert.equal(granted['id'], (await requestOf(employee, request['id']))['time_tracking_id']);
    assert.equal(granted['notes'], 'at the customer');
    await place.machine.put(`timeTrackings/update/${granted['id']}`, { notes: 'corrected' });
    assert.equal((await trackingIn(supervisor, request['id']))['notes'], 'corrected');
  });

  test('accepts new times or a nested tracking for an existing tracking', async () => {
    const { person, employee, supervisor } = await openOffice(place, 'hans');
    const { id } = await place.machine.create('timeTrackings', { ...booking(person, morning), notes: 'old' });
    const times = await employee.create('changeTimeTrackingRequests', {
      time_tracking_id: id,
      new_end_time: '2025-05-05 11:30:00',
    });
    assertPart(times, { type: 'CHANGE', new_start_time: '2025-05-05 08:00:00', status: 'PENDING' });
    const whole = await employee.create('changeTimeTrackingRequests', {
      time_tracking_id: id,
      new_start_time: '2025-05-05 07:00:00',
      nestedEntities: { timeTrackings: [{ ...booking(person, morning), task_id: pause, notes: 'new' }] },
    });
    assertPart(await trackingIn(supervisor, times['id']), { id, duration: 12_600, notes: 'old' });
    assertPart(await trackingIn(supervisor, whole['id']), {
      id,
      task_id: pause,
      is_nonworking: 1,
      start_time: '2025-05-05 07:00:00',
      end_time: '2025-05-05 10:00:00',
      notes: 'new',
    });
    const tracking = written(await employee.get(`timeTrackings/read/${id}`));
    assertPart(tracking, { last_change_time_tracking_request_id: whole['id'], task_id: work, notes: 'old' });
    const nested = await employee.get(`timeTrackings/read/${id}`, {
      nestedEntities: '{"changeTimeTrackingRequests":[{}]}',
    });
    assert.deepEqual(
      written(nested)['nestedEntities'].changeTimeTrackingRequests.map((row: Envelope) => row['id']),
      [times['id'], whole['id']],
    );
  });

  test('accepts a request as child of a new tracking', async () => {
    const person = await hire(place.machine, 'ida');
    const client = await place.account.login('ida');
    const answer = await client.post('timeTrackings/create', {
      ...booking(person, morning),
      nestedEntities: { changeTimeTrackingRequests: [{ new_end_time: '2025-05-05 10:30:00' }] },
    });
    const row = written(answer);
    const [child] = row['nestedEntities'].changeTimeTrackingRequests;
    assertPart(child.Results[0], { time_tracking_id: row['id'], old_end_time: '2025-05-05 10:00:00' });
    assert.equal(row['last_change_time_tracking_request_id'], child.Results[0].id);
  });

  test('refuses empty, double, foreign and forbidden proposals', async () => {
    const { person, employee } = await openOffice(place, 'jan');
    const other = await hire(place.machine, 'other');
    const { id } = await place.machine.create('timeTrackings', booking(person, morning));
    const evening = booking(person, { start: '2025-05-05 18:00', end: '2025-05-05 20:00' });
    const nested = (...trackings: object[]): object => ({ nestedEntities: { timeTrackings: trackings } });
    const refused: readonly [entity: object, refusal: Parameters<typeof assertRefused>[1]][] = [
      [{ time_tracking_id: 0 }, { status: 400, code: 'missing_parameter', field: 'nestedEntities' }],
      [{}, { status: 400, code: 'missing_parameter', field: 'time_tracking_id' }],
      [
        { time_tracking_id: 0, ...nested() },
        { status: 400, code: 'malformed_body' },
      ],
      [
        { time_tracking_id: 0, ...nested(evening, evening) },
        { status: 422, code: 'invalid_value', field: 'nestedEntities' },
      ],
      [{ time_tracking_id: id }, { status: 422, code: 'rule_broken', field: 'new_start_time' }],
      [
        { time_tracking_id: id, new_end_time: '2025-05-05 10:00:00' },
        { status: 422, code: 'rule_broken', field: 'new_start_time' },
      ],
      [
        { time_tracking_id: id, new_end_time: '2025-05-05 08:00:00' },
        { status: 422, code: 'invalid_value', field: 'end_time' },
      ],
      [
        { time_tracking_id: 0, ...nested({ ...evening, user_id: other }) },
        { status: 401, code: 'not_allowed' },
      ],
      [
        { time_tracking_id: 0, ...nested({ ...evening, approved_by_admin: 1 }) },
        { status: 401, code: 'field_not_allowed', field: 'approved_by_admin' },
      ],
      [
        { time_tracking_id: 0, ...nested({ ...evening, task_id: 99_999 }) },
        { status: 422, code: 'unknown_reference', field: 'task_id' },
      ],
      [{ time_tracking_id: 99_999 }, { status: 422, code: 'unknown_reference', field: 'time_tracking_id' }],
    ];
    for (const [entity, refusal] of refused)
      assertRefused(await employee.post('changeTimeTrackingRequests/create', entity), refusal);
    const theirs = nested({ ...evening, user_id: other });
    assertRefused(
      await place.machine.post('changeTimeTrackingRequests/create', { time_tracking_id: id, ...theirs }),
      { status: 422, code: 'contradiction', field: 'user_id' },
    );
    assert.equal(
      (await place.machine.get('changeTimeTrackingRequests/read')).json['Results'].at(-1).status,
      'PENDING',
    );
    assert.equal((await employee.get('changeTimeTrackingRequests/read')).json['NumResults'], 0);
  });

  test('the requester changes and deletes a request only while it is pending', async () => {
    const { person, employee, supervisor } = await openOffice(place, 'karl');
    const { id } = await place.machine.create('timeTrackings', booking(person, morning));
    const ask = async (end: string): Promise<number> => {
      const entity = { time_tracking_id: id, new_end_time: end };
      const answer = await employee.post('changeTimeTrackingRequests/create', entity);
      assert.deepEqual(
        affected(answer).map((row) => row['id']),
        [id],
      );
      return written(answer)['id'] as number;
    };
    const first = await ask('2025-05-05 11:00:00');
    const second = await ask('2025-05-05 12:00:00');
    const path = `changeTimeTrackingRequests/update/${second}`;
    const moved = written(
      await employee.put(path, { new_start_time: '2025-05-05 07:00:00', request_user_comment: 'longer' }),
    );
    assertPart(moved, { new_start_time: '2025-05-05 07:00:00', new_end_time: '2025-05-05 12:00:00' });
    assertPart(await trackingIn(employee, second), { duration: 18_000 });
    assertRefused(await employee.put(path, { new_end_time: '2025-05-05 06:00:00' }), {
      status: 422,
      code: 'invalid_value',
    });
    assertRefused(await employee.put(path, { new_start_time: '' }), {
      status: 422,
      code: 'invalid_value',
      field: 'new_start_time',
    });
    assertPart(written(await employee.put(path, { new_end_time: '' })), { new_end_time: null });
    assertPart(await trackingIn(employee, second), { status: 1, end_time: null });
    const back = written(await employee.put(path, { new_end_time: '2025-05-05 12:00:00' }));
    assertPart(back, { ...moved, data_changed: back['data_changed'] });
    assertRefused(await employee.put(path, { time_tracking_id: 1 }), {
      status: 422,
      code: 'read_only_field',
    });
    assert.equal((await supervisor.put(path, { request_user_comment: 'x' })).status, 401);
    const named = async (): Promise<number | null> =>
      written(await employee.get(`timeTrackings/read/${id}`))['last_change_time_tracking_request_id'];
    assert.equal(await named(), second);
    const withdrawn = await employee.delete(`changeTimeTrackingRequests/delete/${second}`);
    assert.equal(withdrawn.status, 200);
    assert.deepEqual(
      affected(withdrawn).map((row) => [row['id'], row['last_change_time_tracking_request_id']]),
      [[id, first]],
    );
    assert.equal(await named(), first);
    const notices = rowsOf(await supervisor.get('notifications/read', { assoc_id: second }));
    assert.deepEqual(
      notices.map((row) => row['notification_type']),
      [8, 11],
    );
    assert.equal((await decide(supervisor, 'reject', first)).status, 200);
    for (const answer of [
      await employee.put(`changeTimeTrackingRequests/update/${first}`, { request_user_comment: 'but' }),
      await employee.delete(`changeTimeTrackingRequests/delete/${first}`),
    ])
      assertRefused(answer, { status: 422, code: 'rule_broken', field: 'id' });
    assert.equal((await place.machine.delete(`changeTimeTrackingRequests/delete/${first}`)).status, 200);
    assert.equal(await named(), null);
  });
});
