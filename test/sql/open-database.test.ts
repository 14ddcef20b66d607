// Tests how an address becomes an open SQLite database, and how that database closes.
import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { openDatabase, sqliteFile } from '#sql/open-database.ts';
import { column, notesDatabase, run, scratchDatabase, scratchDirectory } from './scratch.ts';

const open = (url: string): Promise<unknown> =>
  openDatabase({ url, clock: () => 0, observe: () => undefined });

suite('an opened database', () => {
  test('has a file of mode 600 in directories created on demand', async (t) => {
    const file = join(scratchDirectory(t), 'a', 'b', 'test.db');
    const { database } = await scratchDatabase(t, { file });
    assert.deepEqual(await database.read(null, (tx) => column(tx, 'select 1')), [1]);
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  test('uses WAL, full sync, foreign keys and no checkpoints at commit', async (t) => {
    const { database } = await scratchDatabase(t);
    const setting = (name: string): Promise<unknown[]> =>
      database.write(null, (tx) => column(tx, `pragma ${name}`));
    assert.deepEqual(await setting('journal_mode'), ['wal']);
    assert.deepEqual(await setting('synchronous'), [2]);
    assert.deepEqual(await setting('foreign_keys'), [1]);
    assert.deepEqual(await setting('wal_autocheckpoint'), [0]);
  });

  test('takes relative paths, absolute paths and spaces as written', () => {
    assert.equal(sqliteFile('sqlite:./data/my file.db'), './data/my file.db');
    assert.equal(sqliteFile('sqlite:/var/lib/hourbook.db'), '/var/lib/hourbook.db');
    assert.equal(sqliteFile('sqlite:///var/lib/hourbook.db'), '/var/lib/hourbook.db');
  });

  for (const url of [
    'data.db',
    'mysql://root:secret@localhost/x',
    'sqlite:',
    'sqlite::memory:',
    'sqlite:./data/',
  ]) {
    test(`refuses the address ${url.replace(/:\/\/.*/, '')} in one line without the password`, async () => {
      await assert.rejects(open(url), (error: Error) => {
        assert.match(error.message, /sqlite:\.\/data\/hourbook\.db/);
        assert.doesNotMatch(error.message, /secret|\n/);
        return true;
      });
    });
  }

  test('names the file that is not a database', async (t) => {
    const file = join(scratchDirectory(t), 'letter.txt');
    writeFileSync(file, 'Dear reader, this is not a database.'.repeat(100));
    await assert.rejects(
      open(`sqlite:${file}`),
      new RegExp(`^Error: Cannot open the database ${file}: .*not a database`),
    );
  });

  test('accepts a second close and refuses work after it', async (t) => {
    const { database } = await scratchDatabase(t);
    await Promise.all([database.close(), database.close()]);
    await assert.rejects(database.write(null, async () => undefined));
    await assert.rejects(database.read(null, async () => undefined));
  });

  test('finishes queued writes before it closes', async (t) => {
    const { database, file } = await notesDatabase(t);
    const write = database.write(null, (tx) => run(tx, "insert into notes (text) values ('last')"));
    await database.close();
    await write;
    const reopened = await scratchDatabase(t, { file });
    assert.deepEqual(await reopened.database.read(null, (tx) => column(tx, 'select text from notes')), [
      'last',
    ]);
  });

  test('checkpoints a large write-ahead log into the file by itself', async (t) => {
    const { database, file, events } = await notesDatabase(t);
    const page = 'x'.repeat(4_000);
    const before = statSync(file).size;
    // Each write adds some 25 pages; the thread needs a moment, in which more is written.
    for (let index = 0; index < 2_000 && statSync(file).size === before; index += 1) {
      const texts = Array.from({ length: 20 }, (_, row) => `${index} ${row} ${page}`);
      const list = database.dialect.listParameter(texts);
      await database.write(null, (tx) =>
        run(tx, 'insert into notes (text) select value from json_each(?)', list),
      );
    }
    assert.ok(statSync(file).size > before, 'the database file itself grew');
    assert.deepEqual(events, []);
  });
});
