// Tests `hourbook copy` with the real executable.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openDatabase } from '#sql/open-database.ts';
import { sqliteEngine, storageEngines } from '../support/engines.ts';
import { hourbook, serve } from './executable.ts';
import { createAcme, createSite, loginMachine, type Credential, type Site } from './site.ts';

describe('hourbook copy', () => {
  let site: Site;
  let credential: Credential;

  before(async () => {
    site = await createSite(sqliteEngine);
    credential = await createAcme(site);
    const server = await serve(site.database);
    const client = await loginMachine(server.address, credential);
    for (const message of ['one', 'two']) await client.create('messages', { sender_id: 1, message });
    await server.end('SIGTERM');
  });
  after(() => site.remove());

  const fileNamed = (name: string): string => join(site.folder, name);

  for (const engine of storageEngines) {
    it(`copies all rows into an empty ${engine.name} database and keeps the source`, async (t) => {
      const file = site.database.slice('sqlite:'.length);
      const untouched = hashOf(file);
      const { url: target, remove } = await engine.create({ empty: true });
      t.after(remove);
      const copied = await hourbook(['copy', '--from', site.database, '--to', target]);
      assert.equal(copied.code, 0, copied.complaint);
      assert.match(copied.output, /^TABLE +ROWS +SHA-256 ON BOTH SIDES\n/);
      assert.match(copied.output, /\nmessages +2 +[0-9a-f]{64}\n/);
      assert.match(copied.output, /\n\d+ rows; every table is the same on both sides\.\n$/);
      assert.equal(hashOf(file), untouched);
      const again = await hourbook(['copy', '--from', site.database, '--to', target]);
      assert.equal(again.code, 1);
      assert.match(again.complaint, /^hourbook: The target is not empty: there are rows in its table \w+\./);
      const served = await serve(target);
      const client = await loginMachine(served.address, credential);
      assert.ok((await client.get('messages/read')).json['NumResults'] > 0);
      await served.end('SIGTERM');
    });
  }

  it('removes files and folders of a failed copy, but none that existed before', async () => {
    const source = `sqlite:${fileNamed('broken.db')}`;
    const { code } = await hourbook(['copy', '--from', site.database, '--to', source]);
    assert.equal(code, 0);
    const database = await openDatabase({ url: source, clock: Date.now, observe: () => {} });
    await database.changeSchema((tx) => tx.run({ sql: 'drop table messages', parameters: [] }));
    await database.close();
    const files = readdirSync(site.folder);
    for (const place of ['new.db', join('new', 'deep', 'new.db')]) {
      const refused = await hourbook(['copy', '--from', source, '--to', `sqlite:${fileNamed(place)}`]);
      assert.equal(refused.code, 1);
      assert.match(refused.complaint, /messages/);
      assert.deepEqual(readdirSync(site.folder), files);
    }
    writeFileSync(fileNamed('old.db'), '');
    await hourbook(['copy', '--from', source, '--to', `sqlite:${fileNamed('old.db')}`]);
    assert.ok(existsSync(fileNamed('old.db')), 'what was there before is not taken away');
    const { code: filled } = await hourbook([
      'copy',
      '--from',
      site.database,
      '--to',
      `sqlite:${fileNamed('old.db')}`,
    ]);
    assert.equal(filled, 0, 'and can be filled');
  });

  it('refuses a missing source and a source that is no Hourbook database', async () => {
    const missing = `sqlite:${fileNamed('missing.db')}`;
    const none = await hourbook(['copy', '--from', missing, '--to', `sqlite:${fileNamed('none.db')}`]);
    assert.match(none.complaint, /missing\.db: there is no such file/);
    assert.ok(!existsSync(fileNamed('missing.db')));
    writeFileSync(fileNamed('empty.db'), '');
    const empty = `sqlite:${fileNamed('empty.db')}`;
    const nothing = await hourbook(['copy', '--from', empty, '--to', `sqlite:${fileNamed('none.db')}`]);
    assert.match(nothing.complaint, /the source is no database of Hourbook/);
  });
});

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
