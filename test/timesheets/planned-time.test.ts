// Planned working time by date, and its place in timesheets.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { plannedSeconds, type Shift } from '#domain/timesheets/planned-time.ts';
import { datesBetween } from '#values/date-range.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { inAccount } from '../support/account-view.ts';
import type { Envelope } from '../support/client.ts';
import { runs } from '../support/property.ts';
import { instantOf, shownBy } from '../values/zones.ts';
import { accountOf, assertRebuilt } from './timesheets.ts';
import { booking, hire, pause, written, type Times } from '../time-tracking/booking.ts';

const counts = runs({ test: 25, long: 63, soak: 2_500 });
const june = { from: '2026-06-01', to: '2026-06-30' };

onEveryEngine('planned working time', (place) => {
  let serial = 0;
  const hireOne = (more: object = {}): Promise<number> =>
    hire(place.machine, `planned.${(serial += 1)}`, more);
  const plan = (person: number, times: Times, more: object = {}): Promise<Envelope> =>
    place.machine.create('timePlannings', { ...booking(person, times), ...more });
  const planned = async (person: number, range = june): Promise<object> =>
    Object.fromEntries(await inAccount(place.installation, (view) => plannedSeconds(view, person, range)));

  test('sums shifts of the person less breaks on the dates of the range', async () => {
    const [person, other] = [await hireOne(), await hireOne()];
    await plan(person, { start: '2026-05-31 22:00', end: '2026-06-01 06:00' });
    const shift = await plan(person, { start: '2026-06-30 20:00', end: '2026-07-01 04:00' });
    await plan(person, { start: '2026-06-30 23:00', end: '2026-07-01 00:30' }, { task_id: pause });
    await plan(other, { start: '2026-06-10 08:00', end: '2026-06-10 09:00' });
    assert.deepEqual(await planned(person), { '2026-06-01': 21_600, '2026-06-30': 10_800 });
    assert.deepEqual(await planned(person, { from: '2026-07-01', to: '2026-07-01' }), {
      '2026-07-01': 12_600,
    });
    assert.deepEqual(await planned(other), { '2026-06-10': 3_600 });
    written(await place.machine.put(`timePlannings/update/${shift['id']}`, { task_id: pause }));
    assert.deepEqual(await planned(person), { '2026-06-01': 21_600 });
    await place.machine.delete(`timePlannings/delete/${shift['id']}`);
    assert.deepEqual(await planned(person), { '2026-06-01': 21_600 });
  });

  test('updates timesheets when a shift is created, moved or deleted', async () => {
    const person = await hireOne({ entry_date: '2026-06-01' });
    const shown = async (): Promise<readonly unknown[]> =>
      (await accountOf(place.machine, person, ['2026-06-29', '2026-07-02'])).map(
        (row) => row['working_time_planned'],
      );
    const shift = await plan(person, { start: '2026-06-30 20:00', end: '2026-07-01 04:00' });
    await plan(person, { start: '2026-06-30 23:00', end: '2026-07-01 00:30' }, { task_id: pause });
    assert.deepEqual(await shown(), [0, 3, 3.5, 0]);
    const moved = { start_time: '2026-06-29 09:00:00', end_time: '2026-06-29 09:20:00' };
    written(await place.machine.put(`timePlannings/update/${shift['id']}`, moved));
    assert.deepEqual(await shown(), [0.33, 0, 0, 0]);
    await assertRebuilt(place, person);
    await place.machine.delete(`timePlannings/delete/${shift['id']}`);
    assert.deepEqual(await shown(), [0, 0, 0, 0]);
    await assertRebuilt(place, person);
  });

  test('treats paid non-working time within a shift like a break', async () => {
    const person = await hireOne();
    const doctor = await place.machine.create('tasks', {
      name: 'Doctor',
      mother_id: 3,
      is_paid_non_working: 1,
    });
    await plan(person, { start: '2026-06-02 08:00', end: '2026-06-02 12:00' });
    await plan(person, { start: '2026-06-02 11:00', end: '2026-06-02 13:00' }, { task_id: doctor['id'] });
    assert.deepEqual(await planned(person), { '2026-06-02': 10_800 });
  });

  test('agrees for every range, length of shift and time zone', async () => {
    const zones = ['Europe/Vienna', 'Asia/Kathmandu', 'America/Los_Angeles', 'Pacific/Kiritimati'];
    const [begin, hours] = [instantOf('2026-11-03T00:00:00Z'), 10 * 24];
    const shift = fc.record({
      zone: fc.constantFrom(...zones),
      from: fc.nat({ max: hours - 1 }),
      length: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 40, max: 200 })),
      task: fc.constantFrom(4, 4, pause),
    });
    let dates = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(shift, { minLength: 1, maxLength: 5 }), async (shifts) => {
        const person = await hireOne({ entry_date: '2026-10-26', exit_date: '2026-12-06' });
        const ids: number[] = [];
        const stored: Shift[] = [];
        for (const { zone, from, length, task } of shifts) {
          const [start, end] = [begin + from * 3600, begin + (from + length) * 3600];
          const body = {
            ...booking(person, { start: shownBy(zone, start), end: shownBy(zone, end), zone }),
            task_id: task,
          };
          ids.push((await place.machine.create('timePlannings', body))['id']);
          stored.push({ start, end, zone, works: task !== pause });
        }
        const expected = new Map<string, number>();
        for (let quarter = begin; quarter < begin + 2 * hours * 3600; quarter += 900) {
          const here = stored.filter(({ start, end }) => start <= quarter && quarter < end);
          const [begun] = here.toSorted((one, another) => one.start - another.start);
          if (begun === undefined || here.some(({ works }) => !works)) continue;
          const date = shownBy(begun.zone, quarter).slice(0, 10);
          expected.set(date, (expected.get(date) ?? 0) + 900);
        }
        for (const date of datesBetween('2026-11-01', '2026-11-24')) {
          const seconds = expected.get(date);
          const wanted = seconds === undefined ? {} : { [date]: seconds };
          assert.deepEqual(await planned(person, { from: date, to: date }), wanted);
          if (seconds !== undefined) dates += 1;
        }
        const all = await planned(person, { from: '2026-01-01', to: '2026-12-31' });
        assert.deepEqual(all, Object.fromEntries(expected));
        await assertRebuilt(place, person);
        const [first = 0, last = 0] = [ids[0], ids.at(-1)];
        const times = { end_time: '2026-11-24 08:00:00', end_time_timezone: 'Europe/Vienna' };
        written(await place.machine.put(`timePlannings/update/${first}`, times));
        await assertRebuilt(place, person);
        written(await place.machine.put(`timePlannings/update/${first}`, { task_id: pause }));
        await assertRebuilt(place, person);
        assert.equal((await place.machine.delete(`timePlannings/delete/${last}`)).status, 200);
        await assertRebuilt(place, person);
      }),
      counts,
    );
    assert.ok(dates > counts.numRuns / 4, `${dates} dates`);
  });
});
