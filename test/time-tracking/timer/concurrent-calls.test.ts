// 50 calls of the timer at the same time leave one running tracking and no overlap.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { pause, work, written } from '../booking.ts';
import { hireWithTimer, storyClock, timerOptions } from './timer.ts';

onEveryEngine(
  'concurrent timer requests',
  (place) => {
    const { today } = storyClock(place);

    test('50 concurrent starts leave exactly one running', async () => {
      const day = today('08:00');
      const quin = await hireWithTimer(place, 'quin');
      const clients = [place.machine, place.account.administrator, quin.client];
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, number) =>
          (clients[number % 3] as typeof place.machine).post('timeTrackings/start', {
            user_id: quin.person,
            task_id: number % 2 === 0 ? work : pause,
          }),
        ),
      );
      for (const answer of answers) written(answer);
      assert.deepEqual(await quin.days(), [`${day} 08:00:00 – running`]);
    });

    test('50 concurrent starts and stops at claimed times never overlap', async () => {
      const day = today('08:00');
      const ray = await hireWithTimer(place, 'ray');
      const two = (number: number): string => String(number).padStart(2, '0');
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, number) =>
          number % 5 === 4
            ? ray.stop()
            : ray.start({ task_id: work, start_time: `${day} 07:58:${two(number)}`, timezone: 'UTC' }),
        ),
      );
      for (const { status, text } of answers) assert.ok([200, 422].includes(status), text);
      const rows = (
        await place.machine.get('timeTrackings/read', { user_id: ray.person, _order_by: 'start_time' })
      ).json['Results'];
      assert.ok(rows.filter(({ end_time }: { end_time: unknown }) => end_time === null).length <= 1);
      for (const [index, row] of rows.slice(1).entries())
        assert.ok(rows[index].end_time <= row.start_time, JSON.stringify(rows));
    });
  },
  timerOptions,
);
