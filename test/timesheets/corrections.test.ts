// Corrections by a payroll clerk, with every number calculated by hand. In Austria, 2026-06-04 is Corpus Christi; 8 and
// 25 December, 1 and 6 January are public holidays. The clock stands on Monday 2027-02-01.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused, rowsOf } from '../support/expectations.ts';
import { onEveryEngine, type Place } from '../support/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { absence, certifiedSickLeave, decide, enter, holiday, sickLeave } from '../absences/absence.ts';
import { assertAgreed, assertRebuilt, dayOf, liftOvertimeLimits } from './timesheets.ts';
import { assertPart, booking, hire, written } from '../time-tracking/booking.ts';
import { assertSettled, summaryOf } from '../holidays/holidays.ts';

const yearly = { timesheet_holiday_calc_yearly_amount: 25 };
const half = { request_partial_begin_duration: 0.5 };

interface Worker {
  readonly id: number;
  change(more: object): Promise<void>;
  work(date: string, from: string, to: string): Promise<void>;
  takeOff(from: string, to?: string, more?: object): Promise<number>;
  approve(date: string): Promise<void>;
  reopen(date: string): Promise<void>;
  day(date: string): Promise<Envelope>;
  balance(date: string): Promise<number>;
  /** Opening and closing balance of a period. */
  report(date_from: string, date_to: string): Promise<readonly [number, number] | null>;
  assertBooks(): Promise<void>;
}

async function join(place: Place, name: string, more: object): Promise<Worker> {
  const { machine } = place;
  const id = await hire(machine, name, more);
  const day = (date: string): Promise<Envelope> => dayOf(machine, id, date);
  const act = async (action: string, date: string): Promise<void> =>
    void written(await machine.put(`timesheetAccountings/${action}`, { user_id: id, date }));
  return {
    id,
    day,
    change: async (columns) => void written(await machine.put(`users/update/${id}`, columns)),
    work: async (date, from, to) =>
      void (await machine.create(
        'timeTrackings',
        booking(id, { start: `${date} ${from}`, end: `${date} ${to}` }),
      )),
    takeOff: async (from, to = from, type = holiday) =>
      (await enter(machine, absence(id, from, to, type)))['id'],
    approve: (date) => act('approve', date),
    reopen: (date) => act('unapprove', date),
    balance: async (date) => (await day(date))['working_time_total_balance'],
    report: async (date_from, date_to) => {
      const [row] = rowsOf(await machine.get('overtimeReports/read', { user_id: id, date_from, date_to }));
      return row === undefined ? null : [row['opening_balance'], row['working_time_total_balance']];
    },
    assertBooks: async () => {
      await assertRebuilt(place, id);
      await assertSettled(place, id);
      await assertAgreed(place, id);
    },
  };
}

onEveryEngine(
  'payroll corrections',
  (place) => {
    const fullTime = { timesheet_template_id: 1 };
    const partTime = { timesheet_template_id: 2 };
    before(async () => {
      await liftOvertimeLimits(place.machine);
      for (const date of ['2026-12-24', '2026-12-31'])
        await place.machine.create('publicHolidays', { template_id: 1, date, name: 'Eve', value: 0.5 });
    });

    test('returns holiday under sick leave to each year and takes it again', async () => {
      const anna = await join(place, 'anna', { entry_date: '2026-01-01', ...yearly });
      const left = async (date: string): Promise<number> => (await anna.day(date))['holiday_balance'];
      await anna.takeOff('2026-12-21', '2027-01-08');
      // 3 + 0.5 + 3 + 0.5 days in the old year, 2 + 2 in the new one.
      assert.deepEqual(
        [await left('2026-12-31'), await left('2027-01-01'), await left('2027-01-08')],
        [18, 43, 39],
      );
      const ill = await anna.takeOff('2026-12-30', '2027-01-05', certifiedSickLeave);
      assert.deepEqual(
        [await left('2026-12-31'), await left('2027-01-01'), await left('2027-01-08')],
        [19.5, 44.5, 42.5],
      );
      assertPart(await anna.day('2026-12-24'), {
        holiday: 0.5,
        public_holiday: 0.5,
        target_working_hours: 0,
      });
      assertPart(await anna.day('2026-12-31'), {
        holiday: 0,
        sick_leave: 0.5,
        public_holiday: 0.5,
        target_working_hours: 0,
      });
      assertPart(await anna.day('2027-01-05'), { holiday: 0, sick_leave: 1, target_working_hours: 0 });
      assert.equal(await anna.balance('2027-01-08'), await anna.balance('2026-12-18'));
      await anna.approve('2026-12-31');
      assertRefused(await decide(place.machine, 'cancel', ill), { status: 422, code: 'locked', field: 'id' });
      await anna.assertBooks();
      await anna.reopen('2026-12-31');
      written(await decide(place.machine, 'cancel', ill));
      assert.deepEqual(
        [await left('2026-12-31'), await left('2027-01-01'), await left('2027-01-08')],
        [18, 43, 39],
      );
      await anna.assertBooks();
    });

    test('moves later balances when an approved month is corrected on one day', async () => {
      const bert = await join(place, 'bert', { entry_date: '2026-11-02' });
      const days = ['02', '03', '04', '05', '06', '09', '10', '11', '12', '13'].map(
        (date) => `2026-11-${date}`,
      );
      for (const date of days) await bert.work(date, '08:00', '16:00');
      for (const date of days) await bert.approve(date);
      const late = booking(bert.id, { start: '2026-11-10 18:00', end: '2026-11-10 20:00' });
      assertRefused(await place.machine.post('timeTrackings/create', late), { status: 422, code: 'locked' });
      await bert.reopen('2026-11-10');
      await bert.work('2026-11-10', '18:00', '20:00');
      await bert.approve('2026-11-10');
      assert.deepEqual([await bert.balance('2026-11-09'), await bert.balance('2026-11-13')], [0, 2]);
      const { id } = await bert.day('2026-11-17');
      written(
        await place.machine.put(`timesheetAccountings/update/${id}`, { overtime_paid: 1.5, additions: 0.25 }),
      );
      // 12 days of November and 22 of December less the 8th, the 25th and both eves.
      assert.equal(await bert.balance('2026-11-30'), 2 - 11 * 8 - 1.25);
      assert.equal(await bert.balance('2026-12-31'), 2 - 11 * 8 - 1.25 - 19 * 8 - 2 * 4);
      assert.deepEqual(await bert.report('2026-11-02', '2026-11-13'), [0, 2]);
      assert.deepEqual(await bert.report('2026-12-01', '2026-12-31'), [-87.25, -247.25]);
      await bert.assertBooks();
    });

    test('applies a schedule from mid-month within holiday over half public holidays', async () => {
      const carla = await join(place, 'carla', {
        entry_date: '2026-12-01',
        payroll_accounting_initial_value_holiday: 10,
        ...yearly,
      });
      await carla.takeOff('2026-12-23', '2026-12-31');
      await carla.change({ ...partTime, timesheet_template_id_valid_starting_from: '2026-12-28' });
      await carla.work('2026-12-31', '09:00', '11:00');
      // 15 working days before the vacation, 2 hours in spite of it, and 4 hours of the 4th of January.
      assert.equal(await carla.balance('2026-12-22'), -15 * 8);
      assert.equal(await carla.balance('2026-12-31'), -118);
      assert.equal(await carla.balance('2027-01-04'), -122);
      assertPart(await carla.day('2026-12-30'), { holiday: 1, target_working_hours: 0 });
      assertPart(await carla.day('2026-12-31'), {
        holiday: 0.5,
        public_holiday: 0.5,
        working_time_daily_balance: 2,
      });
      assertPart(await carla.day('2027-01-04'), { target_working_hours: 4 });
      // 10 from before; of 25 days a year 31 of 365 make 2.12; the vacation took 5.
      assert.equal((await carla.day('2026-12-31'))['holiday_balance'], 7.12);
      await carla.assertBooks();
    });

    test('starts anew on re-entry and ignores days approved before', async () => {
      const dora = await join(place, 'dora', { entry_date: '2026-06-01', exit_date: '2026-06-05' });
      for (const date of ['01', '02', '03', '04', '05']) await dora.work(`2026-06-${date}`, '08:00', '18:00');
      await dora.approve('2026-06-05');
      const overtime = async (): Promise<string | undefined> =>
        (await summaryOf(place.machine, dora.id))['overtime']?.overtime_hours;
      // Four times two hours, and ten on Corpus Christi.
      assert.deepEqual([await dora.report('2026-06-01', '2026-06-30'), await overtime()], [[0, 18], '18:00']);
      await dora.change({ entry_date: '2026-09-01', exit_date: '2026-09-03' });
      assert.equal(await dora.report('2026-06-01', '2026-06-30'), null);
      assert.deepEqual(
        [await dora.report('2026-06-01', '2026-09-30'), await overtime()],
        [[0, -24], '-24:00'],
      );
      await dora.assertBooks();
      await dora.change({ entry_date: '2026-06-01', exit_date: '2026-06-05' });
      assert.deepEqual([await dora.report('2026-06-01', '2026-06-30'), await overtime()], [[0, 18], '18:00']);
      await dora.assertBooks();
    });

    test('applies a changed schedule to an approved day once it is reopened', async () => {
      const edgar = await join(place, 'edgar', { entry_date: '2026-11-02' });
      for (const date of ['2026-11-05', '2026-11-06']) await edgar.work(date, '08:00', '16:00');
      await edgar.approve('2026-11-06');
      const targets = async (): Promise<readonly number[]> =>
        [await edgar.day('2026-11-05'), await edgar.day('2026-11-06')].map(
          (day) => day['target_working_hours'],
        );
      const from = { timesheet_template_id_valid_starting_from: '2026-11-02' };
      await edgar.change({ ...partTime, ...from });
      assert.deepEqual([await targets(), await edgar.balance('2026-11-06')], [[4, 8], -3 * 4 + 4]);
      await edgar.reopen('2026-11-06');
      assert.deepEqual([await targets(), await edgar.balance('2026-11-06')], [[4, 4], -3 * 4 + 4 + 4]);
      await edgar.approve('2026-11-06');
      await edgar.change({ ...fullTime, ...from });
      assert.deepEqual([await targets(), await edgar.balance('2026-11-06')], [[8, 4], -3 * 8 + 4]);
      await edgar.assertBooks();
    });

    test('counts half a day of sick leave within holiday with an hour of work', async () => {
      const frank = await join(place, 'frank', { entry_date: '2026-01-01', ...yearly });
      await frank.takeOff('2026-11-17', '2026-11-19');
      await frank.takeOff('2026-11-18', '2026-11-18', { ...sickLeave, ...half });
      await frank.work('2026-11-18', '08:00', '09:00');
      const day = { holiday: 0.5, sick_leave: 0.5, target_working_hours: 0, working_time_daily_balance: 1 };
      assertPart(await frank.day('2026-11-18'), { ...day, holiday_balance: 25 - 1.5 });
      await frank.approve('2026-11-18');
      await frank.assertBooks();
      await frank.reopen('2026-11-18');
      await frank.assertBooks();
    });

    test('takes holiday of a type that counts as working time', async () => {
      const gina = await join(place, 'gina', { entry_date: '2026-01-01', ...yearly });
      const type = await place.machine.create('absenceTypes', {
        name_const: 'Working holiday',
        abbreviation_const: 'W',
        absence_type_id: 1,
        add_to_working_hours: 1,
      });
      await gina.takeOff('2026-11-18', '2026-11-18', { type_id: 1, subtype_id: type['absence_subtype_id'] });
      const day = {
        holiday: 1,
        target_working_hours: 8,
        paid_nonworking_time: 8,
        working_time_daily_balance: 0,
      };
      assertPart(await gina.day('2026-11-18'), { ...day, holiday_balance: 24 });
      await gina.assertBooks();
    });
  },
  { startsAt: '2027-02-01T12:00:00Z', timezone: 'Europe/Vienna' },
);
