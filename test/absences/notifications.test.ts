// The server notifies the people involved when an absence is asked for, cancelled or deleted. 2026-11-20 is a Friday.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { absence, decide, enter, openOffice, wednesdays, type Office } from './absence.ts';
import { written } from '../time-tracking/booking.ts';

/** `notifications.notification_type` of a request, and of an absence that was cancelled. */
const [requested, cancelled] = [1, 4];

onEveryEngine(
  'notifications of an ended absence',
  (place) => {
    let office: Office;
    const nextDay = wednesdays();
    before(async () => {
      office = await openOffice(place);
    });

    type Who = keyof Office['ids'];
    const told = async (id: number, notification_type = cancelled): Promise<readonly Who[]> => {
      const { json } = await place.machine.get('notifications/read', { assoc_id: id, notification_type });
      const people = (json['Results'] as Envelope[]).map(({ user_id }) => user_id);
      return (Object.keys(office.ids) as Who[]).filter((name) => people.includes(office.ids[name]));
    };
    const ask = async (more: object = {}): Promise<number> => {
      const day = nextDay();
      return (await enter(office.anna, absence(office.ids.anna, day, day, more)))['id'];
    };
    const ends: Record<'cancelled' | 'deleted', (client: Client, id: number) => Promise<Answer>> = {
      cancelled: (client, id) => decide(client, 'cancel', id),
      deleted: (client, id) => client.delete(`absences/delete/${id}`),
    };

    for (const [name, end] of Object.entries(ends)) {
      test(`notifies replacement and supervisor as far as asked: ${name} by the person`, async () => {
        const open = await ask();
        assert.equal((await end(office.anna, open)).status, 200);
        assert.deepEqual(await told(open), ['boss']);
        const waiting = await ask({ replacement_user_id: office.ids.bert });
        assert.equal((await end(office.anna, waiting)).status, 200);
        assert.deepEqual(await told(waiting), ['bert']);
        const passedOn = await ask({ replacement_user_id: office.ids.bert });
        await decide(office.bert, 'approve', passedOn);
        assert.equal((await end(office.anna, passedOn)).status, 200);
        assert.deepEqual(await told(passedOn), ['bert', 'boss']);
      });

      test(`notifies the person and the replacement: ${name} by a supervisor`, async () => {
        const open = await ask();
        assert.equal((await end(office.boss, open)).status, 200);
        assert.deepEqual(await told(open), ['anna']);
        const granted = await ask({ replacement_user_id: office.ids.bert });
        await decide(office.bert, 'approve', granted);
        await decide(office.boss, 'approve', granted);
        assert.equal((await end(office.personnel, granted)).status, 200);
        assert.deepEqual(await told(granted), ['anna', 'bert']);
      });
    }

    test('notifies users with permission to approve while they hold it', async () => {
      const grant = { resource_name: 'absences', permission_name: 'approve' };
      const rows = [
        {
          ...grant,
          user_id: office.ids.bert,
          permission_scope_id: 6,
          permission_scope_data_1: office.ids.anna,
        },
        // One's own requests are others' to decide, and reading is not deciding.
        { ...grant, user_id: office.ids.anna, permission_scope_id: 1 },
        {
          ...grant,
          user_id: office.ids.personnel,
          permission_scope_id: 6,
          permission_scope_data_1: office.ids.bert,
        },
        { ...grant, user_id: office.ids.boss, permission_scope_id: 1 },
        { ...grant, permission_name: 'read', user_id: office.ids.personnel, permission_scope_id: 1 },
      ];
      const ids: number[] = [];
      for (const row of rows) ids.push((await place.machine.create('permissions', row))['id']);
      const asked = await ask();
      assert.deepEqual(await told(asked, requested), ['bert', 'boss']);
      written(await decide(office.anna, 'cancel', asked));
      assert.deepEqual(await told(asked), ['bert', 'boss']);
      for (const id of ids) await place.machine.delete(`permissions/delete/${id}`);
      assert.deepEqual(await told(await ask(), requested), ['boss']);
    });

    test('sends no second notification when a cancelled or rejected absence is deleted', async () => {
      const gone = await ask();
      await decide(office.anna, 'cancel', gone);
      assert.deepEqual(await told(gone), ['boss']);
      const declined = await ask();
      await decide(office.boss, 'reject', declined);
      for (const id of [gone, declined])
        assert.equal((await office.boss.delete(`absences/delete/${id}`)).status, 200);
      const { json } = await place.machine.get('notifications/read', {
        assoc_id: `${gone}|${declined}`,
        _op__assoc_id: 'in',
        notification_type: cancelled,
      });
      assert.deepEqual(json['NumResults'], 1);
    });

    test('notifies HR managers in place of a supervisor who has left', async () => {
      const leave = async (exit_date: string | null): Promise<void> =>
        void written(await place.machine.put(`users/update/${office.ids.boss}`, { exit_date }));
      await leave('2026-11-20');
      assert.deepEqual(await told(await ask(), requested), ['boss']);
      await leave('2026-11-19');
      assert.deepEqual(await told(await ask(), requested), ['personnel']);
      await leave(null);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z' },
);
