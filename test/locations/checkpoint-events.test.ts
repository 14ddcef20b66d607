// Events of checkpoint tags, live or uploaded late: one for each name, on the tracking that ran at their time.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answer } from '../support/client.ts';
import { permutations } from '../support/permutations.ts';
import { booking, pause, work, written } from '../time-tracking/booking.ts';
import { recordedAt, type Act } from '../time-tracking/timer/late-acts.ts';
import {
  affected,
  assertNothing,
  hireWithTimer,
  storyClock,
  timerOptions,
  type Timer,
} from '../time-tracking/timer/timer.ts';

onEveryEngine(
  'checkpoint events of NFC tags',
  (place) => {
    const { at, today } = storyClock(place);
    before(async () => {
      const checkpoint_id = (await place.machine.create('checkpoints', { name: 'Gate' }))['id'];
      await place.machine.create('nfcTransponders', { mode_id: 4, unique_id: 'gate', checkpoint_id });
    });
    const passed = (timer: Timer, more: object): Promise<Answer> =>
      timer.toggle({ _nfc_unique_id: 'gate', ...more });

    /** The events of a user in order of their time: name, task and start of the tracking. */
    const recorded = async ({ person }: Timer): Promise<readonly string[]> => {
      const { machine } = place;
      const trackings = (await machine.get('timeTrackings/read', { user_id: person })).json['Results'];
      const lines: string[] = [];
      for (const { id, task_id, start_time } of trackings) {
        const rows = await machine.get('checkpointTrackings/read', { time_tracking_id: id });
        for (const { client_unique_id: name, timestamp } of rows.json['Results'])
          lines.push(`${timestamp} ${name} on ${task_id} ${start_time}`);
      }
      return lines.toSorted();
    };

    test('records an event once per client_unique_id on the tracking of its time', async () => {
      const day = today('08:00');
      const ann = await hireWithTimer(place, 'ann');
      const { id } = written(await ann.start({ task_id: work }));
      at('09:00');
      written(await passed(ann, { client_unique_id: 'c1' }));
      at('10:00');
      written(await ann.start({ task_id: pause }));
      at('10:30');
      const again = await passed(ann, { client_unique_id: 'c1' });
      assert.equal(written(again)['id'], id);
      assert.equal(affected(again, 'checkpointTrackings')[0]?.['timestamp'], `${day} 09:00:00`);
      at('10:40');
      written(await passed(ann, recordedAt(`${day} 09:30:00`, 'c2')));
      written(await passed(ann, { client_unique_id: 'c4', time: `${day} 09:45:00` }));
      at('11:00');
      written(await ann.stop());
      written(await passed(ann, recordedAt(`${day} 09:40:00`, 'c3')));
      at('11:10');
      assertRefused(await passed(ann, {}), { status: 422, code: 'rule_broken', field: '_nfc_unique_id' });
      const start = `on ${work} ${day} 08:00:00`;
      assert.deepEqual(await recorded(ann), [
        `${day} 09:00:00 c1 ${start}`,
        `${day} 09:30:00 c2 ${start}`,
        `${day} 09:40:00 c3 ${start}`,
        `${day} 09:45:00 c4 ${start}`,
      ]);
    });

    test('offline events are on the same trackings in 6 upload orders', async () => {
      const day = today('14:00');
      const acts: readonly Act[] = [
        (timer) => timer.start({ task_id: work, ...recordedAt(`${day} 08:00:00`, 'a') }),
        (timer) => passed(timer, recordedAt(`${day} 08:30:00`, 'p')),
        (timer) => timer.stop(recordedAt(`${day} 09:00:00`, 'b')),
        (timer) => passed(timer, recordedAt(`${day} 09:30:00`, 'q')),
        (timer) => timer.start({ task_id: pause, ...recordedAt(`${day} 10:00:00`, 'c') }),
        (timer) => passed(timer, recordedAt(`${day} 10:30:00`, 'r')),
        (timer) => timer.toggle({ task_id: work, ...recordedAt(`${day} 11:00:00`, 'd') }),
        (timer) => passed(timer, recordedAt(`${day} 11:30:00`, 's')),
        (timer) => timer.toggle({ task_id: work, ...recordedAt(`${day} 12:00:00`, 'e') }),
        (timer) => passed(timer, recordedAt(`${day} 12:30:00`, 't')),
      ];
      const inOrder = [
        `${day} 08:30:00 p on ${work} ${day} 08:00:00`,
        `${day} 10:30:00 r on ${pause} ${day} 10:00:00`,
        `${day} 12:30:00 t on ${work} ${day} 12:00:00`,
      ];
      for (const order of [
        '0123456789',
        '9876543210',
        '1357902468',
        '0246813579',
        '8642097531',
        '53175319086420',
      ]) {
        const timer = await hireWithTimer(place, `bob-${order}`);
        for (const act of order) {
          const answer = await (acts[Number(act)] as Act)(timer);
          assert.equal(answer.status, 200, answer.text);
        }
        assert.deepEqual(await recorded(timer), inOrder, order);
      }
    });

    /** Recorded calls as `kind minute`, and the expected rows: task, times and minutes of their events. */
    const stories: readonly (readonly [acts: readonly string[], expected: readonly string[]])[] = [
      [
        ['start 0', 'pass 3'],
        [`${work}: 0 – 3 passed 3`, `${pause}: 3 – running passed `],
      ],
      [
        ['start 0', 'pass 3', 'stop 6'],
        [`${work}: 0 – 3 passed 3`, `${pause}: 3 – 6 passed `],
      ],
      [['start 0', 'stop 2', 'pass 3', 'stop 6'], [`${work}: 0 – 2 passed `]],
      [['pass 3', 'start 5'], [`${work}: 5 – running passed `]],
      [
        ['start 0', 'pass 3', 'toggle 4', 'pass 6'],
        [`${work}: 0 – 3 passed 3`, `${pause}: 3 – 4 passed `],
      ],
      [
        ['start 0', 'pass 2', 'pass 4', 'start 6'],
        [
          `${work}: 0 – 2 passed 2`,
          `${pause}: 2 – 4 passed 4`,
          `${pause}: 4 – 6 passed `,
          `${work}: 6 – running passed `,
        ],
      ],
      [['toggle 1', 'toggle 2', 'pass 3'], [`${work}: 1 – 2 passed `]],
    ];
    for (const [acts, expected] of stories)
      test(`every order gives the same rows: ${acts.join(', ')}`, async () => {
        const day = today('12:00');
        const checkpoint_id = (await place.machine.create('checkpoints', { name: 'Door' }))['id'];
        const unique_id = `door-${day}`;
        const tag = { mode_id: 4, unique_id, checkpoint_id, start_task_afterwards: pause };
        await place.machine.create('nfcTransponders', tag);
        for (const [index, order] of permutations(acts).entries()) {
          const timer = await hireWithTimer(place, `door-${day}-${index}`);
          for (const act of [...order, ...order.slice(0, 1)]) {
            const [kind, minute] = act.split(' ');
            const body = recordedAt(`${day} 08:0${minute}:00`, `${timer.person} ${act}`);
            const answer = await (kind === 'start'
              ? timer.start({ task_id: work, ...body })
              : kind === 'stop'
                ? timer.stop(body)
                : timer.toggle({
                    ...body,
                    ...(kind === 'pass' ? { _nfc_unique_id: unique_id } : { task_id: work }),
                  }));
            assert.equal(answer.status, 200, answer.text);
          }
          assert.deepEqual(await passedOn(timer), expected, order.join(', '));
        }
      });

    /** The rows of a user in the form of the stories. */
    const passedOn = async ({ person }: Timer): Promise<readonly string[]> => {
      const query = { user_id: person, _order_by: 'start_time' };
      const lines: string[] = [];
      for (const row of (await place.machine.get('timeTrackings/read', query)).json['Results']) {
        const passages = await place.machine.get('checkpointTrackings/read', { time_tracking_id: row.id });
        const minutes = passages.json['Results'].map(({ timestamp }: { timestamp: string }) =>
          minuteIn(timestamp),
        );
        const end = row.end_time === null ? 'running' : minuteIn(row.end_time);
        lines.push(`${row.task_id}: ${minuteIn(row.start_time)} – ${end} passed ${minutes.join(' ')}`);
      }
      return lines;
    };

    test('an event waits for its tracking, and a deleted event stays deleted', async () => {
      const day = today('12:00');
      const cid = await hireWithTimer(place, 'cid');
      assertNothing(await passed(cid, recordedAt(`${day} 09:30:00`, 'w')));
      const entered = booking(cid.person, { start: `${day} 09:00`, end: `${day} 10:00`, zone: 'UTC' });
      const { id } = written(await place.machine.post('timeTrackings/create', entered));
      written(await place.machine.put(`timeTrackings/update/${id}`, { approved_by_admin: 1 }));
      written(await cid.start({ task_id: work, ...recordedAt(`${day} 08:00:00`, 'x') }));
      assert.deepEqual(await recorded(cid), []);
      written(await passed(cid, recordedAt(`${day} 08:30:00`, 'y')));
      const [row] = (await place.machine.get('checkpointTrackings/read', { client_unique_id: 'y' })).json[
        'Results'
      ];
      written(await place.machine.delete(`checkpointTrackings/delete/${row.id}`));
      written(await cid.start({ task_id: pause, ...recordedAt(`${day} 08:15:00`, 'z') }));
      written(await passed(cid, recordedAt(`${day} 08:45:00`, 'v')));
      written(await cid.stop(recordedAt(`${day} 08:50:00`, 'u')));
      assert.deepEqual(await recorded(cid), [`${day} 08:45:00 v on ${pause} ${day} 08:15:00`]);
    });
  },
  timerOptions,
);

function minuteIn(time: string): number {
  return Number(time.slice(14, 16));
}
