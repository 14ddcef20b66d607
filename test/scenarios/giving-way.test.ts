// Whose trackings give way to others: those that the caller could change, or delete, by hand. On every path.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../contract/expectations.ts';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import type { Answer, Client } from '../support/client.ts';
import { decide, openOffice, requestIn } from './asking.ts';
import { booking, changelog, daybook, hire, pause, work, written } from './booking.ts';
import { setClock, timerOptions } from './timer.ts';

const day = '2026-06-02';
const insert = { _insert_into_conflicting: 1 };
const conflict = { status: 422, code: 'conflict', field: 'start_time' } as const;

onEveryEngine(
  'what gives way',
  (place) => {
    /** Somebody with a booking of 10:00 to 12:00, entered by hand, at 11:00 on their clocks. */
    const booked = async (name: string, slot = { start: `${day} 10:00`, end: `${day} 12:00` }) => {
      setClock(place.installation, `${day} 11:00`);
      const office = await openOffice(place, name);
      await place.machine.put(`users/update/${office.person}`, { timezone: 'UTC' });
      const { id } = await place.machine.create('timeTrackings', {
        ...booking(office.person, { ...slot, zone: 'UTC' }),
      });
      return { office, id: id as number, stood: await daybook(place.machine, office.person) };
    };
    const starts: Readonly<Record<string, (client: Client, person: number) => ReturnType<Client['post']>>> = {
      start: (client) => client.post('timeTrackings/start', { task_id: work, ...insert }),
      toggle: (client) => client.post('timeTrackings/toggle', { task_id: work, ...insert }),
      create: (client, person) =>
        client.post('timeTrackings/create', {
          ...booking(person, { start: `${day} 11:00`, end: null, zone: 'UTC' }),
          ...insert,
        }),
    };

    test('a live start ends what runs, without the right to alter anything else', async () => {
      setClock(place.installation, `${day} 10:00`);
      const office = await openOffice(place, 'running');
      await place.machine.put(`users/update/${office.person}`, { timezone: 'UTC' });
      written(await office.employee.post('timeTrackings/start', { task_id: pause }));
      setClock(place.installation, `${day} 11:00`);
      written((await starts['create']?.(office.employee, office.person)) as Answer);
      assert.deepEqual(await daybook(place.machine, office.person), [
        `${day} 10:00:00 – ${day} 11:00:00`,
        `${day} 11:00:00 – running`,
      ]);
    });

    for (const [path, begin] of Object.entries(starts)) {
      test(`${path}: who may not post-date trims nothing that was entered by hand, and swallows nothing`, async () => {
        for (const [kind, slot] of Object.entries({
          trimmed: { start: `${day} 10:00`, end: `${day} 12:00` },
          swallowed: { start: `${day} 14:00`, end: `${day} 15:00` },
        })) {
          const { office, id, stood } = await booked(`${path}-${kind}`, slot);
          const { ErrorExtended, ErrorMessage } = assertRefused(
            await begin(office.employee, office.person),
            conflict,
          );
          assert.equal(ErrorExtended.data.id, id);
          assert.match(
            ErrorMessage,
            kind === 'trimmed' ? /you may not update it\.$/ : /you may not delete it\.$/,
          );
          assert.deepEqual(await daybook(place.machine, office.person), stood);
          assert.equal((await changelog(place.machine, id)).length, 1);
        }
      });

      test(`${path}: who may post-date makes room, and so does who leads the person`, async () => {
        const own = await booked(`${path}-own`);
        await place.machine.put(`users/update/${own.office.person}`, { manual_timetracking: 1 });
        written(await begin(own.office.employee, own.office.person));
        assert.deepEqual(await daybook(place.machine, own.office.person), [
          `${day} 10:00:00 – ${day} 11:00:00`,
          `${day} 11:00:00 – running`,
        ]);
      });
    }

    test('a grant to create times of others trims and deletes none of theirs', async () => {
      const { office, id, stood } = await booked('granted');
      const clerk = await hire(place.machine, 'clerk');
      const grant = { user_id: clerk, resource_name: 'timeTrackings', permission_scope_id: 1 };
      await place.machine.create('permissions', { ...grant, permission_name: 'create' });
      const client = await place.account.login('clerk');
      const inside = {
        ...booking(office.person, { start: `${day} 10:30`, end: `${day} 11:00`, zone: 'UTC' }),
        ...insert,
      };
      const around = {
        ...booking(office.person, { start: `${day} 09:00`, end: `${day} 13:00`, zone: 'UTC' }),
        ...insert,
      };
      for (const entity of [inside, around])
        assertRefused(await client.post('timeTrackings/create', entity), conflict);
      assert.deepEqual(await daybook(place.machine, office.person), stood);
      await place.machine.create('permissions', { ...grant, permission_name: 'update' });
      assertRefused(await client.post('timeTrackings/create', around), conflict);
      written(await client.post('timeTrackings/create', inside));
      assert.equal((await daybook(place.machine, office.person)).length, 3);
      assert.equal((await changelog(place.machine, id)).length, 2);
    });

    test('what a request asks for gives way once it is granted: deciding is the right', async () => {
      const { office } = await booked('asked');
      const asked = {
        ...booking(office.person, { start: `${day} 10:30`, end: `${day} 10:45`, zone: 'UTC' }),
        ...insert,
        _request_user_comment: 'it was something else',
      };
      const { id } = requestIn(await office.employee.post('timeTrackings/create', asked));
      written(await decide(office.supervisor, 'approve', id));
      assert.equal((await daybook(place.machine, office.person)).length, 3);
    });
  },
  timerOptions,
);
