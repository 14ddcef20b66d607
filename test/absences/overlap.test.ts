// Absences of one person on the same date: the server refuses overlaps, and sick leave gives holiday back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answer, Client, Envelope } from '../support/client.ts';
import {
  absence,
  certifiedSickLeave,
  dayRows,
  daysOf,
  decide,
  enter,
  reduction,
  sickLeave,
  specialLeave,
} from './absence.ts';
import { hire, written } from '../time-tracking/booking.ts';

const week = ['2027-06-07', '2027-06-11'] as const;
const refusal = { status: 422, code: 'conflict', field: 'from_date' } as const;

onEveryEngine(
  'overlapping absences',
  (place) => {
    let serial = 0;
    const hireOne = async (): Promise<{ id: number; client: Client }> => {
      const username = `absent.${(serial += 1)}`;
      const id = await hire(place.machine, username);
      return { id, client: await place.account.login(username) };
    };
    const create = (entity: Envelope): Promise<Answer> => place.machine.post('absences/create', entity);
    const read = async (id: number): Promise<Envelope> =>
      written(await place.machine.get(`absences/read/${id}`));
    const addType = async (more: object): Promise<{ type_id: number; subtype_id: number }> => {
      const entity = { name_const: 'Appointment', abbreviation_const: 'A', ...more };
      const type = await place.machine.create('absenceTypes', entity);
      return { type_id: type['absence_type_id'], subtype_id: type['absence_subtype_id'] };
    };

    test('refuses overlap regardless of type and names the conflicting absence', async () => {
      const { id } = await hireOne();
      const first = await enter(place.machine, absence(id, ...week));
      for (const [from, to] of [
        week,
        ['2027-06-01', '2027-06-07'],
        ['2027-06-11', '2027-06-20'],
        ['2027-06-09', '2027-06-09'],
        ['2027-06-01', '2027-06-30'],
      ] as const) {
        for (const type of [{}, reduction, specialLeave]) {
          const refused = assertRefused(await create(absence(id, from, to, type)), refusal);
          assert.deepEqual(refused['ErrorExtended'].data, {
            id: first['id'],
            from_date: week[0],
            to_date: week[1],
          });
        }
      }
      for (const [from, to] of [
        ['2027-06-01', '2027-06-04'],
        ['2027-06-14', '2027-06-18'],
      ] as const) {
        await enter(place.machine, absence(id, from, to));
      }
      const other = await hireOne();
      await enter(place.machine, absence(other.id, ...week));
    });

    test('blocks dates for requests and frees them on rejection or cancellation', async () => {
      const { id, client } = await hireOne();
      const open = await enter(client, absence(id, ...week));
      assertRefused(await create(absence(id, ...week)), refusal);
      written(await decide(place.machine, 'reject', open['id']));
      const again = await enter(place.machine, absence(id, ...week));
      assertRefused(await create(absence(id, ...week)), refusal);
      written(await decide(place.machine, 'cancel', again['id']));
      await enter(place.machine, absence(id, ...week));
    });

    test('accepts two halves on one date and refuses a third', async () => {
      const half = { request_partial_begin_duration: 0.5 };
      const otherHalf = { request_partial_end_duration: 0.5 };
      for (const [one, two] of [
        [half, otherHalf],
        [half, half],
      ] as const) {
        const { id } = await hireOne();
        const date = '2027-06-09';
        const first = await enter(place.machine, absence(id, date, date, one));
        const second = await enter(place.machine, absence(id, date, date, { ...two, ...specialLeave }));
        assert.deepEqual([first['duration'], second['duration']], [0.5, 0.5]);
        for (const third of [half, otherHalf, {}]) {
          assertRefused(await create(absence(id, date, date, third)), refusal);
        }
        const days = await dayRows(place.machine, { user_id: id, date });
        assert.deepEqual(
          days.map(({ value }) => value),
          [0.5, 0.5],
        );
      }
    });

    test('accepts absences that meet in the middle of a day', async () => {
      const { id } = await hireOne();
      const until = absence(id, '2027-06-07', '2027-06-09', { request_partial_end_duration: 0.5 });
      const from = absence(id, '2027-06-09', '2027-06-11', { request_partial_begin_duration: 0.5 });
      assert.equal((await enter(place.machine, until))['duration'], 2.5);
      assertRefused(await create({ ...from, request_partial_begin_duration: 1 }), refusal);
      assert.equal((await enter(place.machine, from))['duration'], 2.5);
    });

    test('accepts hourly absences side by side while the day has hours left', async () => {
      const hours = await addType({ duration_unit: 'hs' });
      const { id } = await hireOne();
      const date = '2027-06-09';
      const ask = (more: object): Envelope => absence(id, date, date, { ...hours, ...more });
      await enter(place.machine, ask({ begin: '08:00', duration: 2 }));
      assertRefused(await create(ask({ begin: '09:59:59', duration: 1 })), refusal);
      assertRefused(await create(ask({ begin: '07:00', duration: 1.01 })), refusal);
      await enter(place.machine, ask({ begin: '10:00', duration: 2 }));
      await enter(place.machine, absence(id, date, date, { request_partial_end_duration: 0.5 }));
      assertRefused(await create(ask({ duration: 0.01 })), refusal);
    });

    for (const [name, sick] of [
      ['3/11', sickLeave],
      ['4/0', certifiedSickLeave],
    ] as const) {
      test(`gives back approved holiday under sick leave ${name} until it is cancelled`, async () => {
        const { id } = await hireOne();
        const vacation = await enter(place.machine, absence(id, ...week));
        const ill = await enter(place.machine, absence(id, '2027-06-09', '2027-06-15', sick));
        assert.deepEqual([ill['status'], ill['duration']], [1, 5]);
        assert.deepEqual(await daysOf(place.machine, vacation['id']), ['2027-06-07 1', '2027-06-08 1']);
        const reduced = await read(vacation['id']);
        assert.deepEqual([reduced['duration'], reduced['status'], reduced['to_date']], [2, 1, week[1]]);
        assertRefused(await create(absence(id, '2027-06-09', '2027-06-09', specialLeave)), refusal);
        written(await decide(place.machine, 'cancel', ill['id']));
        assert.equal((await read(vacation['id']))['duration'], 5);
        assert.equal((await daysOf(place.machine, vacation['id'])).length, 5);
      });
    }

    test('gives back half a day under half sick leave, none beside half a holiday', async () => {
      const half = { request_partial_begin_duration: 0.5 };
      const { id } = await hireOne();
      const vacation = await enter(place.machine, absence(id, ...week));
      await enter(place.machine, absence(id, '2027-06-09', '2027-06-09', { ...sickLeave, ...half }));
      assert.equal((await read(vacation['id']))['duration'], 4.5);
      const other = await hireOne();
      const short = await enter(place.machine, absence(other.id, '2027-06-09', '2027-06-09', half));
      await enter(place.machine, absence(other.id, '2027-06-09', '2027-06-09', { ...sickLeave, ...half }));
      assert.equal((await read(short['id']))['duration'], 0.5);
    });

    test('gives days back on approval of sick leave and takes them on its deletion', async () => {
      const { id, client } = await hireOne();
      const vacation = await enter(place.machine, absence(id, ...week));
      const ill = await enter(client, absence(id, '2027-06-08', '2027-06-09', sickLeave));
      assert.equal(ill['status'], 0);
      assert.equal((await read(vacation['id']))['duration'], 5);
      written(await decide(place.machine, 'approve', ill['id']));
      assert.equal((await read(vacation['id']))['duration'], 3);
      const ofIllness = await dayRows(place.machine, { request_id: ill['id'] });
      assert.equal(ofIllness.length, 2);
      const since = (await place.machine.get('serverTime/read')).json['RequestStartTime'];
      assert.equal((await place.machine.delete(`absences/delete/${ill['id']}`)).status, 200);
      assert.equal((await read(vacation['id']))['duration'], 5);
      const delta = await place.machine.get('deltaSync/read', {
        _include: 'absences,absenceDays',
        _since: since,
        _fetch_deleted: 1,
      });
      const { absences, absenceDays } = delta.json['Results'];
      assert.ok(
        absences.Results.some((row: Envelope) => row['id'] === vacation['id'] && row['duration'] === 5),
      );
      assert.ok(absences.Deleted.some((row: Envelope) => row['id'] === ill['id']));
      const returned = absenceDays.Results.filter((row: Envelope) => row['request_id'] === vacation['id']);
      const dates = new Set(returned.map(({ date }: Envelope) => date));
      assert.ok(dates.has('2027-06-08') && dates.has('2027-06-09'), [...dates].join());
      const gone = new Set(absenceDays.Deleted.map((row: Envelope) => row['id']));
      assert.ok(ofIllness.every(({ id: day }) => gone.has(day)));
    });

    test('refuses sick leave over other absences, and absences over sick leave', async () => {
      for (const [entered, type] of [
        ['open', {}],
        ['granted', reduction],
        ['granted', specialLeave],
        ['granted', sickLeave],
      ] as const) {
        const { id, client } = await hireOne();
        await enter(entered === 'open' ? client : place.machine, absence(id, ...week, type));
        assertRefused(await create(absence(id, '2027-06-08', '2027-06-08', sickLeave)), refusal);
      }
      const { id } = await hireOne();
      await enter(place.machine, absence(id, ...week, sickLeave));
      assertRefused(await create(absence(id, '2027-06-08', '2027-06-08')), refusal);
    });

    test('counts no day twice when a holiday under sick leave is cancelled', async () => {
      const { id } = await hireOne();
      const vacation = await enter(place.machine, absence(id, ...week));
      const ill = await enter(place.machine, absence(id, ...week, sickLeave));
      assert.deepEqual([(await read(vacation['id']))['duration'], ill['duration']], [0, 5]);
      assert.deepEqual(await daysOf(place.machine, vacation['id']), []);
      written(await decide(place.machine, 'cancel', vacation['id']));
      written(await decide(place.machine, 'cancel', ill['id']));
      assert.equal((await read(vacation['id']))['duration'], 0);
    });

    test('accepts one of fifty simultaneous requests for one day', async () => {
      const { id, client } = await hireOne();
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => client.post('absences/create', absence(id, '2027-06-09'))),
      );
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      assert.equal((await dayRows(place.machine, { user_id: id, date: '2027-06-09' })).length, 1);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z', timezone: 'Europe/Vienna' },
);
