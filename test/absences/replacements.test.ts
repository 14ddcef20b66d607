// A replacement accepts or rejects a request once, before the supervisor decides.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { setClock } from '../support/installation.ts';
import { absence, dayRows, decide, enter, officeOf, sickLeave, statusOf } from './absence.ts';
import { hire, written } from '../time-tracking/booking.ts';

const notAllowed = { status: 401, code: 'not_allowed' } as const;
const noWay = { status: 422, code: 'rule_broken', field: 'status' } as const;

onEveryEngine(
  'absences with a replacement',
  (place) => {
    const office = officeOf(place);
    const { nextDay, request } = office;

    test('waits for the replacement, who accepts or rejects the request', async () => {
      const asked = await request({ replacement_user_id: office.ids.bert });
      assert.equal(asked['status'], 5);
      assert.equal((await dayRows(office.anna, { request_id: asked['id'] }))[0]?.['status'], 5);
      assertRefused(await decide(office.boss, 'approve', asked['id']), noWay);
      assert.equal(written(await decide(office.bert, 'approve', asked['id']))['status'], 0);
      assertRefused(await decide(office.bert, 'approve', asked['id']), noWay);
      assertRefused(await decide(office.bert, 'reject', asked['id']), noWay);
      assertRefused(await decide(office.bert, 'cancel', asked['id']), notAllowed);
      assert.equal(written(await decide(office.boss, 'approve', asked['id']))['status'], 1);
      const refused = await request({ replacement_user_id: office.ids.bert });
      const declined = written(
        await decide(office.bert, 'reject', refused['id'], { granted_comment: 'Busy' }),
      );
      assert.deepEqual([declined['status'], declined['granted_user_id']], [2, office.ids.bert]);
      const shown = written(await office.anna.get(`absences/read/${refused['id']}`));
      assert.equal(shown['granted_comment'], 'Busy');
      const takenBack = await request({ replacement_user_id: office.ids.bert });
      assertRefused(await decide(office.bert, 'cancel', takenBack['id']), notAllowed);
      assert.equal(written(await decide(office.anna, 'cancel', takenBack['id']))['status'], 3);
      const late = await decide(office.bert, 'approve', takenBack['id']);
      assertRefused(late, noWay);
      assert.match(
        late.json['ErrorMessage'],
        /is 3 \(cancelled\), and it must be 5 \(waiting for the replacement\)/,
      );
    });

    test('reads when the person is away, and neither the type nor any comment', async () => {
      const secret = { request_comment: 'Operation', individual_value_1: 'Ward 3' };
      const asked = await request({ ...sickLeave, ...secret, replacement_user_id: office.ids.bert });
      const { id, from_date, to_date } = asked;
      const seen = written(await office.bert.get(`absences/read/${id}`));
      assert.deepEqual(
        [seen['user_id'], seen['from_date'], seen['to_date'], seen['status'], seen['duration']],
        [office.ids.anna, from_date, to_date, 5, 1],
      );
      for (const field of [
        'type_id',
        'subtype_id',
        'request_comment',
        'granted_comment',
        'individual_value_1',
      ])
        assert.ok(!(field in seen), field);
      const guessed = await office.bert.get('absences/read', { id, type_id: sickLeave.type_id });
      assert.notEqual(guessed.json['NumResults'], 1);
      for (const reader of [office.anna, office.boss, office.personnel, place.machine])
        assert.equal(written(await reader.get(`absences/read/${id}`))['subtype_id'], sickLeave.subtype_id);
    });

    test('accepts one of two simultaneous answers of the replacement', async () => {
      for (const [one, other] of [
        ['approve', 'approve'],
        ['approve', 'reject'],
        ['reject', 'reject'],
      ] as const) {
        const asked = await request({ replacement_user_id: office.ids.bert });
        const answers = await Promise.all([
          decide(office.bert, one, asked['id']),
          decide(office.bert, other, asked['id']),
        ]);
        const lost = answers.find(({ status }) => status !== 200);
        assert.ok(lost !== undefined && answers.some(({ status }) => status === 200));
        assertRefused(lost, noWay);
      }
    });

    test('refuses the person as own replacement and reads an id of 0 as none', async () => {
      const from = nextDay();
      const entity = absence(office.ids.anna, from, from, { replacement_user_id: office.ids.anna });
      assertRefused(await office.anna.post('absences/create', entity), {
        status: 422,
        code: 'rule_broken',
        field: 'replacement_user_id',
      });
      for (const action of ['validate', 'create']) {
        const row = written(
          await office.anna.post(`absences/${action}`, { ...entity, replacement_user_id: 0 }),
        );
        assert.deepEqual([row['replacement_user_id'], row['status']], [null, 0]);
      }
    });

    test('asks a supervisor who is the replacement to accept before deciding', async () => {
      const row = await request({ replacement_user_id: office.ids.boss });
      assert.equal(written(await decide(office.boss, 'approve', row['id']))['status'], 0);
      assert.equal(written(await decide(office.boss, 'approve', row['id']))['status'], 1);
    });

    test('refuses a replacement who has left or leaves before the absence', async () => {
      const from = nextDay();
      const gone = await hire(place.machine, 'gone');
      written(await place.machine.put(`users/update/${gone}`, { active: 0 }));
      const leaves = await hire(place.machine, 'leaves', { exit_date: '2026-11-30' });
      for (const replacement_user_id of [gone, leaves]) {
        const entity = absence(office.ids.anna, from, from, { replacement_user_id });
        const wrong = { status: 422, code: 'rule_broken', field: 'replacement_user_id' } as const;
        for (const client of [office.anna, office.boss])
          for (const action of ['validate', 'create'])
            assertRefused(await client.post(`absences/${action}`, entity), wrong);
      }
      const entity = absence(office.ids.anna, '2026-11-30', '2026-11-30', { replacement_user_id: leaves });
      const { id, status } = await enter(office.anna, entity);
      assert.equal(status, 5);
      await decide(office.anna, 'cancel', id);
    });

    test('passes a request on to the supervisor when its replacement is deactivated', async () => {
      const told = async (id: number): Promise<number> =>
        (await office.boss.get('notifications/read', { assoc_id: id, notification_type: 1 })).json[
          'NumResults'
        ];
      const replacement = await hire(place.machine, 'deserter');
      const [first, second] = [
        await request({ replacement_user_id: replacement }),
        await request({ replacement_user_id: replacement }),
      ];
      assert.equal(await told(first['id']), 0);
      written(await place.machine.put(`users/update/${replacement}`, { active: 0 }));
      for (const { id } of [first, second]) {
        assert.equal(await statusOf(office.anna, id), 0);
        assert.equal((await dayRows(office.anna, { request_id: id }))[0]?.['status'], 0);
        assert.equal(await told(id), 1);
      }
      assert.equal(written(await decide(office.boss, 'approve', first['id']))['status'], 1);
      assert.equal(written(await decide(office.boss, 'reject', second['id']))['status'], 2);
    });

    test('lets a supervisor decide once the exit date of the replacement has passed', async () => {
      const replacement = await hire(place.machine, 'retires', { exit_date: '2027-12-31' });
      const { id } = await request({ replacement_user_id: replacement });
      const { clock } = place.installation;
      const shift = clock.shift;
      try {
        setClock(clock, '2027-12-31T12:00:00Z');
        assertRefused(await decide(await place.account.login('boss'), 'approve', id), noWay);
        setClock(clock, '2028-01-01T12:00:00Z');
        const later = await place.account.login('boss');
        assert.equal(written(await decide(later, 'approve', id))['status'], 1);
      } finally {
        clock.shift = shift;
      }
    });
  },
  { startsAt: '2026-11-20T12:00:00Z', timezone: 'Europe/Vienna' },
);
