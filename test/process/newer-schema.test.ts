// Tests that each command refuses a database of a newer version and leaves it unchanged.
import assert from 'node:assert/strict';
import Sqlite from 'better-sqlite3';
import { after, before, describe, it } from 'node:test';
import { sqliteEngine } from '../support/engines.ts';
import { hourbook, serve } from './executable.ts';
import { createAcme, createSite, type Site } from './site.ts';

describe('a database of a newer version', () => {
  let site: Site;
  const file = (): string => site.database.slice('sqlite:'.length);

  before(async () => {
    site = await createSite(sqliteEngine);
    await createAcme(site);
    changeFile(file(), (database) => {
      const newest = database
        .prepare('select * from schema_migrations order by version desc limit 1')
        .get() as object;
      const names = Object.keys(newest);
      const row = { ...newest, version: 9_999, name: '9999-from-the-future' };
      database
        .prepare(
          `insert into schema_migrations (${names.join()}) values (${names.map((name) => `@${name}`).join()})`,
        )
        .run(row);
    });
  });

  after(() => site.remove());

  const words: Readonly<Record<string, readonly string[]>> = {
    serve: ['serve', '--port', '0'],
    migrate: ['migrate'],
    'account list': ['account', 'list'],
    'credentials create': ['credentials', 'create', 'acme', '--name', 'x'],
    'account create': ['account', 'create', 'other', '--admin', 'admin'],
    explain: ['explain', 'GET /users/read', '--account', 'acme'],
  };
  for (const [name, command] of Object.entries(words)) {
    it(`is refused by ${name} with one line and stays unchanged`, async () => {
      const found = contentsOf(file());
      const env = { HOURBOOK_ADMIN_PASSWORD: 'correct horse 1' };
      const { code, output, complaint } = await hourbook([...command, '--database', site.database], { env });
      assert.equal(code, 1);
      assert.match(complaint, /^hourbook: .*9999-from-the-future.*\n$/);
      assert.doesNotMatch(output, /server_started/);
      assert.deepEqual(contentsOf(file()), found);
    });
  }

  it('is refused by restore with one line', async () => {
    const copy = `${file()}.copy`;
    const fine = await createSite(sqliteEngine);
    try {
      await createAcme(fine);
      const made = await hourbook(['backup', copy, '--database', fine.database]);
      assert.equal(made.code, 0, made.complaint);
      changeFile(copy, (database) =>
        database.exec(`update schema_migrations set version = 9999, name = '9999-from-the-future'
          where version = (select max(version) from schema_migrations)`),
      );
      const { code, complaint } = await hourbook(['restore', copy, '--database', `${fine.database}.new`]);
      assert.equal(code, 1);
      assert.match(complaint, /^hourbook: .*9999-from-the-future.*\n$/);
      const server = await serve(fine.database);
      await server.end('SIGTERM');
    } finally {
      await fine.remove();
    }
  });
});

function changeFile(file: string, work: (database: Sqlite.Database) => void): void {
  const database = new Sqlite(file);
  try {
    work(database);
  } finally {
    database.close();
  }
}

function contentsOf(file: string): Readonly<Record<string, unknown>> {
  const contents: Record<string, unknown> = {};
  changeFile(file, (database) => {
    const tables = database
      .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite%'")
      .pluck()
      .all() as string[];
    for (const table of tables)
      contents[table] = database.prepare(`select * from "${table}" order by 1, 2`).all();
  });
  return contents;
}
