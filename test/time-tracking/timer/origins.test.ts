// The call that makes a start or end sets its origin: live mark, type and IP address.
import { test } from 'node:test';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { assertPart, pause, work, written } from '../booking.ts';
import { hireWithTimer, storyClock, timerOptions, type Timer } from './timer.ts';

onEveryEngine(
  'origin fields of starts and ends',
  (place) => {
    const { at, today } = storyClock(place);
    let serial = 0;

    /** The tracking of a start and of an end ten minutes later. */
    const ended = async (begun: object, end: (timer: Timer, day: string) => Promise<unknown>) => {
      const day = today('08:00');
      const timer = await hireWithTimer(place, `ada-${(serial += 1)}`);
      const { id } = written(await timer.start({ task_id: work, time: `${day} 08:00:00`, ...begun }));
      at('08:10');
      await end(timer, day);
      return written(await place.machine.get(`timeTrackings/read/${id}`));
    };
    const recorded = { is_offline_tracking: 1 };
    const live = { is_end_live: 1, end_type_id: 1, end_ip: '127.0.0.1' };
    const postDated = { is_end_live: 0, end_type_id: 0, end_ip: null };

    test('a live call ends an offline start live', async () => {
      const ends: readonly ((timer: Timer, day: string) => Promise<unknown>)[] = [
        (timer) => timer.stop(),
        (timer) => timer.toggle(),
        (timer) => timer.start({ task_id: pause }),
        async (timer, day) => {
          const id = (await timer.current())?.['id'];
          const end = { end_time: `${day} 08:10:00`, end_time_timezone: 'UTC' };
          written(await timer.client.put(`timeTrackings/update/${id}`, end));
        },
      ];
      for (const end of ends) assertPart(await ended(recorded, end), live);
    });

    test('an offline call ends a live start as backdated', async () => {
      const just = (day: string) => ({ time: `${day} 08:10:00`, ...recorded });
      const ends: readonly ((timer: Timer, day: string) => Promise<unknown>)[] = [
        (timer, day) => timer.stop(just(day)),
        (timer, day) => timer.stop({ time: `${day} 08:10:00`, _is_offline_live_tracking: 1 }),
        (timer, day) => timer.toggle(just(day)),
        (timer, day) => timer.start({ task_id: pause, ...just(day) }),
      ];
      for (const end of ends) assertPart(await ended({}, end), postDated);
    });

    test('accepts a live end of an offline start without the right to backdate', async () => {
      const end = async ({ client, person, current }: Timer, day: string): Promise<void> => {
        written(await place.machine.put(`users/update/${person}`, { manual_timetracking: 0 }));
        const times = { end_time: `${day} 08:10:00`, end_time_timezone: 'UTC' };
        written(await client.put(`timeTrackings/update/${(await current())?.['id']}`, times));
      };
      assertPart(await ended(recorded, end), { end_time_timezone: 'UTC', ...live });
    });

    test('an end from a split or an approved request is not live', async () => {
      const cut = async ({ client, current }: Timer, day: string): Promise<void> => {
        const time = `${day} 08:09:00`;
        await client.put(`timeTrackings/split/${(await current())?.['id']}`, { time });
      };
      assertPart(await ended({}, cut), postDated);
      const grant = async ({ person, client, current }: Timer, day: string): Promise<void> => {
        written(await place.machine.put(`users/update/${person}`, { manual_timetracking: 0 }));
        const id = (await current())?.['id'];
        const end = { end_time: `${day} 08:09:00`, end_time_timezone: 'UTC', task_id: pause };
        await client.put(`timeTrackings/update/${id}`, { ...end, _request_user_comment: 'now' });
        written(await place.machine.put(`timeTrackings/approve/${id}`, {}));
      };
      assertPart(await ended({}, grant), { end_time_timezone: 'UTC', task_id: pause, ...postDated });
    });
  },
  timerOptions,
);
