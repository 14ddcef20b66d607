// A user without the right to backdate sends times with a comment; the server makes a pending change request.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../support/expectations.ts';
import { onOwnInstallations } from '../../support/on-every-engine.ts';
import type { Envelope } from '../../support/client.ts';
import { decide, openOffice, requestIn } from './asking.ts';
import { assertPart, booking, changelog, daybook, hire, pause, written } from '../booking.ts';

const morning = { start: '2025-05-05 08:00', end: '2025-05-05 10:00' };
const comment = { _request_user_comment: 'forgot to start' };

onOwnInstallations('backdated times without the right to backdate', { why: 'moves the clock' }, (place) => {
  test('books at once with the right to backdate, although a comment is sent', async () => {
    const person = await hire(place.machine, 'free');
    const client = await place.account.login('free');
    const { id } = written(
      await client.post('timeTrackings/create', { ...booking(person, morning), ...comment }),
    );
    written(await client.put(`timeTrackings/update/${id}`, { end_time: '2025-05-05 11:00:00', ...comment }));
    assert.deepEqual(await daybook(client, person), ['2025-05-05 08:00:00 – 2025-05-05 11:00:00']);
    assert.equal((await client.get('changeTimeTrackingRequests/read')).json['NumResults'], 0);
  });

  test('refuses without a comment, makes a pending request with one and books nothing', async () => {
    const { person, employee } = await openOffice(place, 'ada');
    assertRefused(await employee.post('timeTrackings/create', booking(person, morning)), {
      status: 401,
      code: 'not_allowed',
      field: '_request_user_comment',
    });
    const answer = await employee.post('timeTrackings/create', { ...booking(person, morning), ...comment });
    const request = requestIn(answer);
    assertPart(written(answer), {
      id: null,
      user_id: person,
      start_time: '2025-05-05 08:00:00',
      duration: 7200,
      last_change_time_tracking_request_id: request['id'],
    });
    assertPart(request, {
      type: 'ADD',
      status: 'PENDING',
      time_tracking_id: null,
      request_user_id: person,
      granted_user_id: null,
      new_start_time: '2025-05-05 08:00:00',
      new_end_time: '2025-05-05 10:00:00',
      old_start_time: null,
      old_end_time: null,
      request_user_comment: 'forgot to start',
    });
    assert.match(request['request_timestamp'], /^\d{4}-/);
    assert.deepEqual(await daybook(place.machine, person), []);
    const { json } = await place.machine.get('timeTrackingChangelogs/read', { user_id: person });
    assert.equal(json['NumResults'], 0);
    const [seen] = (await employee.get('changeTimeTrackingRequests/read')).json['Results'];
    assert.deepEqual(seen, request);
    for (const wrong of ['x'.repeat(4001), { text: 'please' }]) {
      const asked = { ...booking(person, morning), _request_user_comment: wrong };
      assertRefused(await employee.post('timeTrackings/create', asked), {
        status: 422,
        code: 'invalid_value',
        field: '_request_user_comment',
      });
    }
    const silent = { ...booking(person, morning), _request_user_comment: '' };
    const { request_user_comment } = requestIn(await employee.post('timeTrackings/create', silent));
    assert.equal(request_user_comment, null);
  });

  test('a requested change has old and new times and leaves the tracking as it is', async () => {
    const { person, employee } = await openOffice(place, 'bob');
    const before = await place.machine.create('timeTrackings', booking(person, morning));
    const answer = await employee.put(`timeTrackings/update/${before['id']}`, {
      end_time: '2025-05-05 12:00:00',
      task_id: pause,
      ...comment,
    });
    const request = requestIn(answer);
    assertPart(request, {
      type: 'CHANGE',
      time_tracking_id: before['id'],
      old_start_time: '2025-05-05 08:00:00',
      old_end_time: '2025-05-05 10:00:00',
      new_start_time: '2025-05-05 08:00:00',
      new_end_time: '2025-05-05 12:00:00',
    });
    const after = written(answer);
    assert.deepEqual(
      { ...after, updated: null },
      { ...before, updated: null, last_change_time_tracking_request_id: request['id'] },
    );
    assert.equal((await changelog(place.machine, before['id'])).length, 1);
  });

  test('accepts live start, stop and notes without the right, refuses other changes', async () => {
    const { person, employee } = await openOffice(place, 'carl');
    const now = new Date(Date.now() + place.installation.clock.shift).toISOString();
    const at = now.slice(0, 19).replace('T', ' ');
    const started = written(
      await employee.post('timeTrackings/create', booking(person, { start: at, end: null, zone: 'UTC' })),
    );
    assert.equal(started['is_start_live'], 1);
    const path = `timeTrackings/update/${started['id']}`;
    written(await employee.put(path, { notes: 'on my way' }));
    assertRefused(await employee.put(path, { task_id: pause }), { status: 401, code: 'not_allowed' });
    place.installation.clock.shift += 60_000;
    const ended = new Date(Date.parse(`${at.replace(' ', 'T')}Z`) + 60_000).toISOString();
    const end = { end_time: ended.slice(0, 19).replace('T', ' '), end_time_timezone: 'UTC' };
    assert.equal(written(await employee.put(path, end))['is_end_live'], 1);
    assertRefused(await employee.put(path, { start_time: '2025-01-01 08:00:00' }), {
      status: 401,
      code: 'not_allowed',
    });
    assertRefused(await employee.delete(`timeTrackings/delete/${started['id']}`), {
      status: 401,
      code: 'not_allowed',
    });
    const late = { ...booking(person, { start: '2025-05-05 08:00', end: null }), is_offline_tracking: 1 };
    assert.equal((await employee.post('timeTrackings/create', late)).status, 401);
    assert.equal((await place.machine.delete(`timeTrackings/delete/${started['id']}`)).status, 200);
  });

  test('the supervisor creates and deletes trackings without a request', async () => {
    const { person, supervisor } = await openOffice(place, 'dora');
    const { id } = written(await supervisor.post('timeTrackings/create', booking(person, morning)));
    assert.equal((await supervisor.delete(`timeTrackings/delete/${id}`)).status, 200);
  });

  test('refuses a request that approval would refuse', async () => {
    const { person, employee } = await openOffice(place, 'emil');
    const done = await place.machine.create('tasks', { name: 'Done', mother_id: 3, is_done: 1 });
    const { id } = await place.machine.create('timeTrackings', booking(person, morning));
    const inside = booking(person, { start: '2025-05-05 09:00', end: '2025-05-05 09:30' });
    const refused: readonly [entity: object, code: 'conflict' | 'rule_broken' | 'invalid_value'][] = [
      [inside, 'conflict'],
      [
        { ...booking(person, { start: '2025-05-06 08:00', end: '2025-05-06 09:00' }), task_id: done['id'] },
        'rule_broken',
      ],
      [booking(person, { start: '2026-03-29 02:30', end: '2026-03-29 05:00' }), 'invalid_value'],
      [booking(person, { start: '2025-05-06 08:00', end: '2025-05-06 07:00' }), 'invalid_value'],
    ];
    for (const [entity, code] of refused) {
      const answer = await employee.post('timeTrackings/create', { ...entity, ...comment });
      assertRefused(answer, { status: 422, code });
    }
    await place.machine.put(`timeTrackings/update/${id}`, { approved_by_admin: 1 });
    const locked = { end_time: '2025-05-05 11:00:00', ...comment };
    assertRefused(await employee.put(`timeTrackings/update/${id}`, locked), { status: 422, code: 'locked' });
    const direct = { time_tracking_id: id, new_end_time: '2025-05-05 11:00:00' };
    assertRefused(await employee.post('changeTimeTrackingRequests/create', direct), {
      status: 422,
      code: 'locked',
    });
    assert.equal((await employee.get('changeTimeTrackingRequests/read')).json['NumResults'], 0);
  });

  test('makes one request for each batch item and client_unique_id, refuses children', async () => {
    const { person, employee } = await openOffice(place, 'fritz');
    const one = { ...booking(person, morning), client_unique_id: 'phone-1', ...comment };
    const { id } = requestIn(await employee.post('timeTrackings/create', one));
    const batch = await employee.post('timeTrackings/create', [
      one,
      { ...one, client_unique_id: 'phone-2', start_time: '2025-05-05 09:00:00' },
      { ...one, task_id: 1 },
    ]);
    assert.deepEqual(
      batch.json['Results'].map(({ Success }: Envelope) => Success),
      [true, true, false],
    );
    const affected = batch.json['Affected'].changeTimeTrackingRequests;
    assert.deepEqual(
      affected.map((row: Envelope) => row['id'] === id),
      [true, false],
    );
    const gate = (await place.machine.create('checkpoints', { name: 'Gate' }))['id'];
    const passed = { checkpoint_id: gate, timestamp: '2025-05-05 08:30:00', timezone: 'Europe/Vienna' };
    const family = { ...one, client_unique_id: 'phone-3', nestedEntities: { checkpointTrackings: [passed] } };
    assertRefused(await employee.post('timeTrackings/create', family), {
      status: 422,
      code: 'rule_broken',
      field: 'nestedEntities',
    });
    assert.equal((await employee.get('changeTimeTrackingRequests/read')).json['NumResults'], 2);
    assert.equal((await decide(place.machine, 'approve', id)).status, 200);
    const again = written(await employee.post('timeTrackings/create', one));
    assert.equal(again['client_unique_id'], 'phone-1');
    assert.equal((await daybook(place.machine, person)).length, 1);
  });
});
