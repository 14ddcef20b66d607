// Absence bans: reading and writing them, and the requests that they refuse.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused, idsOf, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { absence, openOffice, specialLeave, type Office } from './absence.ts';
import { hire, written } from '../time-tracking/booking.ts';

onEveryEngine(
  'absence bans',
  (place) => {
    let office: Office;
    const departments: Record<string, number> = {};
    const clients: Record<string, Client> = {};
    const bans: Record<string, number> = {};
    const ban = { reason: 'Stocktaking', date_from: '2026-12-01', date_to: '2026-12-24' };
    before(async () => {
      office = await openOffice(place);
      for (const [name, mother] of [
        ['north', null],
        ['branch', 'north'],
        ['south', null],
      ] as const) {
        const entity = { department_name: name, mother_id: mother === null ? 0 : departments[mother] };
        departments[name] = (await place.machine.create('departments', entity))['id'];
        await hire(place.machine, name, { department_id: departments[name] });
        clients[name] = await place.account.login(name);
        bans[name] = (
          await place.machine.create('absenceBans', { ...ban, department_id: departments[name] })
        )['id'];
      }
      bans['all'] = (await place.machine.create('absenceBans', ban))['id'];
      const [leader] = rowsOf(await place.machine.get('users/read', { username: 'north' }));
      await place.machine.put(`departments/update/${departments['north']}`, {
        supervisor_id: leader?.['id'],
      });
      clients['personnel'] = office.personnel;
    });
    const seenBy = async (name: string): Promise<readonly string[]> => {
      const ids = idsOf(await (clients[name] as Client).get('absenceBans/read'));
      return Object.keys(bans).filter((key) => ids.includes(bans[key] as number));
    };

    test('shows bans to departments they apply to, and all bans to HR managers', async () => {
      assert.deepEqual(await seenBy('south'), ['south', 'all']);
      assert.deepEqual(await seenBy('branch'), ['north', 'branch', 'all']);
      assert.deepEqual(await seenBy('north'), ['north', 'branch', 'all']);
      assert.deepEqual(await seenBy('personnel'), ['north', 'branch', 'south', 'all']);
    });

    test('lets supervisors write bans of their departments and HR managers all bans', async () => {
      const write = (name: string, department_id: number | null): Promise<Answer> =>
        (clients[name] as Client).post('absenceBans/create', { ...ban, department_id });
      for (const name of ['north', 'branch']) written(await write('north', departments[name] as number));
      for (const department of ['south', null]) {
        const answer = await write('north', department === null ? null : (departments[department] as number));
        assertRefused(answer, { status: 401, code: 'not_allowed' });
        written(await write('personnel', department === null ? null : (departments[department] as number)));
      }
      assertRefused(await write('south', departments['south'] as number), {
        status: 401,
        code: 'not_allowed',
      });
      const widened = await (clients['north'] as Client).put(`absenceBans/update/${bans['branch']}`, {
        department_id: '',
      });
      assertRefused(widened, { status: 401, code: 'not_allowed' });
    });

    test('refuses a ban that ends before it begins', async () => {
      const day = await place.machine.post('absenceBans/create', { ...ban, date_to: ban.date_from });
      const { id } = written(day);
      for (const answer of [
        await place.machine.post('absenceBans/create', { ...ban, date_to: '2026-11-30' }),
        await place.machine.put(`absenceBans/update/${id}`, { date_from: '2026-12-02' }),
      ])
        assertRefused(answer, { status: 422, code: 'invalid_value', field: 'date_to' });
    });

    test('refuses to delete a department with a ban', async () => {
      const { id } = await place.machine.create('departments', { department_name: 'Short' });
      await place.machine.create('absenceBans', { ...ban, department_id: id });
      const answer = await place.machine.delete(`departments/delete/${id}`);
      assertRefused(answer, { status: 422, code: 'in_use' });
    });

    test('refuses holiday on the first and last day of a ban, and takes the days beside', async () => {
      const days = { date_from: '2028-05-03', date_to: '2028-05-04', department_id: office.department };
      const { id } = await place.machine.create('absenceBans', { ...days, reason: 'Stocktaking' });
      const ask = (day: string): Promise<Answer> =>
        office.anna.post('absences/validate', absence(office.ids.anna, day, day));
      for (const day of ['2028-05-03', '2028-05-04'])
        assertRefused(await ask(day), { status: 422, code: 'rule_broken', field: 'from_date' });
      for (const day of ['2028-05-02', '2028-05-05']) written(await ask(day));
      await place.machine.delete(`absenceBans/delete/${id}`);
    });

    test('refuses holiday during a ban of the department or a parent department', async () => {
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
      const ofOffice = await addBan(office.department);
      for (const [client, person] of [
        [office.bert, bert],
        [office.anna, anna],
        [office.boss, office.ids.boss],
      ] as const) {
        const refused = assertRefused(await ask(client, person), banned);
        assert.match(refused['ErrorMessage'], /2028-06-07.*Stocktaking/);
        assert.equal(refused['ErrorExtended'].data.id, ofOffice['id']);
        written(await ask(client, person, specialLeave));
      }
      written(await ask(office.personnel, personnel));
      for (const client of [office.boss, office.personnel, place.machine]) written(await ask(client, anna));
      const outside = absence(anna, '2028-06-05', '2028-06-06');
      written(await office.anna.post('absences/validate', outside));
      // Saturday and Sunday take no holiday, so that the ban of the Saturday does not matter.
      written(await place.machine.put(`absenceBans/update/${ofOffice['id']}`, { date_from: '2028-06-10' }));
      written(await office.anna.post('absences/validate', absence(anna, '2028-06-05', '2028-06-12')));
      const everywhere = await addBan(null);
      assertRefused(await ask(office.personnel, personnel), banned);
      await place.machine.delete(`absenceBans/delete/${everywhere['id']}`);
      await place.machine.delete(`absenceBans/delete/${ofOffice['id']}`);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z', timezone: 'Europe/Vienna' },
);
