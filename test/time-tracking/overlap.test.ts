// The server refuses trackings of one user that overlap.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Client, Envelope } from '../support/client.ts';
import { booking, daybook, written } from './booking.ts';
import { book, day, personOf, span, spanOf } from './one-day.ts';

onEveryEngine('overlap of trackings', (place) => {
  const person = personOf(place);

  test('accepts touching trackings, refuses one second of overlap and names the other', async () => {
    const { machine } = place;
    const ada = await person();
    const ten = written(await book(machine, ada, '10:00', '11:00'));
    for (const [start, end] of [
      ['11:00', '12:00'],
      ['09:00', '10:00'],
    ] as const) {
      written(await book(machine, ada, start, end));
    }
    await machine.delete(`timeTrackings/delete/${(await ids(machine, ada)).at(-1)}`);
    for (const [start, end] of [
      ['10:00', '11:00'],
      ['09:59:59', '10:00:01'],
      ['10:59:59', '11:00'],
      ['10:20', '10:40'],
      ['10:00', '10:00:01'],
    ] as const) {
      const { ErrorExtended } = assertRefused(await book(machine, ada, start, end), {
        status: 422,
        code: 'conflict',
      });
      assert.deepEqual(ErrorExtended.data, {
        id: ten['id'],
        start_time: `${day} 10:00:00`,
        end_time: `${day} 11:00:00`,
      });
    }
  });

  test('refuses any tracking after the start of a running one', async () => {
    const { machine } = place;
    const ada = await person();
    const running = written(
      await machine.post('timeTrackings/create', booking(ada, { start: `${day} 10:00`, end: null })),
    );
    for (const [start, end] of [
      ['10:00', '11:00'],
      ['09:00', '10:00:01'],
    ] as const) {
      const { ErrorExtended } = assertRefused(await book(machine, ada, start, end), {
        status: 422,
        code: 'conflict',
      });
      assert.deepEqual(ErrorExtended.data, {
        id: running['id'],
        start_time: `${day} 10:00:00`,
        end_time: null,
      });
    }
    const later = booking(ada, { start: '2099-01-01 10:00', end: '2099-01-01 11:00' });
    assertRefused(await machine.post('timeTrackings/create', later), { status: 422, code: 'conflict' });
    written(await book(machine, ada, '09:00', '10:00'));
  });

  test('refuses zero length and an end before the start', async () => {
    const ada = await person();
    for (const end of ['10:00', '09:59:59']) {
      const answer = await book(place.machine, ada, '10:00', end);
      assertRefused(answer, { status: 422, code: 'invalid_value', field: 'end_time' });
    }
    assert.deepEqual(await daybook(place.machine, ada), []);
  });

  test('an update does not conflict with the updated tracking itself', async () => {
    const { machine } = place;
    const ada = await person();
    const { id } = written(await book(machine, ada, '10:00', '11:00'));
    for (const change of [
      { notes: 'n' },
      { start_time: `${day} 10:15:00` },
      { end_time: `${day} 12:00:00` },
      { task_id: 9 },
    ]) {
      written(await machine.put(`timeTrackings/update/${id}`, change));
    }
    written(await book(machine, ada, '12:00', '13:00'));
    const answer = await machine.put(`timeTrackings/update/${id}`, { end_time: `${day} 12:00:01` });
    assertRefused(answer, { status: 422, code: 'conflict' });
    assert.deepEqual(await daybook(machine, ada), [span('10:15', '12:00'), span('12:00', '13:00')]);
  });

  test('compares instants, not local times', async () => {
    const { machine } = place;
    const ada = await person();
    written(await book(machine, ada, '10:00', '11:00'));
    const inLondon = booking(ada, { start: `${day} 10:00`, end: `${day} 11:00`, zone: 'Europe/London' });
    written(await machine.post('timeTrackings/create', inLondon));
    const inAthens = booking(ada, { start: `${day} 11:30`, end: `${day} 12:30`, zone: 'Europe/Athens' });
    assertRefused(await machine.post('timeTrackings/create', inAthens), { status: 422, code: 'conflict' });
  });

  test('accepts trackings of two users at the same time', async () => {
    const [ada, bob] = [await person(), await person()];
    written(await book(place.machine, ada, '10:00', '11:00'));
    written(await book(place.machine, bob, '10:00', '11:00'));
  });

  test('checks each item of a batch against the items before it', async () => {
    const ada = await person();
    const items = [
      spanOf(ada, '10:00', '11:00'),
      spanOf(ada, '10:30', '11:30'),
      spanOf(ada, '11:00', '12:00'),
    ];
    const { json } = await place.machine.post('timeTrackings/create', items);
    assert.deepEqual(
      json['Results'].map((item: Envelope) => item['Success']),
      [true, false, true],
    );
    assert.deepEqual(await daybook(place.machine, ada), [span('10:00', '11:00'), span('11:00', '12:00')]);
  });
});

async function ids(client: Client, person: number): Promise<readonly number[]> {
  const { json } = await client.get('timeTrackings/read', { user_id: person, _fields: 'id' });
  return json['Results'].map(({ id }: Envelope) => id);
}
