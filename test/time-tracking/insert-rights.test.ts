// A start or create trims or deletes conflicting trackings only if the caller may update or delete them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answer, Client } from '../support/client.ts';
import { openOffice } from './requests/asking.ts';
import { booking, changelog, daybook, hire, pause, work, written } from './booking.ts';
import { setClock, timerOptions } from './timer/timer.ts';

const day = '2026-06-02';
const insert = { _insert_into_conflicting: 1 };
const conflict = { status: 422, code: 'conflict', field: 'start_time' } as const;

onEveryEngine(
  'the right to insert into conflicting trackings',
  (place) => {
    /** A user with a manual entry from 10:00 to 12:00; it is 11:00. */
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

    test('a live start ends the running tracking without the right to backdate', async () => {
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
      test(`${path} refuses to trim or delete a manual entry without the right to backdate`, async () => {
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

      test(`${path} trims a manual entry with the right to backdate`, async () => {
        const own = await booked(`${path}-own`);
        await place.machine.put(`users/update/${own.office.person}`, { manual_timetracking: 1 });
        written(await begin(own.office.employee, own.office.person));
        assert.deepEqual(await daybook(place.machine, own.office.person), [
          `${day} 10:00:00 – ${day} 11:00:00`,
          `${day} 11:00:00 – running`,
        ]);
      });
    }

    test('permission to create trims and deletes nothing, permission to update only trims', async () => {
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
  },
  timerOptions,
);
