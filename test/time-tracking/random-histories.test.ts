// Random creates, updates and deletes of trackings, one after the other against a model and by clients at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answer, Client, Envelope } from '../support/client.ts';
import type { TestAccount } from '../support/installation.ts';
import { runs } from '../support/property.ts';
import { booking, hire, work, written } from './booking.ts';
import { apply, attempt, clock, hourOf, overlap, peopleCount, type Attempt, type Span } from './histories.ts';

onEveryEngine('random histories of trackings', (place) => {
  let round = 0;
  const newPeople = async (): Promise<readonly number[]> => {
    round += 1;
    return Promise.all(
      Array.from({ length: peopleCount }, (_, number) => hire(place.machine, nameOf(round, number))),
    );
  };

  test('sequential requests give the answers and rows of the model', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(attempt, { minLength: 5, maxLength: 16 }), async (attempts) => {
        const people = await newPeople();
        const model = people.map((): readonly Span[] => []);
        for (const one of attempts) {
          const expected = apply(model[one.person] ?? [], one);
          const answer = await carryOut(place.machine, one, people);
          assert.equal(
            answer?.status ?? 422,
            expected === null ? 422 : 200,
            `${JSON.stringify(one)}: ${answer?.text}`,
          );
          if (expected !== null) model[one.person] = expected;
          assert.deepEqual(
            (await rowsOf(place.machine, people[one.person] as number)).map(spanOf),
            model[one.person],
          );
        }
      }),
      runs({ test: 12, long: 30, soak: 1200 }),
    );
  });

  test('concurrent clients never make two trackings overlap or run', async () => {
    const histories = fc.array(fc.array(attempt, { minLength: 8, maxLength: 12 }), {
      minLength: 8,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(histories, async (attempts) => {
        const people = await newPeople();
        const clients = await clientsOf(place.account, round);
        await Promise.all(
          attempts.map(async (own, number) => {
            const client = clients[number % clients.length] as Client;
            for (const one of own) {
              const answer = await carryOut(client, one, people);
              assert.ok([200, 401, 422].includes(answer?.status ?? 422), answer?.text ?? '');
            }
          }),
        );
        for (const person of people) await assertSound(place.machine, person);
        await assertBooked(place.machine);
      }),
      { ...runs({ test: 5, long: 13, soak: 500 }), endOnFailure: true },
    );
  });
});

/** A replay of the changelog shows no overlap and ends with the rows of the server. */
async function assertSound(machine: Client, person: number): Promise<void> {
  const state = new Map<number, Span>();
  const query = { user_id: person, _limit: 10_000, _order_by: 'id' };
  const log: readonly Envelope[] = (await machine.get('timeTrackingChangelogs/read', query)).json['Results'];
  assert.ok(log.length > 0);
  for (const entry of log) {
    const id = entry['tracker_id'] as number;
    assert.equal(state.has(id), entry['change_type'] !== 'CREATE', JSON.stringify(entry));
    if (entry['change_type'] === 'DELETE') state.delete(id);
    else {
      const next = spanOf({ start_time: entry['new_start_time'], end_time: entry['new_end_time'] });
      for (const [other, span] of state)
        assert.ok(other === id || !overlap(span, next), JSON.stringify([entry, other, span]));
      state.set(id, next);
    }
  }
  const rows = await rowsOf(machine, person);
  assert.deepEqual(
    new Map(rows.map((row) => [row['id'] as number, spanOf(row)])),
    new Map([...state].sort(([, a], [, b]) => a.start - b.start)),
  );
  const running = rows.filter(({ end_time }) => end_time === null);
  assert.ok(running.length <= 1);
  const status = written(await machine.get(`userStatusOverview/read/${person}`));
  assert.deepEqual(
    [status['time_tracking_id'], status['is_running'], status['time_tracking_start_time']],
    running[0] === undefined ? [null, 0, null] : [running[0]['id'], 1, running[0]['start_time']],
  );
}

/** The duration of the task is the sum of its ended trackings. */
async function assertBooked(machine: Client): Promise<void> {
  const { json } = await machine.get('timeTrackings/read', {
    task_id: work,
    _limit: 10_000,
    _op__end_time: 'notnull',
  });
  const seconds = json['Results'].reduce((sum: number, { duration }: Envelope) => sum + duration, 0);
  assert.equal(written(await machine.get(`tasks/read/${work}`))['duration'], seconds / 3600);
}

async function clientsOf(account: TestAccount, run: number): Promise<readonly Client[]> {
  const own = await Promise.all(
    Array.from({ length: peopleCount }, (_, number) => account.login(nameOf(run, number))),
  );
  return [account.machine, account.administrator, ...own];
}

/** Sends the attempt for a row that the client reads first; `null` if the user has no row. */
async function carryOut(client: Client, one: Attempt, people: readonly number[]): Promise<Answer | null> {
  const person = people[one.person] as number;
  if (one.kind === 'create')
    return client.post('timeTrackings/create', { ...bodyOf(person, one.span), ...flagOf(one) });
  const rows = await rowsOf(client, person);
  const id = rows[one.pick % Math.max(1, rows.length)]?.['id'];
  if (id === undefined) return null;
  if (one.kind === 'delete') return client.delete(`timeTrackings/delete/${id}`);
  const { user_id: _user, ...sent } = bodyOf(person, one.span);
  const times = { end_time: null, ...sent };
  return client.put(`timeTrackings/update/${id}`, { ...times, ...flagOf(one) });
}

function bodyOf(person: number, { start, end }: Span): Envelope {
  return booking(person, { start: clock(start), end: end === null ? null : clock(end), zone: 'UTC' });
}

function flagOf({ insert }: { insert: boolean }): object {
  return insert ? { _insert_into_conflicting: 1 } : {};
}

async function rowsOf(client: Client, person: number): Promise<readonly Envelope[]> {
  const { json } = await client.get('timeTrackings/read', {
    user_id: person,
    _order_by: 'start_time',
    _limit: 1000,
  });
  return json['Results'];
}

function spanOf({ start_time, end_time }: Envelope): Span {
  return { start: hourOf(start_time), end: end_time === null ? null : hourOf(end_time) };
}

function nameOf(run: number, number: number): string {
  return `run-${run}-${number}`;
}
