// Tests that a command which looks for something refuses an address without a database, and makes none.
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sqliteEngine } from '../support/engines.ts';
import { hourbook } from './executable.ts';
import { createSite, type Site } from './site.ts';

describe('a command without a database', () => {
  let site: Site;
  before(async () => {
    site = await createSite(sqliteEngine);
    writeFileSync(join(site.folder, 'export.jsonl'), '');
  });
  after(() => site.remove());

  const run = (words: string) => hourbook([...words.split(' '), '--database', site.database]);

  it('is refused, names those that make one and makes none', async () => {
    for (const words of [
      'account list',
      'credentials list acme',
      'accounts verify acme',
      `account import ${join(site.folder, 'export.jsonl')}`,
      `export timesheet acme --month 2026-06 --to ${join(site.folder, 'june.csv')}`,
    ]) {
      const { code, complaint } = await run(words);
      assert.equal(code, 1, words);
      assert.match(
        complaint,
        /^hourbook: [^\n]*hourbook serve, migrate and account create make a database\.?\n$/,
      );
      assert.equal(existsSync(join(site.folder, 'hourbook.db')), false, words);
    }
    const migrated = await run('migrate');
    assert.match(migrated.output, /^Applied 0001-initial/, 'nothing was made before');
    assert.equal((await run('account list')).code, 0);
  });
});
