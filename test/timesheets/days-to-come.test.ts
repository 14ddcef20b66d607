// Days to come have no balance: they get it at their person's midnight, and a booking moves no day after today.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { absence } from '../absences/absence.ts';
import type { Client, Envelope } from '../support/client.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { assertPart, booking, hire, written } from '../time-tracking/booking.ts';
import { setClock } from '../time-tracking/timer/timer.ts';
import { run } from '../sql/scratch.ts';
import { accountOf, assertRebuilt, dayOf } from './timesheets.ts';

onEveryEngine(
  'days to come',
  (place) => {
    let clock = '';
    const at = (moment: string): void => setClock(place.installation, (clock = moment));
    /** A minute later: what was before is old news. */
    const wait = (): void =>
      at(
        Temporal.PlainDateTime.from(clock.replace(' ', 'T')).add({ minutes: 1 }).toString().replace('T', ' '),
      );
    const balancesOf = async (person: number, dates: readonly string[]): Promise<readonly unknown[]> =>
      Promise.all(
        dates.map(async (date) => {
          const day = await dayOf(place.machine, person, date);
          return [day['working_time_daily_balance'], day['working_time_total_balance']];
        }),
      );
    /** The moment up to which a read knows everything; while another transaction is open, that may lie before the clock. */
    const upToDate = async (): Promise<string> => {
      for (;;) {
        const { json } = await place.machine.get('timesheetAccountings/read', { _limit: 0 });
        if (json['RequestStartTime'] >= clock) return json['RequestStartTime'];
      }
    };
    /** The dates of a person's rows that a client which was up to date is told of. */
    const toldBy = async (person: number, act: () => Promise<unknown>): Promise<readonly string[]> => {
      wait();
      const since = await upToDate();
      await act();
      const query = { _since: since, user_id: person, _order_by: 'date', _limit: 10_000 };
      const { json } = await place.machine.get('timesheetAccountings/read', query);
      return (json['Results'] as Envelope[]).map(({ date }) => date);
    };
    let anna = 0;
    before(async () => {
      at('2026-11-20 08:00');
      anna = await hire(place.machine, 'to.come', { entry_date: '2026-11-02' });
    });

    test('keeps targets, absences and holiday of days to come without a balance', async () => {
      await place.machine.create('absences', absence(anna, '2026-11-23', '2026-11-23'));
      const rows = await accountOf(place.machine, anna, ['2026-11-20', '2026-11-24']);
      const shown = rows.map((row) => [
        row['date'],
        row['target_working_hours'],
        row['holiday'],
        row['working_time_daily_balance'],
        row['working_time_total_balance'],
      ]);
      assert.deepEqual(shown, [
        ['2026-11-20', 8, 0, -8, -120],
        ['2026-11-21', 0, 0, null, null],
        ['2026-11-22', 0, 0, null, null],
        ['2026-11-23', 0, 1, null, null],
        ['2026-11-24', 8, 0, null, null],
      ]);
      await assertRebuilt(place, anna);
    });

    test('changes one day with a booking of today and those to today with an older one', async () => {
      const book = (date: string) => () =>
        place.machine.create(
          'timeTrackings',
          booking(anna, { start: `${date} 06:00`, end: `${date} 07:00` }),
        );
      assert.deepEqual(await toldBy(anna, book('2026-11-20')), ['2026-11-20']);
      assert.deepEqual(await toldBy(anna, book('2026-11-18')), ['2026-11-18', '2026-11-19', '2026-11-20']);
      await assertRebuilt(place, anna);
    });

    test('counts a booking of tomorrow and leaves its balance empty until then', async () => {
      await place.machine.create(
        'timeTrackings',
        booking(anna, { start: '2026-11-24 08:00', end: '2026-11-24 18:00' }),
      );
      assertPart(await dayOf(place.machine, anna, '2026-11-24'), {
        total_working_time: 10,
        working_time_daily_balance: null,
      });
      at('2026-11-24 08:00');
      // -120 by the 20th, of which two hours were booked; the 23rd is a holiday.
      assert.deepEqual(await balancesOf(anna, ['2026-11-23', '2026-11-24', '2026-11-25']), [
        [0, -118],
        [2, -116],
        [null, null],
      ]);
      await assertRebuilt(place, anna);
    });

    test("tells the new day at the person's midnight and no other day", async () => {
      const zones = { ahead: 'Pacific/Auckland', behind: 'America/Los_Angeles' };
      at('2026-11-24 10:58');
      const ahead = await hire(place.machine, 'ahead', { entry_date: '2026-11-01', timezone: zones.ahead });
      const behind = await hire(place.machine, 'behind', {
        entry_date: '2026-11-01',
        timezone: zones.behind,
      });
      const turn = async (): Promise<void> => at('2026-11-24 11:00');
      assert.deepEqual(await toldBy(ahead, turn), ['2026-11-25']);
      const [auckland, angeles] = [
        await balancesOf(ahead, ['2026-11-25']),
        await balancesOf(behind, ['2026-11-25']),
      ];
      assert.notDeepEqual(auckland, [[null, null]]);
      assert.deepEqual(angeles, [[null, null]]);
      at('2026-11-25 07:58');
      assert.deepEqual(await toldBy(behind, async () => at('2026-11-25 08:00')), ['2026-11-25']);
      for (const person of [ahead, behind]) await assertRebuilt(place, person);
    });

    test('gives a month that begins its balance, also after weeks without a server', async () => {
      at('2026-12-02 08:00');
      const [last, ...others] = await balancesOf(anna, [
        '2026-11-30',
        '2026-12-01',
        '2026-12-02',
        '2026-12-03',
      ]);
      const total = (last as readonly number[])[1] as number;
      assert.deepEqual(others, [
        [-8, total - 8],
        [-8, total - 16],
        [null, null],
      ]);
      await assertRebuilt(place, anna);
    });

    test('takes the balance from a day that another time zone has not begun', async () => {
      at('2026-12-03 11:30');
      const person = await hire(place.machine, 'traveller', {
        entry_date: '2026-12-01',
        timezone: 'Pacific/Auckland',
      });
      assert.deepEqual(await balancesOf(person, ['2026-12-03', '2026-12-04']), [
        [-8, -24],
        [-8, -32],
      ]);
      const move = { timezone: 'America/Los_Angeles' };
      written(await place.machine.put(`users/update/${person}`, move));
      assert.deepEqual(await balancesOf(person, ['2026-12-03', '2026-12-04']), [
        [-8, -24],
        [null, null],
      ]);
      await assertRebuilt(place, person);
      at('2026-12-04 08:00');
      assert.deepEqual(await balancesOf(person, ['2026-12-04', '2026-12-05']), [
        [-8, -32],
        [null, null],
      ]);
      await assertRebuilt(place, person);
    });

    test('sends few rows for each change of a working day of twenty people', async (t) => {
      at('2026-12-15 06:00');
      const people: number[] = [];
      for (let number = 0; number < 20; number += 1)
        people.push(await hire(place.machine, `minute.${number}`, { entry_date: '2026-10-05' }));
      wait();
      const sent = await rowsOfDay(place.machine, people, { at, wait });
      t.diagnostic(`${sent.rows} rows for ${sent.changes} changes`);
      assert.ok(sent.rows > sent.changes && sent.rows < 10 * sent.changes, JSON.stringify(sent));
    });

    test('sets right a day to come that is due, as an imported row can be', async () => {
      at('2026-12-16 08:00');
      const person = await hire(place.machine, 'edited', { entry_date: '2026-12-01' });
      const { database } = place.installation.app.engine;
      const edit =
        "update timesheet_accountings set turns_at = -5 where account_id = ? and user_id = ? and date = '2026-12-24'";
      await database.write(place.account.id, (tx) => run(tx, edit, place.account.id, person));
      at('2026-12-17 08:00');
      const [day] = await accountOf(place.machine, person, ['2026-12-24', '2026-12-24']);
      assert.equal(day?.['working_time_daily_balance'], null);
      await assertRebuilt(place, person);
    });
  },
  { startsAt: '2026-11-20T08:00:00Z', timezone: 'Europe/Vienna', flags: { 'access-token-lifetime': '30d' } },
);

/** Everybody comes, takes a break, comes back and goes, while a client asks each minute what is new. */
async function rowsOfDay(
  machine: Client,
  people: readonly number[],
  { at, wait }: { readonly at: (moment: string) => void; readonly wait: () => void },
): Promise<{ readonly rows: number; readonly changes: number }> {
  let { json: latest } = await machine.get('deltaSync/read', { _limit: 0 });
  let [rows, changes] = [0, 0];
  for (const [hour, action] of [
    [7, 'start'],
    [11, 'stop'],
    [12, 'start'],
    [16, 'stop'],
  ] as const)
    for (const [minute, user_id] of people.entries()) {
      at(`2026-12-15 ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
      const task = action === 'start' ? { task_id: 4 } : {};
      written(await machine.put(`timeTrackings/${action}`, { user_id, ...task }));
      changes += 1;
      wait();
      const news = { _since: latest['RequestStartTime'], _fetch_deleted: 1 };
      latest = (await machine.get('deltaSync/read', news)).json;
      const parts = Object.values(latest['Results'] as Record<string, { readonly NumResults: number }>);
      rows += parts.reduce((sum, part) => sum + part.NumResults, 0);
    }
  return { rows, changes };
}
