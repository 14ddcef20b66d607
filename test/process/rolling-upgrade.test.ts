// Two versions serve one database while it is migrated: the older one goes on until the newer one has taken over, and a client
// that writes all the time sees no refusal.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadMigrations } from '#sql/migrations/load-migrations.ts';
import { createClient, fetchToken, type Client } from '../support/client.ts';
import { citus, postgresEngine } from '../support/engines.ts';
import { laterOperations } from '../sql/later-version.ts';
import { postgresSuite } from '../sql/postgres-scratch.ts';
import { killAll, serve } from './executable.ts';
import { createAcme } from './site.ts';

const root = join(import.meta.dirname, '../..');

/** A program of a version that has one more migration; answers its folder. */
async function makeNewerProgram(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hourbook-newer-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  for (const name of await readdir(root))
    if (name !== 'src' && name !== 'bin') await symlink(join(root, name), join(folder, name));
  for (const name of ['src', 'bin']) await cp(join(root, name), join(folder, name), { recursive: true });
  const number = String((await loadMigrations()).length + 1).padStart(4, '0');
  const text = `// Added by a test.\nexport default ${JSON.stringify(laterOperations)};\n`;
  await writeFile(join(folder, `src/sql/migrations/${number}-later.ts`), text);
  return folder;
}

function start(t: TestContext, folder: string, words: readonly string[]): ChildProcess {
  const env = { PATH: process.env['PATH'] ?? '', HOURBOOK_MAX_EVENT_LOOP_DELAY: '60000' };
  const child = spawn(join(folder, 'bin/hourbook'), words, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

async function addressOfServer({ stdout }: ChildProcess): Promise<string> {
  assert.ok(stdout !== null);
  for await (const line of createInterface({ input: stdout })) {
    const { event, address } = JSON.parse(line) as { event: string; address?: string };
    if (event === 'server_started' && address !== undefined) {
      stdout.resume();
      return address;
    }
  }
  throw new Error('the newer server ended');
}

/** What the client that writes has seen. */
interface Written {
  readonly ids: number[];
  readonly refusals: string[];
  /** Milliseconds. */
  longest: number;
}

/** Writes until the end, with the client of the moment. */
async function write(clientNow: () => Client, until: AbortSignal): Promise<Written> {
  const written: Written = { ids: [], refusals: [], longest: 0 };
  for (let number = 0; !until.aborted; number += 1) {
    const begun = performance.now();
    const { status, json, text } = await clientNow().post('departments/create', {
      department_name: `department ${number}`,
    });
    written.longest = Math.max(written.longest, performance.now() - begun);
    if (status === 200) written.ids.push(json['Results'][0].id);
    else written.refusals.push(`${status}: ${text}`);
  }
  return written;
}

postgresSuite('an upgrade while servers of two versions serve', () => {
  test('refuses no write of a client that writes all the time, and loses none', async (t) => {
    assert.ok(postgresEngine !== null);
    // In an empty database no statement is counted as one of a service; on Citus the tables must have been spread.
    const { url, ownerUrl = url, remove } = await postgresEngine.create({ empty: citus === '' });
    t.after(remove);
    t.after(killAll);
    const newer = await makeNewerProgram(t);
    const { client_id, client_secret } = await createAcme({ database: url });
    const older = await serve(url);
    const form = { grant_type: 'client_credentials', client_id, client_secret };
    const clientAt = async (address: string): Promise<Client> => {
      const where = { address, account: 'acme' };
      return createClient(where, (await fetchToken(where, form)).access_token);
    };
    let client = await clientAt(older.address);
    const over = new AbortController();
    const writing = write(() => client, over.signal);
    await pause(1_000);
    const migrating = start(t, newer, ['migrate', '--database', ownerUrl]);
    migrating.stdout?.resume();
    assert.deepEqual(await once(migrating, 'exit'), [0, null]);
    await pause(1_000);
    const server = start(t, newer, ['serve', '--port', '0', '--database', url]);
    client = await clientAt(await addressOfServer(server));
    assert.equal((await older.end('SIGTERM')).code, 0);
    await pause(1_000);
    over.abort();
    const { ids, refusals, longest } = await writing;
    assert.deepEqual(refusals, []);
    const stored = (await client.get('departments/read', { _limit: 10_000 })).json['Results'];
    const names = new Map(
      (stored as { id: number; department_name: string }[]).map((row) => [row.id, row.department_name]),
    );
    assert.deepEqual(
      ids.filter((id) => !names.has(id)),
      [],
    );
    assert.ok([...names.values()].includes('moved'), 'the migration changed no row');
    t.diagnostic(`${ids.length} writes, the longest ${Math.round(longest)} ms`);
  });
});
