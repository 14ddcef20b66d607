// The commands `hourbook account`, `credentials` and `user` change the database and print the result.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { readConfig } from '#config';
import { CommandFailure, UsageError, type Command, type CommandResult } from '#cli/command.ts';
import { command as accountDelete } from '#cli/commands/account-delete.ts';
import { command as accountList } from '#cli/commands/account-list.ts';
import { command as accountResume } from '#cli/commands/account-resume.ts';
import { command as accountSuspend } from '#cli/commands/account-suspend.ts';
import { command as credentialsCreate } from '#cli/commands/credentials-create.ts';
import { command as credentialsList } from '#cli/commands/credentials-list.ts';
import { command as credentialsRevoke } from '#cli/commands/credentials-revoke.ts';
import { command as userPasswd } from '#cli/commands/user-passwd.ts';
import { command as userUnblock } from '#cli/commands/user-unblock.ts';
import { loadMigrations, schemaAfter } from '#sql/migrations/load-migrations.ts';
import { column, run } from '../sql/scratch.ts';
import {
  annasLogin,
  form,
  describeLogins,
  machineLogin,
  userColumn,
  withToken,
  type LoginService,
  addAccount,
  addUser,
} from './login-service.ts';

interface Words {
  readonly arguments?: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, string | true>>;
}

/** Runs a command on the test's database and answers what it prints. */
async function output(login: LoginService, command: Command, words: Words = {}): Promise<CommandResult> {
  const printed: CommandResult[] = [];
  await command.run({
    arguments: words.arguments ?? {},
    options: words.options ?? {},
    config: readConfig({ flags: { database: login.url, 'argon2-memory': '8 KiB' }, env: {} }),
    json: false,
    clock: login.clock,
    print: (result) => void printed.push(result),
    warn: assert.fail,
    observe: () => {},
    readInput: async () => '',
  });
  assert.equal(printed.length, 1);
  return printed[0]!;
}

const acme = { arguments: { ACCOUNT: 'acme' } };
const anna = { arguments: { ACCOUNT: 'Acme', USERNAME: 'ANNA' } };

function setPassword(t: TestContext, password: string): void {
  process.env['HOURBOOK_PASSWORD'] = password;
  t.after(() => delete process.env['HOURBOOK_PASSWORD']);
}

describeLogins('hourbook credentials', (loginService) => {
  test('create prints a client id and secret that work', async (t) => {
    const login = await loginService(t);
    const options = { name: ' Payroll ', 'read-only': true, expires: '2026-08-31' } as const;
    const { text, data } = await output(login, credentialsCreate, { ...acme, options });
    const { client_id, client_secret, ...shown } = data as Record<string, string>;
    assert.deepEqual(shown, { account: 'acme', name: 'Payroll', read_only: true, expires: '2026-08-31' });
    assert.ok(text.includes(client_id!) && text.includes(client_secret!));
    const body = form({ ...machineLogin, client_id: client_id!, client_secret: client_secret! });
    const { json } = await login.post('acme', { body });
    const caller = await login.authenticate(withToken(json['access_token']), 'acme');
    assert.deepEqual([caller?.clientId, caller?.readOnly], [client_id, true]);
  });

  test('create refuses an invalid or past date and an empty label', async (t) => {
    const login = await loginService(t);
    for (const options of [
      { name: 'x', expires: '2026-02-30' },
      { name: 'x', expires: 'tomorrow' },
      { name: 'x', expires: '2026-07-31' },
      { name: ' ' },
    ]) {
      await assert.rejects(output(login, credentialsCreate, { ...acme, options }), UsageError);
    }
    const today = { ...acme, options: { name: 'x', expires: '2026-08-01' } };
    assert.equal((await output(login, credentialsCreate, today)).text.includes('client_id'), true);
  });

  test('list shows each credential with its state and without its secret', async (t) => {
    const login = await loginService(t);
    const { text, data } = await output(login, credentialsList, acme);
    assert.deepEqual(data, [
      {
        account: 'acme',
        client_id: login.client.client_id,
        name: 'test',
        read_only: false,
        created: '2026-08-01T00:00:00Z',
        expires: null,
        revoked: null,
        state: 'active',
      },
    ]);
    assert.match(text, /^CLIENT ID .*\nhb_\S+ +test +all +2026-08-01 +never +active$/);
    assert.equal((text + JSON.stringify(data)).includes(login.client.client_secret), false);
  });

  test('revoke ends a credential and its tokens at once, and fails the second time', async (t) => {
    const login = await loginService(t);
    const token = withToken((await login.ask(machineLogin)).json['access_token']);
    const words = { arguments: { ACCOUNT: 'acme', CLIENT_ID: login.client.client_id } };
    await output(login, credentialsRevoke, words);
    await assert.rejects(login.authenticate(token, 'acme'), { status: 401 });
    assert.equal((await login.ask(machineLogin)).status, 401);
    await assert.rejects(output(login, credentialsRevoke, words), CommandFailure);
    const [listed] = (await output(login, credentialsList, acme)).data as { state: string }[];
    assert.equal(listed?.state, 'revoked');
  });
});

describeLogins('hourbook user', (loginService) => {
  test('passwd sets a password and ends all tokens of the user', async (t) => {
    const login = await loginService(t);
    const token = withToken((await login.ask(annasLogin)).json['access_token']);
    const machine = withToken((await login.ask(machineLogin)).json['access_token']);
    setPassword(t, 'new password');
    await output(login, userPasswd, anna);
    await assert.rejects(login.authenticate(token, 'acme'), { status: 401 });
    assert.equal((await login.authenticate(machine, 'acme'))?.kind, 'machine');
    assert.equal((await login.ask(annasLogin)).status, 400);
    assert.equal((await login.ask({ ...annasLogin, password: 'new password' })).status, 200);
    assert.match(String(await userColumn(login, 'password')), /^\$argon2id\$/);
  });

  test('passwd refuses weak passwords and changes nothing', async (t) => {
    const login = await loginService(t);
    for (const [password, message] of [
      ['short', /at least 8 characters/],
      ['password123', /most common/],
      ['call me Anna', /username/],
    ] as const) {
      setPassword(t, password);
      await assert.rejects(output(login, userPasswd, anna), { name: 'CommandFailure', message });
    }
    assert.equal((await login.ask(annasLogin)).status, 200);
  });

  test('unblock lets a blocked user log in again without a wait', async (t) => {
    const login = await loginService(t);
    for (let index = 0; index < 6; index += 1) await login.ask({ ...annasLogin, password: 'wrong' });
    await login.database.write(login.acme, (tx) => run(tx, 'update users set authentication_blocked = 1'));
    await output(login, userUnblock, anna);
    assert.equal(await userColumn(login, 'unsuccessful_login_count'), 0);
    assert.equal((await login.ask(annasLogin)).status, 200);
  });

  test('passwd and unblock name an unknown account or user', async (t) => {
    const login = await loginService(t);
    const nobody = { arguments: { ACCOUNT: 'acme', USERNAME: 'nobody' } };
    const nowhere = { arguments: { ACCOUNT: 'nowhere', USERNAME: 'anna' } };
    for (const command of [userPasswd, userUnblock]) {
      await assert.rejects(output(login, command, nobody), { message: /no user "nobody"/ });
      await assert.rejects(output(login, command, nowhere), { message: /no account "nowhere"/ });
    }
  });
});

describeLogins('hourbook account', (loginService) => {
  test('list shows every account with its state', async (t) => {
    const login = await loginService(t);
    await output(login, accountSuspend, { arguments: { NAME: 'other' } });
    const { text, data } = await output(login, accountList);
    const created = '2026-08-01T00:00:00Z';
    assert.deepEqual(data, [
      { account: 'acme', account_id: login.acme, created, suspended: null },
      { account: 'other', account_id: login.other, created, suspended: created },
    ]);
    assert.match(text, /acme .*active\nother .*suspended since 2026-08-01$/);
  });

  test('suspend refuses all logins and tokens, and resume accepts them again', async (t) => {
    const login = await loginService(t);
    const token = withToken((await login.ask(annasLogin)).json['access_token']);
    const words = { arguments: { NAME: 'ACME' } };
    const changes = [];
    for (const command of [accountSuspend, accountSuspend]) {
      changes.push((await output(login, command, words)).data);
      await assert.rejects(login.authenticate(token, 'acme'), { status: 401 });
      for (const asked of [annasLogin, machineLogin])
        assert.equal((await login.ask(asked)).json['error'], 'unauthorized_client');
    }
    for (const command of [accountResume, accountResume]) {
      changes.push((await output(login, command, words)).data);
      assert.equal((await login.authenticate(token, 'acme'))?.kind, 'user');
    }
    assert.deepEqual(changes, [
      { account: 'acme', suspended: true, changed: true },
      { account: 'acme', suspended: true, changed: false },
      { account: 'acme', suspended: false, changed: true },
      { account: 'acme', suspended: false, changed: false },
    ]);
  });

  test('delete removes every row of the account and no other row', async (t) => {
    const login = await loginService(t);
    await login.ask(annasLogin);
    await login.ask({ ...annasLogin, password: 'wrong' });
    const bob = { accountId: login.other, id: 7, username: 'bob', password: 'x' };
    await login.database.write(login.other, (tx) => addUser(tx, bob));
    for (const accountId of [login.acme, login.other]) {
      await login.database.write(accountId, async (tx) => {
        const department =
          'insert into departments (account_id, id, department_name, supervisor_id) values (?, 1, ?, 7)';
        await run(tx, department, accountId, 'Office');
        await run(tx, 'update users set department_id = 1 where account_id = ?', accountId);
      });
    }
    const tables = [...(await schemaAfter(await loadMigrations())).values()];
    const counts = async (accountId: number): Promise<Record<string, unknown>> => {
      const all: Record<string, unknown> = {};
      for (const { name } of tables.filter((table) => table.scope === 'account')) {
        const sql = `select count(*) from ${name} where account_id = ?`;
        [all[name]] = await login.database.read(accountId, (tx) => column(tx, sql, accountId));
      }
      return all;
    };
    const others = await counts(login.other);
    const mine = await counts(login.acme);
    for (const table of ['users', 'departments', 'tokens', 'credentials', 'login_failures']) {
      assert.ok(Number(mine[table]) > 0, table);
    }
    const { data } = await output(login, accountDelete, {
      arguments: { NAME: 'acme' },
      options: { yes: true },
    });
    const rows = Object.values(mine).reduce((sum: number, count) => sum + Number(count), 0);
    assert.deepEqual(data, { account: 'acme', deleted: true, rows });
    assert.deepEqual(new Set(Object.values(await counts(login.acme))), new Set([0]));
    assert.deepEqual(await counts(login.other), others);
    const names = await login.database.read(login.acme, (tx) => column(tx, 'select name from accounts'));
    assert.deepEqual(names, ['other']);
    assert.ok((await addAccount(login.database, 'acme')) > login.other);
  });

  test('delete requires a confirmation', async (t) => {
    const login = await loginService(t);
    if (process.stdin.isTTY) return t.skip('the question would be asked at this terminal');
    await assert.rejects(output(login, accountDelete, { arguments: { NAME: 'acme' } }), UsageError);
    assert.equal((await login.ask(machineLogin)).status, 200);
  });
});
