import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../contract/expectations.ts';
import { onEveryEngine, type Place } from '../contract/on-every-engine.ts';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { booking, changelog, daybook, hire, work, written, type Times } from './booking.ts';

const day = '2025-03-03';

onEveryEngine('trackings of one user never overlap', (place) => {
  const person = personOf(place);

  test('trackings that touch are fine, one second of overlap is refused and names the other', async () => {
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

  test('a running tracking reaches from its start to infinity', async () => {
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

  test('a tracking without length or with its end before its start is refused', async () => {
    const ada = await person();
    for (const end of ['10:00', '09:59:59']) {
      const answer = await book(place.machine, ada, '10:00', end);
      assertRefused(answer, { status: 422, code: 'invalid_value', field: 'end_time' });
    }
    assert.deepEqual(await daybook(place.machine, ada), []);
  });

  test('a tracking does not collide with itself', async () => {
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

  test('clocks do not matter, instants do', async () => {
    const { machine } = place;
    const ada = await person();
    written(await book(machine, ada, '10:00', '11:00'));
    const inLondon = booking(ada, { start: `${day} 10:00`, end: `${day} 11:00`, zone: 'Europe/London' });
    written(await machine.post('timeTrackings/create', inLondon));
    const inAthens = booking(ada, { start: `${day} 11:30`, end: `${day} 12:30`, zone: 'Europe/Athens' });
    assertRefused(await machine.post('timeTrackings/create', inAthens), { status: 422, code: 'conflict' });
  });

  test('people do not stand in each other’s way', async () => {
    const [ada, bob] = [await person(), await person()];
    written(await book(place.machine, ada, '10:00', '11:00'));
    written(await book(place.machine, bob, '10:00', '11:00'));
  });

  test('the items of a batch see the items before them', async () => {
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

onEveryEngine('_insert_into_conflicting', (place) => {
  const person = personOf(place);

  /** What stood before, what is inserted, what stands afterwards. */
  const stories: readonly [what: string, before: readonly Slot[], inserted: Slot, after: readonly Slot[]][] =
    [
      [
        'trims the end of an earlier one',
        [['09:00', '10:30']],
        ['10:00', '11:00'],
        [
          ['09:00', '10:00'],
          ['10:00', '11:00'],
        ],
      ],
      [
        'trims the start of a later one',
        [['10:30', '12:00']],
        ['10:00', '11:00'],
        [
          ['10:00', '11:00'],
          ['11:00', '12:00'],
        ],
      ],
      [
        'splits one around it',
        [['09:00', '12:00']],
        ['10:00', '11:00'],
        [
          ['09:00', '10:00'],
          ['10:00', '11:00'],
          ['11:00', '12:00'],
        ],
      ],
      ['takes the place of one inside it', [['10:15', '10:45']], ['10:00', '11:00'], [['10:00', '11:00']]],
      [
        'leaves those alone that only touch',
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
        'makes room among many',
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
        'splits a running one',
        [['09:00', null]],
        ['10:00', '11:00'],
        [
          ['09:00', '10:00'],
          ['10:00', '11:00'],
          ['11:00', null],
        ],
      ],
      [
        'ends a running one when it runs itself',
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

  test('an update makes room too, and never trims the row itself', async () => {
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

  test('trims nobody else', async () => {
    const { machine } = place;
    const [ada, bob] = [await person(), await person()];
    written(await book(machine, bob, '09:00', '12:00'));
    const answer = await insert(machine, ada, ['10:00', '11:00']);
    written(answer);
    assert.equal(answer.json['Affected'], undefined);
    assert.deepEqual(await daybook(machine, bob), [span('09:00', '12:00')]);
  });

  test('stops at an approved one and leaves everything as it was', async () => {
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

  test('counts only when it is 1', async () => {
    const { machine } = place;
    const ada = await person();
    written(await book(machine, ada, '09:00', '12:00'));
    for (const flag of [0, '0', '', 'no']) {
      const sent = { ...spanOf(ada, '10:00', '11:00'), _insert_into_conflicting: flag };
      assertRefused(await machine.post('timeTrackings/create', sent), { status: 422, code: 'conflict' });
    }
    const form = new URLSearchParams({
      ...spanOf(ada, '10:00', '11:00'),
      _insert_into_conflicting: '1',
    } as Record<string, string>);
    written(await machine.post('timeTrackings/create', form));
  });

  test('the hours of the tasks stay the sum of the trackings', async () => {
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

type Slot = readonly [start: string, end: string | null];

function personOf(place: Place): () => Promise<number> {
  let number = 0;
  return () => hire(place.machine, `person-${(number += 1)}`);
}

function book(client: Client, person: number, start: string, end: string | null): Promise<Answer> {
  return client.post('timeTrackings/create', spanOf(person, start, end));
}

function insert(client: Client, person: number, [start, end]: Slot): Promise<Answer> {
  return client.post('timeTrackings/create', { ...spanOf(person, start, end), _insert_into_conflicting: 1 });
}

function spanOf(person: number, start: string, end: string | null): Envelope {
  const times: Times = { start: `${day} ${start}`, end: end === null ? null : `${day} ${end}` };
  return booking(person, times);
}

function span(start: string, end: string | null): string {
  const clock = (time: string): string => `${day} ${time.length === 5 ? `${time}:00` : time}`;
  return `${clock(start)} – ${end === null ? 'running' : clock(end)}`;
}

async function ids(client: Client, person: number): Promise<readonly number[]> {
  const { json } = await client.get('timeTrackings/read', { user_id: person, _fields: 'id' });
  return json['Results'].map(({ id }: Envelope) => id);
}

/** `Affected` lists exactly the other rows that are new, gone or different, as they stand, and the changelog what stood before. */
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
