// Compares the answers of SQLite and PostgreSQL to the same requests. Recorded counter-examples are in counter-
// examples.json.
import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import fc from 'fast-check';
import type { App } from '#app';
import { postgresEngine } from '../support/engines.ts';
import { runs } from '../support/property.ts';
import counterExamples from './counter-examples.json' with { type: 'json' };
import { openPair, type Asked, type Pair } from './pair.ts';
import { readable, readOf, writeOf } from './requests.ts';

/** Resources whose writes are tried; the others are only read. */
const written = [
  'clients',
  'skills',
  'projects',
  'tasks',
  'departments',
  'teams',
  'checkpoints',
  'timeTrackings',
  'absences',
  'todoTasks',
  'translations',
];

const skip = postgresEngine === null ? 'this run has no PostgreSQL' : false;

/** A few rows of everything, so that random ids mean something. */
const foundation: readonly Asked[] = [
  {
    method: 'POST',
    path: 'users/create',
    body: ['ada', 'bob', 'Ärne'].map((name) => ({
      username: name,
      firstname: name,
      lastname: 'Öz',
      password: 'correct horse 1',
    })),
  },
  {
    method: 'POST',
    path: 'departments/create',
    body: [{ department_name: 'ä', supervisor_id: 2 }, { department_name: 'Z' }],
  },
  { method: 'POST', path: 'tasks/create', body: [1, 2, 3].map((n) => ({ name: `ß${n}`, mother_id: 3 })) },
  {
    method: 'POST',
    path: 'timeTrackings/create',
    body: [3, 4, 5].map((n) => ({
      user_id: 2,
      task_id: 4,
      start_time: `2026-07-0${n} 08:00:00`,
      start_time_timezone: 'Europe/Vienna',
      end_time: `2026-07-0${n} 1${n}:30:00`,
      end_time_timezone: 'Europe/Vienna',
    })),
  },
];

async function prepared(t: TestContext): Promise<Pair> {
  const pair = (await openPair(t)) as Pair;
  for (const asked of foundation) await assertSame(pair, asked);
  return pair;
}

async function assertSame(pair: Pair, asked: Asked): Promise<number> {
  const [sqlite, postgres] = await pair.ask(asked);
  assert.deepEqual(postgres, sqlite, `${JSON.stringify(asked)} is answered otherwise by PostgreSQL`);
  assert.notEqual(sqlite.status, 500, JSON.stringify(sqlite.envelope));
  return sqlite.status;
}

suite('both engines', { skip }, () => {
  test('give equal answers to recorded counter-examples', async (t) => {
    const pair = await prepared(t);
    for (const { requests } of counterExamples) {
      for (const asked of requests) await assertSame(pair, asked as unknown as Asked);
    }
  });

  test('give equal answers to random histories of reads and writes', async (t) => {
    const pair = await prepared(t);
    const resources = readable(pair.apps[0] as App);
    const read = fc.constantFrom(...resources).chain(readOf);
    const write = fc.constantFrom(...resources.filter(({ name }) => written.includes(name))).chain(writeOf);
    const answered = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(read, write), { minLength: 1, maxLength: 8 }), async (history) => {
        pair.pass(1);
        for (const asked of history) {
          const status = await assertSame(pair, asked);
          answered.set(status, (answered.get(status) ?? 0) + 1);
        }
      }),
      // A history goes on where the last one ended: a shorter one would be another.
      { ...runs({ test: 150, long: 625, soak: 25_000 }), endOnFailure: true },
    );
    const total = [...answered.values()].reduce((sum, count) => sum + count, 0);
    // A handful of histories may be refused altogether.
    assert.ok(
      total < 300 || (answered.get(200) ?? 0) > total / 6,
      `too few were answered: ${JSON.stringify([...answered])}`,
    );
  });
});
