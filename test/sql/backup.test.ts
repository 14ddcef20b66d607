// Tests backups that run beside writes, and restores that refuse to lose data.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import Sqlite from 'better-sqlite3';
import { backup, restore } from '#sql/backup.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { column, run, scratchDatabase, scratchDirectory, start, type Scratch } from './scratch.ts';

const clock = (): number => start * 1000;
const insertAccount = 'insert into accounts (id, name, created_at) values (?, ?, 0)';

/** A migrated database with some accounts, and where its backup may go. */
async function accountsDatabase(t: TestContext): Promise<Scratch & { readonly copy: string }> {
  const scratch = await scratchDatabase(t);
  await migrate(scratch.database, { observe: () => undefined });
  await scratch.database.write(null, async (tx) => {
    for (let id = 1; id <= 3; id += 1) await run(tx, insertAccount, id, `account-${id}`);
  });
  return { ...scratch, copy: join(scratchDirectory(t), 'backups', 'copy.db') };
}

function query(file: string, sql: string): unknown[] {
  const database = new Sqlite(file, { readonly: true });
  try {
    return database.prepare(sql).pluck().all();
  } finally {
    database.close();
  }
}

suite('backup', () => {
  test('writes all rows and a manifest into one file of mode 600', async (t) => {
    const { database, url, copy } = await accountsDatabase(t);
    const contents = await backup({ url, file: copy, clock });
    const [newest] = await database.read(null, (tx) => column(tx, 'select max(name) from schema_migrations'));
    assert.equal(contents.rows['accounts'], 3);
    assert.equal(contents.schema, newest);
    assert.equal(contents.takenAt, start);
    assert.deepEqual(query(copy, 'select name from accounts order by id'), [
      'account-1',
      'account-2',
      'account-3',
    ]);
    assert.equal(statSync(copy).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(dirname(copy)), ['copy.db']);
  });

  test('holds one committed state although writes continue during the copy', async (t) => {
    const { database, url, copy } = await accountsDatabase(t);
    const done = new AbortController();
    let id = 3;
    // Two rows belong together: a copy that holds one alone was not one moment.
    const writer = (async () => {
      while (!done.signal.aborted) {
        const next = (id += 1);
        await database.write(null, async (tx) => {
          await run(tx, insertAccount, next, `account-${next}`);
          await run(
            tx,
            'insert into row_counters (account_id, sequence, next_id) values (?, ?, 1)',
            next,
            'x',
          );
        });
      }
    })();
    const contents = await backup({ url, file: copy, clock });
    done.abort();
    await writer;
    assert.equal(contents.rows['accounts'], (contents.rows['row_counters'] ?? 0) + 3);
    assert.deepEqual(query(copy, 'select count(*) from accounts'), [contents.rows['accounts']]);
    assert.ok(id > 4, 'writes went on meanwhile');
    assert.deepEqual(await database.read(null, (tx) => column(tx, 'select count(*) from accounts')), [id]);
  });

  test('refuses to overwrite a file and removes its partial file after a failure', async (t) => {
    const { url, copy } = await accountsDatabase(t);
    await backup({ url, file: copy, clock });
    const before = readFileSync(copy);
    await assert.rejects(backup({ url, file: copy, clock }), /exists already/);
    assert.deepEqual(readFileSync(copy), before);
    const directory = scratchDirectory(t);
    const empty = await scratchDatabase(t);
    await assert.rejects(backup({ url: empty.url, file: join(directory, 'no.db'), clock }), /no schema yet/);
    assert.deepEqual(readdirSync(directory), []);
  });

  test('refuses a missing database and creates no file', async (t) => {
    const file = join(scratchDirectory(t), 'none.db');
    await assert.rejects(
      backup({ url: `sqlite:${file}`, file: `${file}.copy`, clock }),
      /There is no database/,
    );
    assert.equal(existsSync(file), false);
  });
});

suite('restore', () => {
  test('creates a writable database with the rows of the backup', async (t) => {
    const { url, copy } = await accountsDatabase(t);
    const taken = await backup({ url, file: copy, clock });
    const target = join(scratchDirectory(t), 'new', 'restored.db');
    assert.deepEqual(await restore({ file: copy, url: `sqlite:${target}` }), taken);
    assert.deepEqual(readdirSync(dirname(target)), ['restored.db']);
    const { database } = await scratchDatabase(t, { file: target });
    assert.deepEqual(await migrate(database, { observe: () => undefined }), []);
    await database.write(null, (tx) => run(tx, insertAccount, 4, 'account-4'));
    assert.deepEqual(await database.read(null, (tx) => column(tx, 'select count(*) from accounts')), [4]);
    const leftovers = "select name from sqlite_schema where name like 'backup%'";
    assert.deepEqual(await database.read(null, (tx) => column(tx, leftovers)), []);
  });

  test('replaces a database and its write-ahead log only with force', async (t) => {
    const { database, url, file, copy } = await accountsDatabase(t);
    await backup({ url, file: copy, clock });
    await database.write(null, (tx) => run(tx, insertAccount, 4, 'after the backup'));
    await database.close();
    await assert.rejects(restore({ file: copy, url }), /holds a database already/);
    await restore({ file: copy, url, force: true });
    assert.deepEqual(query(file, 'select id from accounts order by id'), [1, 2, 3]);
  });

  test('refuses to replace a database that is in use, even with force', async (t) => {
    const { database, url, copy } = await accountsDatabase(t);
    await backup({ url, file: copy, clock });
    await database.write(null, (tx) => run(tx, insertAccount, 4, 'account-4'));
    await assert.rejects(restore({ file: copy, url, force: true }), /in use/);
    await database.write(null, (tx) => run(tx, insertAccount, 5, 'account-5'));
    assert.deepEqual(await database.read(null, (tx) => column(tx, 'select count(*) from accounts')), [5]);
  });

  test('replaces a damaged database with force', async (t) => {
    const { url, copy } = await accountsDatabase(t);
    await backup({ url, file: copy, clock });
    const target = join(scratchDirectory(t), 'damaged.db');
    writeFileSync(target, 'not a database any more'.repeat(500));
    await restore({ file: copy, url: `sqlite:${target}`, force: true });
    assert.deepEqual(query(target, 'select count(*) from accounts'), [3]);
  });

  test('refuses a damaged backup and creates no target', async (t) => {
    const { url, copy } = await accountsDatabase(t);
    await backup({ url, file: copy, clock });
    const bytes = readFileSync(copy);
    const target = join(scratchDirectory(t), 'restored.db');
    // Page by page, so that the header stays whole; unused bytes of a page may be anything.
    for (let page = 1; page < bytes.length / 4096; page += 1) bytes.fill(0x5a, page * 4096, page * 4096 + 64);
    writeFileSync(copy, bytes);
    await assert.rejects(restore({ file: copy, url: `sqlite:${target}` }));
    assert.deepEqual(readdirSync(dirname(target)), []);
  });

  test('refuses a backup whose row counts differ from its manifest', async (t) => {
    const { url, copy } = await accountsDatabase(t);
    await backup({ url, file: copy, clock });
    const tampered = new Sqlite(copy);
    tampered.exec('delete from accounts where id = 2');
    tampered.close();
    const target = `sqlite:${join(scratchDirectory(t), 'restored.db')}`;
    await assert.rejects(
      restore({ file: copy, url: target }),
      /does not hold what its manifest says: accounts/,
    );
  });

  test('refuses a backup of a newer program and a database without a manifest', async (t) => {
    const { url, file, database, copy } = await accountsDatabase(t);
    const target = `sqlite:${join(scratchDirectory(t), 'restored.db')}`;
    await database.write(null, (tx) =>
      run(tx, "insert into schema_migrations values (9999, '9999-future', 0)"),
    );
    await backup({ url, file: copy, clock });
    await assert.rejects(restore({ file: copy, url: target }), /newer than this program.*9999-future/);
    await database.close();
    await assert.rejects(restore({ file, url: target }), /no manifest/);
  });
});
