// Several change requests for one tracking are decided one by one or together.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../support/expectations.ts';
import { onOwnInstallations } from '../../support/on-every-engine.ts';
import type { Envelope } from '../../support/client.ts';
import { decide, openOffice, requestIn, requestOf, type Office } from './asking.ts';
import { assertPart, booking, pause, written } from '../booking.ts';

const morning = { start: '2025-05-05 08:00', end: '2025-05-05 10:00' };

onOwnInstallations('several requests for one tracking', { why: 'moves the clock' }, (place) => {
  /** A tracking, and two requests for it: another task, and a later end. */
  const asked = async (name: string) => {
    const office = await openOffice(place, name);
    const { id } = await place.machine.create('timeTrackings', booking(office.person, morning));
    const ask = async (change: object, comment: string): Promise<number> =>
      requestIn(
        await office.employee.put(`timeTrackings/update/${id}`, {
          ...change,
          _request_user_comment: comment,
        }),
      )['id'];
    const task = await ask({ task_id: pause }, 'it was a break');
    const end = await ask({ end_time: '2025-05-05 11:00:00' }, 'it took longer');
    return { office, id: id as number, task, end };
  };
  const shown = async (id: number): Promise<Envelope> =>
    written(await place.machine.get(`timeTrackings/read/${id}`));
  const statusOf = async (...requests: number[]): Promise<readonly unknown[]> =>
    Promise.all(requests.map(async (id) => (await requestOf(place.machine, id))['status']));

  const decisions: readonly (readonly [
    first: 'approve' | 'reject' | 'cancel',
    second: 'approve' | 'reject' | 'cancel',
  ])[] = (['approve', 'reject', 'cancel'] as const).flatMap((first) =>
    (['approve', 'reject', 'cancel'] as const).map((second) => [first, second] as const),
  );
  const outcome = { approve: 'GRANTED', reject: 'DECLINED', cancel: 'CANCELED' } as const;
  const client = ({ employee, supervisor }: Office, action: keyof typeof outcome) =>
    action === 'cancel' ? employee : supervisor;

  for (const [ofTask, ofEnd] of decisions) {
    test(`${ofTask} one and ${ofEnd} the other: each is decided alone, in either order`, async () => {
      for (const newestFirst of [false, true]) {
        const { office, id, task, end } = await asked(`${ofTask}-${ofEnd}-${newestFirst}`);
        const steps = [
          [task, ofTask],
          [end, ofEnd],
        ] as const;
        for (const [request, action] of newestFirst ? steps.toReversed() : steps)
          written(await decide(client(office, action), action, request));
        assert.deepEqual(await statusOf(task, end), [outcome[ofTask], outcome[ofEnd]]);
        assertPart(await shown(id), {
          task_id: ofTask === 'approve' ? pause : 4,
          end_time: `2025-05-05 ${ofEnd === 'approve' ? '11' : '10'}:00:00`,
        });
      }
    });
  }

  test('deciding the tracking decides all its requests with one comment', async () => {
    for (const action of ['approve', 'reject', 'cancel'] as const) {
      const { office, id, task, end } = await asked(`all-${action}`);
      const comment = { _granted_user_comment: 'all of it' };
      const answer = await client(office, action).put(`timeTrackings/${action}/${id}`, comment);
      const granted = action === 'approve';
      assertPart(written(answer), {
        task_id: granted ? pause : 4,
        end_time: `2025-05-05 ${granted ? '11' : '10'}:00:00`,
        approved_by_admin: granted ? 1 : 0,
      });
      assert.equal(answer.json['Affected'].changeTimeTrackingRequests.length, 2);
      for (const [request, said] of [
        [task, 'it was a break'],
        [end, 'it took longer'],
      ] as const)
        assertPart(await requestOf(place.machine, request), {
          status: outcome[action],
          granted_user_comment: 'all of it',
          request_user_comment: said,
        });
    }
  });

  test('the last of two requests for one field applies when all are approved', async () => {
    const { office, id } = await asked('same');
    const later = { end_time: '2025-05-05 10:30:00', _request_user_comment: 'no, half an hour' };
    requestIn(await office.employee.put(`timeTrackings/update/${id}`, later));
    written(await office.supervisor.put(`timeTrackings/approve/${id}`, {}));
    assertPart(await shown(id), { task_id: pause, end_time: '2025-05-05 10:30:00' });
  });

  test('a conflict of one request leaves all pending and the tracking not approved', async () => {
    const { office, id, task, end } = await asked('none');
    const meanwhile = { start: '2025-05-05 10:30', end: '2025-05-05 12:00' };
    await place.machine.create('timeTrackings', booking(office.person, meanwhile));
    assertRefused(await office.supervisor.put(`timeTrackings/approve/${id}`, {}), {
      status: 422,
      code: 'conflict',
    });
    assert.deepEqual(await statusOf(task, end), ['PENDING', 'PENDING']);
    assertPart(await shown(id), { task_id: 4, approved_by_admin: 0 });
  });

  test('deleting the tracking deletes its requests, notifies the requester and syncs', async () => {
    for (const way of ['deleted', 'swallowed']) {
      const { office, id, task, end } = await asked(way);
      const since = (await office.employee.get('changeTimeTrackingRequests/read')).json['RequestStartTime'];
      place.installation.clock.shift += 2000;
      const whole = booking(office.person, { start: '2025-05-05 07:00', end: '2025-05-05 12:00' });
      const answer =
        way === 'deleted'
          ? await office.supervisor.delete(`timeTrackings/delete/${id}`)
          : await office.supervisor.post('timeTrackings/create', { ...whole, _insert_into_conflicting: 1 });
      assert.equal(answer.status, 200, answer.text);
      for (const request of [task, end]) {
        const query = { assoc_id: request, user_id: office.person, notification_type: 10 };
        const [notice, ...others] = (await place.machine.get('notifications/read', query)).json['Results'];
        assertPart(notice, { user_id_sender: office.boss, status: 2 });
        assert.deepEqual(others, []);
        for (const action of ['approve', 'reject', 'cancel'] as const) {
          const refused = await decide(client(office, action), action, request);
          assertRefused(refused, { status: 422, code: 'unknown_reference' });
        }
      }
      const query = { _since: since, _fetch_deleted: 1 };
      const { Deleted } = (await office.employee.get('changeTimeTrackingRequests/read', query)).json;
      assert.deepEqual(
        Deleted.map((gone: Envelope) => gone['id']).toSorted((a: number, b: number) => a - b),
        [task, end],
      );
    }
  });
});
