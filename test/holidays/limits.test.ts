// The server refuses requests for more holiday than is available. 2026-11-20 is a Friday; people work from Monday to
// Friday.
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { assertRefused, rowOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { absence, daysOf, decide, enter, specialLeave, statusOf, wednesdays } from '../absences/absence.ts';
import { written } from '../time-tracking/booking.ts';
import { assertSettled, setSetting, summaryOf } from './holidays.ts';
import { foundDepartment, type LedPeople, type Person } from '../people/led-people.ts';

const refusal = { status: 422, code: 'rule_broken', field: 'duration' } as const;

onEveryEngine(
  'holiday limit',
  (place) => {
    let people: LedPeople;
    let anna: Person;
    before(async () => {
      people = await foundDepartment(place);
    });
    beforeEach(async () => {
      // 2 days of 2026 and 3 of 2027
      const amount = { entry_date: '2026-01-01', timesheet_holiday_calc_yearly_amount: 3 };
      anna = await people.hireNext({ ...amount, payroll_accounting_initial_value_holiday: -1 });
    });
    const ask = (client: Client, from: string, to = from, more: object = {}): Promise<Answer> =>
      client.post('absences/create', absence(anna.id, from, to, more));
    const available = async (query: object = {}): Promise<number> =>
      (await summaryOf(place.machine, anna.id, query))['current_period'].holiday_available;
    const adjust = (value: number, date = '2026-11-20'): Promise<Answer> =>
      place.machine.put('holidayAdjustment/add', { user_id: anna.id, date, value });

    test('refuses more days than available to every user and names the holiday year', async () => {
      for (const client of [anna.client, people.boss.client, people.hanna.client, place.machine]) {
        const refused = assertRefused(await ask(client, '2026-12-01', '2026-12-03'), refusal);
        assert.equal(
          refused['ErrorMessage'],
          `duration is too long: user ${anna.id} has 2 days available in the holiday year ` +
            'from 2026-01-01 to 2026-12-31, and this takes 3.',
        );
        assert.deepEqual(refused['ErrorExtended'].data, {
          from: '2026-01-01',
          to: '2026-12-31',
          available: 2,
          wanted: 3,
        });
      }
      written(await ask(anna.client, '2026-12-01', '2026-12-02'));
      assert.equal(await available(), 0);
      assertRefused(
        await ask(anna.client, '2026-12-03', '2026-12-03', { request_partial_begin_duration: 0.5 }),
        refusal,
      );
    });

    test('limits days by the year they lie in and carries the rest over', async () => {
      assertRefused(await ask(anna.client, '2026-12-29', '2027-01-04'), refusal);
      // 30 and 31 December; the 1st of January is a public holiday; 4 to 5 January.
      written(await ask(anna.client, '2026-12-30', '2027-01-05'));
      // Two of the three days are left for the next year, and both are asked for.
      assert.equal(await available({ start_date: '2027-01-05' }), 1);
      assertRefused(await ask(anna.client, '2027-01-12', '2027-01-13'), refusal);
      written(await ask(anna.client, '2027-01-12'));
      assertRefused(await ask(anna.client, '2026-12-02'), refusal);
    });

    test('allows the entitlement of future years without a calendar', async () => {
      // 2 and 3 days, and 3 of each of 2028 and 2029; calendars know no public holiday of 2029 yet.
      const refused = assertRefused(await ask(anna.client, '2029-05-07', '2029-05-22'), refusal);
      assert.deepEqual(refused['ErrorExtended'].data, {
        from: '2029-01-01',
        to: '2029-12-31',
        available: 11,
        wanted: 12,
      });
      written(await ask(anna.client, '2029-05-07', '2029-05-21'));
      assertRefused(await ask(anna.client, '2026-12-01'), refusal);
    });

    test('counts open requests and requests waiting for a replacement', async () => {
      const waiting = { replacement_user_id: people.other.id };
      written(await ask(anna.client, '2026-12-01', '2026-12-01', waiting));
      written(await ask(anna.client, '2026-12-02'));
      assertRefused(await ask(anna.client, '2026-12-03'), refusal);
      const later = await ask(people.boss.client, '2026-12-03');
      assert.equal(assertRefused(later, refusal)['ErrorExtended'].data.available, 0);
    });

    test('frees days of rejected, cancelled and deleted requests', async () => {
      for (const [client, action] of [
        [people.boss.client, 'reject'],
        [anna.client, 'cancel'],
      ] as const) {
        const { id } = await enter(anna.client, absence(anna.id, '2026-12-01', '2026-12-02'));
        assertRefused(await ask(anna.client, '2026-12-03'), refusal);
        written(await decide(client, action, id));
      }
      const { id } = await enter(anna.client, absence(anna.id, '2026-12-01', '2026-12-02'));
      assert.equal((await anna.client.delete(`absences/delete/${id}`)).status, 200);
      written(await ask(anna.client, '2026-12-03', '2026-12-04'));
    });

    test('checks again when a replacement accepts and when a supervisor approves', async () => {
      const replaced = { replacement_user_id: people.other.id };
      const { id } = await enter(anna.client, absence(anna.id, '2026-12-01', '2026-12-02', replaced));
      rowOf(await adjust(-0.5));
      assertRefused(await decide(people.other.client, 'approve', id), refusal);
      rowOf(await adjust(0.5));
      written(await decide(people.other.client, 'approve', id));
      rowOf(await adjust(-0.5));
      const refused = assertRefused(await decide(people.boss.client, 'approve', id), refusal);
      assert.deepEqual(
        [refused['ErrorExtended'].data.available, refused['ErrorExtended'].data.wanted],
        [1.5, 2],
      );
      assert.equal(await statusOf(anna.client, id), 0);
      rowOf(await adjust(0.5));
      written(await decide(people.boss.client, 'approve', id));
      await assertSettled(place, anna.id);
    });

    test('allows rejecting and cancelling requests above the limit', async () => {
      const first = await enter(anna.client, absence(anna.id, '2026-12-01'));
      const second = await enter(anna.client, absence(anna.id, '2026-12-02'));
      rowOf(await adjust(-2));
      written(await decide(people.boss.client, 'reject', first['id']));
      written(await decide(anna.client, 'cancel', second['id']));
    });

    test('applies to validate and to each item of a batch', async () => {
      const body = absence(anna.id, '2026-12-01', '2026-12-03');
      assertRefused(await anna.client.post('absences/validate', body), refusal);
      written(await anna.client.post('absences/validate', absence(anna.id, '2026-12-01', '2026-12-02')));
      const batch = ['2026-12-01', '2026-12-02', '2026-12-03'].map((date) => absence(anna.id, date));
      const { json } = await anna.client.post('absences/create', batch);
      const items = json['Results'] as Envelope[];
      assert.deepEqual(
        items.map(({ Success }) => Success),
        [true, true, false],
      );
      assert.equal(items[2]?.['ErrorExtended'].data.available, 0);
    });

    test('accepts simultaneous requests and approvals up to the limit', async () => {
      const next = wednesdays();
      for (let round = 0; round < 3; round += 1) {
        const person = await people.hireNext({
          entry_date: '2027-01-01',
          timesheet_holiday_calc_yearly_amount: 1,
        });
        const bodies = [1, 2, 3, 4].map(() => absence(person.id, next()));
        const answers = await Promise.all(bodies.map((body) => person.client.post('absences/create', body)));
        assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422, 422, 422]);
      }
      rowOf(await adjust(2));
      const ids: number[] = [];
      for (const date of ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04'])
        ids.push((await enter(anna.client, absence(anna.id, date)))['id']);
      rowOf(await adjust(-1));
      // Until one of four is taken back, there is not enough for any.
      const [first, ...others] = ids as [number, ...number[]];
      const approve = (id: number): Promise<Answer> => decide(people.boss.client, 'approve', id);
      const [cancelled, ...approved] = await Promise.all([
        decide(people.boss.client, 'cancel', first),
        ...others.map(approve),
      ]);
      written(cancelled as Answer);
      for (const [index, answer] of approved.entries()) {
        if (answer.status === 200) continue;
        assertRefused(answer, refusal);
        written(await approve(others[index] as number));
      }
      assert.equal(await available(), 0);
      await assertSettled(place, anna.id);
    });

    test('allows negative balances where the setting permits them', async () => {
      await setSetting(place.machine, 'holiday_negative_balance', '1');
      const { id } = await enter(anna.client, absence(anna.id, '2026-12-01', '2026-12-04'));
      written(await decide(people.boss.client, 'approve', id));
      assert.equal(await available(), -2);
      assert.equal(await available({ start_date: '2027-03-01' }), 1);
      await setSetting(place.machine, 'holiday_negative_balance', '0');
      assertRefused(await ask(anna.client, '2027-03-01', '2027-03-02'), refusal);
      written(await ask(anna.client, '2027-03-01'));
      assertRefused(await ask(anna.client, '2026-12-09'), refusal);
    });

    test('sets no limit without a yearly amount or for other absences', async () => {
      written(await ask(anna.client, '2026-12-01', '2026-12-04', specialLeave));
      const free = await people.hireNext({ entry_date: '2026-01-01' });
      await enter(free.client, absence(free.id, '2026-11-23', '2027-11-19'));
      assert.equal((await summaryOf(place.machine, free.id))['current_period'].holiday_granted, 0);
      const none = await people.hireNext({
        entry_date: '2026-01-01',
        timesheet_holiday_calc_yearly_amount: 0,
      });
      const body = absence(none.id, '2026-12-01');
      assertRefused(await none.client.post('absences/create', body), refusal);
    });

    test('counts holiday in hours, and hourly types with a cycle limit, in days', async () => {
      const type = async (more: object): Promise<object> => {
        const names = { name_const: 'Hours', abbreviation_const: 'H', duration_unit: 'hs' };
        const row = await place.machine.create('absenceTypes', { ...names, ...more });
        return { type_id: row['absence_type_id'], subtype_id: row['absence_subtype_id'] };
      };
      const hourly = await type({ absence_type_id: 1 });
      written(await ask(anna.client, '2026-12-01', '2026-12-02', hourly));
      assertRefused(await ask(anna.client, '2026-12-03', '2026-12-03', { ...hourly, duration: 1 }), refusal);
      const limited = await type({ cycle_max_days: 1.5 });
      const { id } = await enter(anna.client, absence(anna.id, '2027-02-03', '2027-02-03', limited));
      assert.deepEqual(await daysOf(anna.client, id), ['2027-02-03 8']);
      const refused = assertRefused(
        await ask(anna.client, '2027-02-10', '2027-02-10', { ...limited, duration: 4.5 }),
        refusal,
      );
      const { limit, taken, wanted } = refused['ErrorExtended'].data;
      assert.deepEqual([limit, taken, wanted], [1.5, 1, 0.56]);
      written(await ask(anna.client, '2027-02-10', '2027-02-10', { ...limited, duration: 4 }));
    });
  },
  { startsAt: '2026-11-20T12:00:00Z' },
);
