// After their last day people no longer log in, start the timer or book; what runs ends with that day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settleDue } from '#accounts/settle-due.ts';
import { assertRefused, readOne, rowOf, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { booking, changelog, hire, written } from '../time-tracking/booking.ts';
import { hireWithTimer, setClock } from '../time-tracking/timer/timer.ts';

onEveryEngine(
  'people who leave',
  (place) => {
    const zone = 'America/New_York';
    const exit = { entry_date: '2026-05-01', exit_date: '2026-06-30', timezone: zone };
    const book = (person: number, start: string, end: string | null): object =>
      booking(person, { start, end, zone });

    test('end what runs, their logins and their tokens at the midnight after the exit', async () => {
      const { machine, installation } = place;
      setClock(installation, '2026-06-30 20:00');
      const { person, client, start, stop, current } = await hireWithTimer(place, 'leaver', exit);
      const running = rowOf(await start({ task_id: 4 }));
      setClock(installation, '2026-07-01 03:59:59');
      assert.equal((await client.get('users/me')).status, 200);
      assert.equal((await place.account.login('leaver')) === undefined, false);
      setClock(installation, '2026-07-01 04:00');
      assert.equal((await client.get('users/me')).status, 401);
      await assert.rejects(place.account.login('leaver'), /invalid_grant/);
      assert.equal((await stop()).status, 401);
      await settleDue(installation.app.engine);
      assert.equal(await current(), undefined);
      const ended = await readOne(machine, 'timeTrackings', running['id'] as number);
      assert.deepEqual(
        [
          ended['end_time'],
          ended['end_time_timezone'],
          ended['duration'],
          ended['status'],
          ended['is_end_live'],
        ],
        ['2026-07-01 00:00:00', zone, 28_800, 2, 0],
      );
      const [last] = (await changelog(machine, running['id'] as number)).slice(-1);
      assert.deepEqual([last?.['change_user_id'], last?.['new_end_time']], [null, '2026-07-01 00:00:00']);
      const status = await machine.get('userStatusOverview/read', { user_id: person });
      assert.equal(rowOf(status)['is_running'], 0);
    });

    test('have nothing booked before the entry or after the exit, on any path', async () => {
      const { machine, installation } = place;
      setClock(installation, '2026-07-02 12:00');
      const person = await hire(machine, 'bounded', exit);
      const outside: readonly [start: string, end: string | null, field: string][] = [
        ['2026-04-30 23:59', '2026-05-01 02:00', 'start_time'],
        ['2026-07-01 00:00', '2026-07-01 01:00', 'start_time'],
        ['2026-06-30 22:00', '2026-07-01 00:00:01', 'end_time'],
        ['2026-06-30 22:00', null, 'end_time'],
        ['2026-07-01 00:00', null, 'start_time'],
      ];
      for (const [start, end, field] of outside) {
        const refusal = { status: 422, code: 'rule_broken', field } as const;
        const answer = await machine.post('timeTrackings/create', book(person, start, end));
        const { ErrorMessage } = assertRefused(answer, refusal);
        assert.match(String(ErrorMessage), /is employed from 2026-05-01 to 2026-06-30/);
        const batch = await machine.post('timeTrackings/create', [book(person, start, end)]);
        assert.equal(batch.json['NumErrors'], 1, batch.text);
      }
      for (const action of ['start', 'toggle']) {
        const answer = await machine.post(`timeTrackings/${action}`, { user_id: person, task_id: 4 });
        assertRefused(answer, { status: 422, code: 'rule_broken', field: 'start_time' });
      }
      const last = await machine.create(
        'timeTrackings',
        book(person, '2026-06-30 22:00', '2026-07-01 00:00'),
      );
      const moved = await machine.put(`timeTrackings/update/${last['id']}`, {
        end_time: '2026-07-01 00:00:01',
      });
      assertRefused(moved, { status: 422, code: 'rule_broken', field: 'end_time' });
    });

    test('have a start that is uploaded after the exit ended at its midnight', async () => {
      const { machine, installation } = place;
      setClock(installation, '2026-07-02 13:00');
      const person = await hire(machine, 'offline', exit);
      const late = { user_id: person, task_id: 4, is_offline_tracking: 1, timezone: zone };
      const start = (action: string, time: string, name: string) =>
        machine.post(`timeTrackings/${action}`, { ...late, time, client_unique_id: name });
      const shown = async (id: unknown): Promise<readonly unknown[]> => {
        const row = await readOne(machine, 'timeTrackings', id as number);
        return [row['start_time'], row['end_time'], row['status'], row['duration']];
      };
      const { id } = rowOf(await start('start', '2026-06-30 20:00:00', 'first'));
      const ended = ['2026-06-30 20:00:00', '2026-07-01 00:00:00', 2, 14_400];
      assert.deepEqual(await shown(id), ended);
      assert.equal(rowOf(await start('start', '2026-06-30 20:00:00', 'first'))['id'], id);
      const before = rowOf(await start('toggle', '2026-06-30 18:00:00', 'second'))['id'];
      assert.deepEqual(await shown(before), ['2026-06-30 18:00:00', '2026-06-30 20:00:00', 2, 7200]);
      assert.deepEqual(await shown(id), ended);
      const stop = {
        user_id: person,
        client_unique_id: 'first',
        time: '2026-06-30 22:00:00',
        timezone: zone,
      };
      const stopped = await machine.post('timeTrackings/stop', { ...stop, _is_offline_live_tracking: 1 });
      assert.equal(stopped.status, 200, stopped.text);
      assert.deepEqual(await shown(id), ['2026-06-30 20:00:00', '2026-06-30 22:00:00', 2, 7200]);
      assertRefused(await start('start', '2026-07-01 00:00:00', 'third'), {
        status: 422,
        code: 'rule_broken',
        field: 'start_time',
      });
    });

    test('leave no earlier than their last booking', async () => {
      const { machine, installation } = place;
      setClock(installation, '2026-07-03 12:00');
      const person = await hire(machine, 'early', { entry_date: '2026-05-01', timezone: zone });
      const ids: number[] = [];
      for (const day of ['08', '09', '10', '11'])
        ids.push(
          (
            await machine.create(
              'timeTrackings',
              book(person, `2026-06-${day} 22:00`, `2026-06-${day} 23:00`),
            )
          )['id'],
        );
      const leave = (exit_date: string) => machine.put(`users/update/${person}`, { exit_date });
      const refused = await leave('2026-06-07');
      const { ErrorMessage } = assertRefused(refused, {
        status: 422,
        code: 'rule_broken',
        field: 'exit_date',
      });
      assert.match(
        String(ErrorMessage),
        new RegExp(`${ids[0]} of 2026-06-08.*${ids[2]} of 2026-06-10 and more`),
      );
      assertRefused(await leave('2026-06-10'), { status: 422, code: 'rule_broken', field: 'exit_date' });
      written(await leave('2026-06-11'));
    });

    test('have no first employment that begins after a booking', async () => {
      const { machine, installation } = place;
      setClock(installation, '2026-07-04 12:00');
      const person = await hire(machine, 'later', { ...exit, exit_date: '2026-06-10' });
      const times = book(person, '2026-06-08 08:00', '2026-06-08 12:00');
      const { id } = await machine.create('timeTrackings', times);
      await machine.create('employments', { user_id: person, entry_date: '2026-07-01' });
      const [row] = rowsOf(await machine.get('employments/read', { user_id: person, _order_by: 'id' }));
      const enter = (entry_date: string) => machine.put(`employments/update/${row?.['id']}`, { entry_date });
      const refusal = { status: 422, code: 'rule_broken', field: 'entry_date' } as const;
      const { ErrorMessage } = assertRefused(await enter('2026-06-09'), refusal);
      assert.match(String(ErrorMessage), new RegExp(`begin before it: ${id} of 2026-06-08`));
      assertRefused(await machine.delete(`employments/delete/${row?.['id']}`), refusal);
      written(await enter('2026-06-08'));
    });

    test('have what runs ended when an exit in the past is entered', async () => {
      const { machine, installation } = place;
      setClock(installation, '2026-07-06 12:00');
      const person = await hire(machine, 'forgotten', { timezone: 'UTC' });
      const begun = { ...booking(person, { start: '2026-07-05 08:00', end: null, zone: 'UTC' }) };
      const { id } = await machine.create('timeTrackings', begun);
      written(await machine.put(`users/update/${person}`, { exit_date: '2026-07-05' }));
      const ended = await readOne(machine, 'timeTrackings', id as number);
      assert.deepEqual([ended['end_time'], ended['status']], ['2026-07-06 00:00:00', 2]);
    });

    test('never take the last administrator who stays along', async () => {
      const { machine } = place;
      const chief = await hire(machine, 'chief', { internal_user_group: 1 });
      const administrators = await machine.get('users/read', { internal_user_group: 1, active: 1 });
      const others = administrators.json['Results'].filter((row: { id: number }) => row.id !== chief);
      for (const { id } of others)
        written(await machine.put(`users/update/${id}`, { exit_date: '2027-12-31' }));
      for (const change of [{ exit_date: '2028-01-31' }, { active: 0 }, { internal_user_group: 2 }]) {
        const answer = await machine.put(`users/update/${chief}`, change);
        const field = Object.keys(change)[0] as string;
        assertRefused(answer, { status: 422, code: 'rule_broken', field });
      }
      for (const { id } of others) written(await machine.put(`users/update/${id}`, { exit_date: null }));
      written(await machine.put(`users/update/${chief}`, { exit_date: '2028-01-31' }));
    });
  },
  { startsAt: '2026-06-29T06:00:00Z', flags: { 'access-token-lifetime': '30d' } },
);
