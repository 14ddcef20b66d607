// A `create` that was recorded without connection has the effect of a start, in every order of the uploads.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { assertRefused } from '../../support/expectations.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import type { Answer, Client } from '../../support/client.ts';
import { runs } from '../../support/property.ts';
import { grantAll, requestIn } from '../requests/asking.ts';
import { assertPart, booking, hire, pause, work, written } from '../booking.ts';
import { bookedAfter, limitTo, recordedAt, type Act } from './late-acts.ts';
import { rowsOf } from './timer-acts.ts';
import { affected, hireWithTimer, storyClock, timerOptions } from './timer.ts';

/** A call recorded at a minute after 8:00. */
interface Recorded {
  readonly kind: 'begin' | 'stop' | 'toggle' | 'pass';
  readonly minute: number;
  readonly task: number;
}

const recorded: fc.Arbitrary<Recorded> = fc.record({
  kind: fc.constantFrom('begin', 'begin', 'stop', 'toggle', 'toggle', 'pass'),
  minute: fc.nat({ max: 9 }),
  task: fc.constantFrom(work, pause),
});
const recordings = fc.uniqueArray(recorded, {
  selector: ({ minute }) => minute,
  minLength: 2,
  maxLength: 6,
});

onEveryEngine(
  'creates without connection',
  (place) => {
    const { at, today } = storyClock(place);
    let serial = 0;
    before(async () => {
      const checkpoint_id = (await place.machine.create('checkpoints', { name: 'Gate' }))['id'];
      await place.machine.create('nfcTransponders', { mode_id: 4, unique_id: 'gate', checkpoint_id });
    });

    /** Uploads one call for the person; a `begin` by `create` or by `start`. */
    const upload = (
      client: Client,
      { person, day, by }: { person: number; day: string; by: 'create' | 'start' },
      { kind, minute, task }: Recorded,
    ): Promise<Answer> => {
      const time = `${day} 08:0${minute}:00`;
      const named = { user_id: person, client_unique_id: `${person}-${minute}`, is_offline_tracking: 1 };
      const start = { ...named, task_id: task, start_time: time, start_time_timezone: 'UTC' };
      const call = { ...named, time, timezone: 'UTC' };
      switch (kind) {
        case 'begin':
          return client.post(`timeTrackings/${by}`, start);
        case 'stop':
          return client.post('timeTrackings/stop', call);
        case 'toggle':
          return client.post('timeTrackings/toggle', { ...call, task_id: task });
        case 'pass':
          return client.post('timeTrackings/toggle', { ...call, _nfc_unique_id: 'gate' });
      }
    };

    /** The trackings and their checkpoint events after all uploads for a new user. */
    const outcome = async (
      client: Client,
      all: readonly Recorded[],
      { day, by }: { day: string; by: 'create' | 'start' },
    ): Promise<readonly string[]> => {
      const person = await hire(client, `phone-${(serial += 1)}`, { timezone: 'UTC' });
      for (const one of all) {
        const { status, text } = await upload(client, { person, day, by }, one);
        assert.equal(status, 200, text);
      }
      const lines: string[] = [];
      for (const { id, task_id: task, start_time: from, end_time: to } of await rowsOf(client, person)) {
        const { json } = await client.get('checkpointTrackings/read', { time_tracking_id: id });
        const passed = json['Results'].map(({ timestamp }: Record<string, string>) => timestamp);
        lines.push(`${task} ${from} – ${to ?? 'running'} ${passed.toSorted().join(' ')}`);
      }
      return lines;
    };

    test('creates without an end give the rows of starts in any order', async () => {
      const shuffled = recordings.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 })),
      );
      const day = today('12:00');
      const client = place.machine;
      await fc.assert(
        fc.asyncProperty(shuffled, async ([all, order]) => {
          const inOrder = all.toSorted((a, b) => a.minute - b.minute);
          const expected = await outcome(client, inOrder, { day, by: 'start' });
          for (const uploads of [inOrder, order])
            assert.deepEqual(
              await outcome(client, uploads, { day, by: 'create' }),
              expected,
              JSON.stringify(uploads),
            );
        }),
        runs({ test: 10, long: 25, soak: 1000 }),
      );
    });

    test('a create makes a later toggle its stop and keeps children and notes', async () => {
      const day = today('12:00');
      const ann = await hireWithTimer(place, 'ann');
      const late = { is_offline_tracking: 1, task_id: work };
      const { id: taken } = written(await ann.toggle({ ...late, time: `${day} 09:00:00` }));
      const checkpoint = { checkpoint_id: 1, timestamp: `${day} 08:30:00`, timezone: 'UTC' };
      const answer = await ann.client.post('timeTrackings/create', {
        ...booking(ann.person, { start: `${day} 08:00`, end: null, zone: 'UTC' }),
        _is_offline_live_tracking: 1,
        notes: 'early',
        start_type_id: 1,
        nestedEntities: { checkpointTrackings: [checkpoint] },
      });
      const row = written(answer);
      assertPart(row, {
        end_time: `${day} 09:00:00`,
        is_offline_tracking: 1,
        notes: 'early',
        start_type_id: 1,
        is_start_live: 0,
      });
      assert.equal(row['nestedEntities'].checkpointTrackings[0].Success, true, answer.text);
      const [gone] = affected(answer);
      assert.deepEqual([gone?.['id'], typeof gone?.['deleted_at']], [taken, 'string']);
    });

    test('a create with an end is entered as sent, conflicts and takes waiting events', async () => {
      const day = today('12:00');
      const bob = await hireWithTimer(place, 'bob');
      const late = { is_offline_tracking: 1 };
      const passage = { ...late, _nfc_unique_id: 'gate', client_unique_id: 'p' };
      await bob.toggle({ ...passage, time: `${day} 08:30:00` });
      const whole = booking(bob.person, { start: `${day} 08:00`, end: `${day} 09:00`, zone: 'UTC' });
      const create = (more: object): Promise<Answer> =>
        bob.client.post('timeTrackings/create', { ...whole, ...late, ...more });
      const { id } = written(await create({ client_unique_id: 'a' }));
      assert.equal(written(await create({ client_unique_id: 'a' }))['id'], id);
      assertRefused(await create({ client_unique_id: 'b' }), { status: 422, code: 'conflict' });
      const { json } = await place.machine.get('checkpointTrackings/read', { time_tracking_id: id });
      assert.deepEqual(
        json['Results'].map((row: Record<string, unknown>) => row['client_unique_id']),
        ['p'],
      );
    });

    test('refuses a create inside a manual entry, with or without a sent _timer', async () => {
      const day = today('12:00');
      const cid = await hireWithTimer(place, 'cid');
      const entered = booking(cid.person, { start: `${day} 08:00`, end: `${day} 10:00`, zone: 'UTC' });
      written(await cid.client.post('timeTrackings/create', entered));
      for (const more of [{}, { _timer: 'grants' }, { _timer: 'stops' }]) {
        const times = { start: `${day} 09:00`, end: null, zone: 'UTC' };
        const create = { ...booking(cid.person, times), ...more, is_offline_tracking: 1 };
        assertRefused(await cid.client.post('timeTrackings/create', create), {
          status: 422,
          code: 'conflict',
        });
      }
      assert.deepEqual(await cid.days(), [`${day} 08:00:00 – ${day} 10:00:00`]);
    });

    test('a repeated create does not restore a deleted tracking', async () => {
      const day = today('12:00');
      const dan = await hireWithTimer(place, 'dan');
      const times = { start: `${day} 08:00`, end: null, zone: 'UTC' };
      const create = { ...booking(dan.person, times), is_offline_tracking: 1, client_unique_id: 'a' };
      const { id } = written(await dan.client.post('timeTrackings/create', create));
      written(await place.machine.delete(`timeTrackings/delete/${id}`));
      assert.equal((await dan.client.post('timeTrackings/create', create)).json['NumResults'], 0);
      assert.deepEqual(await dan.days(), []);
    });

    test('a requested task switch cuts the live tracking on approval', async () => {
      for (const [index, path] of ['start', 'create'].entries()) {
        const day = today('08:00');
        const eve = await hireWithTimer(place, `eve-${index}`, { manual_timetracking: 0 });
        const { id } = written(await eve.start({ task_id: work }));
        at('10:00');
        const late = { is_offline_tracking: 1, _request_user_comment: 'no connection' };
        const times = booking(eve.person, { start: `${day} 09:00`, end: null, zone: 'UTC' });
        const answer = await eve.client.post(`timeTrackings/${path}`, {
          ...times,
          ...late,
          task_id: pause,
          client_unique_id: 'b',
        });
        requestIn(answer);
        assert.equal((await eve.current())?.['id'], id);
        assert.deepEqual(await eve.days(), [`${day} 08:00:00 – running`]);
        if (index === 1) await eve.stop({ ...late, client_unique_id: 'b', time: `${day} 09:30:00` });
        await grantAll(place, eve.client);
        const end = index === 1 ? `${day} 09:30:00` : 'running';
        assert.deepEqual(await eve.days(), [`${day} 08:00:00 – ${day} 09:00:00`, `${day} 09:00:00 – ${end}`]);
      }
    });

    test('a create without an end ends at a call uploaded before it', async () => {
      const day = today('12:00');
      const create: Act = (timer) =>
        timer.client.post('timeTrackings/create', {
          ...booking(timer.person, { start: `${day} 08:00`, end: null, zone: 'UTC' }),
          client_unique_id: 's',
          is_offline_tracking: 1,
        });
      const ends: readonly (readonly Act[])[] = [
        [(timer) => timer.stop(recordedAt(`${day} 09:00:00`, 's'))],
        [(timer) => timer.toggle(recordedAt(`${day} 09:00:00`, 't'))],
        [(timer) => timer.start({ task_id: pause, ...recordedAt(`${day} 09:00:00`, 'u') })],
        [
          (timer) => timer.stop(recordedAt(`${day} 09:00:00`, 's')),
          (timer) => timer.stop(recordedAt(`${day} 10:00:00`, 's')),
        ],
      ];
      await limitTo(place, '1');
      for (const [index, later] of ends.entries()) {
        const inOrder = await bookedAfter(place, `gil-${index}`, { acts: [create, ...later] });
        assert.equal(inOrder[0], `${work} ${day} 08:00:00 ${day} 09:00:00`);
        assert.deepEqual(
          await bookedAfter(place, `hal-${index}`, { acts: [...later, create, ...later] }),
          inOrder,
        );
      }
      await limitTo(place, '0');
    });

    test('a create without an end takes the offset of the stop uploaded before it', async () => {
      const timer = await hireWithTimer(place, 'ida', { timezone: 'Europe/Vienna' });
      const named = { client_unique_id: 's', is_offline_tracking: 1 };
      const end_time_offset = 3600;
      await timer.stop({ time: '2025-10-26 02:30:00', end_time_offset, ...named });
      const times = booking(timer.person, { start: '2025-10-26 01:30', end: null });
      const created = await timer.client.post('timeTrackings/create', { ...times, ...named });
      assertPart(written(created), { end_time: '2025-10-26 02:30:00', end_time_offset, duration: 7200 });
    });
  },
  timerOptions,
);
