// Tests a database behind PgBouncer in transaction mode, where each transaction may have another session.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#sql/database.ts';
import { postgresEngine } from '../support/engines.ts';
import { owner } from '../support/postgres-databases.ts';
import { scratchPostgres, type ScratchPostgres } from './postgres-scratch.ts';
import { column, run } from './scratch.ts';

/** What the page about operation sets for the role of the service. */
const settings = [
  "timezone = 'UTC'",
  'jit = off',
  "default_transaction_isolation = 'read committed'",
  'statement_timeout = 60000',
  'idle_in_transaction_session_timeout = 30000',
];

const program = '/usr/sbin/pgbouncer';

function isInstalled(): boolean {
  try {
    execFileSync(program, ['--version']);
    return true;
  } catch {
    return false;
  }
}

/** Starts one with two sessions before the database; answers the address. */
async function startBouncer(t: TestContext, url: string): Promise<string> {
  const { pathname } = new URL(url);
  const [, folder = ''] = /@([^/]+)\//.exec(url) ?? [];
  const home = mkdtempSync(join(tmpdir(), 'hourbook-bouncer-'));
  const port = await freePort();
  const lines = [
    '[databases]',
    `* = host=${decodeURIComponent(folder)}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${home}/users`,
    'pool_mode = transaction',
    'default_pool_size = 2',
  ];
  writeFileSync(join(home, 'pgbouncer.ini'), `${lines.join('\n')}\n`);
  writeFileSync(join(home, 'users'), `"${owner}" ""\n`);
  const ids = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (ids.uid !== undefined)
    for (const file of ['', 'pgbouncer.ini', 'users']) chownSync(join(home, file), ids.uid, ids.gid);
  const started = spawn(program, [join(home, 'pgbouncer.ini')], { ...ids, cwd: home, stdio: 'ignore' });
  const ended = once(started, 'exit');
  t.after(async () => {
    started.kill('SIGKILL');
    await ended;
    rmSync(home, { recursive: true });
  });
  return `postgres://${owner}@127.0.0.1:${port}${pathname}`;
}

const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const skip = postgresEngine === null || !isInstalled() ? 'PostgreSQL or PgBouncer is not installed' : false;

suite('a database behind PgBouncer in transaction mode', { skip }, () => {
  test('reads and writes with statements that have no names', async (t) => {
    const { url, open, asSuperuser } = await scratchPostgres(t);
    // For this database only: other tests log in with the same role.
    const name = new URL(url).pathname.slice(1);
    for (const setting of settings)
      await asSuperuser(`alter role ${owner} in database ${name} set ${setting}`);
    const address = `${await startBouncer(t, url)}?statements=unnamed`;
    const database = await untilOpen(open, address);
    const numbers = Array.from({ length: 600 }, (_, index) => index + 1);
    // More statements than a session keeps, by more transactions at once than there are sessions.
    await Promise.all(
      numbers.map((number) =>
        database.write(1, (tx) =>
          run(
            tx,
            `insert into departments (account_id, id, department_name) values (1, $1, 'text ${number}')`,
            number,
          ),
        ),
      ),
    );
    const left = [...numbers];
    const readAll = async (): Promise<void> => {
      for (let number = left.pop(); number !== undefined; number = left.pop()) {
        const sql = `select id + ${number} from departments where account_id = $1 and id = $2`;
        assert.deepEqual(await database.read(1, (tx) => column(tx, sql, 1, number)), [2 * number]);
      }
    };
    await Promise.all(Array.from({ length: 8 }, readAll));
  });
});

async function untilOpen(open: ScratchPostgres['open'], url: string): Promise<Database> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await open({ url });
    } catch (error) {
      if (attempt === 50) throw error;
      await pause(100);
    }
}
