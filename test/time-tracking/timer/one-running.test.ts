// At most one tracking of a user runs, also after 50 creates at the same time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../support/expectations.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import type { Answer, Envelope } from '../../support/client.ts';
import { booking, daybook, hire, written } from '../booking.ts';

const start = '2025-04-01 08:00';

onEveryEngine('one running tracking of a user', (place) => {
  const begin = (person: number, more: object = {}): Promise<Answer> =>
    place.machine.post('timeTrackings/create', { ...booking(person, { start, end: null }), ...more });

  test('refuses a second running tracking and names the first', async () => {
    const person = await hire(place.machine, 'ada');
    const { id } = written(await begin(person));
    for (const start_time of ['2025-04-01 08:00:00', '2025-04-01 07:00:00', '2025-04-01 09:00:00']) {
      const { ErrorExtended } = assertRefused(await begin(person, { start_time }), {
        status: 422,
        code: 'conflict',
      });
      assert.equal(ErrorExtended.data.id, id);
    }
    written(await place.machine.put(`timeTrackings/update/${id}`, { end_time: '2025-04-01 09:00:00' }));
    written(await begin(person, { start_time: '2025-04-01 09:00:00' }));
  });

  test('refuses to empty an end while another tracking runs', async () => {
    const person = await hire(place.machine, 'eve');
    const first = written(
      await place.machine.post('timeTrackings/create', booking(person, { start, end: '2025-04-01 09:00' })),
    );
    written(await begin(person, { start_time: '2025-04-01 10:00:00' }));
    const answer = await place.machine.put(`timeTrackings/update/${first['id']}`, { end_time: null });
    assertRefused(answer, { status: 422, code: 'conflict' });
  });

  test('50 concurrent creates leave exactly one', async () => {
    const person = await hire(place.machine, 'many');
    const answers = await Promise.all(Array.from({ length: 50 }, () => begin(person)));
    assertOneWon(answers);
    assert.deepEqual(await daybook(place.machine, person), [`${start}:00 – running`]);
  });

  test('50 concurrent creates at different times leave exactly one', async () => {
    const person = await hire(place.machine, 'spread');
    const times = Array.from(
      { length: 50 },
      (_, minute) => `2025-04-01 08:${String(minute).padStart(2, '0')}:00`,
    );
    assertOneWon(await Promise.all(times.map((start_time) => begin(person, { start_time }))));
    assert.equal((await daybook(place.machine, person)).length, 1);
  });

  test('50 concurrent creates, single and in batches, by 3 clients leave exactly one', async () => {
    const person = await hire(place.machine, 'mixed');
    const clients = [place.machine, place.account.administrator, await place.account.login('mixed')];
    const entity = booking(person, { start, end: null });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, number) => {
        const client = clients[number % clients.length] as (typeof clients)[number];
        return client.post('timeTrackings/create', number % 2 === 0 ? entity : [entity, entity]);
      }),
    );
    const won = answers
      .flatMap(({ json }): Envelope[] => (json['isBatch'] === 1 ? json['Results'] : [json]))
      .filter((one) => one['Success']);
    assert.equal(won.length, 1);
    assert.deepEqual(await daybook(place.machine, person), [`${start}:00 – running`]);
  });

  test('50 concurrent inserts leave exactly one running, the rest touch', async () => {
    const person = await hire(place.machine, 'insert');
    const times = Array.from(
      { length: 50 },
      (_, minute) => `2025-04-01 08:${String(minute).padStart(2, '0')}:00`,
    );
    const answers = await Promise.all(
      times.map((start_time) => begin(person, { start_time, _insert_into_conflicting: 1 })),
    );
    for (const answer of answers) written(answer);
    const rows: readonly Envelope[] = (
      await place.machine.get('timeTrackings/read', { user_id: person, _order_by: 'start_time' })
    ).json['Results'];
    assert.equal(rows.filter(({ end_time }) => end_time === null).length, 1);
    assert.equal(rows.at(-1)?.['end_time'], null);
    for (const [index, row] of rows.slice(0, -1).entries())
      assert.equal(row['end_time'], rows[index + 1]?.['start_time']);
  });

  test('50 concurrent creates with one client_unique_id create one row', async () => {
    const person = await hire(place.machine, 'phone');
    const entity = {
      ...booking(person, { start, end: '2025-04-01 09:00' }),
      client_unique_id: 'upload-1',
      is_offline_tracking: 1,
    };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => place.machine.post('timeTrackings/create', entity)),
    );
    const ids = new Set(answers.map((answer) => written(answer)['id']));
    assert.equal(ids.size, 1);
    assert.equal((await daybook(place.machine, person)).length, 1);
  });

  test('the database refuses a second running tracking and a second equal start', async () => {
    const person = await hire(place.machine, 'raw');
    const { id } = written(await begin(person));
    const ended = written(
      await place.machine.post(
        'timeTrackings/create',
        booking(person, { start: '2025-03-01 08:00', end: '2025-03-01 09:00' }),
      ),
    );
    const { database } = place.installation.app.engine;
    const insert = (changes: Envelope): Promise<unknown> =>
      database.write(place.account.id, async (tx) => {
        const sql = `select * from time_trackings where account_id = ${place.account.id} and id = ${id}`;
        const [row] = await tx.all({ sql, parameters: [] });
        const columns = Object.entries({ ...row, id: 4711, ...changes });
        const names = columns.map(([name]) => `"${name}"`).join();
        const values = columns.map(([, value]) => literal(value)).join();
        await tx.run({ sql: `insert into time_trackings (${names}) values (${values})`, parameters: [] });
      });
    const update = (changes: string): Promise<unknown> =>
      database.write(place.account.id, (tx) =>
        tx.run({
          sql: `update time_trackings set ${changes} where account_id = ${place.account.id} and id = ${ended['id']}`,
          parameters: [],
        }),
      );
    const free = { start_instant: 1_000_000_000, end_instant: 1_000_003_600 };
    const isUnique = (error: unknown): boolean => database.dialect.constraintOf(error)?.kind === 'unique';
    await assert.rejects(insert({ start_instant: free.start_instant }), isUnique);
    await assert.rejects(insert({ end_instant: free.end_instant }), isUnique);
    await assert.rejects(update('end_instant = null'), isUnique);
    assert.equal((await daybook(place.machine, person)).length, 2);
    await insert(free);
    assert.equal((await daybook(place.machine, person)).length, 3);
  });
});

/** As SQL of any engine spells it. */
function literal(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

function assertOneWon(answers: readonly Answer[]): void {
  const won = answers.filter(({ status }) => status === 200);
  assert.equal(won.length, 1);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    const { ErrorExtended } = assertRefused(answer, { status: 422, code: 'conflict' });
    assert.equal(ErrorExtended.data.id, won[0]?.json['Results'][0].id);
  }
}
