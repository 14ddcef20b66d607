// `_insert_into_conflicting` trims, splits or deletes the trackings that overlap a created or updated one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { booking, changelog, daybook, work, written } from './booking.ts';
import { book, day, personOf, span, spanOf, type Slot } from './one-day.ts';

onEveryEngine('_insert_into_conflicting', (place) => {
  const person = personOf(place);

  /** The trackings before, the inserted one and the trackings after. */
  const stories: readonly [what: string, before: readonly Slot[], inserted: Slot, after: readonly Slot[]][] =
    [
      [
        'trims the end of an earlier tracking',
        [['09:00', '10:30']],
        ['10:00', '11:00'],
        [
          ['09:00', '10:00'],
          ['10:00', '11:00'],
        ],
      ],
      [
        'trims the start of a later tracking',
        [['10:30', '12:00']],
        ['10:00', '11:00'],
        [
          ['10:00', '11:00'],
          ['11:00', '12:00'],
        ],
      ],
      [
        'splits a tracking around the inserted one',
        [['09:00', '12:00']],
        ['10:00', '11:00'],
        [
          ['09:00', '10:00'],
          ['10:00', '11:00'],
          ['11:00', '12:00'],
        ],
      ],
      [
        'deletes a tracking inside the inserted one',
        [['10:15', '10:45']],
        ['10:00', '11:00'],
        [['10:00', '11:00']],
      ],
      [
        'leaves touching trackings unchanged',
        [
          ['09:00', '10:00'],
          ['11:00', '12:00'],
        ],
        ['10:00', '11:00'],
        [
          ['09:00', '10:00'],
          ['10:00', '11:00'],
          ['11:00', '12:00'],
        ],
      ],
      [
        'trims the outer two of four trackings and deletes the inner two',
        [
          ['09:00', '10:10'],
          ['10:10', '10:20'],
          ['10:20', '10:50'],
          ['10:50', '12:00'],
        ],
        ['10:00', '11:00'],
        [
          ['09:00', '10:00'],
          ['10:00', '11:00'],
          ['11:00', '12:00'],
        ],
      ],
      [
        'splits a running tracking',
        [['09:00', null]],
        ['10:00', '11:00'],
        [
          ['09:00', '10:00'],
          ['10:00', '11:00'],
          ['11:00', null],
        ],
      ],
      [
        'ends a running tracking when the inserted one runs',
        [['09:00', null]],
        ['10:00', null],
        [
          ['09:00', '10:00'],
          ['10:00', null],
        ],
      ],
    ];

  for (const [what, earlier, inserted, expected] of stories) {
    test(what, async () => {
      const { machine } = place;
      const ada = await person();
      const rows: Envelope[] = [];
      for (const [start, end] of earlier) rows.push(written(await book(machine, ada, start, end)));
      const answer = await insert(machine, ada, inserted);
      written(answer);
      assert.deepEqual(
        await daybook(machine, ada),
        expected.map(([start, end]) => span(start, end)),
      );
      await assertAffected(machine, { answer, before: rows, ada });
    });
  }

  test('an update trims the next tracking and never the updated one', async () => {
    const { machine } = place;
    const ada = await person();
    const { id } = written(await book(machine, ada, '09:00', '10:00'));
    written(await book(machine, ada, '10:00', '12:00'));
    const change = { end_time: `${day} 11:00:00` };
    assertRefused(await machine.put(`timeTrackings/update/${id}`, change), { status: 422, code: 'conflict' });
    const answer = await machine.put(`timeTrackings/update/${id}`, {
      ...change,
      _insert_into_conflicting: 1,
    });
    assert.equal(written(answer)['id'], id);
    assert.equal(answer.json['Affected'].timeTrackings.length, 1);
    assert.deepEqual(await daybook(machine, ada), [span('09:00', '11:00'), span('11:00', '12:00')]);
  });

  test('leaves trackings of other users unchanged', async () => {
    const { machine } = place;
    const [ada, bob] = [await person(), await person()];
    written(await book(machine, bob, '09:00', '12:00'));
    const answer = await insert(machine, ada, ['10:00', '11:00']);
    written(answer);
    assert.equal(answer.json['Affected'], undefined);
    assert.deepEqual(await daybook(machine, bob), [span('09:00', '12:00')]);
  });

  test('refuses to trim an approved tracking and changes nothing', async () => {
    const { machine } = place;
    const ada = await person();
    written(await book(machine, ada, '09:00', '10:10'));
    const approved = written(await book(machine, ada, '10:30', '12:00'));
    await machine.put(`timeTrackings/update/${approved['id']}`, { approved_by_admin: 1 });
    const { ErrorExtended } = assertRefused(await insert(machine, ada, ['10:00', '11:00']), {
      status: 422,
      code: 'locked',
    });
    assert.equal(ErrorExtended.data.id, approved['id']);
    assert.deepEqual(await daybook(machine, ada), [span('09:00', '10:10'), span('10:30', '12:00')]);
  });

  test('refuses to cut a running tracking in the future', async () => {
    const { machine } = place;
    const ada = await person();
    written(await book(machine, ada, '09:00', null));
    const future = booking(ada, { start: '2099-01-01 10:00', end: '2099-01-01 11:00' });
    const answer = await machine.post('timeTrackings/create', { ...future, _insert_into_conflicting: 1 });
    assert.equal(answer.status, 422, answer.text);
    const whole = booking(ada, { start: `${day} 09:00`, end: '2099-01-01 11:00' });
    assertRefused(await machine.post('timeTrackings/create', { ...whole, _insert_into_conflicting: 1 }), {
      status: 422,
      code: 'rule_broken',
      field: 'end_time',
    });
    assert.deepEqual(await daybook(machine, ada), [span('09:00', null)]);
  });

  test('applies for 1 in form data; 0, false, empty and null refuse the conflict', async () => {
    const { machine } = place;
    const ada = await person();
    written(await book(machine, ada, '09:00', '12:00'));
    for (const flag of [0, '0', '', 'false', false, null]) {
      const sent = { ...spanOf(ada, '10:00', '11:00'), _insert_into_conflicting: flag };
      assertRefused(await machine.post('timeTrackings/create', sent), { status: 422, code: 'conflict' });
    }
    const form = new URLSearchParams({
      ...spanOf(ada, '10:00', '11:00'),
      _insert_into_conflicting: '1',
    } as Record<string, string>);
    written(await machine.post('timeTrackings/create', form));
  });

  test('the duration of the task stays the sum of its trackings', async () => {
    const { machine } = place;
    const ada = await person();
    const before = Number(written(await machine.get(`tasks/read/${work}`))['duration']);
    written(await book(machine, ada, '09:00', '12:00'));
    written(
      await machine.post('timeTrackings/create', {
        ...spanOf(ada, '10:00', '11:30'),
        task_id: 9,
        _insert_into_conflicting: 1,
      }),
    );
    assert.equal(
      written(await machine.get(`tasks/read/${work}`))['duration'],
      Number((before + 1.5).toFixed(2)),
    );
  });
});

function insert(client: Client, person: number, [start, end]: Slot): Promise<Answer> {
  return client.post('timeTrackings/create', { ...spanOf(person, start, end), _insert_into_conflicting: 1 });
}

/** `Affected` lists exactly the other rows that are new, deleted or changed; the changelog has their previous times. */
async function assertAffected(
  client: Client,
  { answer, before, ada }: { answer: Answer; before: readonly Envelope[]; ada: number },
): Promise<void> {
  const own = answer.json['Results'][0].id;
  const now: readonly Envelope[] = (await client.get('timeTrackings/read', { user_id: ada })).json['Results'];
  const same = (row: Envelope): boolean =>
    before.some(
      (old) =>
        old['id'] === row['id'] &&
        old['start_time'] === row['start_time'] &&
        old['end_time'] === row['end_time'],
    );
  const changed = now.filter((row) => row['id'] !== own && !same(row));
  const gone = before.filter((old) => now.every((row) => row['id'] !== old['id']));
  const listed: readonly Envelope[] = answer.json['Affected']?.timeTrackings ?? [];
  assert.deepEqual(
    listed.map(({ id }) => id).sort(byNumber),
    [...changed, ...gone].map(({ id }) => id).sort(byNumber),
  );
  for (const row of changed) {
    const { duration: _shown, ...rest } = listed.find(({ id }) => id === row['id']) ?? {};
    const { duration: _now, ...expected } = row;
    assert.deepEqual(rest, expected);
  }
  for (const { id } of gone)
    assert.deepEqual(Object.keys(listed.find((row) => row['id'] === id) ?? {}), ['id', 'deleted_at']);
  for (const old of [...gone, ...before.filter(({ id }) => changed.some((row) => row['id'] === id))]) {
    const last = (await changelog(client, old['id'])).at(-1);
    assert.deepEqual([last?.['start_time'], last?.['end_time']], [old['start_time'], old['end_time']]);
  }
}

function byNumber(a: number, b: number): number {
  return a - b;
}
