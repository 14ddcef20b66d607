// The official client reads timesheets: worked days, absences in them, sums and summaries.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, it } from 'node:test';
import type Library from '@timetac/js-client-library';
import type { TimesheetAccounting } from '@timetac/js-client-library';
import { describeOnEveryEngine } from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { loginWith, newPerson, type Api } from './official-client.ts';

const library = createRequire(import.meta.url)('@timetac/js-client-library') as typeof Library;

// 2026-11-20 is a Friday.
describeOnEveryEngine('worked days through the official client', (engine) => {
  let installation: Installation;
  let admin: Api;
  let employee: Api;
  let employeeId: number;

  before(async () => {
    installation = await startInstallation({
      engine,
      timezone: 'Europe/Vienna',
      startsAt: '2026-11-20T12:00:00Z',
    });
    admin = (await loginWith(installation, 'admin')).api;
    const joined = { entry_date: '2026-11-01', timesheet_holiday_calc_yearly_amount: 25 };
    employeeId = (await admin.users.create(newPerson('anna', joined as object))).Results.id;
    employee = (await loginWith(installation, 'anna')).api;
  });

  after(() => installation.close());

  const book = async (date: string, from: string, to: string): Promise<number> => {
    const zone = 'Europe/Vienna';
    const { Results } = await employee.timeTrackings.create({
      user_id: employeeId,
      task_id: 4,
      start_time: `${date} ${withSeconds(from)}`,
      start_time_timezone: zone,
      end_time: `${date} ${withSeconds(to)}`,
      end_time_timezone: zone,
    } as never);
    return Results.id;
  };
  const withSeconds = (time: string): string => (time.length === 5 ? `${time}:00` : time);
  const daysOf = async (api: Api, from: string, to: string): Promise<readonly TimesheetAccounting[]> => {
    const params = new library.RequestParamsBuilder<TimesheetAccounting>()
      .eq('user_id', employeeId)
      .between('date', from, to)
      .orderBy('date', 'asc');
    return (await api.timesheetAccountings.read(params.build())).Results;
  };

  it('reads a week of days with their amounts', async () => {
    await book('2026-11-09', '08:00', '16:30');
    await book('2026-11-10', '22:00', '23:30');
    for (const api of [employee, admin]) {
      const days = await daysOf(api, '2026-11-09', '2026-11-15');
      assert.deepEqual(
        days.map((day) => [
          day.date,
          day.weekday,
          Boolean(day.workday),
          day.target_working_hours,
          day.begin_time,
          day.end_time,
          day.working_time,
          day.working_time_daily_balance,
          day.break_law_check,
          Boolean(day.break_law_violation),
        ]),
        [
          ['2026-11-09', 1, true, 8, '08:00:00', '16:30:00', 8.5, 0.5, 30, true],
          ['2026-11-10', 2, true, 8, '22:00:00', '23:30:00', 1.5, -6.5, 0, false],
          ['2026-11-11', 3, true, 8, null, null, 0, -8, 0, false],
          ['2026-11-12', 4, true, 8, null, null, 0, -8, 0, false],
          ['2026-11-13', 5, true, 8, null, null, 0, -8, 0, false],
          ['2026-11-14', 6, false, 0, null, null, 0, 0, 0, false],
          ['2026-11-15', 7, false, 0, null, null, 0, 0, 0, false],
        ],
      );
    }
    const [monday] = await daysOf(employee, '2026-11-09', '2026-11-09');
    assert.deepEqual((await employee.timesheetAccountings.readById(monday?.id as number)).Results, monday);
  });

  it('shows an absence in the days when it is granted', async () => {
    const { Results: types } = await employee.absenceTypes.read();
    const holiday = types.find(({ absence_type_id: type }) => type === 1);
    const { Results: asked } = await employee.absences.create({
      type_id: holiday?.absence_type_id as number,
      subtype_id: holiday?.absence_subtype_id as number,
      user_id: employeeId,
      from_date: '2026-11-16',
      to_date: '2026-11-17',
    });
    const shown = async (): Promise<unknown> =>
      (await daysOf(employee, '2026-11-16', '2026-11-17')).map((day) => [
        day.target_working_hours,
        day.holiday,
        day.working_time_daily_balance,
      ]);
    assert.deepEqual(await shown(), [
      [8, 0, -8],
      [8, 0, -8],
    ]);
    await admin.absences.approve({ id: asked.id });
    assert.deepEqual(await shown(), [
      [0, 1, 0],
      [0, 1, 0],
    ]);
    const { Results: absent } = await employee.absenceDays.read({ request_id: String(asked.id) } as never);
    assert.deepEqual(
      absent.map(({ date, value }) => [date, value]),
      [
        ['2026-11-16', 1],
        ['2026-11-17', 1],
      ],
    );
  });

  it('sums the amounts of a month exactly', async () => {
    for (const minute of ['00', '01', '02']) await book('2026-11-21', `10:${minute}:00`, `10:${minute}:20`);
    const params = new library.RequestParamsBuilder<TimesheetAccounting>()
      .eq('user_id', employeeId)
      .between('date', '2026-11-01', '2026-11-30')
      .aggregate('working_time', 'sum')
      .aggregate('target_working_hours', 'sum')
      .groupBy(['month']);
    const { Results } = await employee.timesheetAccountings.read(params.build());
    assert.deepEqual(
      Results.map((row) => [row.month, row.working_time, row.target_working_hours]),
      [[11, 10.02, 152]],
    );
  });

  it('reads the overtime balance of a day in the summary', async () => {
    const { Results: summary } = await employee.timesheetAccountingSummaries.readTimesheetAccountingSummaries(
      {
        user_id: String(employeeId),
        start_date: '2026-11-10',
      } as never,
    );
    const [day] = await daysOf(employee, '2026-11-10', '2026-11-10');
    assert.equal(summary.overtime?.overtime_saldo, day?.working_time_total_balance);
  });

  it('reports a corrected day and those after it to today in delta sync', async () => {
    const id = await book('2026-11-18', '08:00', '16:00');
    const include = (): Library.DeltaSyncParams =>
      new library.DeltaSyncParams().include(['timesheetAccountings']).limit(10_000);
    // What was written in the same second as an answer may be told once more.
    installation.clock.shift += 5_000;
    const first = await employee.deltaSync.readDeltaSync(include());
    const known = new Map(first.results.timesheetAccountings?.results.map((day) => [day.id, day]));
    assert.equal(known.size, 426);
    installation.clock.shift += 5_000;
    await employee.timeTrackings.update({ id, end_time: '2026-11-18 17:30:00' } as never);
    const { results } = await employee.deltaSync.readDeltaSync(
      include().since(first.apiResponse.RequestStartTime),
    );
    for (const day of results.timesheetAccountings?.results ?? []) known.set(day.id, day);
    const all = await employee.timesheetAccountings.read({
      user_id: String(employeeId),
      _limit: '10000',
    } as never);
    assert.deepEqual(
      [...known.values()].toSorted((one, other) => one.id - other.id),
      all.Results,
    );
    const changed = results.timesheetAccountings?.results.map(({ date }) => date as string).toSorted() ?? [];
    assert.deepEqual([changed[0], changed.at(-1)], ['2026-11-18', '2026-11-20']);
  });
});
