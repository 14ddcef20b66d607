// Uploads of NFC tags that were read without connection: a tag keeps its meaning in every order of the uploads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import type { Answer } from '../../support/client.ts';
import { assertPart, pause, work, written } from '../booking.ts';
import { bookedAfter, bookedOf, recordedAt, type Act } from './late-acts.ts';
import { rowsOf } from './timer-acts.ts';
import { hireWithTimer, storyClock, timerOptions } from './timer.ts';

onEveryEngine(
  'late uploads of NFC tags',
  (place) => {
    const { today } = storyClock(place);

    test('a tag of a user ends the tracking and starts the next task in any order', async () => {
      for (const [index, more] of [{}, { start_task_at_login: pause }].entries()) {
        const day = today('12:00');
        const other = (await place.machine.create('tasks', { name: 'Tidy', mother_id: 3 }))['id'] as number;
        const acts: readonly Act[] = [
          (timer) => timer.start({ task_id: work, ...recordedAt(`${day} 09:00:00`, 's') }),
          (timer) =>
            timer.toggle({ _nfc_unique_id: `out-${timer.person}`, ...recordedAt(`${day} 10:00:00`, 't') }),
          (timer) => timer.start({ task_id: pause, ...recordedAt(`${day} 11:00:00`, 'u') }),
          (timer) => timer.stop(recordedAt(`${day} 09:30:00`, 'v')),
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
        // If the work ended before, the tag starts the task that it starts when nothing runs.
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
            const booked = await bookedAfter(place, `dan-${index}-${order}`, {
              acts: [tagged, ...uploads],
              more,
            });
            assert.deepEqual(booked, expected, order);
          }
      }
    });

    test('a repeated tag without client_unique_id answers the tracking that it started', async () => {
      const day = today('12:00');
      const unique_id = 'gate';
      const meant = { mode_id: 2, task_id: work, start_task_afterwards: pause };
      await place.machine.create('nfcTransponders', { unique_id, ...meant });
      const eli = await hireWithTimer(place, 'eli');
      written(await eli.start({ task_id: work, ...recordedAt(`${day} 08:00:00`, 'a') }));
      const held = { _nfc_unique_id: unique_id, time: `${day} 09:00:00`, is_offline_tracking: 1 };
      const first = written(await eli.toggle(held));
      assertPart(first, { task_id: pause, start_time: `${day} 09:00:00` });
      assert.equal(written(await eli.toggle(held))['id'], first['id']);
      assert.deepEqual(await eli.days(), [`${day} 08:00:00 – ${day} 09:00:00`, `${day} 09:00:00 – running`]);
    });

    test('a tag keeps the task of its upload after it is deleted or changed', async () => {
      for (const [index, change] of ['delete', 'update'].entries()) {
        const day = today('12:00');
        const unique_id = `door-${index}`;
        const tag = await place.machine.create('nfcTransponders', { mode_id: 2, unique_id, task_id: work });
        const fay = await hireWithTimer(place, `fay-${index}`);
        written(await fay.toggle({ _nfc_unique_id: unique_id, ...recordedAt(`${day} 09:00:00`, 'b') }));
        const id = tag['id'] as number;
        if (change === 'delete') await place.machine.delete(`nfcTransponders/delete/${id}`);
        else written(await place.machine.put(`nfcTransponders/update/${id}`, { task_id: pause }));
        written(await fay.start({ task_id: pause, ...recordedAt(`${day} 08:00:00`, 'c') }));
        assert.deepEqual(await fay.days(), [
          `${day} 08:00:00 – ${day} 09:00:00`,
          `${day} 09:00:00 – running`,
        ]);
        assert.equal((await fay.current())?.['task_id'], work);
      }
    });

    test('a tag whose start is taken back and that finds no task waits for one', async () => {
      const day = today('12:00');
      const project = (await place.machine.create('projects', { name: 'Shed', mother_id: 3 }))['id'];
      const only = (await place.machine.create('tasks', { name: 'Paint', mother_id: project }))[
        'id'
      ] as number;
      const tag = { unique_id: 'shed', mode_id: 3, project_id: project, start_task_afterwards: work };
      await place.machine.create('nfcTransponders', tag);
      const kai = await hireWithTimer(place, 'kai');
      written(await kai.start({ task_id: only, ...recordedAt(`${day} 09:00:00`, 'a') }));
      written(await kai.toggle({ _nfc_unique_id: 'shed', ...recordedAt(`${day} 10:00:00`, 'b') }));
      written(await place.machine.put(`tasks/update/${only}`, { is_done: 1 }));
      written(await kai.stop(recordedAt(`${day} 09:30:00`, 'c')));
      const ended = `${only} ${day} 09:00:00 ${day} 09:30:00`;
      assert.deepEqual(await bookedOf(place, kai.person), [ended]);
      written(await place.machine.put(`tasks/update/${only}`, { is_done: 0 }));
      written(await kai.start({ task_id: work, ...recordedAt(`${day} 08:00:00`, 'd') }));
      const before = `${work} ${day} 08:00:00 ${day} 09:00:00`;
      assert.deepEqual(await bookedOf(place, kai.person), [before, ended, `${only} ${day} 10:00:00 `]);
    });

    test('tags uploaded in reverse switch between their tasks as in order', async () => {
      const day = today('12:00');
      for (const [unique_id, task_id] of [
        ['saw', work],
        ['desk', pause],
      ] as const)
        await place.machine.create('nfcTransponders', { unique_id, mode_id: 2, task_id });
      const jon = await hireWithTimer(place, 'jon');
      const hold = (one: string): Promise<Answer> => {
        const [time, _nfc_unique_id] = one.split(' ');
        return jon.toggle({ _nfc_unique_id, timezone: 'UTC', ...recordedAt(`${day} ${time}:00`, one) });
      };
      const held = ['08:00 saw', '09:00 desk', '10:00 desk', '11:00 saw', '11:30 saw'];
      for (const one of held.toReversed()) assert.equal((await hold(one)).status, 200);
      const booked = [
        `${work} ${day} 08:00:00 ${day} 09:00:00`,
        `${pause} ${day} 09:00:00 ${day} 10:00:00`,
        `${work} ${day} 11:00:00 ${day} 11:30:00`,
      ];
      assert.deepEqual(await bookedOf(place, jon.person), booked);
      // A repeated upload answers the tracking that it starts or ends by now.
      const [, desk] = await rowsOf(place.machine, jon.person);
      assertPart(written(await hold('09:00 desk')), { id: desk?.['id'] });
      assertPart(written(await hold('10:00 desk')), { id: desk?.['id'] });
      assert.deepEqual(await bookedOf(place, jon.person), booked);
    });
  },
  timerOptions,
);
