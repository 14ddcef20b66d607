// What follows from the writes of one request is recomputed once for each person, whatever becomes of its items.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { verifyAccounts } from '#accounts/check-accounts.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { statementsOf } from '../support/counting-engine.ts';
import type { Envelope } from '../support/client.ts';
import { booking, hire } from '../time-tracking/booking.ts';

onEveryEngine(
  'recomputed accounts',
  (place) => {
    let anna = 0;
    before(async () => (anna = await hire(place.machine, 'anna', { entry_date: '2026-01-01' })));

    const hourOf = (date: string, hour: number): Envelope => {
      const clock = (at: number): string => `${date} ${String(at).padStart(2, '0')}:00`;
      return booking(anna, { start: clock(hour), end: clock(hour + 1) });
    };
    const dayOf = async (date: string): Promise<Envelope> =>
      (await place.machine.get('timesheetAccountings/read', { user_id: anna, date })).json['Results'][0];
    const differences = async (): Promise<readonly unknown[]> => {
      const accounts = { account: place.account.name, username: 'anna', onPerson: () => undefined };
      const checked = await verifyAccounts(place.installation.app.engine, accounts);
      return checked.flatMap(({ found }) => found);
    };

    test('a batch of ten bookings of a day writes its account once', async () => {
      const bookings = Array.from({ length: 10 }, (_, index) => hourOf('2026-02-02', 8 + index));
      const statements = await statementsOf(place.installation, {
        method: 'POST',
        path: 'timeTrackings/create',
        entity: bookings,
      });
      const counted = statements.filter(({ sql }) =>
        /^update "timesheet_accountings" .*"working_time"/.test(sql),
      );
      assert.equal(counted.length, 1);
      assert.equal((await dayOf('2026-02-02'))['working_time'], 10);
      assert.deepEqual(await differences(), []);
    });

    test('a batch with refused items counts what was written', async () => {
      const answer = await place.machine.post('timeTrackings/create', [
        hourOf('2026-02-03', 8),
        hourOf('2026-02-03', 8),
        { ...hourOf('2026-02-04', 8), task_id: 999_999 },
        hourOf('2026-02-05', 8),
      ]);
      assert.deepEqual(
        answer.json['Results'].map((item: Envelope) => item['Success']),
        [true, false, false, true],
      );
      const worked = [];
      for (const day of ['03', '04', '05']) worked.push((await dayOf(`2026-02-${day}`))['working_time']);
      assert.deepEqual(worked, [1, 0, 1]);
      assert.deepEqual(await differences(), []);
    });

    test('approving days in a batch freezes what was booked before', async () => {
      const dates = ['2026-02-02', '2026-02-03'];
      const approvals = dates.map((date) => ({ user_id: anna, date }));
      const { json } = await place.account.administrator.post('timesheetAccountings/approve', approvals);
      assert.deepEqual(
        json['Results'].map(({ Results: [row] }: Envelope) => [row['date'], row['working_time']]),
        [
          ['2026-02-02', 10],
          ['2026-02-03', 1],
        ],
      );
      assert.deepEqual(await differences(), []);
    });
  },
  { startsAt: '2026-03-02T12:00:00Z' },
);
