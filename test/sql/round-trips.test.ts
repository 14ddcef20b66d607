// Tests how often requests wait for PostgreSQL. The clock of an account moves once a second, and background tasks ask now and then,
// which costs another trip each: of several requests of a kind the one with the fewest counts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { hire, work } from '../time-tracking/booking.ts';
import type { Answer, Client } from '../support/client.ts';
import { postgresEngine, type StorageEngine } from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { roundTripsOf } from '../support/round-trips.ts';
import { postgresSuite } from './postgres-scratch.ts';

const repeats = 8;

postgresSuite('round trips to PostgreSQL', () => {
  let installation: Installation;
  let machine: Client;
  let person: number;
  before(async () => {
    const engine = postgresEngine as StorageEngine;
    installation = await startInstallation({ engine, flags: { 'answer-cache': '0' } });
    machine = installation.account.machine;
    person = await hire(machine, 'anna', { timezone: 'UTC', entry_date: '2026-01-01' });
  });
  after(() => installation?.close());

  /** The fewest of several requests; `number` tells them apart. */
  const fewest = async (request: (number: number) => Promise<Answer>): Promise<number> => {
    const counts: number[] = [];
    for (let number = 0; number < repeats; number += 1)
      counts.push(
        await roundTripsOf(async () => {
          const { status, text } = await request(number);
          assert.equal(status, 200, text);
        }),
      );
    return Math.min(...counts);
  };
  const booked = (day: string, hour: number): object => ({
    user_id: person,
    task_id: work,
    start_time: `${day} ${String(hour).padStart(2, '0')}:00:00`,
    start_time_timezone: 'UTC',
    end_time: `${day} ${String(hour).padStart(2, '0')}:30:00`,
    end_time_timezone: 'UTC',
  });

  // Lock and questions, the caller among them; writes and the commit.
  test('are 2 of a create with a timesheet', async () => {
    const create = (hour: number): Promise<Answer> =>
      machine.post('timeTrackings/create', booked('2026-06-08', hour));
    assert.equal(await fewest(create), 2);
  });

  test('are 2 of a create with a key', async () => {
    const create = (number: number): Promise<Answer> =>
      machine.post('skills/create', { syn: `skill ${number}` }, { 'idempotency-key': `trip-${number}` });
    assert.equal(await fewest(create), 2);
  });

  // The guesses are answers to others, so that some of what is asked shows late.
  test('are at most 4 of the first create of a person', async () => {
    const create = (user_id: number): Promise<Answer> =>
      machine.post('timeTrackings/create', { ...booked('2026-06-08', 8), user_id });
    const others: number[] = [];
    for (let number = 0; number < repeats; number += 1)
      others.push(await hire(machine, `other-${number}`, { timezone: 'UTC', entry_date: '2026-01-01' }));
    const trips = await fewest((number) => create(others[number] as number));
    assert.ok(trips <= 4, `${trips} round trips`);
  });

  test('are 2 of an update from which nothing follows', async () => {
    const { id } = await machine.create('timeTrackings', booked('2026-06-09', 8));
    const update = (number: number): Promise<Answer> =>
      machine.put(`timeTrackings/update/${id}`, { notes: `note ${number}` });
    assert.equal(await fewest(update), 2);
  });

  // Clients send it without a body, and so without its length.
  test('are 2 of a delete', async () => {
    const ids: number[] = [];
    for (let number = 0; number < repeats; number += 1)
      ids.push((await machine.create('timeTrackings', booked('2026-06-11', 8 + number))).id as number);
    assert.equal(await fewest((number) => machine.delete(`timeTrackings/delete/${ids[number]}`)), 2);
  });

  test('are at most 4 of a start and of a stop', async () => {
    const starting = (): Promise<Answer> =>
      machine.post('timeTrackings/start', { user_id: person, task_id: work });
    const stopping = (): Promise<Answer> => machine.post('timeTrackings/stop', { user_id: person });
    const counts: { readonly start: number; readonly stop: number }[] = [];
    for (let number = 0; number < repeats; number += 1) {
      const counted = async (request: () => Promise<Answer>): Promise<number> => {
        installation.clock.shift += 61_000;
        return roundTripsOf(async () => {
          const { status, text } = await request();
          assert.equal(status, 200, text);
        });
      };
      counts.push({ start: await counted(starting), stop: await counted(stopping) });
    }
    assert.ok(Math.min(...counts.map(({ start }) => start)) <= 4, JSON.stringify(counts));
    assert.ok(Math.min(...counts.map(({ stop }) => stop)) <= 4, JSON.stringify(counts));
  });

  test('are 2 of a list that was read before', async () => {
    assert.equal(await fewest(() => machine.get('timeTrackings/read', { user_id: person })), 2);
  });

  test('are at most 6 of a batch of 100', async () => {
    const batch = (number: number): readonly object[] =>
      Array.from({ length: 100 }, (_, place) =>
        booked(`2026-0${1 + number}-${10 + (place % 5)}`, Math.floor(place / 5)),
      );
    const trips = await fewest((number) => machine.post('timeTrackings/create', batch(number)));
    assert.ok(trips <= 6, `${trips} round trips`);
  });

  test('are at most 6 of a batch of 100 for ten people', async () => {
    const people: number[] = [];
    for (let number = 0; number < 10; number += 1)
      people.push(await hire(machine, `many-${number}`, { timezone: 'UTC', entry_date: '2026-01-01' }));
    const batch = (number: number): readonly object[] =>
      Array.from({ length: 100 }, (_, place) => ({
        ...booked(`2026-0${1 + number}-${10 + (place % 5)}`, Math.floor(place / 5)),
        user_id: people[place % 10],
      }));
    const trips = await fewest((number) => machine.post('timeTrackings/create', batch(number)));
    assert.ok(trips <= 6, `${trips} round trips`);
  });

  // Two tables of which each row is new, the counters of their ids, the task with those above it, the days and the month.
  test('carry at most 40 writes of a batch of 100 for one person', async () => {
    const batch = Array.from({ length: 100 }, (_, place) =>
      booked(`2026-10-${10 + (place % 5)}`, Math.floor(place / 5)),
    );
    const writes = await countWrites(async () => {
      assert.equal((await machine.post('timeTrackings/create', batch)).status, 200);
    });
    assert.ok(writes <= 40, `${writes} writes`);
  });

  // Of a new day some questions depend on answers that the guesses foretold wrongly.
  test('are at most 8 of a batch of 100 for as many people, with at most 40 writes', async () => {
    const people: number[] = [];
    for (let number = 0; number < 100; number += 1)
      people.push(await hire(machine, `each-${number}`, { timezone: 'UTC', entry_date: '2026-01-01' }));
    const batch = (number: number): readonly object[] =>
      people.map((user_id) => ({
        ...booked(`2026-05-${String(4 + number * 3).padStart(2, '0')}`, 8),
        user_id,
      }));
    const counts: { readonly trips: number; readonly writes: number }[] = [];
    for (let number = 0; number < 4; number += 1) {
      let trips = 0;
      const writes = await countWrites(async () => {
        trips = await roundTripsOf(async () => {
          assert.equal((await machine.post('timeTrackings/create', batch(number))).status, 200);
        });
      });
      counts.push({ trips, writes });
    }
    const [, ...later] = counts;
    const told = JSON.stringify(counts);
    assert.ok(Math.min(...counts.map(({ trips }) => trips)) <= 8, told);
    assert.ok(
      later.every(({ writes }) => writes <= 40),
      told,
    );
  });
});

/** How many statements that write the process sends meanwhile. */
async function countWrites(write: () => Promise<void>): Promise<number> {
  const driver = pg.Client.prototype as unknown as { query: (...words: unknown[]) => unknown };
  const { query } = driver;
  let count = 0;
  driver.query = function (this: object, ...words: unknown[]) {
    if (/^(insert|update|delete) /.test((words[0] as { readonly text?: string }).text ?? '')) count += 1;
    return query.apply(this, words);
  };
  try {
    await write();
    return count;
  } finally {
    driver.query = query;
  }
}
