// Where clocks skip midnight, a day still ends at midnight. In Cairo they skip it on Friday 2026-04-24.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { dateAfter } from '#values/date-range.ts';
import { accountOf, assertRebuilt, dayOf } from './timesheets.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';
import { weekdays } from '../presence/presence.ts';

const zone = 'Africa/Cairo';
/** Mondays: of the week in which a midnight is skipped, and of one like any other. */
const weeks = { skipping: '2026-04-20', plain: '2026-06-15' } as const;

onEveryEngine(
  'skipped midnight',
  (place) => {
    let evening = 0;
    before(async () => {
      evening = (await place.machine.create('workSchedules', { name: 'Evening' }))['id'];
      const core = { workday: 1, hours: 8, core_time_start: '20:00:00', core_time_end: '22:00:00' };
      for (const { id } of await weekdays(place.machine, evening))
        written(await place.machine.put(`workScheduleDays/update/${id}`, core));
    });
    let serial = 0;
    const worker = (): Promise<number> =>
      hire(place.machine, `cairo.${(serial += 1)}`, {
        entry_date: '2026-01-01',
        timezone: zone,
        timesheet_template_id: evening,
      });
    const book = (person: number, start: string, end: string): Promise<unknown> =>
      place.machine.create('timeTrackings', booking(person, { start, end, zone }));

    for (const [name, monday] of Object.entries(weeks)) {
      const on = (day: number, time: string): string => `${dateAfter(monday, day)} ${time}`;

      test(`ends the day at midnight and keeps core time in a ${name} week`, async () => {
        const person = await worker();
        await book(person, on(3, '19:00:00'), on(4, '03:00:00'));
        const day = await dayOf(place.machine, person, dateAfter(monday, 3));
        assert.deepEqual(
          [day['begin_time'], day['end_time'], day['working_time'], day['core_time_violation']],
          ['19:00:00', '00:00:00', 5, 0],
        );
        const next = await dayOf(place.machine, person, dateAfter(monday, 4));
        assert.deepEqual([next['end_time'], next['core_time_violation']], ['03:00:00', 1]);
        await assertRebuilt(place, person);
      });

      test(`starts weekly rest at midnight in a ${name} week`, async () => {
        const person = await worker();
        for (const day of [0, 1, 2, 6, 7]) await book(person, on(day, '08:00:00'), on(day, '16:00:00'));
        await book(person, on(3, '15:00:00'), on(4, name === 'skipping' ? '01:00:00' : '00:00:00'));
        await book(person, on(5, '11:00:00'), on(5, '18:00:00'));
        const week = await accountOf(place.machine, person, [monday, dateAfter(monday, 6)]);
        assert.equal(week[3]?.['end_time'], '00:00:00');
        assert.deepEqual(
          week.map((day) => day['rest_period_weekly_violation']),
          [0, 0, 0, 0, 0, 0, 0],
        );
      });
    }
  },
  { startsAt: '2026-12-20T09:00:00Z' },
);
