// The last day of a month or employment settles its overtime at the midnight of the person. The people of these tests have
// no target hours, so that what they book is overtime.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Envelope } from '../support/client.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { setClock } from '../time-tracking/timer/timer.ts';
import { booking, written } from '../time-tracking/booking.ts';
import { liveAccount } from './settled-account.ts';
import { assertRebuilt } from './timesheets.ts';

onEveryEngine(
  'settlements at midnight',
  (place) => {
    const { engage, ledgerOf, settledOn, change } = liveAccount(place);
    const bookToday = (person: number, date: string): Promise<Envelope> =>
      place.machine.create(
        'timeTrackings',
        booking(person, { start: `${date} 08:00`, end: `${date} 13:00` }),
      );
    const allIn = { overtime_allowance_is_all_in: 1 };

    test('settles the last day of a month once it is over, approved or not', async () => {
      setClock(place.installation, '2026-10-31 15:00');
      const anna = await engage({ entry_date: '2026-10-01', ...allIn });
      const ben = await engage({ entry_date: '2026-10-01', ...allIn });
      for (const person of [anna, ben]) await bookToday(person, '2026-10-31');
      written(await place.machine.put('timesheetAccountings/approve', { user_id: ben, date: '2026-10-31' }));
      for (const person of [anna, ben]) {
        assert.deepEqual(await settledOn(person, '2026-10-31'), [0, 5]);
        await assertRebuilt(place, person);
      }
      setClock(place.installation, '2026-10-31 22:59:59');
      assert.deepEqual(await settledOn(anna, '2026-10-31'), [0, 5]);
      setClock(place.installation, '2026-10-31 23:00');
      for (const person of [anna, ben]) {
        assert.deepEqual(await settledOn(person, '2026-10-31'), [5, 0]);
        assert.deepEqual(await settledOn(person, '2026-11-01'), [0, 0]);
        assert.deepEqual(await ledgerOf(person), ['2026-10-31 all_in 5']);
        await assertRebuilt(place, person);
      }
    });

    test('settles the day of the exit once it is over', async () => {
      setClock(place.installation, '2026-11-05 15:00');
      const anna = await engage({ entry_date: '2026-10-01', ...allIn });
      await bookToday(anna, '2026-11-05');
      await change(anna, { exit_date: '2026-11-05' });
      assert.deepEqual(await settledOn(anna, '2026-11-05'), [0, 5]);
      await assertRebuilt(place, anna);
      setClock(place.installation, '2026-11-05 23:00');
      assert.deepEqual(await settledOn(anna, '2026-11-05'), [5, 0]);
      assert.deepEqual(await ledgerOf(anna), ['2026-11-05 all_in 5']);
      await assertRebuilt(place, anna);
    });

    test('settles the exit of a person who left while no server ran', async () => {
      setClock(place.installation, '2026-11-06 15:00');
      const anna = await engage({ entry_date: '2026-10-01', exit_date: '2026-11-09', ...allIn });
      await bookToday(anna, '2026-10-20');
      await bookToday(anna, '2026-11-07');
      setClock(place.installation, '2026-11-28 08:00');
      assert.deepEqual(await settledOn(anna, '2026-11-09'), [5, 0]);
      assert.deepEqual(await ledgerOf(anna), ['2026-10-31 all_in 5', '2026-11-09 all_in 5']);
      await assertRebuilt(place, anna);
    });
  },
  { startsAt: '2026-10-31T12:00:00Z', timezone: 'Europe/Vienna', flags: { 'access-token-lifetime': '30d' } },
);
