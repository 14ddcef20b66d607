// Bytes of files: private to the service, shared by its processes, and gone when no row means them.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it, type TestContext } from 'node:test';
import { deleteAccount } from '#accounts/delete-account.ts';
import { removeUnmeantFiles } from '#accounts/remove-files.ts';
import type { FileStore } from '#files/file-store.ts';
import { loadMigrations, schemaAfter } from '#sql/migrations/load-migrations.ts';
import { isKept, markRemoving, noteFile } from '#sql/stored-files.ts';
import { assertRefused, rowOf, rowsOf } from '../support/expectations.ts';
import { describeOnEveryEngine, type StorageEngine } from '../support/engines.ts';
import { startInstallation, type Installation, type TestAccount } from '../support/installation.ts';
import { download, inJson, samples } from './sample-files.ts';
import { asUnit } from '#sql/transaction.ts';

const hour = 3_600_000;
const paper = { project_id: 3, ...inJson(samples.pdf) };

/** Names of the bytes of an account. */
async function storedBy({ filesFolder }: Installation, { id }: TestAccount): Promise<readonly string[]> {
  return (await readdir(join(filesFolder, String(id))).catch(() => [])).sort();
}

async function started(
  t: TestContext,
  options: Parameters<typeof startInstallation>[0],
): Promise<Installation> {
  const place = await startInstallation(options);
  t.after(() => place.close());
  return place;
}

describeOnEveryEngine('bytes of files', (engine) => {
  let place: Installation;
  let account: TestAccount;
  const store = (): FileStore => place.app.engine.files.store as FileStore;
  before(async () => {
    place = await startInstallation({ engine, flags: { 'access-token-lifetime': '1d' } });
    ({ account } = place);
  });
  after(() => place.close());

  it('are for the owner of the folder only', async () => {
    await account.machine.create('files', paper);
    const own = join(place.filesFolder, String(account.id));
    assert.equal((await stat(own)).mode & 0o777, 0o700);
    const [name = ''] = await storedBy(place, account);
    assert.equal((await stat(join(own, name))).mode & 0o777, 0o600);
  });

  it('are removed an hour after a process died that had not written the row', async () => {
    const { database } = place.app.engine;
    const had = await storedBy(place, account);
    const left = { accountId: account.id, key: 'left-behind' };
    await database.write(
      account.id,
      asUnit((tx) => noteFile({ tx, ...left }, { key: left.key, size: 3 })),
    );
    await store().put(left, Buffer.from('abc'));
    await writeFile(join(place.filesFolder, String(account.id), `${left.key}.unfinished`), 'a');
    assert.equal(await removeUnmeantFiles(place.app.engine), 0);
    place.clock.shift += 1.1 * hour;
    assert.equal(await removeUnmeantFiles(place.app.engine), 1);
    assert.deepEqual(await storedBy(place, account), had);
    assert.equal(await removeUnmeantFiles(place.app.engine), 0);
  });

  it('are removed by the job when their rows went with a project or expired', async () => {
    const { machine } = account;
    const had = await storedBy(place, account);
    const project = await machine.create('projects', { name: 'Short', mother_id: 1 });
    await machine.create('files', { ...paper, project_id: project['id'] });
    rowOf(await machine.delete(`projects/delete/${project['id']}`));
    const moment = new Date(Date.now() + place.clock.shift + 60_000).toISOString();
    await machine.create('files', { ...paper, expires: moment.slice(0, 19).replace('T', ' ') });
    place.clock.shift += 1.1 * hour;
    rowsOf(await machine.get('files/read'));
    assert.equal(await removeUnmeantFiles(place.app.engine), 2);
    assert.deepEqual(await storedBy(place, account), had);
  });

  it('cannot be meant by a row once their removal is decided, nor the other way round', async () => {
    const { database } = place.app.engine;
    const accountId = account.id;
    const mark = (key: string): Promise<boolean> =>
      database.write(
        accountId,
        asUnit((tx) => markRemoving({ tx, accountId }, key)),
      );
    const kept = (key: string): Promise<boolean> =>
      database.read(
        accountId,
        asUnit((tx) => isKept({ tx, accountId }, key)),
      );
    await database.write(
      accountId,
      asUnit((tx) => noteFile({ tx, accountId }, { key: 'undecided', size: 1 })),
    );
    assert.equal(await kept('undecided'), true);
    assert.equal(await mark('undecided'), true);
    assert.equal(await kept('undecided'), false);
    const [meant = ''] = await storedBy(place, account);
    assert.equal(await mark(meant), false);
    assert.equal(await kept(meant), true);
  });

  it('that are missing answer 404 and say so', async () => {
    const row = await account.machine.create('files', paper);
    const had = await storedBy(place, account);
    for (const key of had) await store().remove({ accountId: account.id, key });
    const refused = await account.machine.get(`files/download/${row['id']}`);
    const { ErrorMessage } = assertRefused(refused, { status: 404, code: 'file_not_found' });
    assert.match(ErrorMessage, /its bytes are not in the storage\.$/);
  });

  it('go with their account, and those of others stay', async () => {
    const gone = await place.addAccount('gone');
    for (const one of [gone, account]) await one.machine.create('files', paper);
    const stays = await storedBy(place, account);
    const { database, files } = place.app.engine;
    const tables = (await schemaAfter(await loadMigrations())).values();
    await deleteAccount(database, { accountId: gone.id, tables, store: files.store });
    assert.deepEqual(await storedBy(place, gone), []);
    assert.ok(!(await readdir(place.filesFolder)).includes(String(gone.id)));
    assert.deepEqual(await storedBy(place, account), stays);
  });

  it('cannot be stored where a file is in the place of the folder, and leave no row', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'hourbook-no-folder-'));
    t.after(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'taken'), '');
    const other = await started(t, { engine, flags: { 'file-storage': join(folder, 'taken') } });
    const refused = await other.account.machine.post('files/create', paper);
    assertRefused(refused, { status: 503, code: 'storage_unreachable' });
    assert.deepEqual(rowsOf(await other.account.machine.get('files/read')), []);
  });

  it('stand beside a SQLite file, and nowhere on PostgreSQL, unless a place is named', async (t) => {
    const other = await started(t, { engine, flags: { 'file-storage': '' } });
    const answer = await other.account.machine.post('files/create', paper);
    if (engine.name === 'postgres') {
      assertRefused(answer, { status: 422, code: 'files_unavailable' });
      return;
    }
    rowOf(answer);
    const beside = `${other.databaseUrl.slice('sqlite:'.length)}-files`;
    assert.equal((await readdir(join(beside, String(other.account.id)))).length, 1);
  });

  it('are shared by servers on one database and folder', async (t) => {
    const database = await engine.create();
    t.after(() => database.remove());
    const same: StorageEngine = {
      name: engine.name,
      create: async () => ({ ...database, remove: async () => {} }),
    };
    const first = await started(t, { engine: same });
    const flags = { 'file-storage': first.filesFolder };
    const second = await started(t, { engine: same, account: 'other', flags });
    const rows = await Promise.all(
      Array.from({ length: 8 }, () => first.account.machine.create('files', paper)),
    );
    for (const { id, relative_url } of rows) {
      const { bytes } = await download(first.account.machine, relative_url, { origin: second.address });
      assert.deepEqual(bytes, samples.pdf.bytes);
      const response = await fetch(`${second.address}/acme/v4/files/delete/${id}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${first.account.machine.token}` },
      });
      assert.equal(response.status, 200);
    }
    assert.deepEqual(await storedBy(first, first.account), []);
  });
});
