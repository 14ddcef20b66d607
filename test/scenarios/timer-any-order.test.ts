// What is uploaded late means what it would have meant in order, also where limits, tasks that are done since and tags
// are in the way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import type { Answer } from '../support/client.ts';
import { assertPart, booking, pause, work, written } from './booking.ts';
import { affected, hireWithTimer, storyClock, timerOptions, type Timer } from './timer.ts';

/** Something recorded without connection. */
type Act = (timer: Timer) => Promise<Answer>;

onEveryEngine(
  'uploads in any order',
  (place) => {
    const { at, today } = storyClock(place);
    const late = (time: string, client_unique_id: string) => ({
      time,
      client_unique_id,
      is_offline_tracking: 1,
    });

    /** What is booked, on which task, after the acts were uploaded in this order by somebody new. */
    const bookedAfter = async (name: string, acts: readonly Act[], more: object = {}) => {
      const timer = await hireWithTimer(place, name, more);
      for (const act of acts) assert.equal((await act(timer)).status, 200);
      const query = {
        user_id: timer.person,
        _order_by: 'start_time',
        _fields: 'task_id,start_time,end_time',
      };
      const { json } = await place.machine.get('timeTrackings/read', query);
      return (json['Results'] as object[]).map((row) => Object.values(row).join(' '));
    };

    const limitTo = async (hours: string): Promise<void> => {
      const query = { setting_type: 'maximum_tracking_hours' };
      const { id } = written(await place.machine.get('generalSettings/read', query));
      written(await place.machine.put(`generalSettings/update/${id}`, { setting_value: hours }));
    };

    test('what ran for longer than the account allows is booked, whether its start or its end comes first', async () => {
      const first = today('08:00');
      today('08:00');
      const last = today('12:00');
      await limitTo('24');
      const start: Act = (timer) => timer.start({ task_id: work, ...late(`${first} 09:00:00`, 's') });
      const ends: readonly Act[] = [
        (timer) => timer.start({ task_id: pause, ...late(`${last} 10:00:00`, 't') }),
        (timer) => timer.stop(late(`${last} 10:00:00`, 's')),
      ];
      for (const [index, end] of ends.entries()) {
        const inOrder = await bookedAfter(`ann-${index}`, [start, end]);
        assert.equal(inOrder[0], `${work} ${first} 09:00:00 ${last} 10:00:00`);
        assert.deepEqual(await bookedAfter(`ben-${index}`, [end, start]), inOrder);
      }
      await limitTo('0');
    });

    test('a stop is taken although a toggle behind it can no longer begin what it names, and the day is marked', async () => {
      const day = today('12:00');
      const gone = (await place.machine.create('tasks', { name: 'Gone', mother_id: 3 }))['id'] as number;
      const cid = await hireWithTimer(place, 'cid');
      written(await cid.start({ task_id: work, ...late(`${day} 09:00:00`, 'a') }));
      written(await cid.toggle({ task_id: gone, ...late(`${day} 10:00:00`, 'b') }));
      written(await place.machine.put(`tasks/update/${gone}`, { is_done: 1 }));
      const answer = await cid.stop(late(`${day} 09:30:00`, 'c'));
      assertPart(written(answer), { end_time: `${day} 09:30:00` });
      const [marked] = affected(answer, 'timesheetAccountings');
      assertPart(marked ?? {}, { date: day, plausibility_conflict_violation: 1 });
      assert.deepEqual(await cid.days(), [`${day} 09:00:00 – ${day} 09:30:00`]);
      at('12:10');
      written(await place.machine.put(`tasks/update/${gone}`, { is_done: 0 }));
      written(await cid.start({ task_id: work, ...late(`${day} 08:00:00`, 'd') }));
      assert.deepEqual(await cid.days(), [
        `${day} 08:00:00 – ${day} 09:00:00`,
        `${day} 09:00:00 – ${day} 09:30:00`,
        `${day} 10:00:00 – running`,
      ]);
    });

    test('a tag of a person ends what ran and begins another task afterwards, whichever comes first', async () => {
      for (const [index, more] of [{}, { start_task_at_login: pause }].entries()) {
        const day = today('12:00');
        const other = (await place.machine.create('tasks', { name: 'Tidy', mother_id: 3 }))['id'] as number;
        const acts: readonly Act[] = [
          (timer) => timer.start({ task_id: work, ...late(`${day} 09:00:00`, 's') }),
          (timer) => timer.toggle({ _nfc_unique_id: `out-${timer.person}`, ...late(`${day} 10:00:00`, 't') }),
          (timer) => timer.start({ task_id: pause, ...late(`${day} 11:00:00`, 'u') }),
          (timer) => timer.stop(late(`${day} 09:30:00`, 'v')),
        ];
        const tagged: Act = async (timer) => {
          const unique_id = `out-${timer.person}`;
          const tag = { mode_id: 1, user_id: timer.person, start_task_afterwards: other };
          return place.machine.post('nfcTransponders/create', { ...tag, unique_id });
        };
        const begun = [
          `${work} ${day} 09:00:00 ${day} 10:00:00`,
          `${other} ${day} 10:00:00 ${day} 11:00:00`,
          `${pause} ${day} 11:00:00 `,
        ];
        // Had the work ended before, the tag would have begun what it begins when nothing runs.
        const usual = index === 0 ? work : pause;
        const stopped = [
          `${work} ${day} 09:00:00 ${day} 09:30:00`,
          `${usual} ${day} 10:00:00 ${day} 11:00:00`,
          `${pause} ${day} 11:00:00 `,
        ];
        for (const [orders, expected] of [
          [['012', '102', '2101'], begun],
          [['0312', '2103', '3210'], stopped],
        ] as const)
          for (const order of orders) {
            const uploads = [...order].map((act) => acts[Number(act)] as Act);
            const booked = await bookedAfter(`dan-${index}-${order}`, [tagged, ...uploads], more);
            assert.deepEqual(booked, expected, order);
          }
      }
    });

    test('a tag that was held without a name and is uploaded again answers what it has begun afterwards', async () => {
      const day = today('12:00');
      const unique_id = 'gate';
      const meant = { mode_id: 2, task_id: work, start_task_afterwards: pause };
      await place.machine.create('nfcTransponders', { unique_id, ...meant });
      const eli = await hireWithTimer(place, 'eli');
      written(await eli.start({ task_id: work, ...late(`${day} 08:00:00`, 'a') }));
      const held = { _nfc_unique_id: unique_id, time: `${day} 09:00:00`, is_offline_tracking: 1 };
      const first = written(await eli.toggle(held));
      assertPart(first, { task_id: pause, start_time: `${day} 09:00:00` });
      assert.equal(written(await eli.toggle(held))['id'], first['id']);
      assert.deepEqual(await eli.days(), [`${day} 08:00:00 – ${day} 09:00:00`, `${day} 09:00:00 – running`]);
    });

    test('a tag means what it meant when it was held, though it is deleted or stands for something else since', async () => {
      for (const [index, change] of ['delete', 'update'].entries()) {
        const day = today('12:00');
        const unique_id = `door-${index}`;
        const tag = await place.machine.create('nfcTransponders', { mode_id: 2, unique_id, task_id: work });
        const fay = await hireWithTimer(place, `fay-${index}`);
        written(await fay.toggle({ _nfc_unique_id: unique_id, ...late(`${day} 09:00:00`, 'b') }));
        const id = tag['id'] as number;
        if (change === 'delete') await place.machine.delete(`nfcTransponders/delete/${id}`);
        else written(await place.machine.put(`nfcTransponders/update/${id}`, { task_id: pause }));
        written(await fay.start({ task_id: pause, ...late(`${day} 08:00:00`, 'c') }));
        assert.deepEqual(await fay.days(), [
          `${day} 08:00:00 – ${day} 09:00:00`,
          `${day} 09:00:00 – running`,
        ]);
        assert.equal((await fay.current())?.['task_id'], work);
      }
    });

    test('what is created without an end meets the stop that was uploaded before it', async () => {
      const day = today('12:00');
      const create: Act = (timer) =>
        timer.client.post('timeTrackings/create', {
          ...booking(timer.person, { start: `${day} 08:00`, end: null, zone: 'UTC' }),
          client_unique_id: 's',
          is_offline_tracking: 1,
        });
      const ends: readonly (readonly Act[])[] = [
        [(timer) => timer.stop(late(`${day} 09:00:00`, 's'))],
        [(timer) => timer.toggle(late(`${day} 09:00:00`, 't'))],
        [(timer) => timer.start({ task_id: pause, ...late(`${day} 09:00:00`, 'u') })],
        [
          (timer) => timer.stop(late(`${day} 09:00:00`, 's')),
          (timer) => timer.stop(late(`${day} 10:00:00`, 's')),
        ],
      ];
      await limitTo('1');
      for (const [index, later] of ends.entries()) {
        const inOrder = await bookedAfter(`gil-${index}`, [create, ...later]);
        assert.equal(inOrder[0], `${work} ${day} 08:00:00 ${day} 09:00:00`);
        assert.deepEqual(await bookedAfter(`hal-${index}`, [...later, create, ...later]), inOrder);
      }
      await limitTo('0');
    });

    test('what is created without an end ends in the hour that comes twice when it was stopped', async () => {
      const timer = await hireWithTimer(place, 'ida', { timezone: 'Europe/Vienna' });
      const upload = { client_unique_id: 's', is_offline_tracking: 1 };
      const end_time_offset = 3600;
      await timer.stop({ time: '2025-10-26 02:30:00', end_time_offset, ...upload });
      const times = booking(timer.person, { start: '2025-10-26 01:30', end: null });
      const created = await timer.client.post('timeTrackings/create', { ...times, ...upload });
      assertPart(written(created), { end_time: '2025-10-26 02:30:00', end_time_offset, duration: 7200 });
    });
  },
  timerOptions,
);
