// After a change of a schedule, delta answers return exactly the timesheet days that it changes.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { absence, enter } from '../absences/absence.ts';
import { accountOf } from './timesheets.ts';
import { hire } from '../time-tracking/booking.ts';
import { schedulesOf, type Schedules } from '../schedules/schedules.ts';

const startsAt = '2026-06-10T12:00:00Z';
const always = ['2026-01-01', '2027-12-31'] as const;

onEveryEngine(
  'days after a change of schedule',
  (place) => {
    let schedules: Schedules;
    let schedule = 0;
    let people: readonly number[] = [];
    before(async () => {
      schedules = schedulesOf(place, startsAt);
      schedule = await schedules.make();
      people = [
        await schedules.hireFor(schedule, { entry_date: '2026-01-01' }),
        await schedules.hireFor(schedule, { entry_date: '2026-05-01', exit_date: '2027-03-10' }),
      ];
      await enter(place.machine, absence(people[0] as number, '2026-06-22', '2026-06-26'));
      await hire(place.machine, 'on.another.schedule', { entry_date: '2026-01-01' });
    });

    const facts = async (): Promise<ReadonlyMap<number, string>> => {
      const rows = (await Promise.all(people.map((one) => accountOf(place.machine, one, always)))).flat();
      return new Map(rows.map(({ data_changed: _stamp, ...row }) => [row['id'], JSON.stringify(row)]));
    };

    /** Number of days that an edit changed; the delta answer must return exactly these. */
    async function changedBy(edit: () => Promise<unknown>): Promise<number> {
      const old = await facts();
      place.installation.clock.shift += 5_000;
      const { json: now } = await place.machine.get('timesheetAccountings/read', { _limit: 0 });
      await edit();
      const current = await facts();
      const { json } = await place.machine.get('timesheetAccountings/read', {
        _since: now['RequestStartTime'],
        _limit: 10_000,
      });
      const told = (json['Results'] as Envelope[]).map(({ id }) => id as number);
      const changed = [...current].filter(([id, row]) => old.get(id) !== row).map(([id]) => id);
      assert.deepEqual(
        told.toSorted((a, b) => a - b),
        changed.toSorted((a, b) => a - b),
      );
      return changed.length;
    }

    for (const [what, edit] of [
      [
        'core time',
        () => schedules.setDay(schedule, 1, { core_time_start: '09:00', core_time_end: '15:00' }),
      ],
      ['daily limit', () => schedules.setLimits(schedule, { law_limit_daily_hours: 9 })],
      ['weekly limit', () => schedules.setLimits(schedule, { law_limit_weekly_hours: 40 })],
      ['break rule', () => schedules.setLimits(schedule, { automatic_break_template_id: 1 })],
    ] as const)
      test(`reports no day after a change without effect: ${what}`, async () => {
        assert.equal(await changedBy(edit), 0);
      });

    test('reports weekdays with other hours and later balances to today', async () => {
      const changed = await changedBy(() => schedules.setDay(schedule, 5, { hours: 6 }));
      assert.ok(changed > 80 && changed < 200, String(changed));
    });

    test('reports no day when a weekday gets the hours it has', async () => {
      assert.equal(await changedBy(() => schedules.setDay(schedule, 5, { hours: 6 })), 0);
    });
  },
  { startsAt },
);
