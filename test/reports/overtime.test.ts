// Tests reports of overtime: periods, sums, opening balances, departments and users who left.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { assertRefused } from '../support/expectations.ts';
import { runs } from '../support/property.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { booking, hire } from '../time-tracking/booking.ts';
import { setSetting } from '../holidays/holidays.ts';

const sums = [
  'target_working_hours',
  'total_working_time',
  'working_time_daily_balance',
  'additions',
  'overtime_paid',
  'overtime_reduction',
] as const;

const today = '2026-06-10';

onEveryEngine(
  'overtime reports',
  (place) => {
    const people: number[] = [];
    let department = 0;
    before(async () => {
      const { machine } = place;
      department = (await machine.create('departments', { department_name: 'Late', mother_id: 1 }))['id'];
      const account = {
        entry_date: '2026-03-16',
        payroll_accounting_initial_value_working_time_total_balance: 10.25,
      };
      people.push(await hire(machine, 'keen', account));
      people.push(
        await hire(machine, 'gone', { ...account, exit_date: '2026-05-20', department_id: department }),
      );
      for (const [index, person] of people.entries()) {
        for (const day of ['2026-03-31', '2026-04-01', '2026-05-04', '2026-05-20', '2026-06-02']) {
          const times = { start: `${day} 07:00:0${index}`, end: `${day} 17:40:11` };
          await machine.post('timeTrackings/create', booking(person, times));
        }
      }
      await setSetting(machine, 'allow_negative_overtime', '1');
      const [paid] = await days(people[0] as number, '2026-05-04', '2026-05-04');
      await machine.put(`timesheetAccountings/update/${paid?.['id']}`, { overtime_paid: 3.5 });
    });

    const report = async (query: Readonly<Record<string, string | number>>): Promise<readonly Envelope[]> => {
      const answer = await place.machine.get('overtimeReports/read', query);
      assert.equal(answer.status, 200, answer.text);
      return answer.json['Results'];
    };

    const days = async (person: number, from: string, to: string): Promise<readonly Envelope[]> => {
      const period = { user_id: person, date: `${from}|${to}`, _op__date: 'betw', _order_by: 'date' };
      const answer = await place.machine.get('timesheetAccountings/read', { ...period, _limit: 10_000 });
      return answer.json['Results'];
    };

    test('refuses a period that ends before it begins and names both days', async () => {
      const backwards = { date_from: '2026-04-02', date_to: '2026-04-01' };
      for (const [query, to] of [
        [backwards, '2026-04-01'],
        [{ date_from: '2026-06-11' }, '2026-06-10'],
      ] as const) {
        const answer = await place.machine.get('overtimeReports/read', query);
        const wrong = { status: 422, code: 'contradiction', field: 'date_from' } as const;
        const { ErrorMessage } = assertRefused(answer, wrong);
        assert.match(ErrorMessage, new RegExp(`date_from is ${query.date_from} and date_to ${to};`));
      }
      assert.equal((await report({ date_from: '2026-04-01', date_to: '2026-04-01' })).length, people.length);
    });

    test('covers the current month up to today without a period', async () => {
      const [row] = await report({ user_id: people[0] as number });
      assert.deepEqual([row?.['date_from'], row?.['date_to']], ['2026-06-01', '2026-06-10']);
      const june = await days(people[0] as number, '2026-06-01', '2026-06-10');
      assert.equal(row?.['working_time_total_balance'], june.at(-1)?.['working_time_total_balance']);
    });

    test('sums the days of any period up to today, with opening and final balance', async () => {
      const date = fc.integer({ min: 0, max: 120 }).map((day) => {
        return Temporal.PlainDate.from('2026-03-01').add({ days: day }).toString();
      });
      await fc.assert(
        fc.asyncProperty(date, date, async (one, other) => {
          const [date_from, date_to] = [one, other].sort() as [string, string];
          for (const person of people) {
            const rows = (await days(person, date_from, date_to)).filter((row) => row['date'] <= today);
            const found = await report({ user_id: person, date_from, date_to });
            if (rows.length === 0) assert.deepEqual(found, []);
            else await assertAddsUp(person, rows, found[0] ?? {});
          }
        }),
        runs({ test: 60, long: 300, soak: 6000 }),
      );
    });

    async function assertAddsUp(person: number, rows: readonly Envelope[], found: Envelope): Promise<void> {
      // Hours of these bookings have no hidden fractions but those of 10 or 11 seconds a day.
      for (const name of sums) {
        const sum = rows.reduce((total, row) => total + (row[name] as number), 0);
        assert.ok(Math.abs(found[name] - sum) < 0.01 * rows.length, `${name} ${found[name]} ${sum}`);
      }
      const last = rows.at(-1) as Envelope;
      assert.deepEqual(
        [found['balance_until'], found['working_time_total_balance']],
        [last['date'], last['working_time_total_balance']],
      );
      const dayBefore = Temporal.PlainDate.from(rows[0]?.['date']).subtract({ days: 1 }).toString();
      const [earlier] = await days(person, dayBefore, dayBefore);
      assert.equal(found['opening_balance'], earlier?.['working_time_total_balance'] ?? 10.25);
    }

    test('sums users by department and in total, in seconds', async () => {
      const may = { date_from: '2026-05-01', date_to: '2026-05-31' };
      const each = await report(may);
      assert.deepEqual(
        each.map(({ user_id }) => user_id),
        people,
      );
      const byDepartment = await report({ ...may, _group_by: 'department_id' });
      assert.deepEqual(
        byDepartment.map(({ department_id }) => department_id),
        [1, department],
      );
      const tree = await report({ ...may, department_tree_id: 1, _aggregate__total_working_time: 'sum' });
      const [all] = await report({
        ...may,
        _aggregate__total_working_time: 'sum',
        _aggregate__overtime_paid: 'sum',
      });
      assert.equal(all?.['overtime_paid'], 3.5);
      assert.deepEqual(tree, [{ total_working_time: all?.['total_working_time'] }]);
      // Two people, two days of 10:40:11 and 10:40:10 each.
      const seconds = 2 * (10 * 3600 + 40 * 60 + 11) + 2 * (10 * 3600 + 40 * 60 + 10);
      assert.equal(all?.['total_working_time'], Math.round(seconds / 36) / 100);
    });

    test('omits users without days and ends with the exit date', async () => {
      const june = await report({ date_from: '2026-06-01', date_to: '2026-06-30' });
      assert.deepEqual(
        june.map(({ user_id }) => user_id),
        [people[0]],
      );
      const [gone] = await report({
        user_id: people[1] as number,
        date_from: '2026-05-01',
        date_to: '2026-05-31',
      });
      const [last] = await days(people[1] as number, '2026-05-20', '2026-05-20');
      assert.equal(gone?.['working_time_total_balance'], last?.['working_time_total_balance']);
    });

    test('refuses operators, empty values and invalid days for a period', async () => {
      for (const query of [
        { date_from: '2026-05-01', _op__date_from: 'gteq' },
        { date_to: '' },
        { date_from: '2026-02-30' },
      ]) {
        const answer = await place.machine.get('overtimeReports/read', query);
        assert.equal(answer.status, 422, answer.text);
        assert.equal(answer.json['ErrorExtended'].errorCode, 'invalid_value');
      }
    });
  },
  { startsAt: '2026-06-10T10:00:00Z' },
);
