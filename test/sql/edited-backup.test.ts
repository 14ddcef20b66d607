// Tests that a restore refuses a backup that was changed after it was written, and to whom the restored file belongs.
import assert from 'node:assert/strict';
import { chmodSync, chownSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import Sqlite from 'better-sqlite3';
import { backup, restore } from '#sql/backup.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { run, scratchDatabase, scratchDirectory, start } from './scratch.ts';

const key = 'a key of this test';
const isRoot = process.getuid?.() === 0;

/** Renames `t`: SQLite refuses such a name in statements that make something. */
const underOwnName = `
  pragma writable_schema = on;
  update sqlite_schema set name = 'sqlite_t', sql = replace(sql, ' t ', ' sqlite_t ') where name = 't';`;

/** A backup of an installation with one account. */
async function backupOf(t: TestContext, seal: string): Promise<string> {
  const { database, url } = await scratchDatabase(t);
  await migrate(database, { observe: () => undefined });
  const insert = 'insert into accounts (id, name, created_at) values (?, ?, 0)';
  await database.write(null, (tx) => run(tx, insert, 1, 'acme'));
  const file = join(scratchDirectory(t), 'copy.backup');
  await backup({ url, file, key: seal, clock: () => start * 1000 });
  return file;
}

function edit(file: string, sql: string): void {
  const database = new Sqlite(file).unsafeMode(true);
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

suite('a restore of an edited backup', () => {
  for (const [what, sql, why] of [
    [
      'a trigger',
      'create trigger t after insert on accounts begin delete from accounts; end',
      /holds the trigger t, which no migration makes/,
    ],
    ['a view', 'create view v as select 1', /holds the view v, which no migration makes/],
    [
      'a trigger with the name of the manifest',
      'create trigger backup_manifest after insert on accounts begin delete from accounts; end',
      /holds the trigger backup_manifest, which no migration makes/,
    ],
    [
      'a trigger with a name that SQLite keeps for itself',
      `create trigger t after insert on accounts begin delete from accounts; end; ${underOwnName}`,
      /holds the trigger sqlite_t, which no migration makes/,
    ],
    [
      'an index with a name that SQLite keeps for itself',
      `create unique index t on accounts (created_at); ${underOwnName}`,
      /holds the index sqlite_t, which no migration makes/,
    ],
    [
      'another column',
      'alter table accounts add column x text',
      /holds the table accounts, which is not what its migrations make/,
    ],
    ['a missing index', 'drop index accounts_name', /lacks the index accounts_name/],
  ] as const) {
    test(`refuses ${what} and makes no database`, async (t) => {
      const file = await backupOf(t, '');
      edit(file, sql);
      const target = join(scratchDirectory(t), 'restored.db');
      await assert.rejects(restore({ file, url: `sqlite:${target}` }), why);
      assert.equal(existsSync(target), false);
    });
  }

  test('refuses a changed row, another key and a missing seal once a key is set', async (t) => {
    const sealed = await backupOf(t, key);
    const url = `sqlite:${join(scratchDirectory(t), 'restored.db')}`;
    await assert.rejects(restore({ file: sealed, url, key: 'another' }), /does not fit HOURBOOK_BACKUP_KEY/);
    await assert.rejects(
      restore({ file: await backupOf(t, ''), url, key }),
      /has no seal: it was written without HOURBOOK_BACKUP_KEY/,
    );
    await restore({ file: sealed, url, key });
    edit(sealed, "update accounts set name = 'other'");
    await assert.rejects(
      restore({ file: sealed, url, key, force: true }),
      /The seal of .* does not fit HOURBOOK_BACKUP_KEY: the file was changed/,
    );
    await restore({ file: sealed, url, force: true });
  });
});

suite('a sealed backup', () => {
  for (const [what, sql] of [
    [
      'of the manifest',
      'create trigger backup_manifest after insert on accounts begin delete from accounts; end',
    ],
    [
      'of SQLite',
      `create trigger t after insert on accounts begin delete from accounts; end; ${underOwnName}`,
    ],
  ] as const) {
    test(`is refused with a trigger that has a name ${what}`, async (t) => {
      const file = await backupOf(t, key);
      edit(file, sql);
      const url = `sqlite:${join(scratchDirectory(t), 'restored.db')}`;
      await assert.rejects(restore({ file, url, key }), /The seal of .* does not fit/);
    });
  }
});

suite('a restored database', () => {
  test(
    'belongs to the owner of its folder',
    { skip: !isRoot && 'only root can give files away' },
    async (t) => {
      const folder = join(scratchDirectory(t), 'hourbook');
      mkdirSync(folder);
      chownSync(folder, 4242, 4343);
      chmodSync(folder, 0o750);
      const target = join(folder, 'below', 'restored.db');
      await restore({ file: await backupOf(t, ''), url: `sqlite:${target}` });
      const { uid, gid, mode } = statSync(target);
      assert.deepEqual({ uid, gid, mode: mode & 0o777 }, { uid: 4242, gid: 4343, mode: 0o600 });
      const below = statSync(join(folder, 'below'));
      assert.deepEqual([below.uid, below.gid], [4242, 4343]);
      const { database } = await scratchDatabase(t, { file: target });
      await database.read(null, async () => undefined);
      for (const ending of ['-stamps', '-wal', '-shm'])
        assert.equal(statSync(target + ending).uid, 4242, ending);
    },
  );

  test('opens to the group of a folder that is closed to others', async (t) => {
    const folder = join(scratchDirectory(t), 'group');
    mkdirSync(folder);
    chmodSync(folder, 0o770);
    const target = join(folder, 'restored.db');
    await restore({ file: await backupOf(t, ''), url: `sqlite:${target}` });
    assert.equal(statSync(target).mode & 0o777, 0o660);
  });
});
