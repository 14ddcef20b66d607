// Split and insert cut a tracking; its checkpoint events move to the part of their time.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answer, Envelope } from '../support/client.ts';
import { booking, hire, pause, written } from '../time-tracking/booking.ts';
import { affected, hireWithTimer, storyClock, timerOptions } from '../time-tracking/timer/timer.ts';

onEveryEngine(
  'checkpoint events of a cut tracking',
  (place) => {
    const { at, today } = storyClock(place);
    let checkpoint_id = 0;
    before(async () => {
      checkpoint_id = (await place.machine.create('checkpoints', { name: 'Gate' }))['id'] as number;
      await place.machine.create('nfcTransponders', { mode_id: 4, unique_id: 'gate', checkpoint_id });
    });
    const rowsOf = async (resource: string, query: object): Promise<readonly Envelope[]> =>
      (await place.machine.get(`${resource}/read`, { _order_by: 'id', ...query })).json['Results'];
    /** Times of the checkpoints of each tracking of a person, by start. */
    const passed = async (user_id: number): Promise<readonly (readonly string[])[]> => {
      const lines: string[][] = [];
      for (const { id } of await rowsOf('timeTrackings', { user_id, _order_by: 'start_time' })) {
        const rows = await rowsOf('checkpointTrackings', { time_tracking_id: id });
        lines.push(rows.map((row) => row['timestamp'].slice(11, 16) as string).toSorted());
      }
      return lines;
    };
    /** A tracking from 8 to 12 with checkpoints at these times of the day. */
    const book = async (name: string, day: string, times: readonly string[]) => {
      const person = await hire(place.machine, name, { timezone: 'UTC' });
      const span = { start: `${day} 08:00`, end: `${day} 12:00`, zone: 'UTC' };
      const { id } = await place.machine.create('timeTrackings', booking(person, span));
      for (const time of times) {
        const timestamp = `${day} ${time}:00`;
        await place.machine.create('checkpointTrackings', {
          checkpoint_id,
          time_tracking_id: id,
          timestamp,
          timezone: 'UTC',
        });
      }
      return { person, id: id as number };
    };
    const moved = (answer: Answer): readonly string[] =>
      affected(answer, 'checkpointTrackings').map((row) => row['timestamp'].slice(11, 16));
    const times = ['07:00', '08:00', '09:00', '10:00', '10:01', '12:00', '13:00'];

    test('split moves the events after the cut and keeps events outside the tracking', async () => {
      const day = today('14:00');
      const { person, id } = await book('ann', day, times);
      const answer = await place.machine.put(`timeTrackings/split/${id}`, { time: `${day} 10:00:00` });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(await passed(person), [
        ['07:00', '08:00', '09:00', '10:00', '13:00'],
        ['10:01', '12:00'],
      ]);
      assert.deepEqual(moved(answer), ['10:01', '12:00']);
    });

    test('an insert moves the events after it and takes none itself', async () => {
      const day = today('14:00');
      const { person } = await book('ben', day, [...times, '10:30', '11:00', '11:01']);
      const span = { start: `${day} 10:00`, end: `${day} 11:00`, zone: 'UTC' };
      const body = { ...booking(person, span), _insert_into_conflicting: 1 };
      const answer = await place.machine.post('timeTrackings/create', body);
      written(answer);
      assert.deepEqual(await passed(person), [
        ['07:00', '08:00', '09:00', '10:00', '10:01', '10:30', '11:00', '13:00'],
        [],
        ['11:01', '12:00'],
      ]);
      assert.deepEqual(moved(answer).toSorted(), ['11:01', '12:00']);
    });

    test('split in a repeated hour moves a tag event to the running part', async () => {
      today('08:00');
      const cid = await hireWithTimer(place, 'cid', { timezone: 'Europe/Vienna' });
      written(await cid.start({ task_id: pause, time: '2025-10-26 01:00:00', is_offline_tracking: 1 }));
      // 02:30 in winter time, half an hour after the cut at 02:00 in winter time.
      const late = { time: '2025-10-26 02:30:00', start_time_offset: 3600, is_offline_tracking: 1 };
      written(await cid.toggle({ ...late, _nfc_unique_id: 'gate' }));
      at('09:00');
      const id = (await cid.current())?.['id'];
      const cut = { time: '2025-10-26 02:00:00', start_time_offset: 3600 };
      const answer = await place.machine.put(`timeTrackings/split/${id}`, cut);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.json['Results'].length, 2);
      assert.deepEqual(await passed(cid.person), [[], ['02:30']]);
    });
  },
  timerOptions,
);
