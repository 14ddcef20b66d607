// Kills a server while clients write: acknowledged writes are stored, and no write is stored in part.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { countOf } from '../support/property.ts';
import { storageEngines } from '../support/engines.ts';
import { createClient, type Client, type Envelope } from '../support/client.ts';
import { serve } from './executable.ts';
import { createAcme, createSite, loginMachine, type Credential, type Site } from './site.ts';

/** What a writer knows of its writes. */
interface Book {
  /** Names of trees whose batch was acknowledged, and of those that were sent without an answer. */
  readonly acknowledged: string[];
  readonly unanswered: string[];
  /** The last note of the writer's own row that was acknowledged, and the last that was sent. */
  noted: number;
  sent: number;
  /** Messages whose deletion was acknowledged. */
  readonly deleted: number[];
}

const writerCount = 12;
const treesInBatch = 3;
/** After how many writes the server is killed. */
const rounds = Array.from(
  { length: countOf({ test: 1, long: 2, soak: 60 }) },
  (_, round) => [60, 15, 140][round % 3] as number,
);

for (const engine of storageEngines) {
  describe(`a server killed while clients write (${engine.name})`, () => {
    let site: Site;
    let credential: Credential;

    before(async () => {
      site = await createSite(engine);
      credential = await createAcme(site);
    });

    after(() => site.remove());

    for (const [round, writes] of rounds.entries()) {
      it(`keeps acknowledged writes and no partial batch (round ${round + 1})`, async () => {
        const books = await writeUntilKilled({ site, credential, round, writes });
        const server = await serve(site.database);
        const client = await loginMachine(server.address, credential);
        await assertTrees(client, books);
        await assertNotes(client, books, round);
        await assertDeleted(client, books);
        await assertUsable(client, round);
        assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null });
      });
    }
  });
}

async function writeUntilKilled(part: {
  site: Site;
  credential: Credential;
  round: number;
  writes: number;
}): Promise<readonly Book[]> {
  const server = await serve(part.site.database);
  const machine = await loginMachine(server.address, part.credential);
  const counted = countdown(part.writes);
  const books = Array.from({ length: writerCount }, (): Book => ({
    acknowledged: [],
    unanswered: [],
    noted: 0,
    sent: 0,
    deleted: [],
  }));
  const writers = books.map((book, index) =>
    writeOn(createClient({ address: server.address, account: 'acme' }, machine.token), {
      book,
      name: `${part.round}-${index}`,
      count: counted.one,
    }),
  );
  await counted.reached;
  assert.deepEqual(await server.end('SIGKILL'), { code: null, signal: 'SIGKILL' });
  await Promise.all(writers);
  return books;
}

/** Writes trees, notes and deletions in turn until the server answers no more. */
async function writeOn(
  client: Client,
  { book, name, count }: { book: Book; name: string; count: () => void },
): Promise<void> {
  try {
    const own = await client.create('clients', { company_name: name });
    for (let turn = 0; ; turn += 1) {
      await writeTrees(client, { book, name: `${name}-${turn}` });
      count();
      book.sent = turn + 1;
      await written(client.put('clients/update', { id: own['id'], address_1: String(book.sent) }));
      book.noted = book.sent;
      count();
      const message = await client.create('messages', { sender_id: 1, message: name });
      await written(client.delete(`messages/delete/${message['id']}`));
      book.deleted.push(message['id'] as number);
      count();
    }
  } catch (error) {
    // `fetch failed` or a body cut off: the server is gone. Anything else is an answer that must not be.
    if (!(error instanceof TypeError)) throw error;
  }
}

async function writeTrees(client: Client, { book, name }: { book: Book; name: string }): Promise<void> {
  book.unanswered.push(name);
  const tree = {
    mother_id: 1,
    name,
    nestedEntities: {
      tasks: [{ name: `${name} a` }, { name: `${name} b` }],
      projects: [{ name: `${name} inner`, nestedEntities: { tasks: [{ name: `${name} c` }] } }],
    },
  };
  await written(
    client.post(
      'projects/create',
      Array.from({ length: treesInBatch }, () => tree),
    ),
  );
  book.unanswered.pop();
  book.acknowledged.push(name);
}

async function written(answer: ReturnType<Client['get']>): Promise<void> {
  const { status, json, text } = await answer;
  assert.equal(status, 200, text);
  assert.equal(json['Success'], true, text);
  assert.equal(json['SuccessNested'], true, text);
}

/** An acknowledged batch of trees is stored whole, an unanswered one whole or not at all. */
async function assertTrees(client: Client, books: readonly Book[]): Promise<void> {
  const nodes = [...(await readAll(client, 'projects')), ...(await readAll(client, 'tasks'))];
  const counted = Map.groupBy(nodes, (node) => String(node['name']));
  const sizeOf = (name: string): readonly number[] =>
    [name, `${name} a`, `${name} b`, `${name} inner`, `${name} c`].map(
      (one) => counted.get(one)?.length ?? 0,
    );
  const whole = Array.from({ length: 5 }, () => treesInBatch);
  const none = Array.from({ length: 5 }, () => 0);
  for (const { acknowledged, unanswered } of books) {
    for (const name of acknowledged) assert.deepEqual(sizeOf(name), whole, `acknowledged ${name}`);
    for (const name of unanswered)
      assert.deepEqual(sizeOf(name), counted.has(name) ? whole : none, `unanswered ${name}`);
  }
  assertTree(nodes);
}

/** Each node has its mother, and each mother has `has_children`. */
function assertTree(nodes: readonly Envelope[]): void {
  const byId = new Map(nodes.map((node) => [node['id'] as number, node]));
  assert.equal(byId.size, nodes.length, 'an id stands for one node');
  for (const node of nodes) {
    if (node['mother_id'] === null || node['mother_id'] === 0) continue;
    const mother = byId.get(node['mother_id'] as number);
    assert.equal(mother?.['has_children'], 1, `the mother of ${node['id']}`);
    assert.equal(node['node_path'], `${mother['node_path']}/${node['id']}`);
  }
}

async function assertNotes(client: Client, books: readonly Book[], round: number): Promise<void> {
  const notes = new Map(
    (await readAll(client, 'clients')).map((row) => [row['company_name'], Number(row['address_1'])]),
  );
  for (const [index, { noted, sent }] of books.entries()) {
    const found = notes.get(`${round}-${index}`) ?? 0;
    assert.ok(
      found === noted || found === sent,
      `writer ${index}: ${found}, acknowledged ${noted}, sent ${sent}`,
    );
  }
}

async function assertDeleted(client: Client, books: readonly Book[]): Promise<void> {
  const there = new Set((await readAll(client, 'messages')).map((row) => row['id'] as number));
  for (const { deleted } of books)
    for (const id of deleted) assert.ok(!there.has(id), `message ${id} is back`);
}

/** Ids go on where they were: none is given out twice. */
async function assertUsable(client: Client, round: number): Promise<void> {
  const known = (await readAll(client, 'messages')).map((row) => row['id'] as number);
  const created = await client.create('messages', { sender_id: 1, message: `after round ${round}` });
  assert.ok((created['id'] as number) > Math.max(0, ...known));
}

async function readAll(client: Client, resource: string): Promise<readonly Envelope[]> {
  const { status, text, json } = await client.get(`${resource}/read`, { _limit: 10_000 });
  assert.equal(status, 200, text);
  return json['Results'] as Envelope[];
}

function countdown(from: number): { reached: Promise<void>; one: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = from;
  return {
    reached: promise,
    one: () => {
      left -= 1;
      if (left === 0) resolve();
    },
  };
}
