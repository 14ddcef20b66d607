// An account that moves takes the bytes of its files along in a folder beside the export.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import type { FileStore } from '#files/file-store.ts';
import { exportFiles } from '#transfer/carry-files.ts';
import { importAccount } from '#transfer/import-account.ts';
import { exportTo } from '../transfer/moved.ts';
import { createClient, fetchToken, type Client } from '../support/client.ts';
import { describeOnEveryEngine } from '../support/engines.ts';
import { rowsOf } from '../support/expectations.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { download, inJson, samples } from './sample-files.ts';

describeOnEveryEngine('files of an account that moves', (engine) => {
  let folder: string;
  let from: Installation;
  let to: Installation;
  const carried = (): string => join(folder, 'acme-files');
  const exported = (): string => join(folder, 'acme.jsonl');

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hourbook-transfer-'));
    from = await startInstallation({ engine });
    to = await startInstallation({ engine, account: 'other' });
    const { id: accountId, machine } = from.account;
    await machine.create('files', { project_id: 3, ...inJson(samples.pdf) });
    await machine.create('files', { user_id: 1, ...inJson(samples.docx) });
    const { database, files } = from.app.engine;
    await exportTo(database, { accountId, file: exported() });
    const store = files.store as FileStore;
    assert.equal(await exportFiles({ database, accountId, store, folder: carried() }), 2);
  });
  after(async () => {
    await from?.close();
    await to?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const clientOf = async (account: string): Promise<Client> => {
    const { clientId, clientSecret } = from.account;
    const where = { address: to.address, account };
    const { access_token } = await fetchToken(where, {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    return createClient(where, access_token);
  };

  it('come into a folder that only its owner reads, which is never overwritten', async () => {
    assert.equal((await stat(carried())).mode & 0o777, 0o700);
    for (const name of await readdir(carried()))
      assert.equal((await stat(join(carried(), name))).mode & 0o777, 0o600);
    const { database, files } = from.app.engine;
    const again = {
      database,
      accountId: from.account.id,
      store: files.store as FileStore,
      folder: carried(),
    };
    await assert.rejects(
      exportFiles(again),
      /acme-files exists already; an export of files never overwrites/,
    );
  });

  it('are downloaded under the name of the account there', async () => {
    const imported = await importAccount(to.app.engine, {
      file: exported(),
      name: 'moved',
      files: carried(),
    });
    assert.deepEqual([imported.files, imported.filesLeft], [2, 0]);
    const client = await clientOf('moved');
    const rows = rowsOf(await client.get('files/read', { _order_by: 'id' }));
    const bytes = await Promise.all(
      rows.map(async (row) => {
        assert.equal(row['relative_url'], `/moved/v4/files/download/${row['id']}`);
        return (await download(client, row['relative_url'], { origin: to.address })).bytes;
      }),
    );
    assert.deepEqual(bytes, [samples.pdf.bytes, samples.docx.bytes]);
  });

  it('are counted when they are left behind', async () => {
    const imported = await importAccount(to.app.engine, { file: exported(), name: 'bare' });
    assert.deepEqual([imported.files, imported.filesLeft], [0, 2]);
    const client = await clientOf('bare');
    const [row] = rowsOf(await client.get('files/read'));
    assert.equal((await download(client, row?.['relative_url'], { origin: to.address })).status, 404);
  });

  it('keep the account out when one of them is damaged or missing, and leave nothing', async () => {
    const had = await readdir(to.filesFolder);
    const [name = '', other = ''] = (await readdir(carried())).sort();
    await writeFile(join(carried(), other), 'other bytes');
    const importing = () =>
      importAccount(to.app.engine, { file: exported(), name: 'never', files: carried() });
    await assert.rejects(importing(), /is not what the checksum in its row says\.$/);
    await rm(join(carried(), name));
    await assert.rejects(importing(), /cannot be read \(ENOENT\): the account has a row that means it\.$/);
    await assert.rejects(clientOf('never'));
    assert.deepEqual(await readdir(to.filesFolder), had);
  });
});
