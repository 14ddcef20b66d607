// The response to every kind of write returns `_temp_record_id` as the client sent it, so that the client finds its
// row.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { booking, hire, pause, work } from '../time-tracking/booking.ts';
import type { Answer, Envelope } from '../support/client.ts';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { elementsOf, parseXml } from '../support/xml.ts';

const name = '_temp_record_id';

/** The rows of an answer, those of every item of a batch. */
function rowsIn({ status, text, json }: Answer): readonly Envelope[] {
  assert.equal(status, 200, text);
  const results = json['Results'] as Envelope[];
  return json['isBatch'] === 1 ? results.flatMap((item) => item['Results'] ?? []) : results;
}

onEveryEngine('_temp_record_id', (place) => {
  let person = 0;
  let hour = 0;
  before(async () => {
    person = await hire(place.machine, 'ada');
  });
  /** One more hour without a booking. */
  const anHour = (): Envelope => {
    hour += 1;
    const day = `2025-03-${String(10 + Math.floor(hour / 10)).padStart(2, '0')}`;
    const at = (end: number): string => `${day} ${String((hour % 10) + 8 + end).padStart(2, '0')}:00`;
    return booking(person, { start: at(0), end: at(1) });
  };

  /** Every way to write a tracking, with the number of rows that it answers. */
  const paths: Readonly<Record<string, (ids: readonly Envelope[]) => Promise<readonly [Answer, number]>>> = {
    create: async ([id]) => [await place.machine.post('timeTrackings/create', { ...anHour(), ...id }), 1],
    'create as form': async ([id]) => [
      await place.machine.post('timeTrackings/create', new URLSearchParams({ ...anHour(), ...id })),
      1,
    ],
    'create in a batch': async (ids) => [
      await place.machine.post(
        'timeTrackings/create',
        ids.map((id) => ({ ...anHour(), ...id })),
      ),
      ids.length,
    ],
    update: async ([id]) => {
      const { id: row } = await place.machine.create('timeTrackings', anHour());
      return [await place.machine.put(`timeTrackings/update/${row}`, { notes: 'new', ...id }), 1];
    },
    'update in a batch': async (ids) => {
      const updates: Envelope[] = [];
      for (const id of ids)
        updates.push({ id: (await place.machine.create('timeTrackings', anHour()))['id'], ...id });
      return [await place.machine.put('timeTrackings/update', updates), ids.length];
    },
    'repeated create': async ([id]) => {
      const named = { ...anHour(), client_unique_id: `n${hour}` };
      await place.machine.create('timeTrackings', named);
      return [await place.machine.post('timeTrackings/create', { ...named, ...id }), 1];
    },
    start: async ([id]) => [
      await place.machine.post('timeTrackings/start', { user_id: person, task_id: work, ...id }),
      1,
    ],
    'start in a batch': async (ids) => [
      await place.machine.put(
        'timeTrackings/start',
        ids.map((id) => ({ user_id: person, task_id: pause, ...id })),
      ),
      ids.length,
    ],
    stop: async ([id]) => {
      await place.machine.put('timeTrackings/start', { user_id: person, task_id: work });
      return [await place.machine.put('timeTrackings/stop', { user_id: person, ...id }), 1];
    },
    toggle: async ([id]) => [
      await place.machine.put('timeTrackings/toggle', { user_id: person, task_id: work, ...id }),
      1,
    ],
    split: async ([id]) => {
      const { id: row, start_time: start } = await place.machine.create('timeTrackings', anHour());
      const time = `${start.slice(0, 13)}:30:00`;
      return [await place.machine.put(`timeTrackings/split/${row}`, { time, ...id }), 2];
    },
    approve: async ([id]) => {
      const { id: row } = await place.machine.create('timeTrackings', anHour());
      return [await place.machine.put(`timeTrackings/approve/${row}`, { ...id }), 1];
    },
    'create of a client': async ([id]) => [
      await place.machine.post('clients/create', { company_name: `Client ${(hour += 1)}`, ...id }),
      1,
    ],
    'create of a favourite': async ([id]) => [
      await place.machine.post('favouriteTasks/create', { user_id: person, node_id: work, ...id }),
      1,
    ],
  };

  for (const [path, write] of Object.entries(paths))
    test(`returns it in every row: ${path}`, async () => {
      const sent = ['row-7', 'a<b>&"c'];
      const [answer, count] = await write(sent.map((value) => ({ [name]: value })));
      const rows = rowsIn(answer);
      const expected =
        count === sent.length && answer.json['isBatch'] === 1 ? sent : Array(count).fill(sent[0]);
      assert.deepEqual(
        rows.map((row) => row[name]),
        expected,
        answer.text,
      );
    });

  test('returns it as sent, and only in the response to the write', async () => {
    for (const value of ['row-7', '', 7, 1.5, true, false]) {
      const created = await place.machine.create('timeTrackings', { ...anHour(), [name]: value });
      assert.equal(created[name], value);
      const [read] = rowsIn(await place.machine.get(`timeTrackings/read/${created['id']}`));
      assert.equal(name in (read as Envelope), false);
    }
    assert.equal(name in (await place.machine.create('timeTrackings', { ...anHour(), [name]: null })), false);
    assert.equal(name in (await place.machine.create('timeTrackings', anHour())), false);
  });

  test('returns a separate one for each nested child', async () => {
    const answer = await place.machine.post('projects/create', {
      name: 'House',
      mother_id: 1,
      [name]: 'p',
      nestedEntities: { tasks: [{ name: 'Walls', [name]: 't' }, { name: 'Roof' }] },
    });
    const [project] = rowsIn(answer);
    assert.equal(project?.[name], 'p');
    assert.deepEqual(
      project?.['nestedEntities'].tasks.map(({ Results: [task] }: Envelope) => task[name]),
      ['t', undefined],
    );
  });

  test('returns it in XML as in JSON, single and in a batch', async () => {
    const xml = { accept: 'application/xml' };
    const single = await place.machine.post('timeTrackings/create', { ...anHour(), [name]: 'a<b>' }, xml);
    assert.equal(parseXml(single.text).response['Results'][name], 'a<b>');
    const batch = [1, true, 'x'].map((value) => ({ ...anHour(), [name]: value }));
    const { text } = await place.machine.post('timeTrackings/create', batch, xml);
    const items = parseXml(text).response['Results'] as Envelope[];
    assert.deepEqual(
      items.map((item) => item['Results'][name]),
      [1, true, 'x'].map(elementsOf),
    );
  });

  test('refuses a list or an object, in a batch only for that item', async () => {
    for (const value of [['a'], { id: 1 }]) {
      const refusal = { status: 422, code: 'invalid_value', field: name } as const;
      assertRefused(
        await place.machine.post('timeTrackings/create', { ...anHour(), [name]: value }),
        refusal,
      );
      assertRefused(
        await place.machine.post('clients/create', { company_name: 'No', [name]: value }),
        refusal,
      );
      const items = [
        { ...anHour(), [name]: value },
        { ...anHour(), [name]: 'good' },
      ];
      const { json } = await place.machine.post('timeTrackings/create', items);
      assert.equal(json['NumErrors'], 1);
      assert.equal(json['Results'][1].Results[0][name], 'good');
    }
  });
});
