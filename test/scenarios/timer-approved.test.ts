// What was recorded without connection before a day that is approved by now: it ends before that day, in whatever order it
// is uploaded, and nothing comes to lie on the day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../contract/expectations.ts';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import { askedTimes, grantAll } from './asking.ts';
import { pause, work, written } from './booking.ts';
import { hireWithTimer, storyClock, timerOptions, type Timer } from './timer.ts';

const asks = { _request_user_comment: 'no connection' };

onEveryEngine(
  'uploads from before an approved day',
  (place) => {
    const { today } = storyClock(place);
    let serial = 0;

    /** Somebody whose day is approved. */
    const hireApproved = async (date: string, more: object = {}): Promise<Timer> => {
      const timer = await hireWithTimer(place, `phone-${(serial += 1)}`, {
        payroll_accounting_starts_at: '2026-06-01',
        ...more,
      });
      const day = { user_id: timer.person, date };
      written(await place.machine.put('timesheetAccountings/approve', day));
      return timer;
    };

    /** `start 09:00 a`: what is uploaded of the day. */
    const upload = async (timer: Timer, day: string, what: string): Promise<void> => {
      const [kind = '', time, name] = what.split(' ');
      const body = { time: `${day} ${time}:00`, is_offline_tracking: 1, client_unique_id: name, ...asks };
      const task = kind === 'stop' ? {} : { task_id: kind === 'break' ? pause : work };
      const action = kind === 'break' ? 'start' : (kind as 'start' | 'stop' | 'toggle');
      const { status, text } = await timer[action]({ ...body, ...task });
      assert.equal(status, 200, text);
    };

    /** What is recorded, and the times that it leads to; `24:00` is the midnight before the approved day. */
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
      test(`in every order, repeated: ${acts.join(', ')}`, async () => {
        const [day, next] = [today('08:00'), today('08:00')];
        today('12:00');
        for (const order of permutations(acts)) {
          const timer = await hireApproved(next);
          for (const act of [...order, ...order]) await upload(timer, day, act);
          assert.deepEqual(await timer.days(), lines(day, next, expected), order.join(', '));
        }
      });

    test('in every order it is requested so by people who may not post-date', async () => {
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

    test('the midnight is that of the clocks of the start', async () => {
      const [day, next] = [today('08:00'), today('08:00')];
      const late = { is_offline_tracking: 1, task_id: work, timezone: 'America/New_York' };
      today('12:00');
      const timer = await hireApproved(next);
      written(await timer.start({ ...late, time: `${day} 20:00:00`, client_unique_id: 'a' }));
      assert.deepEqual(await timer.days(), [`${day} 20:00:00 – ${next} 00:00:00`]);
    });

    test('nothing begins on the approved day itself, whatever ends it', async () => {
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
  },
  timerOptions,
);

function permutations<T>(all: readonly T[]): readonly (readonly T[])[] {
  if (all.length <= 1) return [all];
  return all.flatMap((one, index) => permutations(all.toSpliced(index, 1)).map((rest) => [one, ...rest]));
}
