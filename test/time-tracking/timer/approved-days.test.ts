// Uploads from the day before an approved day end at midnight at the latest, in every order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../support/expectations.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { permutations } from '../../support/permutations.ts';
import { askedTimes, grantAll } from '../requests/asking.ts';
import { pause, work, written } from '../booking.ts';
import { hireWithTimer, storyClock, timerOptions, type Timer } from './timer.ts';

const asks = { _request_user_comment: 'no connection' };

onEveryEngine(
  'uploads from before an approved day',
  (place) => {
    const { today } = storyClock(place);
    let serial = 0;

    /** A user whose day is approved. */
    const hireApproved = async (date: string, more: object = {}): Promise<Timer> => {
      const timer = await hireWithTimer(place, `phone-${(serial += 1)}`, {
        payroll_accounting_starts_at: '2026-06-01',
        ...more,
      });
      const day = { user_id: timer.person, date };
      written(await place.machine.put('timesheetAccountings/approve', day));
      return timer;
    };

    /** Uploads a call of the day, written as `start 09:00 a`. */
    const upload = async (timer: Timer, day: string, what: string): Promise<void> => {
      const [kind = '', time, name] = what.split(' ');
      const body = { time: `${day} ${time}:00`, is_offline_tracking: 1, client_unique_id: name, ...asks };
      const task = kind === 'stop' ? {} : { task_id: kind === 'break' ? pause : work };
      const action = kind === 'break' ? 'start' : (kind as 'start' | 'stop' | 'toggle');
      const { status, text } = await timer[action]({ ...body, ...task });
      assert.equal(status, 200, text);
    };

    /** Recorded calls and the expected times; `24:00` is the midnight before the approved day. */
    const stories: readonly (readonly [acts: readonly string[], expected: readonly string[]])[] = [
      [['start 09:00 a'], ['09:00 – 24:00']],
      [['start 09:00 a', 'stop 10:00 a'], ['09:00 – 10:00']],
      [
        ['start 09:00 a', 'break 10:00 b'],
        ['09:00 – 10:00', '10:00 – 24:00'],
      ],
      [
        ['start 09:00 a', 'break 10:00 b', 'stop 11:00 b'],
        ['09:00 – 10:00', '10:00 – 11:00'],
      ],
      [
        ['start 09:00 a', 'stop 10:00 a', 'break 11:00 b'],
        ['09:00 – 10:00', '11:00 – 24:00'],
      ],
      [
        ['toggle 09:00 a', 'toggle 10:00 b', 'toggle 11:00 c'],
        ['09:00 – 10:00', '11:00 – 24:00'],
      ],
    ];

    const lines = (day: string, next: string, times: readonly string[]): readonly string[] =>
      times.map((line) => {
        const [from, until] = line.split(' – ') as [string, string];
        const end = until === '24:00' ? `${next} 00:00` : `${day} ${until}`;
        return `${day} ${from}:00 – ${end}:00`;
      });

    for (const [acts, expected] of stories)
      test(`every order ends by midnight: ${acts.join(', ')}`, async () => {
        const [day, next] = [today('08:00'), today('08:00')];
        today('12:00');
        for (const order of permutations(acts)) {
          const timer = await hireApproved(next);
          for (const act of [...order, ...order]) await upload(timer, day, act);
          assert.deepEqual(await timer.days(), lines(day, next, expected), order.join(', '));
        }
      });

    test('every order makes the same requests without the right to backdate', async () => {
      const [day, next] = [today('08:00'), today('08:00')];
      today('12:00');
      for (const [acts, asked] of [
        [['start 09:00 a'], ['09:00 – 00:00']],
        [
          ['start 09:00 a', 'stop 10:00 a', 'break 11:00 b'],
          ['09:00 – 10:00', '11:00 – 00:00'],
        ],
      ] as const)
        for (const order of permutations<string>(acts)) {
          const timer = await hireApproved(next, { manual_timetracking: 0 });
          for (const act of order) await upload(timer, day, act);
          assert.deepEqual(await askedTimes(timer.client), asked, order.join(', '));
          await grantAll(place, timer.client);
          assert.equal((await timer.days()).length, asked.length);
        }
    });

    test('ends at midnight in the zone of the start', async () => {
      const [day, next] = [today('08:00'), today('08:00')];
      const late = { is_offline_tracking: 1, task_id: work, timezone: 'America/New_York' };
      today('12:00');
      const timer = await hireApproved(next);
      written(await timer.start({ ...late, time: `${day} 20:00:00`, client_unique_id: 'a' }));
      assert.deepEqual(await timer.days(), [`${day} 20:00:00 – ${next} 00:00:00`]);
    });

    test('refuses a start on the approved day, with or without a stop', async () => {
      const [day, next] = [today('08:00'), today('08:00')];
      today('12:00');
      const timer = await hireApproved(next);
      const late = { is_offline_tracking: 1, task_id: work };
      for (const time of ['00:00:00', '09:00:00']) {
        const start = { ...late, time: `${next} ${time}` };
        assertRefused(await timer.start(start), { status: 422, code: 'locked' });
        await upload(timer, next, 'stop 10:00 s');
        assertRefused(await timer.start(start), { status: 422, code: 'locked' });
      }
      written(await timer.start({ ...late, time: `${day} 23:00:00`, client_unique_id: 'a' }));
      assert.deepEqual(await timer.days(), [`${day} 23:00:00 – ${next} 00:00:00`]);
    });

    test('ends at a toggle that began with the approved day, and leaves that as it is', async () => {
      const [day, next] = [today('08:00'), today('12:00')];
      const timer = await hireWithTimer(place, `phone-${(serial += 1)}`, {
        payroll_accounting_starts_at: '2026-06-01',
      });
      await upload(timer, next, 'toggle 00:00 a');
      await upload(timer, next, 'stop 01:00 b');
      written(await place.machine.put('timesheetAccountings/approve', { user_id: timer.person, date: next }));
      await upload(timer, day, 'start 23:00 c');
      assert.deepEqual(await timer.days(), [
        `${day} 23:00:00 – ${next} 00:00:00`,
        `${next} 00:00:00 – ${next} 01:00:00`,
      ]);
    });
  },
  timerOptions,
);
