// The status of an absence: requests, approvals, rejections and cancellations, and the last moment for each.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { setClock } from '../support/installation.ts';
import { absence, dayRows, decide, enter, officeOf, statusOf } from './absence.ts';
import { hire, written } from '../time-tracking/booking.ts';

const notAllowed = { status: 401, code: 'not_allowed' } as const;
const noWay = { status: 422, code: 'rule_broken', field: 'status' } as const;

onEveryEngine(
  'status of absences',
  (place) => {
    const office = officeOf(place);
    const { nextDay, request } = office;

    test('creates a request of the person as open', async () => {
      const row = await request({ request_comment: 'Sea' });
      assert.equal(row['status'], 0);
      assert.deepEqual(
        [row['granted_user_id'], row['granted_timestamp'], row['request_user_department_id']],
        [null, null, office.below],
      );
      assert.match(row['created'], /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      const [day] = await dayRows(office.anna, { request_id: row['id'] });
      assert.deepEqual(
        [day?.['status'], day?.['type'], day?.['comment'], day?.['subtype'], day?.['user_department_id']],
        [0, 'holiday', 'Sea', 'Holiday', office.below],
      );
    });

    test('creates an approved absence for supervisors and types without approval', async () => {
      for (const client of [office.boss, office.personnel, place.account.administrator]) {
        const row = await enter(client, absence(office.ids.anna, nextDay()));
        assert.equal(row['status'], 1);
        assert.notEqual(row['granted_user_id'], null);
        assert.notEqual(row['granted_timestamp'], null);
      }
      const byMachine = await enter(place.machine, absence(office.ids.anna, nextDay()));
      assert.deepEqual([byMachine['status'], byMachine['granted_user_id']], [1, null]);
      const free = await place.machine.create('absenceTypes', {
        name_const: 'Course',
        abbreviation_const: 'C',
        request_type: 'USER',
      });
      const course = { type_id: free['absence_type_id'], subtype_id: free['absence_subtype_id'] };
      assert.equal((await request(course))['status'], 1);
    });

    test('creates own absences of supervisors as open and refuses their own decision', async () => {
      for (const [client, id] of [
        [office.boss, office.ids.boss],
        [office.personnel, office.ids.personnel],
      ] as const) {
        const row = await enter(client, absence(id, nextDay()));
        assert.equal(row['status'], 0);
        assertRefused(await decide(client, 'approve', row['id']), notAllowed);
        assertRefused(await decide(client, 'reject', row['id']), notAllowed);
        assert.equal(await statusOf(client, row['id']), 0);
      }
    });

    test('records approver, time and comment on approval', async () => {
      const row = await request();
      const granted = written(
        await decide(office.boss, 'approve', row['id'], { granted_comment: 'Enjoy', substitute_enabled: 1 }),
      );
      assert.deepEqual(
        [
          granted['status'],
          granted['granted_user_id'],
          granted['granted_comment'],
          granted['substitute_enabled'],
        ],
        [1, office.ids.boss, 'Enjoy', 1],
      );
      assert.notEqual(granted['granted_timestamp'], null);
      assert.equal((await dayRows(office.anna, { request_id: row['id'] }))[0]?.['status'], 1);
    });

    test('refuses a repeated decision and any decision after rejection or cancellation', async () => {
      const ways: readonly (readonly [
        first: string,
        status: number,
        then: Readonly<Record<string, boolean>>,
      ])[] = [
        ['approve', 1, { approve: false, reject: false }],
        ['reject', 2, { approve: false, reject: false, cancel: false }],
        ['cancel', 3, { approve: false, reject: false, cancel: false }],
      ];
      for (const [first, status, then] of ways) {
        const row = await request();
        assert.equal(written(await decide(office.boss, first, row['id']))['status'], status);
        for (const action of Object.keys(then)) {
          const refused = assertRefused(await decide(office.boss, action, row['id']), noWay);
          assert.deepEqual(refused['ErrorExtended'].data, { id: row['id'], status });
        }
        assert.equal(await statusOf(office.anna, row['id']), status);
      }
    });

    test('keeps the days of a rejected or cancelled absence with its status', async () => {
      for (const [action, status] of [
        ['reject', 2],
        ['cancel', 3],
      ] as const) {
        const row = await request();
        written(await decide(office.boss, action, row['id']));
        const days = await dayRows(office.anna, { request_id: row['id'] });
        assert.deepEqual(
          days.map((day) => [day['status'], day['value']]),
          [[status, 1]],
        );
      }
    });

    test('lets the person cancel a request, and an approved absence before it starts', async () => {
      const open = await request();
      assert.equal(written(await decide(office.anna, 'cancel', open['id']))['status'], 3);
      const granted = await request();
      written(await decide(office.boss, 'approve', granted['id']));
      assert.equal(written(await decide(office.anna, 'cancel', granted['id']))['status'], 3);
      for (const from of ['2026-11-20', '2026-11-16']) {
        const begun = await enter(place.machine, absence(office.ids.anna, from));
        const refused = assertRefused(await decide(office.anna, 'cancel', begun['id']), noWay);
        assert.match(refused['ErrorMessage'], new RegExp(`began on ${from}`));
        assert.equal(refused['ErrorExtended'].data.from_date, from);
        assert.equal(written(await decide(office.boss, 'cancel', begun['id']))['status'], 3);
      }
    });

    test('starts an absence in hours at its begin time', async () => {
      const type = await place.machine.create('absenceTypes', {
        name_const: 'Appointment',
        abbreviation_const: 'A',
        duration_unit: 'hs',
      });
      const hours = { type_id: type['absence_type_id'], subtype_id: type['absence_subtype_id'], duration: 1 };
      // It is 13:00 in Vienna.
      const on = (begin: string): Promise<Envelope> =>
        enter(place.machine, absence(office.ids.bert, '2026-11-20', undefined, { ...hours, begin }));
      const [later, begun] = [await on('15:00'), await on('12:00')];
      assert.equal(written(await decide(office.bert, 'cancel', later['id']))['status'], 3);
      assertRefused(await decide(office.bert, 'cancel', begun['id']), noWay);
    });

    test('starts an absence at midnight in the time zone of the person', async () => {
      const [early, late] = [
        await hire(place.machine, 'early', { timezone: 'Asia/Tokyo' }),
        await hire(place.machine, 'late', { timezone: 'Asia/Tokyo' }),
      ];
      const ofEarly = await enter(place.machine, absence(early, '2026-11-23'));
      const ofLate = await enter(place.machine, absence(late, '2026-11-23'));
      const { clock } = place.installation;
      const shift = clock.shift;
      try {
        // Two minutes before 2026-11-22 15:00 UTC, which is midnight in Tokyo, and right after it.
        setClock(clock, '2026-11-22T14:58:00Z');
        const soon = await place.account.login('early');
        assert.equal(written(await decide(soon, 'cancel', ofEarly['id']))['status'], 3);
        clock.shift += 120_000;
        assertRefused(await decide(await place.account.login('late'), 'cancel', ofLate['id']), noWay);
      } finally {
        clock.shift = shift;
      }
    });

    test('accepts one of twenty simultaneous decisions', async () => {
      for (const actions of [
        ['approve', 'reject'],
        ['approve', 'approve'],
        ['reject', 'cancel'],
      ] as const) {
        const row = await request();
        const deciders: readonly Client[] = [
          office.boss,
          office.personnel,
          place.machine,
          place.account.administrator,
        ];
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, turn) =>
            decide(deciders[turn % 4] as Client, actions[turn % 2] as string, row['id']),
          ),
        );
        const won = answers.filter(({ status }) => status === 200);
        assert.equal(won.length, 1, answers.map(({ text }) => text).join('\n'));
        for (const lost of answers.filter(({ status }) => status !== 200)) assertRefused(lost, noWay);
        assert.equal(await statusOf(office.anna, row['id']), (won[0] as Answer).json['Results'][0].status);
      }
    });
  },
  { startsAt: '2026-11-20T12:00:00Z', timezone: 'Europe/Vienna' },
);
