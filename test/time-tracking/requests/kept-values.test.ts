// Approval applies the values that the request was sent with, also where they equalled those of the tracking at that time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../support/expectations.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import type { Envelope } from '../../support/client.ts';
import { decide, openOffice, requestIn, requestOf, trackingIn } from './asking.ts';
import { assertPart, booking, daybook, work, written } from '../booking.ts';

const morning = { start: '2025-05-05 08:00', end: '2025-05-05 12:00' };
const comment = { _request_user_comment: 'please' };

onEveryEngine('sent values of a change request', (place) => {
  const booked = async (person: number, times: Parameters<typeof booking>[1]): Promise<number> =>
    (await place.machine.create('timeTrackings', booking(person, times)))['id'];
  const shown = async (id: number): Promise<Envelope> =>
    written(await place.machine.get(`timeTrackings/read/${id}`));

  test('approval applies the sent offset of the second of two equal local times', async () => {
    const { person, employee, supervisor } = await openOffice(place, 'ada');
    const later = {
      start_time: '2025-10-26 02:30:00',
      start_time_offset: 3600,
      start_time_timezone: 'Europe/Vienna',
    };
    for (const way of ['instead', 'sent']) {
      const id = await booked(person, { start: '2025-10-26 03:30', end: '2025-10-26 06:00' });
      const request: Envelope =
        way === 'instead'
          ? requestIn(await employee.put(`timeTrackings/update/${id}`, { ...later, ...comment }))
          : await employee.create('changeTimeTrackingRequests', {
              time_tracking_id: id,
              nestedEntities: { timeTrackings: [{ user_id: person, task_id: work, ...later }] },
            });
      assertPart(await trackingIn(supervisor, request['id']), { duration: 12_600, start_time_offset: 3600 });
      written(await decide(supervisor, 'approve', request['id']));
      assertPart(await shown(id), { duration: 12_600, start_time_offset: 3600 });
      await place.machine.delete(`timeTrackings/delete/${id}`);
    }
  });

  test('approval keeps the second of two equal local times sent back unchanged', async () => {
    const { person, employee, supervisor } = await openOffice(place, 'bea');
    const { id } = await place.machine.create('timeTrackings', {
      ...booking(person, { start: '2025-10-26 02:30', end: '2025-10-26 06:00' }),
      start_time_offset: 3600,
    });
    const times = { new_start_time: '2025-10-26 02:30:00', new_end_time: '2025-10-26 07:00:00' };
    const request = await employee.create('changeTimeTrackingRequests', { time_tracking_id: id, ...times });
    await place.machine.put(`timeTrackings/update/${id}`, { start_time: '2025-10-26 04:00:00' });
    written(await decide(supervisor, 'approve', request['id']));
    assertPart(await shown(id), { duration: 4.5 * 3600, start_time_offset: 3600 });
  });

  test('approval applies a sent zone that an earlier request changes', async () => {
    const { person, employee, supervisor } = await openOffice(place, 'cem');
    const id = await booked(person, morning);
    for (const change of [
      { start_time: '2025-05-05 08:10:00', start_time_timezone: 'Europe/London' },
      { start_time: '2025-05-05 09:00:00', start_time_timezone: 'Europe/Vienna' },
    ])
      requestIn(await employee.put(`timeTrackings/update/${id}`, { ...change, ...comment }));
    written(await supervisor.put(`timeTrackings/approve/${id}`, {}));
    assertPart(await shown(id), {
      start_time: '2025-05-05 09:00:00',
      start_time_timezone: 'Europe/Vienna',
      duration: 3 * 3600,
    });
  });

  for (const way of ['instead', 'sent', 'nested'])
    test(`approval applies an end sent unchanged and moved since then (${way})`, async () => {
      const { person, employee, supervisor } = await openOffice(place, `dua.${way}`);
      const id = await booked(person, morning);
      const [start, end] = ['2025-05-05 07:30:00', '2025-05-05 12:00:00'];
      const whole = booking(person, { start, end });
      const { id: request } =
        way === 'instead'
          ? requestIn(
              await employee.put(`timeTrackings/update/${id}`, {
                start_time: start,
                end_time: end,
                ...comment,
              }),
            )
          : await employee.create('changeTimeTrackingRequests', {
              time_tracking_id: id,
              ...(way === 'sent'
                ? { new_start_time: start, new_end_time: end }
                : { nestedEntities: { timeTrackings: [whole] } }),
            });
      written(await place.machine.put(`timeTrackings/update/${id}`, { end_time: '2025-05-05 10:00:00' }));
      assertPart(await trackingIn(supervisor, request), { start_time: start, end_time: end });
      const answer = written(await decide(supervisor, 'approve', request));
      assertPart(answer, { status: 'GRANTED', new_start_time: start, new_end_time: end });
      assert.deepEqual(await daybook(place.machine, person), [`${start} – ${end}`]);
    });

  test('approval keeps fields that were not sent and shows their present values', async () => {
    const { person, employee, supervisor } = await openOffice(place, 'eli');
    const id = await booked(person, morning);
    const { id: request } = await employee.create('changeTimeTrackingRequests', {
      time_tracking_id: id,
      new_start_time: '2025-05-05 07:30:00',
    });
    written(await place.machine.put(`timeTrackings/update/${id}`, { end_time: '2025-05-05 10:00:00' }));
    written(await decide(supervisor, 'approve', request));
    assertPart(await requestOf(employee, request), {
      new_end_time: '2025-05-05 10:00:00',
      old_end_time: '2025-05-05 12:00:00',
    });
    assert.deepEqual(await daybook(place.machine, person), ['2025-05-05 07:30:00 – 2025-05-05 10:00:00']);
  });

  test('approval of a request does not reopen a tracking approved later', async () => {
    const { person, employee } = await openOffice(place, 'fay');
    const id = await booked(person, morning);
    const change = { end_time: '2025-05-05 11:00:00', approved_by_admin: 0, ...comment };
    const { id: request } = requestIn(await employee.put(`timeTrackings/update/${id}`, change));
    written(await place.machine.put(`timeTrackings/update/${id}`, { end_time: '2025-05-05 11:00:00' }));
    written(await place.machine.put(`timeTrackings/update/${id}`, { approved_by_admin: 1 }));
    await decide(place.account.administrator, 'approve', request);
    assertPart(await shown(id), { approved_by_admin: 1, end_time: '2025-05-05 11:00:00' });
  });

  test('refuses approval when another tracking has the client_unique_id', async () => {
    const { person, employee, supervisor } = await openOffice(place, 'gil');
    const named = { ...booking(person, morning), client_unique_id: 'phone-1' };
    const { id } = requestIn(await employee.post('timeTrackings/create', { ...named, ...comment }));
    const evening = booking(person, { start: '2025-05-05 18:00', end: '2025-05-05 19:00' });
    const taken = await place.machine.create('timeTrackings', { ...evening, client_unique_id: 'phone-1' });
    const { ErrorExtended } = assertRefused(await decide(supervisor, 'approve', id), {
      status: 422,
      code: 'conflict',
      field: 'client_unique_id',
    });
    assert.equal(ErrorExtended.data.id, taken['id']);
    assert.equal((await requestOf(employee, id))['status'], 'PENDING');
  });
});
