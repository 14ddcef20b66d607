import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused } from '../contract/expectations.ts';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { setClock } from '../support/installation.ts';
import { absence, dayRows, decide, enter, openOffice, statusOf, wednesdays, type Office } from './absence.ts';
import { hire, written } from './booking.ts';

const notAllowed = { status: 401, code: 'not_allowed' } as const;
const noWay = { status: 422, code: 'rule_broken', field: 'status' } as const;

onEveryEngine(
  'the life of an absence',
  (place) => {
    let office: Office;
    const nextDay = wednesdays();
    const request = (more: object = {}): Promise<Envelope> =>
      enter(office.anna, absence(office.ids.anna, nextDay(), undefined, more));

    before(async () => {
      office = await openOffice(place);
    });

    test('begins open when people ask for themselves', async () => {
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

    test('begins granted when who decides enters it, and for types that need no decision', async () => {
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

    test('is open for those who decide, when it is their own', async () => {
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

    test('open → granted, with who, when and why', async () => {
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

    test('each way is gone once, and nothing leaves declined and cancelled', async () => {
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

    test('the days of a declined and of a cancelled absence stay, with its status', async () => {
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

    test('is taken back by the person: a request at any time, a granted one before it starts', async () => {
      const open = await request();
      assert.equal(written(await decide(office.anna, 'cancel', open['id']))['status'], 3);
      const granted = await request();
      written(await decide(office.boss, 'approve', granted['id']));
      assert.equal(written(await decide(office.anna, 'cancel', granted['id']))['status'], 3);
      for (const from of ['2026-11-20', '2026-11-16']) {
        const begun = await enter(place.machine, absence(office.ids.anna, from));
        const refused = assertRefused(await decide(office.anna, 'cancel', begun['id']), noWay);
        assert.match(refused['ErrorMessage'], new RegExp(`began on ${from}`));
        assert.equal(written(await decide(office.boss, 'cancel', begun['id']))['status'], 3);
      }
    });

    test('starts at its hour, when it is counted in hours and says so', async () => {
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

    test('starts at midnight where the person is', async () => {
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

    test('waits for the replacement, who passes it on or declines it', async () => {
      const asked = await request({ replacement_user_id: office.ids.bert });
      assert.equal(asked['status'], 5);
      assert.equal((await dayRows(office.anna, { request_id: asked['id'] }))[0]?.['status'], 5);
      assertRefused(await decide(office.boss, 'approve', asked['id']), noWay);
      assert.equal(written(await decide(office.bert, 'approve', asked['id']))['status'], 0);
      assertRefused(await decide(office.bert, 'approve', asked['id']), notAllowed);
      assertRefused(await decide(office.bert, 'reject', asked['id']), notAllowed);
      assert.equal(written(await decide(office.boss, 'approve', asked['id']))['status'], 1);
      const refused = await request({ replacement_user_id: office.ids.bert });
      const declined = written(
        await decide(office.bert, 'reject', refused['id'], { granted_comment: 'Busy' }),
      );
      assert.deepEqual(
        [declined['status'], declined['granted_user_id'], declined['granted_comment']],
        [2, office.ids.bert, 'Busy'],
      );
      const takenBack = await request({ replacement_user_id: office.ids.bert });
      assertRefused(await decide(office.bert, 'cancel', takenBack['id']), notAllowed);
      assert.equal(written(await decide(office.anna, 'cancel', takenBack['id']))['status'], 3);
    });

    test('nobody stands in for themselves; an id of 0 is nobody', async () => {
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

    test('a supervisor who is asked as replacement says yes first and decides then', async () => {
      const row = await request({ replacement_user_id: office.ids.boss });
      assert.equal(written(await decide(office.boss, 'approve', row['id']))['status'], 0);
      assert.equal(written(await decide(office.boss, 'approve', row['id']))['status'], 1);
    });

    test('who has left, or will have before it begins, stands in for nobody', async () => {
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

    test('a request whose replacement leaves goes on to who decides', async () => {
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

    test('a request whose replacement has left as time went by is decided without them', async () => {
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

    test('of twenty who decide at the same time one wins', async () => {
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
