// Tests a server whose PostgreSQL has its tables on a full disk of 96 MB in memory: writes and `ready` say why they
// are refused.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { postgresSuite } from '../sql/postgres-scratch.ts';
import { postgresEngine, type ScratchDatabase } from '../support/engines.ts';
import { send, type Client } from '../support/client.ts';
import { addressOf, withServer } from '../support/postgres-databases.ts';
import { killAll, serve, type ServingProcess } from './executable.ts';
import { createAcme, loginMachine } from './site.ts';

const disk = mkdtempSync(join(tmpdir(), 'hourbook-disk-'));
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=96m,mode=777', 'tmpfs', disk]).status === 0;
if (!mounted) rmdirSync(disk);
const mostWrites = 2_000;

postgresSuite('a server whose PostgreSQL is on a full disk', () => {
  const tablespace = `small_${randomBytes(4).toString('hex')}`;
  let scratch: ScratchDatabase | undefined;
  let server: ServingProcess;
  let client: Client;
  const filler = join(disk, 'filler');

  const asSuperuser = async (...texts: readonly string[]): Promise<void> => {
    const url = addressOf((scratch as ScratchDatabase).url, { user: 'postgres', database: 'postgres' });
    await withServer(url, async (one) => {
      for (const text of texts) await one.query(text);
    });
  };
  const write = async (message: string): Promise<{ status: number; json: unknown }> =>
    send(`${server.address}/acme/v4/messages/create/`, {
      method: 'POST',
      token: client.token,
      body: { sender_id: 1, message },
    });

  const ready = async (): Promise<readonly [number, unknown]> => {
    const answer = await fetch(`${server.address}/health/ready`);
    return [answer.status, await answer.json()];
  };

  before(async () => {
    if (!mounted || postgresEngine === null) return;
    scratch = await postgresEngine.create();
    const name = new URL(scratch.url).pathname.slice(1);
    spawnSync('chown', ['postgres', disk]);
    chmodSync(disk, 0o700);
    await asSuperuser(
      `create tablespace ${tablespace} location '${disk}'`,
      `alter database ${name} set tablespace ${tablespace}`,
    );
    const credential = await createAcme({ database: scratch.url });
    server = await serve(scratch.url);
    client = await loginMachine(server.address, credential);
  });
  after(async () => {
    killAll();
    if (!mounted) return;
    rmSync(filler, { force: true });
    const url = scratch?.url ?? '';
    await scratch?.remove();
    if (url !== '')
      await withServer(addressOf(url, { user: 'postgres', database: 'postgres' }), async (one) => {
        await one.query(`drop tablespace ${tablespace}`);
      });
    spawnSync('umount', ['-l', disk]);
    rmdirSync(disk);
  });

  const skip = !mounted && 'this user cannot mount a small disk';
  it('answers reads, refuses writes and tells ready why, until there is room', { skip }, async () => {
    await client.create('messages', { sender_id: 1, message: 'before' });
    assert.deepEqual(await ready(), [200, { status: 'ready' }]);
    assert.throws(() => writeFileSync(filler, Buffer.alloc(128 * 2 ** 20)), /ENOSPC/);
    let refused: Awaited<ReturnType<typeof write>> | undefined;
    let taken = 1;
    for (; taken < mostWrites && refused === undefined; taken += 1) {
      const answer = await write(randomBytes(20_000).toString('hex'));
      if (answer.status !== 200) refused = answer;
    }
    assert.equal(refused?.status, 503);
    const { ErrorMessage, ErrorExtended } = refused.json as Record<string, unknown>;
    assert.equal((ErrorExtended as Record<string, unknown>)['errorCode'], 'storage_full');
    assert.match(String(ErrorMessage), /^The storage of the server is full, so nothing was changed/);
    const reason = 'The storage of the database is full.';
    assert.deepEqual(await ready(), [503, { status: 'not ready', reason }]);
    assert.equal((await server.logged('storage_full'))['level'], 'error');
    const read = (await client.get('messages/read', { _fields: 'id', _limit: mostWrites })).json;
    assert.equal(read['NumResults'], taken - 1, 'what was refused is not there');
    rmSync(filler);
    assert.deepEqual(await ready(), [200, { status: 'ready' }]);
    assert.equal((await write('after')).status, 200);
  });
});
