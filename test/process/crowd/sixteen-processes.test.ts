// Runs two services of eight workers each on one PostgreSQL. Users act on timers, programs create rows and others
// synchronise, each request over a new connection.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCopy, standing, type SynchronisedCopy } from '../../contract/delta/synchronised-copy.ts';
import { hire, pause, work, written } from '../../time-tracking/booking.ts';
import { rowsOf } from '../../time-tracking/timer/timer-acts.ts';
import { createClient, type Answer, type Client, type Envelope } from '../../support/client.ts';
import { countOf } from '../../support/property.ts';
import { postgresEngine, type StorageEngine } from '../../support/engines.ts';
import { postgresSuite } from '../../sql/postgres-scratch.ts';
import { serve, type ServingProcess } from '../executable.ts';
import { createAcme, createSite, loginMachine, type Site } from '../site.ts';
import { firstJobs, linesOf, metricsOfAll, two } from '../workers.ts';

const workers = 8;
/** How often each writer acts, at the least. */
const turns = countOf({ test: 10, long: 15, soak: 300 });
const copied = ['timeTrackings', 'timeTrackingChangelogs', 'userStatusOverview', 'clients', 'tasks'];
const acts = ['start', 'start', 'start', 'toggle', 'stop'] as const;

/** A row that was created: when it was asked for and answered, in milliseconds. */
interface Given {
  readonly id: number;
  readonly sent: number;
  readonly answered: number;
}

postgresSuite('sixteen processes on one PostgreSQL', () => {
  let site: Site;
  let services: readonly ServingProcess[] = [];
  let token = '';

  before(async () => {
    site = await createSite(postgresEngine as StorageEngine);
    const credential = await createAcme(site);
    const flags = ['--workers', String(workers), ...two.slice(2)];
    const start = (): Promise<ServingProcess> =>
      serve(site.database, [...flags, '--database-connections', '3']);
    services = await Promise.all([start(), start()]);
    ({ token } = await loginMachine(services[0]!.address, credential));
  });
  after(() => site.remove());

  /** A client of one service; no two of its requests go over the same connection. */
  const clientOf = (number: number): Client => {
    const { address } = services[number % services.length] as ServingProcess;
    const client = createClient({ address, account: 'acme' }, token);
    const alone = { connection: 'close' };
    return {
      ...client,
      get: (path, query) => client.get(path, query, alone),
      post: (path, body) => patiently(() => client.post(path, body, alone)),
    };
  };

  it('keep one timer per user, ascending ids and complete delta copies', async () => {
    const people: number[] = [];
    for (let index = 0; index < 4; index += 1)
      people.push(await hire(clientOf(index), `person-${index}`, { timezone: 'UTC' }));
    const working = new AbortController();
    const copies = Array.from({ length: 3 }, () => createCopy({ include: copied, pageSize: 500 }));
    const copying = copies.map((copy, index) => keepUp(copy, index, working.signal));
    const given: Given[] = [];
    await Promise.all([
      ...Array.from({ length: 12 }, (_, writer) => actOn(people[writer % people.length] as number, writer)),
      ...Array.from({ length: 4 }, (_, writer) => createMany(writer, given)),
    ]).finally(() => working.abort());
    await Promise.all(copying);

    for (const person of people) assertOneTimer(await rowsOf(clientOf(person), person));
    assertAscending(given);
    for (const copy of copies) await assertSame(copy);
    assert.deepEqual(await idleWorkers(), []);
  });

  it('run each background job once', async () => {
    const done = (): readonly unknown[] =>
      services.flatMap((service) => linesOf(service, 'background_done')).map(({ task }) => task);
    for (let waits = 0; done().length < firstJobs.length; waits += 1) {
      assert.ok(waits < 3000, `only ${done().join()} were done`);
      await sleep(20);
    }
    assert.deepEqual(done().toSorted(), firstJobs);
  });

  /** Acts on timers, mostly by starts, until each worker has served one. Three of these act on each user at a time. */
  async function actOn(person: number, writer: number): Promise<void> {
    for (let turn = 0; turn < turns || (turn < 500 && (await idleWorkers()).length > 0); turn += 1) {
      const act = acts[(writer + turn) % acts.length];
      const body = {
        user_id: person,
        ...(act === 'stop' ? {} : { task_id: turn % 2 === 0 ? work : pause }),
      };
      const answer = await clientOf(writer + turn).post(`timeTrackings/${act}`, body);
      assert.equal(answer.status, 200, answer.text);
    }
  }

  async function createMany(writer: number, given: Given[]): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) {
      const sent = performance.now();
      const entity = { company_name: `${writer}-${turn}` };
      const { id } = written(await clientOf(writer + turn).post('clients/create', entity));
      given.push({ id, sent, answered: performance.now() });
    }
  }

  /** Asks another process each time while others write, and once more when all is written. */
  async function keepUp(copy: SynchronisedCopy, reader: number, done: AbortSignal): Promise<void> {
    let turn = reader;
    for (; !done.aborted; turn += 1) await copy.synchronise(clientOf(turn));
    await copy.synchronise(clientOf(turn));
  }

  async function assertSame(copy: SynchronisedCopy): Promise<void> {
    for (const [name, rows] of copy.resources) {
      const { json } = await clientOf(1).get(`${name}/read`, { _limit: 10_000 });
      assert.deepEqual(standing(rows.values()), standing(json['Results'] as Envelope[]), name);
    }
  }

  /** The workers of both services that have started no timer yet: on a crowded machine the others may be faster for long. */
  async function idleWorkers(): Promise<readonly string[]> {
    const idle: string[] = [];
    for (const [number, service] of services.entries()) {
      const text = await metricsOfAll(service, workers);
      for (let worker = 1; worker <= workers; worker += 1) {
        const served = new RegExp(`^hourbook_requests_total\\{worker="${worker}",.*action="start"`, 'm').test(
          text,
        );
        if (!served) idle.push(`${worker} of service ${number + 1}`);
      }
    }
    return idle;
  }
});

/** Sends a write again that was answered 503 because too many others wait: nothing was written then. */
async function patiently(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
    await sleep(1000 * Number(answer.headers.get('retry-after')));
  }
}

/** Nothing overlaps, nothing is empty, at most one runs, and that is the last. */
function assertOneTimer(rows: readonly Envelope[]): void {
  assert.ok(rows.length > 0);
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
  for (const [index, { start_time, end_time }] of rows.entries()) {
    const next = rows[index + 1];
    if (end_time === null) assert.equal(next, undefined, 'what runs is the last');
    else assert.ok(start_time < end_time, `${start_time} – ${end_time}`);
    if (next !== undefined) assert.ok(end_time <= next['start_time'], `${end_time} > ${next['start_time']}`);
  }
}

/** Each id once, without gaps, and what was asked for after another was answered has the greater one. */
function assertAscending(given: readonly Given[]): void {
  const ids = given.map(({ id }) => id).toSorted((a, b) => a - b);
  assert.deepEqual(
    ids,
    ids.map((_, index) => index + 1),
  );
  for (const one of given)
    for (const other of given.filter(({ sent }) => sent > one.answered))
      assert.ok(one.id < other.id, JSON.stringify([one, other]));
}
