// A client that sends each `RequestStartTime` as the next `_since`, with `_fetch_deleted=1`, converges to the state of
// the server while other clients write (decisions §5). A seed repeats the histories, not the order of concurrent
// writes.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createClient, fetchToken, type Client, type Envelope } from '../support/client.ts';
import { storageEngines, type StorageEngine } from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { runs, type Counts } from '../support/property.ts';
import { histories, take, touched, type Step, type World, type Writer } from './delta/history.ts';
import type { Order, Serving } from './delta/other-server.ts';
import { prepareWorld } from './delta/prepare-world.ts';
import { createCopy, keyOf, type SynchronisedCopy } from './delta/synchronised-copy.ts';

/** Under which circumstances a history runs. */
interface Scenario {
  /** The clock when it begins, and how many seconds pass on it, spread over the steps of all writers. */
  readonly startsAt: string;
  readonly seconds: number;
  /** Lets another second pass every five milliseconds, even in the middle of a write. */
  readonly hurried?: boolean;
  readonly serverTimeZone?: string;
  /** Zones among which ServerTimeZone changes meanwhile. */
  readonly zones?: readonly string[];
  /** How many milliseconds the clock of a second server process is off; without it, there is one server. */
  readonly secondServerOff?: number;
}

/** Histories of each scenario: a history holds more than a hundred writes. */
const several: Counts = { test: 1, long: 2, soak: 200 };
const few: Counts = { test: 1, long: 2, soak: 100 };
const vienna = 'Europe/Vienna';

for (const engine of storageEngines) {
  describe(`delta synchronisation with 8 concurrent writers (${engine.name})`, () => {
    const converges = async (scenario: Scenario, counts: Counts): Promise<void> => {
      const property = fc.asyncProperty(histories, (history) => assertConverges(engine, scenario, history));
      // Concurrent writers never meet in the same way again: looking for a smaller history would find a different one.
      await fc.assert(property, { ...runs(counts), endOnFailure: true });
    };

    it('converges when all writes happen within 4 seconds', () =>
      converges({ startsAt: '2026-06-10T12:00:00Z', seconds: 4 }, several));

    it('converges over the hour that occurs twice in autumn', () =>
      converges({ startsAt: '2026-10-24T23:40:00Z', seconds: 3 * 3600, serverTimeZone: vienna }, several));

    it('converges over the hour that daylight saving skips in spring', () =>
      converges({ startsAt: '2026-03-29T00:20:00Z', seconds: 3 * 3600, serverTimeZone: vienna }, several));

    it('converges while ServerTimeZone changes', () =>
      converges(
        {
          startsAt: '2026-10-24T23:40:00Z',
          seconds: 3 * 3600,
          serverTimeZone: vienna,
          zones: ['America/New_York', 'Asia/Kolkata', vienna, 'Pacific/Auckland', 'UTC', 'Pacific/Pago_Pago'],
        },
        several,
      ));

    it('converges with two server processes on one database', () =>
      converges(
        { startsAt: '2026-06-10T12:00:00Z', seconds: 0, hurried: true, secondServerOff: 0 },
        several,
      ));

    for (const secondServerOff of [-3000, 3000]) {
      it(`converges when the clock of a second process is ${secondServerOff} ms off`, () =>
        converges({ startsAt: '2026-06-10T12:00:00Z', seconds: 0, hurried: true, secondServerOff }, few));
    }
  });
}

async function assertConverges(
  engine: StorageEngine,
  scenario: Scenario,
  history: readonly (readonly Step[])[],
): Promise<void> {
  const database = await engine.create();
  const installation = await startInstallation({
    engine: { name: engine.name, create: async () => database },
    startsAt: scenario.startsAt,
    flags: { 'access-token-lifetime': '30d' },
  });
  let second = noServer;
  try {
    if (scenario.secondServerOff !== undefined) {
      second = await startSecondServer(installation, { url: database.url, off: scenario.secondServerOff });
    }
    const clients = [installation.account.machine, ...second.clients];
    const { world, writers } = await prepareWorld(clients, scenario);
    const pass = (milliseconds: number): void => {
      installation.clock.shift += milliseconds;
      second.setClock(installation.clock.shift);
    };
    // Members of teams have no id by which pages could be turned.
    const paged = touched.filter((name) => name !== 'teamMembers');
    const copies = [createCopy({ include: touched }), createCopy({ include: paged, pageSize: 20 })];
    // On a busy machine a server that hears of it late would be minutes behind, and not the seconds of the scenario.
    const pace = (): void => {
      if (second.isCurrent()) pass(1000);
    };
    const hurry = scenario.hurried === true ? setInterval(pace, 5) : undefined;
    const writing = write({ history, world, writers, pass, seconds: scenario.seconds });
    const reading = copies.map((copy) => synchroniseWhile(writing, copy, clients));
    // Even after a failure, no client asks the servers any more once they are closed.
    await Promise.allSettled([writing, ...reading]);
    clearInterval(hurry);
    const [written] = await Promise.all([writing, ...reading]);
    assert.ok(written >= 30, `only ${written} steps were written`);
    for (const copy of copies)
      await assertEqual(copy, installation, { zonesChange: scenario.zones !== undefined });
  } catch (error) {
    const faults = installation.events.filter((event) => event.kind === 'request_failed');
    throw faults.length === 0 ? error : new AggregateError([error, ...faults.map((event) => event.error)]);
  } finally {
    await second.close();
    await installation.close();
  }
}

interface Writing extends Pick<Scenario, 'seconds'> {
  readonly history: readonly (readonly Step[])[];
  readonly world: World;
  readonly writers: readonly Writer[];
  /** Lets milliseconds pass on the clock of every server. */
  readonly pass: (milliseconds: number) => void;
}

/** All writers at once; time passes with every step that is done. Answers how many steps were written. */
async function write({ history, world, writers, pass, seconds }: Writing): Promise<number> {
  const pause = (seconds * 1000) / history.flat().length;
  let written = 0;
  await Promise.all(
    history.map(async (steps, index) => {
      for (const step of steps) {
        if (await take(step, world, writers[index] as Writer)) written += 1;
        pass(pause);
      }
    }),
  );
  return written;
}

/** Synchronises again and again, asking the servers in turn, and once more when all is written. */
async function synchroniseWhile(
  writing: Promise<unknown>,
  copy: SynchronisedCopy,
  clients: readonly Client[],
): Promise<void> {
  const writers = new AbortController();
  const end = writing.finally(() => writers.abort());
  for (let round = 0; !writers.signal.aborted; round += 1)
    await copy.synchronise(clients[round % clients.length] as Client);
  await end;
  await copy.synchronise(clients.at(-1) as Client);
}

async function assertEqual(
  copy: SynchronisedCopy,
  { account, app }: Installation,
  { zonesChange }: { zonesChange: boolean },
): Promise<void> {
  for (const [name, rows] of copy.resources) {
    const answer = await account.machine.get(`${name}/read`, { _limit: 10_000 });
    const served = answer.json['Results'] as Envelope[];
    // A change of zone does not change rows: how a copy shows the moments it holds is the client's affair.
    const moments = [...(app.engine.schema.resources.get(name)?.fields.values() ?? [])]
      .filter((field) => zonesChange && field.type.name === 'DateTime' && field.type.column === 'integer')
      .map((field) => field.name);
    assert.deepEqual(sorted(rows.values(), moments), sorted(served, moments), name);
  }
}

function sorted(
  rows: Iterable<Envelope>,
  without: readonly string[],
): readonly (readonly [string, Envelope])[] {
  return [...rows]
    .map((row): [string, Envelope] => [
      keyOf(row),
      Object.fromEntries(Object.entries(row).filter(([name]) => !without.includes(name))),
    ])
    .toSorted(([one], [other]) => one.localeCompare(other));
}

interface SecondServer {
  readonly clients: readonly Client[];
  setClock(shift: number): void;
  /** Whether its clock is set as it was told. */
  isCurrent(): boolean;
  close(): Promise<void>;
}

const noServer: SecondServer = {
  clients: [],
  setClock: () => {},
  isCurrent: () => true,
  close: async () => {},
};

async function startSecondServer(
  { account, clock }: Installation,
  { url, off }: { url: string; off: number },
): Promise<SecondServer> {
  const file = fileURLToPath(new URL('./delta/other-server.ts', import.meta.url));
  const server = fork(file, [url, String(clock.shift + off)]);
  const exited = once(server, 'exit');
  const failed = exited.then(() => Promise.reject(new Error('the second server did not start')));
  const [serving] = (await Promise.race([once(server, 'message'), failed])) as [Serving];
  const where = { address: serving.address, account: account.name };
  const client = { client_id: account.clientId, client_secret: account.clientSecret };
  const { access_token } = await fetchToken(where, { grant_type: 'client_credentials', ...client });
  const tell = (order: Order): void => {
    if (server.connected) server.send(order);
  };
  let [told, set] = [0, 0];
  server.on('message', () => (set += 1));
  return {
    clients: [createClient(where, access_token)],
    setClock(shift) {
      told += 1;
      tell({ kind: 'clock', shift: shift + off });
    },
    isCurrent: () => set === told,
    close: async () => {
      tell({ kind: 'close' });
      const [code] = (await exited) as [number | null];
      assert.equal(code, 0, 'the second server ended in order');
    },
  };
}
