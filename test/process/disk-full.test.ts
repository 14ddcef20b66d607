// Tests a server whose disk is full, on a disk of 12 MB in memory: reads go on, writes and `ready` say why they do not.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createClient, fetchToken, send, type Client } from '../support/client.ts';
import { killAll, serve, type ServingProcess } from './executable.ts';
import { createAcme, type Credential } from './site.ts';

const disk = mkdtempSync(join(tmpdir(), 'hourbook-disk-'));
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', disk]).status === 0;
if (!mounted) rmdirSync(disk);

describe('a server on a full disk', { skip: !mounted && 'this user cannot mount a small disk' }, () => {
  let server: ServingProcess;
  let client: Client;
  const filler = join(disk, 'filler');
  const ready = async (): Promise<readonly [number, unknown]> => {
    const answer = await fetch(`${server.address}/health/ready`);
    return [answer.status, await answer.json()];
  };
  const write = async (message: string): Promise<{ status: number; json: unknown }> =>
    send(`${server.address}/acme/v4/messages/create/`, {
      method: 'POST',
      token: client.token,
      body: { sender_id: 1, message },
    });

  before(async () => {
    const database = `sqlite:${join(disk, 'hourbook.db')}`;
    const credential: Credential = await createAcme({ database });
    server = await serve(database);
    const where = { address: server.address, account: 'acme' };
    const token = await fetchToken(where, { grant_type: 'client_credentials', ...credential });
    client = createClient(where, token.access_token);
  });
  after(() => {
    killAll();
    spawnSync('umount', ['-l', disk]);
    rmdirSync(disk);
  });

  it('answers reads, refuses writes and tells ready why, until there is room', async () => {
    assert.deepEqual(await ready(), [200, { status: 'ready' }]);
    await client.create('messages', { sender_id: 1, message: 'before' });
    assert.throws(() => writeFileSync(filler, Buffer.alloc(16 * 2 ** 20)), /ENOSPC/);
    const refused = await write('x'.repeat(60_000));
    assert.equal(refused.status, 503);
    const { ErrorMessage, ErrorExtended } = refused.json as Record<string, unknown>;
    assert.equal((ErrorExtended as Record<string, unknown>)['errorCode'], 'storage_full');
    assert.match(String(ErrorMessage), /^The storage of the server is full, so nothing was changed/);
    assert.deepEqual(await ready(), [
      503,
      { status: 'not ready', reason: 'The storage of the database is full.' },
    ]);
    assert.equal((await server.logged('storage_full'))['level'], 'error');
    const { Results } = (await client.get('messages/read')).json;
    assert.deepEqual(
      (Results as { message: string }[]).map(({ message }) => message),
      ['before'],
    );
    rmSync(filler);
    assert.deepEqual(await ready(), [200, { status: 'ready' }]);
    assert.equal((await write('after')).status, 200);
  });
});
