// Of what many days follow from, a change tells clients of the days that it changes, and of no others.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { absence, enter } from './absence.ts';
import { accountOf } from './accounts.ts';
import { hire } from './booking.ts';
import { schedulesOf, type Schedules } from './schedules.ts';

const startsAt = '2026-06-10T12:00:00Z';
const always = ['2026-01-01', '2027-12-31'] as const;

onEveryEngine(
  'days that a schedule changes',
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

    /** The dates that an edit changed; exactly these must be told. */
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
        'core times',
        () => schedules.setDay(schedule, 1, { core_time_start: '09:00', core_time_end: '15:00' }),
      ],
      ['the most hours of a day', () => schedules.setLimits(schedule, { law_limit_daily_hours: 9 })],
      ['the most hours of a week', () => schedules.setLimits(schedule, { law_limit_weekly_hours: 40 })],
      ['the rule of breaks', () => schedules.setLimits(schedule, { automatic_break_template_id: 1 })],
    ] as const)
      test(`${what} that nobody has met or missed yet are news of no day`, async () => {
        assert.equal(await changedBy(edit), 0);
      });

    test('other hours are news of their weekdays and of every balance after them', async () => {
      assert.ok((await changedBy(() => schedules.setDay(schedule, 5, { hours: 6 }))) > 200);
    });

    test('a weekday with hours that it had anyway is no news', async () => {
      assert.equal(await changedBy(() => schedules.setDay(schedule, 5, { hours: 6 })), 0);
    });
  },
  { startsAt },
);
