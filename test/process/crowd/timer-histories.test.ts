// Tests random timer histories of concurrent clients through three servers: one serial order of the model explains
// them. A copy kept by delta synchronisation ends in the same state.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Client, Envelope } from '../../support/client.ts';
import { password } from '../../support/installation.ts';
import { runs } from '../../support/property.ts';
import { readAll } from '../../support/read-all.ts';
import { createCopy, standing, type SynchronisedCopy } from '../../contract/delta/synchronised-copy.ts';
import { hire, pause, work, written } from '../../time-tracking/booking.ts';
import { linearise, type Seen } from '../../time-tracking/timer/linearise.ts';
import { bookedOf, rowsOf } from '../../time-tracking/timer/timer-acts.ts';
import { doing, inMixture, mixtures } from '../../time-tracking/timer/timer-doings.ts';
import { clockError, onSeveralServers, type EverywhereClient } from './several-servers.ts';
import { bearWitness, entryOf, type Witness } from './witness.ts';

const administrators = 6;
const doings = fc.array(doing([work, pause]), { minLength: 10, maxLength: 14, size: 'max' });
const copied = ['timeTrackings', 'timeTrackingChangelogs', 'userStatusOverview', 'tasks'];

onSeveralServers(`timers on three servers`, (servers) => {
  for (const people of [1, 3]) {
    test(`concurrent acts have one serial order (users: ${people})`, async () => {
      const leaders = await administratorsOf(`leader-${people}`);
      let serial = 0;
      const histories = fc.array(doings, {
        minLength: administrators + people,
        maxLength: administrators + people,
        size: 'max',
      });
      await fc.assert(
        fc.asyncProperty(mixtures, histories, async (mixture, drawn) => {
          const all = drawn.map((history) => history.map((one) => inMixture(mixture, one)));
          const names = Array.from({ length: people }, (_, index) => `p-${people}-${(serial += 1)}-${index}`);
          const persons = await Promise.all(names.map((name) => hire(machine(), name, { timezone: 'UTC' })));
          const own = await Promise.all(names.map((name) => servers.login(name)));
          const lastEntry = await lastEntryOf(machine());
          const witnesses = [
            ...leaders.map((leader) => ({ ...leader, people: persons })),
            ...own.map((clients, index) => ({ clients, userId: persons[index]!, people: [persons[index]!] })),
          ].map((one, number): Witness => ({ ...one, number, lastEntry }));
          await assertOneStory(servers.machine, witnesses, { persons, all });
        }),
        { ...runs({ test: 5, long: 8, soak: 500 }), endOnFailure: true },
      );
    });
  }

  const machine = (): Client => servers.machine[0];

  async function administratorsOf(name: string) {
    return Promise.all(
      Array.from({ length: administrators }, async (_, index) => {
        const username = `${name}-${index}`;
        const admin = { username, password, firstname: 'A', lastname: username, internal_user_group: 1 };
        const { id } = await machine().create('users', admin);
        return { userId: id as number, clients: await servers.login(username) };
      }),
    );
  }
});

async function lastEntryOf(client: Client): Promise<number> {
  const query = { _order_by: 'id', _order_desc: 1, _limit: 1 };
  return (await client.get('timeTrackingChangelogs/read', query)).json['Results'][0]?.id ?? 0;
}

interface Crowd {
  readonly persons: readonly number[];
  /** What each witness does. */
  readonly all: readonly (readonly Parameters<typeof bearWitness>[1][number][])[];
}

async function assertOneStory(
  machine: EverywhereClient,
  witnesses: readonly Witness[],
  { persons, all }: Crowd,
): Promise<void> {
  // Three of the day's four hours lie in the past.
  const since = Math.floor(Date.now() / 60_000) * 60_000 - 3 * 3_600_000;
  const testimony = new Map(persons.map((person): [number, Seen[]] => [person, []]));
  const working = new AbortController();
  const acting = Promise.all(
    witnesses.map(async (witness, index) => {
      const mayNot = witness.people.includes(witness.userId) ? ['approve'] : [];
      const own = (all[index] ?? []).filter(({ kind }) => !mayNot.includes(kind));
      await bearWitness(witness, own, { since, testimony });
    }),
  ).finally(() => working.abort());
  const copy = createCopy({ include: copied, pageSize: 2000 });
  const copying = synchronise(copy, machine, working.signal);
  await Promise.all([acting, copying]);
  for (const [person, seen] of testimony) await assertTold(machine, person, { seen, since });
  await assertHours(machine);
  await assertCopied(copy, machine);
}

/** One story explains all that was seen, tells every entry of the changelog, and ends where all servers stand. */
async function assertTold(
  machine: EverywhereClient,
  person: number,
  { seen, since }: { seen: readonly Seen[]; since: number },
): Promise<void> {
  const { json } = await machine[0].get('timeTrackingChangelogs/read', { user_id: person, _limit: 10_000 });
  const log = (json['Results'] as Envelope[]).map((row) => entryOf(row, since));
  const inOrder = seen.toSorted((a, b) => (a.entries[0]?.id ?? 0) - (b.entries[0]?.id ?? 0));
  assert.deepEqual(
    inOrder.flatMap(({ entries }) => entries),
    log,
    'the entries of an act stand together',
  );
  const stands = (await rowsOf(machine[0], person)).map((row) => bookedOf(row, since));
  const { booked } = linearise(seen, clockError, (sheet) => isDeepStrictEqual(sheet.booked, stands));
  for (const client of machine) {
    const rows = await rowsOf(client, person);
    assert.deepEqual(
      rows.map((row) => bookedOf(row, since)),
      booked,
    );
    const running = booked.find(({ end }) => end === null);
    const status = written(await client.get(`userStatusOverview/read/${person}`));
    assert.deepEqual(
      [status['time_tracking_id'], status['is_running'], status['time_tracking_task_id']],
      [running?.id ?? null, running === undefined ? 0 : 1, running?.task ?? null],
    );
  }
}

async function assertHours(machine: EverywhereClient): Promise<void> {
  for (const task of [work, pause]) {
    const query = { task_id: task, _op__end_time: 'notnull', _aggregate__duration: 'sum' };
    const [{ duration }] = (await machine[1].get('timeTrackings/read', query)).json['Results'];
    const node = written(await machine[2].get(`tasks/read/${task}`));
    assert.equal(node['duration'], Math.round((duration ?? 0) / 36) / 100);
  }
}

/** Asks one server after the other while they work, and once more when all is done. */
async function synchronise(
  copy: SynchronisedCopy,
  machine: EverywhereClient,
  done: AbortSignal,
): Promise<void> {
  for (let round = 0; !done.aborted; round += 1) await copy.synchronise(machine[round % 3] as Client);
  await copy.synchronise(machine[1]);
}

async function assertCopied(copy: SynchronisedCopy, machine: EverywhereClient): Promise<void> {
  for (const [name, rows] of copy.resources) {
    assert.deepEqual(standing(rows.values()), standing(await readAll(machine[2], name)), name);
  }
}
