// Files in S3-compatible storage, held against a server of another maker (s3rver) behind a gate that checks signatures.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { FileStore } from '#files/file-store.ts';
import { openFileStore } from '#files/open-file-store.ts';
import { assertRefused, rowOf, rowsOf } from '../support/expectations.ts';
import { sqliteEngine } from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { download, inJson, samples } from './sample-files.ts';
import { openGate, type SignatureGate } from './signature-gate.ts';

/** The package has no types; this is what its page says. */
interface S3Server {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}
const secret = 'S3RVER';
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => S3Server;

describe('files in a bucket', () => {
  let folder: string;
  let server: S3Server;
  let gate: SignatureGate;
  let endpoint: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hourbook-s3-'));
    server = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: folder,
      configureBuckets: [{ name: 'papers' }],
    });
    gate = await openGate((await server.run()).port, secret);
    endpoint = gate.address;
  });
  after(async () => {
    gate?.server.close();
    gate?.server.closeAllConnections();
    await server?.close().catch(() => {});
    await rm(folder, { recursive: true, force: true });
  });

  const config = (more: object = {}) => ({
    database: 'postgres://x@localhost/x',
    fileStorage: 's3://papers/hourbook',
    s3Endpoint: endpoint,
    s3Region: 'us-east-1',
    s3AccessKey: 'S3RVER',
    s3SecretKey: 'S3RVER',
    ...more,
  });
  const open = async (more: object = {}): Promise<FileStore> =>
    (await openFileStore(config(more))) as FileStore;
  const place = { accountId: 1, key: 'a0a0a0a0-1' };

  it('are read as they were written, and gone when they are removed', async () => {
    const store = await open();
    for (const size of [1, 70_000, 3_000_000]) {
      const bytes = randomBytes(size);
      await store.put(place, bytes);
      const opened = await store.open(place);
      assert.equal(opened?.size, size);
      assert.deepEqual(await buffer(opened.stream), bytes);
      await store.remove(place);
      assert.equal(await store.open(place), null);
      await store.remove(place);
    }
  });

  it('are apart by account and by prefix', async () => {
    const [one, other] = [await open(), await open({ fileStorage: 's3://papers' })];
    await one.put(place, Buffer.from('one'));
    assert.equal(await one.open({ ...place, accountId: 2 }), null);
    assert.equal(await other.open(place), null);
    await one.remove(place);
  });

  const unreachable = (why: RegExp) => ({ code: 'storage_unreachable', message: why });

  it('are refused with the reason of the service', async () => {
    const wrong = await open({ s3SecretKey: 'wrong' });
    await assert.rejects(wrong.put(place, Buffer.from('x')), unreachable(/\(SignatureDoesNotMatch\)/));
    const missing = await open({ fileStorage: 's3://no-such-bucket' });
    await assert.rejects(missing.put(place, Buffer.from('x')), unreachable(/\(NoSuchBucket\)/));
    await assert.rejects(missing.open(place), unreachable(/\(NoSuchBucket\)/));
    const closed = await openGate(0, secret);
    closed.server.close();
    const nowhere = await open({ s3Endpoint: closed.address });
    await assert.rejects(nowhere.open(place), unreachable(/\(ECONNREFUSED\)/));
  });

  it('serve several servers, and answer 503 without a row while the service is away', async (t) => {
    const flags = {
      'file-storage': 's3://papers/shared',
      's3-endpoint': endpoint,
      's3-access-key': 'S3RVER',
      's3-secret-key': 'S3RVER',
    };
    const database = await sqliteEngine.create();
    t.after(() => database.remove());
    const engine = { ...sqliteEngine, create: async () => ({ ...database, remove: async () => {} }) };
    const places: Installation[] = [];
    t.after(async () => void (await Promise.all(places.map((one) => one.close()))));
    places.push(await startInstallation({ engine, flags }));
    places.push(await startInstallation({ engine, flags, account: 'other' }));
    const [first, second] = places as [Installation, Installation];
    const { machine } = first.account;
    const entity = { project_id: 3, ...inJson(samples.xlsx) };
    const row = await machine.create('files', entity);
    const origin = second.address;
    assert.deepEqual((await download(machine, row['relative_url'], { origin })).bytes, samples.xlsx.bytes);
    rowOf(await machine.delete(`files/delete/${row['id']}`));
    gate.server.close();
    gate.server.closeAllConnections();
    const refused = await machine.post('files/create', entity);
    assertRefused(refused, { status: 503, code: 'storage_unreachable' });
    assert.deepEqual(rowsOf(await machine.get('files/read')), []);
  });
});
