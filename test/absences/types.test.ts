// Absence types: their fields, and the requests, approvals, comments and limits that they decide.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused, rowOf, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { absence, decide, enter, openOffice, wednesdays, type Office } from './absence.ts';
import { hire, written } from '../time-tracking/booking.ts';

const notAllowed = { status: 401, code: 'not_allowed' } as const;

onEveryEngine(
  'absence types',
  (place) => {
    let office: Office;
    const nextDay = wednesdays();
    const addType = async (more: object): Promise<{ type_id: number; subtype_id: number; row: number }> => {
      const entity = { name_const: 'Special', abbreviation_const: 'X', ...more };
      const { absence_type_id, absence_subtype_id, id } = await place.machine.create('absenceTypes', entity);
      return { type_id: absence_type_id, subtype_id: absence_subtype_id, row: id };
    };
    const about = (person: number, { type_id, subtype_id }: Envelope, more: object = {}): Envelope => {
      const date = nextDay();
      return absence(person, date, date, { type_id, subtype_id, ...more });
    };

    const post = (more: object = {}): Promise<Answer> =>
      place.machine.post('absenceTypes/create', { name_const: 'Move', abbreviation_const: 'M', ...more });
    const numbersOf = (row: Envelope): readonly number[] => [
      row['absence_type_id'],
      row['absence_subtype_id'],
    ];

    before(async () => {
      office = await openOffice(place);
    });

    test('creates six types in a new account', async () => {
      const rows = rowsOf(await place.machine.get('absenceTypes/read'));
      assert.deepEqual(
        rows.map((row) => [...numbersOf(row), row['name_const'], row['add_to_working_hours']]),
        [
          [1, 0, 'Holiday', 0],
          [2, 0, 'Overtime reduction', 0],
          [3, 11, 'Sick leave', 0],
          [3, 12, 'Home office', 1],
          [3, 13, 'Special leave', 0],
          [4, 0, 'Sick leave with certificate', 0],
        ],
      );
    });

    test('numbers a new type with the next free subtype, or with one that is given once', async () => {
      assert.deepEqual(numbersOf(written(await post())), [3, 14]);
      assert.deepEqual(numbersOf(written(await post())), [3, 15]);
      assert.deepEqual(numbersOf(written(await post({ absence_type_id: 1 }))), [1, 1]);
      for (const absence_type_id of [0, 5, -1]) {
        const answer = await post({ absence_type_id });
        assertRefused(answer, { status: 422, code: 'invalid_value', field: 'absence_type_id' });
      }
      const field = 'absence_subtype_id';
      const { id } = written(await post({ [field]: 99 }));
      assert.deepEqual(numbersOf(rowOf(await place.machine.get('absenceTypes/read', { id }))), [3, 99]);
      assertRefused(await post({ [field]: 99 }), { status: 422, code: 'not_unique', field });
      const changed = await place.machine.put(`absenceTypes/update/${id}`, { [field]: 98 });
      assertRefused(changed, { status: 422, code: 'read_only_field', field });
    });

    test('gives fifty types that are created at once different numbers', async () => {
      const rows = await Promise.all(Array.from({ length: 50 }, async () => written(await post())));
      assert.equal(new Set(rows.map((row) => numbersOf(row).join())).size, 50);
    });

    test('fills omitted fields with defaults', async () => {
      const row = written(await post());
      const usual = {
        request_type: 'WORKFLOW',
        duration_unit: 'd',
        show_in_selection: 1,
        enabled_for_requests: 1,
        is_visible_for_edit: 1,
        add_to_working_hours: 0,
        comment_is_mandatory: 0,
        sort_order: row['id'],
      };
      for (const [name, value] of Object.entries(usual)) assert.equal(row[name], value, name);
      assert.ok(!('datev_wage_type_id' in row));
    });

    test('refuses unknown colours, request types and units', async () => {
      for (const color of ['#2E7D32', '2e7d32', '#abc'])
        assert.equal(written(await post({ color }))['color'], color);
      for (const [field, values] of [
        ['color', ['red', '#12345', '#12345g', '#1234567']],
        ['request_type', ['NOBODY', 'workflow']],
        ['duration_unit', ['h', 'days']],
        ['cycle_max_days', [-1]],
      ] as const) {
        for (const value of values)
          assertRefused(await post({ [field]: value }), { status: 422, code: 'invalid_value', field });
      }
      for (const request_type of ['WORKFLOW', 'USER', 'HR_MANAGER', 'MANAGER'])
        assert.equal(
          written(await post({ request_type, duration_unit: 'hs' }))['request_type'],
          request_type,
        );
    });

    test('decides by request_type who may create an absence and with which status', async () => {
      const { anna, boss, personnel } = office.ids;
      // For Anna by herself, by her supervisor, by the HR manager; for these two by themselves. `!`: refused.
      const expected = {
        WORKFLOW: '0 1 1 0 0',
        USER: '1 1 1 1 1',
        MANAGER: '! 1 1 0 0',
        HR_MANAGER: '! ! 1 ! 0',
      };
      for (const [request_type, letters] of Object.entries(expected)) {
        const type = await addType({ request_type });
        const attempts: readonly (readonly [Client, number])[] = [
          [office.anna, anna],
          [office.boss, anna],
          [office.personnel, anna],
          [office.boss, boss],
          [office.personnel, personnel],
        ];
        const found: string[] = [];
        for (const [client, person] of attempts) {
          const answer = await client.post('absences/create', about(person, type));
          if (answer.status !== 200) assertRefused(answer, { ...notAllowed, field: 'type_id' });
          found.push(answer.status === 200 ? String(answer.json['Results'][0].status) : '!');
        }
        assert.equal(found.join(' '), letters, request_type);
      }
    });

    test('lets only HR managers decide types with request_type HR_MANAGER', async () => {
      const type = await addType({ request_type: 'HR_MANAGER' });
      const row = await enter(place.machine, about(office.ids.anna, type));
      for (const action of ['cancel', 'approve', 'reject']) {
        assertRefused(await decide(office.boss, action, row['id']), notAllowed);
      }
      assertRefused(await office.boss.delete(`absences/delete/${row['id']}`), notAllowed);
      assert.equal(written(await decide(office.personnel, 'cancel', row['id']))['status'], 3);
    });

    test('refuses own requests for types that are not enabled for requests', async () => {
      const type = await addType({ enabled_for_requests: 0 });
      for (const [client, id] of [
        [office.anna, office.ids.anna],
        [office.personnel, office.ids.personnel],
      ] as const) {
        const refused = assertRefused(await client.post('absences/create', about(id, type)), notAllowed);
        assert.match(refused['ErrorMessage'], /not enabled for requests/);
      }
      assert.equal((await enter(office.boss, about(office.ids.anna, type)))['status'], 1);
    });

    test('requires comments for request and rejection where the type demands them', async () => {
      const type = await addType({ comment_is_mandatory: 1, reject_request_comment_is_mandatory: 1 });
      const entity = about(office.ids.anna, type);
      const missing = { status: 422, code: 'rule_broken', field: 'request_comment' } as const;
      for (const request_comment of [undefined, '', '  ']) {
        assertRefused(await office.anna.post('absences/create', { ...entity, request_comment }), missing);
      }
      const row = await enter(office.anna, { ...entity, request_comment: 'Moving house' });
      assertRefused(
        await office.anna.put('absences/update', { id: row['id'], request_comment: '' }),
        missing,
      );
      const refused = { status: 422, code: 'rule_broken', field: 'granted_comment' } as const;
      assertRefused(await decide(office.boss, 'reject', row['id']), refused);
      assertRefused(await decide(office.boss, 'reject', row['id'], { granted_comment: ' ' }), refused);
      written(await decide(office.boss, 'reject', row['id'], { granted_comment: 'Not this week' }));
    });

    test('limits days per year, month or week cycle', async () => {
      const { bert } = office.ids;
      const cyclist = await hire(place.machine, 'cyclist', { department_id: office.department });
      const client = await place.account.login('cyclist');
      const cases = [
        { cycle_id: null, free: '2028-01-03', taken: ['2027-02-03', '2027-09-15'], over: '2027-11-17' },
        { cycle_id: 1, free: '2026-12-30', taken: ['2027-03-03', '2027-12-29'], over: '2027-04-14' },
        { cycle_id: 2, free: '2027-06-01', taken: ['2027-05-04', '2027-05-31'], over: '2027-05-12' },
        { cycle_id: 3, free: '2027-10-04', taken: ['2027-09-27', '2027-10-01'], over: '2027-09-29' },
      ];
      for (const { cycle_id, free, taken, over } of cases) {
        const type = await addType({ cycle_id, cycle_max_days: 2.5 });
        const on = (date: string, more: object = {}): Envelope =>
          absence(cyclist, date, date, { type_id: type.type_id, subtype_id: type.subtype_id, ...more });
        for (const date of taken) await enter(client, on(date));
        for (const caller of [client, office.boss]) {
          const refused = assertRefused(await caller.post('absences/create', on(over)), {
            status: 422,
            code: 'rule_broken',
            field: 'duration',
          });
          const { data } = refused['ErrorExtended'];
          assert.deepEqual([data.limit, data.taken, data.wanted], [2.5, 2, 1]);
        }
        await enter(client, on(free));
        await enter(client, on(over, { request_partial_begin_duration: 0.5 }));
        await enter(office.bert, { ...on(over), user_id: bert });
      }
    });

    test('checks the limit of days again on approval', async () => {
      const type = await addType({ cycle_max_days: 1 });
      const row = await enter(office.anna, about(office.ids.anna, type));
      written(await place.machine.put(`absenceTypes/update/${type.row}`, { cycle_max_days: 0.5 }));
      assertRefused(await decide(office.boss, 'approve', row['id']), {
        status: 422,
        code: 'rule_broken',
        field: 'duration',
      });
      written(await place.machine.put(`absenceTypes/update/${type.row}`, { cycle_max_days: 1 }));
      assert.equal(written(await decide(office.boss, 'approve', row['id']))['status'], 1);
    });

    test('refuses to delete a type while absences use it', async () => {
      const type = await addType({});
      const row = await enter(office.anna, about(office.ids.anna, type));
      const refused = assertRefused(await place.machine.delete(`absenceTypes/delete/${type.row}`), {
        status: 422,
        code: 'in_use',
      });
      assert.deepEqual(refused['ErrorExtended'].data.ids, [row['id']]);
      assertRefused(await place.machine.delete(`users/delete/${office.ids.anna}`), {
        status: 422,
        code: 'in_use',
      });
      assert.equal((await office.anna.delete(`absences/delete/${row['id']}`)).status, 200);
      assert.equal((await place.machine.delete(`absenceTypes/delete/${type.row}`)).status, 200);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z', timezone: 'Europe/Vienna' },
);
