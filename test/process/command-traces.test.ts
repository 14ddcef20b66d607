// Every command that changes something leaves a trace: an entry in the audit log of each account that it works on, or a
// line of log where no account can tell of it. A new command fails here until it is placed.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createUser } from '#accounts/create-user.ts';
import { openApp } from '#app';
import { readConfig } from '#config';
import { commandNames } from '#cli/find-command.ts';
import { accountNamed } from '#sql/accounts.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { openDatabase } from '#sql/open-database.ts';
import type { Database } from '#sql/database.ts';
import { byHand, run } from '../sql/scratch.ts';
import { storageEngines } from '../support/engines.ts';
import { password } from '../support/installation.ts';
import { hourbook, type Ended } from './executable.ts';
import { createAcme, createSite, type Site } from './site.ts';

/** What a command leaves. */
type Trace = 'entry' | 'line' | 'nothing';

/** `elsewhere`: its line is looked at in the test that has what the command needs. */
interface Placed {
  readonly leaves: Trace;
  /** `{folder}`, `{client}` and `{month}` stand for what the test has made. */
  readonly words?: string;
  /** Where the entry is, and in which database if not the one of the command. */
  readonly accounts?: readonly string[];
  readonly action?: string;
  readonly database?: '{other}' | '{restored}' | '{fresh}';
  readonly onlyOn?: 'sqlite';
  readonly elsewhere?: true;
}

/** In the order in which they run; `acme` is there. */
const placed: Readonly<Record<string, Placed>> = {
  'account create': { leaves: 'entry', words: 'account create second --admin boss', accounts: ['second'] },
  'account list': { leaves: 'nothing', words: 'account list' },
  'account suspend': { leaves: 'entry', words: 'account suspend second', accounts: ['second'] },
  'account resume': { leaves: 'entry', words: 'account resume second', accounts: ['second'] },
  'account export': { leaves: 'entry', words: 'account export acme --to {folder}/acme.jsonl' },
  'account import': {
    leaves: 'entry',
    words: 'account import {folder}/acme.jsonl --as third',
    accounts: ['third'],
  },
  'credentials create': { leaves: 'entry', words: 'credentials create acme --name traced' },
  'credentials list': { leaves: 'nothing', words: 'credentials list acme' },
  'credentials revoke': { leaves: 'entry', words: 'credentials revoke acme {client}' },
  'user create': {
    leaves: 'entry',
    words: 'user create acme traced --firstname T --lastname R',
    action: 'create',
  },
  'user passwd': { leaves: 'entry', words: 'user passwd acme traced', action: 'update' },
  'user unblock': { leaves: 'entry', words: 'user unblock acme traced' },
  'person export': {
    leaves: 'entry',
    words: 'person export --account acme --person 2 --output {folder}/ann.zip',
  },
  'person anonymise': { leaves: 'entry', elsewhere: true },
  'accounts verify': { leaves: 'nothing', words: 'accounts verify acme' },
  'accounts rebuild': { leaves: 'entry', words: 'accounts rebuild acme' },
  'clock heal': { leaves: 'entry', words: 'clock heal', accounts: ['acme', 'second', 'third'] },
  explain: { leaves: 'nothing', words: 'explain /users/read --account acme' },
  'export timesheet': {
    leaves: 'nothing',
    words: 'export timesheet acme --month {month} --to {folder}/month.csv',
  },
  copy: { leaves: 'entry', accounts: ['acme', 'second', 'third'], database: '{other}' },
  backup: {
    leaves: 'entry',
    words: 'backup {folder}/whole.backup',
    accounts: ['acme', 'second', 'third'],
    onlyOn: 'sqlite',
  },
  restore: {
    leaves: 'entry',
    words: 'restore {folder}/whole.backup',
    accounts: ['acme', 'second', 'third'],
    database: '{restored}',
    onlyOn: 'sqlite',
  },
  'account delete': { leaves: 'line', words: 'account delete third --yes' },
  migrate: { leaves: 'line', words: 'migrate', database: '{fresh}', onlyOn: 'sqlite' },
  'db distribute': { leaves: 'line', elsewhere: true },
  'db rebalance': { leaves: 'line', elsewhere: true },
  'db isolate': { leaves: 'entry', elsewhere: true },
  'db status': { leaves: 'nothing', words: 'db status' },
  serve: { leaves: 'line', elsewhere: true },
};

const lines: Readonly<Record<string, string>> = {
  'account delete': 'account_deleted',
  migrate: 'migrations_applied',
};

it('places every command', () => {
  assert.deepEqual(Object.keys(placed).toSorted(), commandNames());
});

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

    const urlOf = ({ database }: Placed): string => {
      if (database === '{other}') return other.database;
      return database === undefined ? site.database : `sqlite:${join(site.folder, database)}`;
    };

    const runPlaced = (name: string, one: Placed): Promise<Ended> => {
      const env = { HOURBOOK_ADMIN_PASSWORD: password, HOURBOOK_PASSWORD: password };
      if (name === 'copy')
        return hourbook(['copy', '--from', site.database, '--to', other.database, '--json']);
      const words = (one.words ?? '')
        .replace('{folder}', site.folder)
        .replace('{client}', client)
        .replace('{month}', month);
      return hourbook([...words.split(' '), '--json', '--database', urlOf(one)], { env });
    };

    for (const [name, one] of Object.entries(placed)) {
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
