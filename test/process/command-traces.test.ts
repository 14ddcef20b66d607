// Every command that changes something leaves a trace: an entry in the audit log of each account that it works on, or a
// line of log where no account can tell of it.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createUser } from '#accounts/create-user.ts';
import { openApp } from '#app';
import { readConfig } from '#config';
import { accountNamed } from '#sql/accounts.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { openDatabase } from '#sql/open-database.ts';
import type { Database } from '#sql/database.ts';
import { byHand, run } from '../sql/scratch.ts';
import { storageEngines } from '../support/engines.ts';
import { password } from '../support/installation.ts';
import { hourbook, type Ended } from './executable.ts';
import { placedCommands, type PlacedCommand } from './placed-commands.ts';
import { createAcme, createSite, type Site } from './site.ts';

const lines: Readonly<Record<string, string>> = {
  'account delete': 'account_deleted',
  migrate: 'migrations_applied',
};

/** The second person of the account. */
const ann = 2;
const month = new Date().toISOString().slice(0, 7);

/** A person with days that `accounts rebuild` and `export timesheet` can work on. */
async function hireAnn(database: string): Promise<void> {
  const app = await openApp(readConfig({ flags: { database, 'argon2-memory': '64 KiB' }, env: {} }));
  try {
    const entity = { username: 'ann', password, firstname: 'A', lastname: 'N', entry_date: `${month}-01` };
    assert.equal((await createUser(app.engine, { account: 'acme', entity })).userId, ann);
  } finally {
    await app.close();
  }
}

for (const engine of storageEngines) {
  describe(`a command leaves its trace (${engine.name})`, () => {
    let site: Site;
    let other: Site;
    let client = '';
    before(async () => {
      [site, other] = [await createSite(engine), await createSite(engine)];
      await createAcme(site);
      await hireAnn(site.database);
    });
    after(async () => {
      await site?.remove();
      await other?.remove();
    });

    const withDatabase = async <T>(url: string, work: (database: Database) => Promise<T>): Promise<T> => {
      const database = await openDatabase({ url, clock: Date.now, observe: () => {} });
      try {
        return await work(database);
      } finally {
        await database.close();
      }
    };

    /** Actions that commands left in each account, by the account's name. */
    const traces = (url: string): Promise<Readonly<Record<string, readonly unknown[]>>> =>
      withDatabase(url, async (database) => {
        await migrate(database, { observe: () => {} });
        const found: Record<string, readonly unknown[]> = {};
        for (const name of ['acme', 'second', 'third']) {
          const id = await database.read(null, (tx) => accountNamed(tx, name));
          if (id === undefined) continue;
          const sql = `select action from audit_log where account_id = ${id} and actor = 'command' order by id`;
          const rows = await database.read(id, (tx) => tx.all({ sql: byHand(sql), parameters: [] }));
          found[name] = rows.map(({ action }) => action);
        }
        return found;
      });

    /** Something to set right for commands that else find nothing. */
    const spoil: Readonly<Record<string, string>> = {
      'accounts rebuild': 'update timesheet_accountings set working_time = 60 where account_id = ?',
      'clock heal': 'update users set updated = 4000000000 where account_id = ?',
    };
    const damaged = (account: string, sql: string): Promise<void> =>
      withDatabase(site.database, async (database) => {
        const id = (await database.read(null, (tx) => accountNamed(tx, account))) as number;
        assert.ok((await database.write(id, (tx) => run(tx, sql, id))) > 0);
      });

    const urlOf = ({ database }: PlacedCommand): string => {
      if (database === '{other}') return other.database;
      return database === undefined ? site.database : `sqlite:${join(site.folder, database)}`;
    };

    const runPlaced = (name: string, one: PlacedCommand): Promise<Ended> => {
      const env = { HOURBOOK_ADMIN_PASSWORD: password, HOURBOOK_PASSWORD: password };
      if (name === 'copy')
        return hourbook(['copy', '--from', site.database, '--to', other.database, '--json']);
      const words = (one.words ?? '')
        .replace('{folder}', site.folder)
        .replace('{client}', client)
        .replace('{month}', month);
      return hourbook([...words.split(' '), '--json', '--database', urlOf(one)], { env });
    };

    for (const [name, one] of Object.entries(placedCommands)) {
      const isRun = one.elsewhere !== true && (one.onlyOn === undefined || one.onlyOn === engine.name);
      it(`${name}: ${one.leaves}`, { skip: !isRun && 'another engine or test runs it' }, async () => {
        const isMade = name === 'migrate' || name === 'restore' || name === 'copy';
        const stood = isMade ? {} : await traces(urlOf(one));
        const damage = spoil[name];
        if (damage !== undefined)
          for (const account of one.accounts ?? ['acme']) await damaged(account, damage);
        const ended = await runPlaced(name, one);
        const { code, complaint } = ended;
        assert.equal(code, 0, complaint);
        if (name === 'credentials create') client = (ended.json as { client_id: string }).client_id;
        const seen = complaint.split('\n').filter((line) => line.startsWith('{'));
        assert.deepEqual(
          seen.map((line) => (JSON.parse(line) as { event: string }).event),
          one.leaves === 'line' ? [lines[name]] : [],
        );
        if (name === 'migrate') return;
        const now = await traces(urlOf(one));
        const wanted = one.leaves === 'entry' ? (one.accounts ?? ['acme']) : [];
        for (const account of Object.keys(now)) {
          const left = wanted.includes(account) ? [one.action ?? name] : [];
          // What another database or account has brought along stands before it.
          const known =
            isMade || stood[account] === undefined
              ? now[account]?.slice(0, -left.length || undefined)
              : (stood[account] ?? []);
          assert.deepEqual(now[account], [...(known ?? []), ...left], account);
        }
        for (const account of wanted) assert.ok(now[account] !== undefined, account);
      });
    }
  });
}
