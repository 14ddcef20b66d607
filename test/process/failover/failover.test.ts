// Kills and switches over the leader of a PostgreSQL group, set up as in the how-to page, while clients write. No
// acknowledged write is lost, and the test reports how long 503 lasts.
import assert from 'node:assert/strict';
import { after, before, suite, test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client, Envelope } from '../../support/client.ts';
import { killAll, serve, type ServingProcess } from '../executable.ts';
import { createAcme, loginMachine } from '../site.ts';
import { missingProgram, startGroup, type Group } from './group.ts';

const missing = missingProgram();
const skip =
  missing === null
    ? false
    : `${missing} is not on this machine (etcd-server, patroni, haproxy, postgresql 15)`;
const writerCount = 6;
const pageSize = 1000;

suite('a group of PostgreSQL servers', { skip }, () => {
  let group: Group;
  let servers: ServingProcess[];
  let clients: Client[];

  before(async () => {
    group = await startGroup();
    const credential = await createAcme(group);
    const flags = group.flags.slice(2);
    servers = await Promise.all([serve(group.database, flags), serve(group.database, flags)]);
    clients = await Promise.all(servers.map(({ address }) => loginMachine(address, credential)));
  });

  after(async () => {
    killAll();
    await group?.remove();
  });

  test('loses no acknowledged write when the leader is killed', async (t) => {
    const leader = await group.settled();
    const crowd = startCrowd(clients, 'kill');
    await crowd.acknowledged(60);
    await group.kill(leader);
    await crowd.recovered();
    const book = await crowd.stop();
    await checkBook(clients, book);
    assert.notEqual((await group.state()).leader, leader);
    tell(t, book, 'killed');
  });

  test('takes the killed machine back as the standby', async () => {
    const { leader } = await group.state();
    const other = leader === 'a' ? 'b' : 'a';
    group.revive(other);
    assert.equal(await group.settled(), leader);
  });

  test('loses no acknowledged write at a switchover', async (t) => {
    const leader = await group.settled();
    const crowd = startCrowd(clients, 'switch');
    await crowd.acknowledged(60);
    await group.switchOver();
    await crowd.recovered();
    const book = await crowd.stop();
    await checkBook(clients, book);
    assert.notEqual(await group.settled(), leader);
    tell(t, book, 'switched over');
  });

  test('logs standby_found in both servers', async () => {
    for (const server of servers) assert.ok((await server.logged('standby_found')).database);
  });
});

/** Milliseconds in which a group of machines on a crowded machine takes over and serves again. */
const patience = 5 * 60_000;

/** What the crowd was told. */
interface Book {
  readonly acknowledged: Map<string, number>;
  /** Writes that were answered 503: they may have happened or not. */
  readonly undecided: Set<string>;
  /** Milliseconds from the start, of each refusal and each acknowledged write. */
  readonly refusals: number[];
  readonly moments: number[];
  readonly faults: string[];
  reads: number;
}

interface Crowd {
  /** Resolves when so many more writes were acknowledged. */
  acknowledged(more: number): Promise<void>;
  /** Resolves when 100 writes in a row have come through; a quick switch-over refuses none at all. */
  recovered(): Promise<void>;
  stop(): Promise<Book>;
}

/** Writers that look after each acknowledged write whether the other server shows it. */
function startCrowd(clients: readonly Client[], name: string): Crowd {
  const book: Book = {
    acknowledged: new Map(),
    undecided: new Set(),
    refusals: [],
    moments: [],
    faults: [],
    reads: 0,
  };
  const began = performance.now();
  const end = new AbortController();
  const refused = async (retryAfter: string | null): Promise<void> => {
    book.refusals.push(performance.now() - began);
    if (!(Number(retryAfter) > 0)) book.faults.push(`503 with Retry-After ${String(retryAfter)}`);
    await pause(200);
  };
  const look = async (client: Client, { id, syn }: { id: number; syn: string }): Promise<void> => {
    const { status, json, headers, text } = await client.get('skills/read', { id });
    if (status === 503) return refused(headers.get('retry-after'));
    const shown = status === 200 ? (json['Results'] as readonly Envelope[])[0]?.['syn'] : text;
    if (shown !== syn) book.faults.push(`${syn} was acknowledged as ${id}; read: ${status} ${String(shown)}`);
    book.reads += 1;
  };
  const writer = async (number: number): Promise<void> => {
    for (let serial = 0; !end.signal.aborted; serial += 1) {
      const syn = `${name} ${number} ${serial}`;
      const own = clients[number % clients.length] as Client;
      const { status, json, headers, text } = await own.post('skills/create', { syn });
      if (status === 503) {
        book.undecided.add(syn);
        await refused(headers.get('retry-after'));
        continue;
      }
      const id: unknown = status === 200 ? json['Results'][0].id : null;
      if (typeof id !== 'number') {
        book.faults.push(`${syn}: ${status} ${text}`);
        continue;
      }
      book.acknowledged.set(syn, id);
      book.moments.push(performance.now() - began);
      await look(clients[(number + 1) % clients.length] as Client, { id, syn });
    }
  };
  const writers = Promise.all(Array.from({ length: writerCount }, (_, number) => writer(number)));
  const acknowledged = async (more: number): Promise<void> => {
    const wanted = book.acknowledged.size + more;
    const limit = performance.now() + patience;
    while (book.acknowledged.size < wanted && book.faults.length === 0) {
      const found = `${book.acknowledged.size} of ${wanted} writes were acknowledged`;
      assert.ok(performance.now() < limit, `${found} after ${patience / 60_000} minutes`);
      await pause(20);
    }
  };
  return {
    acknowledged,
    async recovered() {
      let last: number;
      do {
        last = book.refusals.length;
        await acknowledged(100);
      } while (book.refusals.length > last);
    },
    async stop() {
      end.abort();
      await writers;
      return book;
    },
  };
}

/** Everything that was acknowledged is there once, under the number that was told, and in a delta from the beginning. */
async function checkBook(clients: readonly Client[], book: Book): Promise<void> {
  assert.deepEqual(book.faults, []);
  for (const client of clients) {
    for (const query of [{}, { _since: '2026-01-01 00:00:00' }]) {
      const rows = await readAll(client, query);
      const idsOf = Map.groupBy(rows, ({ syn }) => syn);
      for (const [syn, id] of book.acknowledged) {
        assert.deepEqual(
          idsOf.get(syn)?.map((row) => row.id),
          [id],
          syn,
        );
      }
      for (const syn of book.undecided) assert.ok((idsOf.get(syn)?.length ?? 0) <= 1, `${syn} stands twice`);
      assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
    }
  }
}

interface Skill {
  readonly id: number;
  readonly syn: string;
}

async function readAll(client: Client, query: Readonly<Record<string, string>>): Promise<readonly Skill[]> {
  const rows: Skill[] = [];
  for (;;) {
    const page = { ...query, id: rows.at(-1)?.id ?? 0, _op__id: 'gt', _order_by: 'id', _limit: pageSize };
    const { status, json, text } = await client.get('skills/read', page);
    assert.equal(status, 200, text);
    rows.push(...(json['Results'] as readonly Skill[]));
    if (json['Results'].length < pageSize) return rows;
  }
}

function tell(t: TestContext, book: Book, what: string): void {
  const { acknowledged, undecided, refusals, moments, reads } = book;
  const refused = (refusals.at(-1) ?? 0) - (refusals[0] ?? 0);
  const stillness = Math.max(...moments.map((moment, index) => moment - (moments[index - 1] ?? moment)));
  const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
  t.diagnostic(
    `${what}: 503 for ${seconds(refused)}, no write for ${seconds(stillness)}; ${acknowledged.size} writes acknowledged, ` +
      `${undecided.size} answered 503, ${reads} reads`,
  );
}
