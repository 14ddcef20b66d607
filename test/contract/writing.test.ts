// Creates, updates and batches follow the specification (§4.1, §4.2 and §8, decisions §2 and §6).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  assertRefused,
  assertSentence,
  idsOf,
  readOne,
  rowOf,
  rowsOf,
  type Shown,
} from '../support/expectations.ts';
import { onEveryEngine, onOwnInstallations } from '../support/on-every-engine.ts';

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

onEveryEngine('request bodies', (place) => {
  const count = async (): Promise<number> =>
    rowOf(await place.machine.get('skills/read', { _aggregate__id: 'count' }))['id'] as number;

  for (const [what, body, headers] of [
    ['a form', 'syn=%C3%84pfel+%26+Birnen&sort_order=7', form],
    [
      'a form with a charset',
      'syn=%C3%84pfel+%26+Birnen&sort_order=7',
      { 'content-type': `${form['content-type']}; charset=UTF-8` },
    ],
    ['JSON', '{"syn": "Äpfel & Birnen", "sort_order": 7}', json],
    ['JSON without a type', bytes('{"syn": "Äpfel & Birnen", "sort_order": 7}'), {}],
    ['a form without a type', bytes('syn=%C3%84pfel+%26+Birnen&sort_order=7'), {}],
    [
      'JSON called text/plain',
      ' {"syn": "Äpfel & Birnen", "sort_order": 7}',
      { 'content-type': 'text/plain' },
    ],
    [
      'a form called text/plain',
      'syn=%C3%84pfel+%26+Birnen&sort_order=7',
      { 'content-type': 'text/plain;charset=UTF-8' },
    ],
  ] as const) {
    it(`accepts ${what} for create and update`, async () => {
      const created = rowOf(await place.machine.post('skills/create', body, headers));
      assert.deepEqual([created['syn'], created['sort_order']], ['Äpfel & Birnen', 7]);
      const { id } = await place.machine.create('skills', { syn: 'Before' });
      const updated = rowOf(await place.machine.put(`skills/update/${id}`, body, headers));
      assert.deepEqual([updated['syn'], updated['sort_order']], ['Äpfel & Birnen', 7]);
    });
  }

  it('creates a new row for every call, also for equal bodies', async () => {
    const ids = [1, 2, 3].map(async () => (await place.machine.create('skills', { syn: 'Same' }))['id']);
    assert.equal(new Set(await Promise.all(ids)).size, 3);
  });

  it('returns a written row as a read returns it', async () => {
    const created = await place.machine.create('skills', { syn: 'Shown', revenue_per_hour: '12.50' });
    assert.deepEqual(await readOne(place.machine, 'skills', created['id']), created);
    const updated = rowOf(await place.machine.put(`skills/update/${created['id']}`, { syn: 'Seen' }));
    assert.deepEqual(await readOne(place.machine, 'skills', created['id']), updated);
  });

  it('returns no batch members for a single entity', async () => {
    const { json: envelope } = await place.machine.post('skills/create', { syn: 'One' });
    assert.ok(!('isBatch' in envelope) && !('NumErrors' in envelope) && !('Error' in envelope));
  });

  it('returns one Results element for each item of a JSON array, in order', async () => {
    const before = await count();
    const answer = await place.machine.post('skills/create', [{ syn: 'A' }, { syn: 'B' }, { syn: 'C' }]);
    const envelope = answer.json;
    assert.equal(envelope['isBatch'], 1);
    assert.equal(envelope['Success'], true);
    assert.equal(envelope['NumResults'], 3);
    assert.equal(envelope['ResourceName'], 'skills');
    assert.ok(!('NumErrors' in envelope) && !('Error' in envelope));
    const items = rowsOf(answer);
    assert.deepEqual(
      items.map((item) => [
        item['Success'],
        item['SuccessNested'],
        item['NumResults'],
        item['NumResultsNested'],
      ]),
      items.map(() => [true, true, 1, 1]),
    );
    assert.deepEqual(
      items.map((item) => item['Results'][0].syn),
      ['A', 'B', 'C'],
    );
    assert.equal(await count(), before + 3);
  });

  it('treats an array of one item as a batch', async () => {
    assert.equal((await place.machine.post('skills/create', [{ syn: 'A' }])).json['isBatch'], 1);
  });

  it('treats an object with the keys "0", "1", … as a batch', async () => {
    const answer = await place.machine.post('skills/create', { 0: { syn: 'A' }, 1: { syn: 'B' } });
    assert.equal(answer.json['isBatch'], 1);
    const ids = rowsOf(answer).map((item) => item['Results'][0].id);
    const updates = { 0: { id: ids[0], syn: 'C' }, 1: { id: ids[1], syn: 'D' } };
    const updated = rowsOf(await place.machine.put('skills/update', updates));
    assert.deepEqual(
      updated.map((item) => item['Results'][0].syn),
      ['C', 'D'],
    );
  });

  it('refuses an empty batch with 400', async () => {
    for (const send of [place.machine.post('skills/create', []), place.machine.put('skills/update', [])]) {
      assertRefused(await send, { status: 400, code: 'empty_batch' });
    }
  });

  it('accepts 100 items, and refuses 101 with 422 and stores none', async () => {
    const before = await count();
    const items = Array.from({ length: 101 }, (_, index) => ({ syn: `S${index}` }));
    for (const body of [items, { ...items }]) {
      const answer = await place.machine.post('skills/create', body);
      assertRefused(answer, { status: 422, code: 'batch_too_large' });
    }
    assert.equal(await count(), before);
    assert.equal(rowsOf(await place.machine.post('skills/create', items.slice(1))).length, 100);
    assert.equal(await count(), before + 100);
  });

  it('runs the items in order, and stores the others when some fail', async () => {
    const first = await place.machine.create('skills', { syn: 'First' });
    const last = await place.machine.create('skills', { syn: 'Last' });
    const answer = await place.machine.put(
      'skills/update',
      [
        { id: first['id'], syn: 'Once' },
        { id: first['id'], sort_order: 'high' },
        { id: 99_999, syn: 'Nobody' },
        'no object',
        { id: first['id'], syn: 'Twice' },
        { syn: 'No id' },
        { id: last['id'], colour: 'red' },
      ].filter((item) => typeof item === 'object'),
    );
    assert.equal(answer.status, 200);
    const { Success, NumErrors, NumResults, Error: error, ErrorMessage, Results } = answer.json;
    assert.deepEqual([Success, NumErrors, NumResults, error], [false, 4, 2, 422]);
    assertSentence(ErrorMessage);
    assert.match(ErrorMessage, /4 of 6/);
    assert.deepEqual(
      Results.map((item: Shown) => item['Error'] ?? item['Results'][0].syn),
      ['Once', 422, 422, 'Twice', 400, 422],
    );
    for (const item of Results.filter((one: Shown) => one['Success'] === false)) {
      assert.deepEqual([item['NumResults'], 'Results' in item], [0, false]);
      assert.ok(item['ErrorExtended'].errorCode);
      assertSentence(item['ErrorMessage']);
    }
    assert.equal((await readOne(place.machine, 'skills', first['id']))['syn'], 'Twice');
    assert.deepEqual(await readOne(place.machine, 'skills', last['id']), last);
  });

  it('updates settings by batch', async () => {
    const answer = await place.machine.put('generalSettings/update', [
      { id: 5, setting_value: 'Acme' },
      { id: 6, setting_value: 'sunday' },
    ]);
    assert.deepEqual(
      rowsOf(answer).map((item) => item['Results'][0].setting_value),
      ['Acme', 'sunday'],
    );
  });
});

onOwnInstallations('updates', { why: 'moves the clock' }, (place) => {
  it('changes only the given fields', async () => {
    const task = await place.machine.create('tasks', { name: 'T', mother_id: 3, notes: 'n', priority: 4 });
    const updated = rowOf(await place.machine.put(`tasks/update/${task['id']}`, { priority: 5 }));
    assert.deepEqual({ ...updated, updated: '' }, { ...task, priority: 5, updated: '' });
  });

  it('returns the same row when the update is repeated', async () => {
    const { id } = await place.machine.create('tasks', { name: 'T', mother_id: 3 });
    const body = { name: 'U', target_duration: '3.50', is_billable: 1, deadline: '2026-12-24' };
    const first = rowOf(await place.machine.put(`tasks/update/${id}`, body));
    place.installation.clock.shift += 5_000;
    assert.deepEqual(rowOf(await place.machine.put(`tasks/update/${id}`, body)), first);
    assert.deepEqual(await readOne(place.machine, 'tasks', id), first);
  });

  it('keeps the last-change field when no value changes, in any notation', async () => {
    const fields = { name: 'T', mother_id: 3, target_duration: 3.5, is_billable: 1, notes: null };
    const before = await place.machine.create('tasks', fields);
    const { id } = before;
    place.installation.clock.shift += 5_000;
    for (const body of [
      {},
      { target_duration: '3.50', is_billable: 'true', notes: '', mother_id: '3', name: 'T' },
      before,
    ]) {
      assert.deepEqual(rowOf(await place.machine.put(`tasks/update/${id}`, { ...body, id })), before);
    }
    const after = rowOf(await place.machine.put(`tasks/update/${id}`, { notes: 'x' }));
    assert.ok(after['updated'] > before['updated']);
  });

  it('refuses an unknown reference and leaves the row unchanged', async () => {
    const before = await place.machine.create('tasks', { name: 'T', mother_id: 3 });
    const answer = await place.machine.put(`tasks/update/${before['id']}`, { name: 'U', client_id: 4711 });
    assertRefused(answer, { status: 422, code: 'unknown_reference', field: 'client_id' });
    assert.deepEqual(await readOne(place.machine, 'tasks', before['id']), before);
  });
});

onOwnInstallations('client_unique_id', { why: 'moves the clock' }, (place) => {
  const tracking = { user_id: 1, task_id: 4, start_time_timezone: 'UTC', end_time_timezone: 'UTC' };
  const times = { start_time: '2026-03-02 08:00:00', end_time: '2026-03-02 09:00:00' };

  it('returns the existing row for a repeated create, and uses no id', async () => {
    const body = { ...tracking, ...times, client_unique_id: 'phone-1', notes: 'first' };
    const first = await place.machine.create('timeTrackings', body);
    place.installation.clock.shift += 5_000;
    const answer = await place.machine.post('timeTrackings/create', { ...body, notes: 'second' });
    assert.equal(answer.json['Success'], true);
    assert.deepEqual(rowOf(answer), first);
    const all = rowsOf(await place.machine.get('timeTrackings/read'));
    assert.deepEqual(all, [first]);
    const next = { ...tracking, start_time: '2026-03-02 10:00:00', end_time: '2026-03-02 11:00:00' };
    const second = await place.machine.create('timeTrackings', { ...next, client_unique_id: 'phone-2' });
    assert.equal(second['id'], first['id'] + 1);
  });

  it('creates no children for a repeated create', async () => {
    const { id: checkpoint_id } = await place.machine.create('checkpoints', { name: 'Gate' });
    const stamp = { checkpoint_id, timestamp: '2026-03-03 08:30:00', timezone: 'UTC' };
    const body = {
      ...tracking,
      start_time: '2026-03-03 08:00:00',
      end_time: '2026-03-03 09:00:00',
      client_unique_id: 'phone-3',
      nestedEntities: { checkpointTrackings: [stamp] },
    };
    for (let round = 0; round < 3; round += 1) rowOf(await place.machine.post('timeTrackings/create', body));
    assert.equal(idsOf(await place.machine.get('checkpointTrackings/read')).length, 1);
  });

  it('creates one row for repeats in a batch or in twenty simultaneous requests', async () => {
    const times4 = { start_time: '2026-03-04 08:00:00', end_time: '2026-03-04 09:00:00' };
    const body = { ...tracking, ...times4, client_unique_id: 'phone-4' };
    const items = rowsOf(await place.machine.post('timeTrackings/create', [body, body]));
    assert.deepEqual(items[0]?.['Results'], items[1]?.['Results']);
    const other = { ...body, start_time: '2026-03-05 08:00:00', end_time: '2026-03-05 09:00:00' };
    const send = () => place.machine.post('timeTrackings/create', { ...other, client_unique_id: 'phone-5' });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    assert.equal(new Set(answers.map((answer) => rowOf(answer)['id'])).size, 1);
  });

  it('accepts the same value for another user', async () => {
    const person = { username: 'ada', firstname: 'A', lastname: 'L', password: 'correct horse 1' };
    const { id: user_id } = await place.machine.create('users', person);
    const body = { ...tracking, ...times, client_unique_id: 'phone-1', user_id };
    assert.equal((await place.machine.create('timeTrackings', body))['user_id'], user_id);
  });
});
