// Tests `backup` and `restore` with the real executable: a backup under load is consistent and serves like the
// original.
import assert from 'node:assert/strict';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Client, Envelope } from '../support/client.ts';
import { password } from '../support/installation.ts';
import { sqliteEngine } from '../support/engines.ts';
import { hourbook, serve, type ServingProcess } from './executable.ts';
import { createAcme, createSite, loginMachine, loginPerson, type Credential, type Site } from './site.ts';

const writerCount = 8;
const resources = [
  'projects',
  'tasks',
  'timeTrackings',
  'timeTrackingChangelogs',
  'messages',
  'users',
  'generalSettings',
];

describe('hourbook backup and restore', () => {
  let site: Site;
  let credential: Credential;
  let server: ServingProcess;
  let client: Client;

  before(async () => {
    site = await createSite(sqliteEngine);
    credential = await createAcme(site);
    server = await serve(site.database);
    client = await loginMachine(server.address, credential);
  });

  after(() => site.remove());

  const fileNamed = (name: string): string => join(site.folder, name);
  const backup = (file: string) => hourbook(['backup', file, '--json', '--database', site.database]);
  const restore = (file: string, database: string, ...flags: readonly string[]) =>
    hourbook(['restore', file, '--json', '--database', database, ...flags]);

  /** Restores a file into a new database and serves it. */
  const serveRestored = async (file: string): Promise<ServingProcess> => {
    const database = `sqlite:${file}.restored`;
    const { code, complaint } = await restore(file, database);
    assert.equal(code, 0, complaint);
    return serve(database);
  };

  it('keep one consistent state of a database that clients write to', async () => {
    const file = fileNamed('busy.backup');
    const load = startLoad(client);
    await load.reached(40);
    const acknowledgedBefore = load.acknowledged();
    const { code, complaint } = await backup(file);
    const sentByThen = load.sent();
    await load.stop();
    assert.equal(code, 0, complaint);
    const second = await serveRestored(file);
    const restored = await loginMachine(second.address, credential);
    const counts = assertHistory(await readAll(restored, 'messages'));
    for (const [writer, count] of counts.entries()) {
      assert.ok(
        count >= (acknowledgedBefore[writer] ?? 0),
        `writer ${writer} lost writes that were acknowledged before the backup`,
      );
      assert.ok(count <= (sentByThen[writer] ?? 0), `writer ${writer} has writes from after the backup`);
    }
    assertNodes([...(await readAll(restored, 'projects')), ...(await readAll(restored, 'tasks'))]);
    await assertTrackings(restored);
    assert.equal((await second.end('SIGTERM')).code, 0);
  });

  describe('of a quiet server', () => {
    let restored: ServingProcess;
    let served: Readonly<Record<string, readonly Envelope[]>>;
    let admin: Client;
    let last: Envelope;
    before(async () => {
      const file = fileNamed('quiet.backup');
      admin = await loginPerson(server.address, { ...credential, username: 'admin' });
      last = await client.create('messages', { sender_id: 1, message: 'the last one' });
      await client.delete(`messages/delete/${last['id']}`);
      served = await readEverything(client);
      const { code, json } = await backup(file);
      assert.equal(code, 0);
      const { rows } = json as { rows: Record<string, number> };
      assert.equal(rows['messages'], served['messages']?.length);
      restored = await serveRestored(file);
    });
    after(async () => assert.equal((await restored.end('SIGTERM')).code, 0));

    it('make a server that answers reads like the original', async () => {
      assert.deepEqual(await readEverything(await loginMachine(restored.address, credential)), served);
    });

    it('keep logins, passwords and tokens', async () => {
      const { address } = restored;
      const again = await loginPerson(address, { ...credential, username: 'admin' });
      assert.equal((await again.get('users/me')).json['Results'][0]['username'], 'admin');
      const me = await fetch(`${address}/acme/v4/users/me`, {
        headers: { authorization: `Bearer ${admin.token}` },
      });
      assert.equal(me.status, 200);
      const wrong = loginPerson(address, { ...credential, username: 'admin', password: `${password}?` });
      await assert.rejects(wrong, /invalid_grant/);
    });

    it('continue with new ids after those in the backup', async () => {
      const machine = await loginMachine(restored.address, credential);
      const next = await machine.create('messages', { sender_id: 1, message: 'next' });
      assert.ok((next['id'] as number) > (last['id'] as number));
    });
  });

  it('refuse to overwrite a backup file', async () => {
    const file = fileNamed('once.backup');
    assert.equal((await backup(file)).code, 0);
    const { code, complaint } = await backup(file);
    assert.equal(code, 1);
    assert.match(complaint, /^hourbook: .*once\.backup exists already.*\n$/);
  });

  it('replace a database only with --force and never one in use', async () => {
    const file = fileNamed('force.backup');
    assert.equal((await backup(file)).code, 0);
    const unasked = await restore(file, site.database);
    assert.equal(unasked.code, 1);
    assert.match(unasked.complaint, /--force/);
    const served = await restore(file, site.database, '--force');
    assert.equal(served.code, 1);
    assert.match(served.complaint, /in use/);
    await client.create('messages', { sender_id: 1, message: 'still served' });
  });

  it('restore an older state with --force after the server has ended', async () => {
    const file = fileNamed('older.backup');
    const database = `sqlite:${fileNamed('older.db')}`;
    const own = await createAcme({ database });
    assert.equal((await hourbook(['backup', file, '--database', database])).code, 0);
    const first = await serve(database);
    await (await loginMachine(first.address, own)).create('messages', { sender_id: 1, message: 'too late' });
    await first.end('SIGTERM');
    assert.equal((await restore(file, database, '--force')).code, 0);
    const second = await serve(database);
    assert.deepEqual(await readAll(await loginMachine(second.address, own), 'messages'), []);
    await second.end('SIGTERM');
  });

  it('refuse a damaged file and a file that is no backup, and create nothing', async () => {
    const damaged = fileNamed('damaged.backup');
    assert.equal((await backup(damaged)).code, 0);
    await truncate(damaged, 20_480);
    for (const file of [damaged, site.database.slice('sqlite:'.length)]) {
      const target = fileNamed('never.db');
      const { code, complaint } = await restore(file, `sqlite:${target}`);
      assert.equal(code, 1);
      assert.match(complaint, /^hourbook: [^\n]+\n$/);
      assert.equal(
        (await hourbook(['backup', `${target}.backup`, '--database', `sqlite:${target}`])).code,
        1,
      );
    }
  });
});

interface Load {
  /** Resolves when so many writes have been acknowledged. */
  reached(count: number): Promise<void>;
  /** Writes by writer. */
  acknowledged(): readonly number[];
  sent(): readonly number[];
  stop(): Promise<void>;
}

/** Writers that create messages, projects and trackings. Each message holds the counts that its writer knew then. */
function startLoad(client: Client): Load {
  const acknowledged = Array.from({ length: writerCount }, () => 0);
  const sent = [...acknowledged];
  const halt = new AbortController();
  let reached = { count: Infinity, tell: (): void => {} };
  const writing = acknowledged.map(async (_, writer) => {
    const user = await client.create('users', person(writer));
    for (let turn = 0; !halt.signal.aborted; turn += 1) {
      const known = acknowledged.join();
      sent[writer] = turn + 1;
      await client.create('messages', { sender_id: 1, message: `${writer} ${turn + 1} ${known}` });
      acknowledged[writer] = turn + 1;
      await client.create('projects', {
        mother_id: 1,
        name: `${writer}`,
        nestedEntities: { tasks: [{ name: 'a' }, { name: 'b' }] },
      });
      await client.create('timeTrackings', booking(user['id'] as number, turn));
      if (acknowledged.reduce((sum, count) => sum + count) >= reached.count) reached.tell();
    }
  });
  return {
    reached: (count) => new Promise((resolve) => void (reached = { count, tell: resolve })),
    acknowledged: () => [...acknowledged],
    sent: () => [...sent],
    stop: async () => {
      halt.abort();
      await Promise.all(writing);
    },
  };
}

function person(writer: number): Envelope {
  return { username: `writer${writer}`, firstname: 'W', lastname: `${writer}`, password };
}

function booking(user_id: number, hour: number): Envelope {
  const at = (hours: number): string =>
    new Date(Date.UTC(2026, 0, 1, hours)).toISOString().slice(0, 19).replace('T', ' ');
  const zone = { start_time_timezone: 'UTC', end_time_timezone: 'UTC' };
  return { user_id, task_id: 4, start_time: at(hour), end_time: at(hour + 1), ...zone };
}

/** A state with a message holds all that its writer knew of the others. Returns the number of messages of each writer. */
function assertHistory(messages: readonly Envelope[]): readonly number[] {
  const counts = Array.from({ length: writerCount }, () => 0);
  const parsed = messages.map((row) => String(row['message']).split(' ') as [string, string, string]);
  for (const [writer] of parsed) counts[Number(writer)] = (counts[Number(writer)] ?? 0) + 1;
  for (const [writer, turn, known] of parsed) {
    assert.ok(
      Number(turn) <= (counts[Number(writer)] ?? 0),
      `writer ${writer}: ${turn} is there, an earlier one is not`,
    );
    for (const [other, count] of known.split(',').entries()) {
      assert.ok(
        (counts[other] ?? 0) >= Number(count),
        `${writer} ${turn} knew of ${other} ${count}, which is missing`,
      );
    }
  }
  return counts;
}

/** Nested tasks came with their project. */
function assertNodes(nodes: readonly Envelope[]): void {
  const children = Map.groupBy(nodes, (node) => node['mother_id'] as number);
  const projects = nodes.filter(
    (node) => node['object_type'] === 'subproject' && /^\d$/.test(node['name'] as string),
  );
  assert.ok(projects.length > 0);
  for (const { id } of projects) {
    const names = children.get(id as number)?.map((node) => node['name']);
    assert.deepEqual(names, ['a', 'b'], `children of project ${id}`);
  }
}

/** Every booking has its entry in the changelog, and the task's and project's hours are those of the bookings. */
async function assertTrackings(client: Client): Promise<void> {
  const trackings = await readAll(client, 'timeTrackings');
  const logged = await readAll(client, 'timeTrackingChangelogs');
  assert.ok(trackings.length > 0);
  assert.deepEqual(
    logged.map((row) => row['tracker_id']),
    trackings.map((row) => row['id']),
  );
  const hours = trackings.reduce((sum, row) => sum + (row['duration'] as number), 0) / 3600;
  const [task] = (await client.get('tasks/read/4')).json['Results'] as Envelope[];
  const [project] = (await client.get('projects/read/3')).json['Results'] as Envelope[];
  assert.deepEqual([task?.['duration'], project?.['duration']], [hours, hours]);
}

async function readAll(client: Client, resource: string): Promise<readonly Envelope[]> {
  const { status, text, json } = await client.get(`${resource}/read`, { _limit: 10_000 });
  assert.equal(status, 200, text);
  return json['Results'] as Envelope[];
}

async function readEverything(client: Client): Promise<Readonly<Record<string, readonly Envelope[]>>> {
  const everything: Record<string, readonly Envelope[]> = {};
  for (const resource of resources) everything[resource] = await readAll(client, resource);
  return everything;
}
