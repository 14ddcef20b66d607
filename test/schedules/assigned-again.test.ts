// Repeated, corrected and withdrawn assignments of schedule, department and calendar. 2026-11-16 is a Monday.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { readOne } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { inAccount } from '../support/account-view.ts';
import type { Envelope } from '../support/client.ts';
import { absence, dayRows, enter } from '../absences/absence.ts';
import { assertRebuilt, dayOf } from '../timesheets/timesheets.ts';
import { hire, written } from '../time-tracking/booking.ts';

/** What has a history, and the column of its date. */
const dateColumns = {
  timesheet_template_id: 'timesheet_template_id_valid_starting_from',
  department_id: 'department_id_valid_from',
  public_holiday_template_id: 'public_holiday_template_id_valid_from',
} as const;
type Column = keyof typeof dateColumns;

onEveryEngine(
  'repeated assignments',
  (place) => {
    let serial = 0;
    /** A value other than 1, the initial value of each person. */
    const others: Record<Column, number> = {
      timesheet_template_id: 2,
      department_id: 0,
      public_holiday_template_id: 0,
    };

    before(async () => {
      others.department_id = (await place.machine.create('departments', { department_name: 'North' }))['id'];
      const calendar = await place.machine.create('publicHolidayTemplates', { country_id: 276 });
      others.public_holiday_template_id = calendar['id'];
    });

    const historyOf = (person: number, column: Column): Promise<readonly (readonly unknown[])[]> =>
      inAccount(place.installation, (view) => {
        const rows = view.find(
          'personHistory',
          [
            { column: 'user_id', is: '=', value: person },
            { column: 'kind', is: '=', value: column },
          ],
          { orderBy: ['valid_from'] },
        );
        return rows.map((row) => [row['valid_from'], row['value_id']]);
      });

    for (const column of Object.keys(dateColumns) as readonly Column[]) {
      const date = dateColumns[column];

      /** Takes the steps (a value, if one is named, and a date, if one is), and asserts after each what holds. */
      const story = async (
        steps: readonly (readonly [number | null, string | null, readonly (readonly [string, number])[]])[],
      ): Promise<void> => {
        const person = await hire(place.machine, `held.${(serial += 1)}`, {
          entry_date: '2026-01-01',
          timesheet_holiday_calc_yearly_amount: 25,
        });
        for (const taken of ['2026-06-05', '2026-11-18'])
          await enter(place.machine, absence(person, taken, taken));
        for (const [value, from, expected] of steps) {
          const sent = {
            ...(value === null ? {} : { [column]: value }),
            ...(from === null ? {} : { [date]: from }),
          };
          const shown = written(await place.machine.put(`users/update/${person}`, sent));
          const told = JSON.stringify(sent);
          assert.deepEqual(await historyOf(person, column), expected, told);
          const [begins, holds] = expected.at(-1) as readonly [string, number];
          assert.deepEqual([shown[column], shown[date]], [holds, begins === ever ? null : begins], told);
          await assertRebuilt(place, person);
        }
      };
      const ever = '0001-01-01';
      const other = (): number => others[column];

      test(`${column}: keeps an initial value under any later date`, () =>
        story([
          [1, '2026-11-16', [[ever, 1]]],
          [1, '2027-02-01', [[ever, 1]]],
          [null, '2026-11-16', [[ever, 1]]],
        ]));

      test(`${column}: ignores a later start and takes an earlier one`, () =>
        story([
          [
            other(),
            '2026-06-01',
            [
              [ever, 1],
              ['2026-06-01', other()],
            ],
          ],
          [
            other(),
            '2026-11-16',
            [
              [ever, 1],
              ['2026-06-01', other()],
            ],
          ],
          [
            other(),
            '2026-12-01',
            [
              [ever, 1],
              ['2026-06-01', other()],
            ],
          ],
          [
            other(),
            '2026-05-04',
            [
              [ever, 1],
              ['2026-05-04', other()],
            ],
          ],
          [
            null,
            '2026-06-08',
            [
              [ever, 1],
              ['2026-06-08', other()],
            ],
          ],
        ]));

      test(`${column}: keeps a start of today, postpones one of tomorrow`, () =>
        story([
          [
            other(),
            '2026-11-16',
            [
              [ever, 1],
              ['2026-11-16', other()],
            ],
          ],
          [
            other(),
            '2026-11-18',
            [
              [ever, 1],
              ['2026-11-16', other()],
            ],
          ],
          [
            1,
            '2026-11-17',
            [
              [ever, 1],
              ['2026-11-16', other()],
              ['2026-11-17', 1],
            ],
          ],
          [
            1,
            '2026-11-19',
            [
              [ever, 1],
              ['2026-11-16', other()],
              ['2026-11-19', 1],
            ],
          ],
          [1, '2026-11-16', [[ever, 1]]],
        ]));

      test(`${column}: removes a planned start without a trace`, () =>
        story([
          [
            other(),
            '2026-11-17',
            [
              [ever, 1],
              ['2026-11-17', other()],
            ],
          ],
          [
            other(),
            '2026-11-23',
            [
              [ever, 1],
              ['2026-11-23', other()],
            ],
          ],
          [
            other(),
            '2026-11-18',
            [
              [ever, 1],
              ['2026-11-18', other()],
            ],
          ],
          [1, null, [[ever, 1]]],
          [null, '2026-11-23', [[ever, 1]]],
        ]));
    }

    test('keeps targets, balances and approved holiday', async () => {
      const person = await hire(place.machine, 'keeps', {
        entry_date: '2026-01-01',
        timesheet_holiday_calc_yearly_amount: 25,
      });
      const { id } = await enter(place.machine, absence(person, '2026-11-02', '2026-11-06'));
      const facts = async (): Promise<readonly unknown[]> => {
        const { target_working_hours, working_time_total_balance, holiday_balance }: Envelope = await dayOf(
          place.machine,
          person,
          '2026-11-12',
        );
        const { duration } = await readOne(place.machine, 'absences', id);
        return [target_working_hours, working_time_total_balance, holiday_balance, duration];
      };
      const [known] = [await facts()];
      assert.deepEqual([known[0], known[3]], [8, 5]);
      for (const [column, date] of Object.entries(dateColumns))
        written(await place.machine.put(`users/update/${person}`, { [column]: 1, [date]: '2026-11-16' }));
      assert.deepEqual(await facts(), known);
    });

    test('places absence days in the department of their date after each correction', async () => {
      const person = await hire(place.machine, 'placed', { entry_date: '2026-01-01' });
      const { id } = await enter(place.machine, absence(person, '2026-11-10', '2026-11-19'));
      const north = others.department_id;
      const move = async (sent: object): Promise<readonly unknown[]> => {
        written(await place.machine.put(`users/update/${person}`, sent));
        await assertRebuilt(place, person);
        const rows = await dayRows(place.machine, { request_id: id });
        return rows.filter((row) => row['user_department_id'] === north).map(({ date }) => date);
      };
      assert.deepEqual(await move({ department_id: north, department_id_valid_from: '2026-11-18' }), [
        '2026-11-18',
        '2026-11-19',
      ]);
      assert.deepEqual(await move({ department_id_valid_from: '2026-11-19' }), ['2026-11-19']);
      assert.equal((await move({ department_id: north, department_id_valid_from: '2026-11-09' })).length, 8);
      assert.deepEqual(await move({ department_id: 1, department_id_valid_from: '2026-11-01' }), []);
    });
  },
  { startsAt: '2026-11-16T09:00:00Z' },
);
