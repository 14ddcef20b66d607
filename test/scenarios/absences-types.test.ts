import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused } from '../contract/expectations.ts';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import type { Client, Envelope } from '../support/client.ts';
import { absence, decide, enter, openOffice, specialLeave, wednesdays, type Office } from './absence.ts';
import { hire, written } from './booking.ts';

const notAllowed = { status: 401, code: 'not_allowed' } as const;

onEveryEngine(
  'an absence type says',
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

    before(async () => {
      office = await openOffice(place);
    });

    test('by request_type who may enter it, for whom, and whether it is granted', async () => {
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

    test('by request_type who decides it: what is left to HR managers is not for supervisors', async () => {
      const type = await addType({ request_type: 'HR_MANAGER' });
      const row = await enter(place.machine, about(office.ids.anna, type));
      for (const action of ['cancel', 'approve', 'reject']) {
        assertRefused(await decide(office.boss, action, row['id']), notAllowed);
      }
      assertRefused(await office.boss.delete(`absences/delete/${row['id']}`), notAllowed);
      assert.equal(written(await decide(office.personnel, 'cancel', row['id']))['status'], 3);
    });

    test('whether people may ask for it themselves', async () => {
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

    test('whether a comment is needed to ask, and to decline', async () => {
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

    test('how many days of a cycle it takes at most: of a year, a month or a week', async () => {
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

    test('how many days it takes, asked again when a request is granted', async () => {
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

    test('nothing any more while absences are of it: it cannot be deleted', async () => {
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

    test('nothing of bans, which hold for holidays of a department and all below it', async () => {
      const addBan = (department_id: number | null): Promise<Envelope> =>
        place.machine.create('absenceBans', {
          department_id,
          reason: 'Stocktaking',
          date_from: '2028-06-07',
          date_to: '2028-06-10',
        });
      const { anna, bert, personnel } = office.ids;
      const week = ['2028-06-05', '2028-06-09'] as const;
      const banned = { status: 422, code: 'rule_broken', field: 'from_date' } as const;
      const ask = (client: Client, person: number, more: object = {}) =>
        client.post('absences/validate', absence(person, ...week, more));
      const ban = await addBan(office.department);
      for (const [client, person] of [
        [office.bert, bert],
        [office.anna, anna],
        [office.boss, office.ids.boss],
      ] as const) {
        const refused = assertRefused(await ask(client, person), banned);
        assert.match(refused['ErrorMessage'], /2028-06-07.*Stocktaking/);
        assert.equal(refused['ErrorExtended'].data.id, ban['id']);
        written(await ask(client, person, specialLeave));
      }
      written(await ask(office.personnel, personnel));
      for (const client of [office.boss, office.personnel, place.machine]) written(await ask(client, anna));
      const outside = absence(anna, '2028-06-05', '2028-06-06');
      written(await office.anna.post('absences/validate', outside));
      // Saturday and Sunday take no holiday, so that the ban of the Saturday does not matter.
      written(await place.machine.put(`absenceBans/update/${ban['id']}`, { date_from: '2028-06-10' }));
      written(await office.anna.post('absences/validate', absence(anna, '2028-06-05', '2028-06-12')));
      const everywhere = await addBan(null);
      assertRefused(await ask(office.personnel, personnel), banned);
      await place.machine.delete(`absenceBans/delete/${everywhere['id']}`);
      await place.machine.delete(`absenceBans/delete/${ban['id']}`);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z', timezone: 'Europe/Vienna' },
);
