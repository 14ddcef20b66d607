// Tests the commands of an administrator beside a running server, where each takes effect at once.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { storageEngines } from '../support/engines.ts';
import { createClient, fetchToken, send, type Client } from '../support/client.ts';
import { password } from '../support/installation.ts';
import { hourbook, serve, type CommandOptions, type Ended, type ServingProcess } from './executable.ts';
import { createAcme, createSite, loginMachine, loginPerson, type Credential, type Site } from './site.ts';

for (const engine of storageEngines) {
  describe(`commands beside a running server (${engine.name})`, () => {
    let site: Site;
    let credential: Credential;
    let server: ServingProcess;

    before(async () => {
      site = await createSite(engine);
      credential = await createAcme(site);
      server = await serve(site.database);
    });

    after(() => site.remove());

    /** Runs the words with `--json`; words with spaces in them come separately. */
    const command = (
      words: string,
      options: CommandOptions & { more?: readonly string[] } = {},
    ): Promise<Ended> =>
      hourbook(
        [...words.split(' '), ...(options.more ?? []), '--json', '--database', site.database],
        options,
      );
    const done = async (...given: Parameters<typeof command>): Promise<Record<string, unknown>> => {
      const { code, complaint, json } = await command(...given);
      assert.equal(code, 0, complaint);
      assert.equal(complaint, '');
      return json as Record<string, unknown>;
    };
    const refused = async (sentence: RegExp, ...given: Parameters<typeof command>): Promise<void> => {
      const { code, output, complaint } = await command(...given);
      assert.deepEqual([code, output], [1, '']);
      assert.match(complaint, /^hourbook: [^\n]+\n$/);
      assert.match(complaint, sentence);
    };
    const adminPassword = { env: { HOURBOOK_ADMIN_PASSWORD: password } };
    const statusOf = async ({ token }: Client, account = 'acme'): Promise<number> =>
      (await send(`${server.address}/${account}/v4/departments/read`, { method: 'GET', token })).status;

    describe('account', () => {
      it('create makes an account that the server serves at once', async () => {
        const made = await done(
          'account create Brand-New --admin boss --timezone Europe/Vienna --country at',
          adminPassword,
        );
        assert.equal(made['account'], 'brand-new');
        const issued = (await done('credentials create brand-new --name tests')) as unknown as Credential;
        const where = { address: server.address, account: 'brand-new' };
        const { client_id, client_secret } = issued;
        const token = await fetchToken(where, {
          grant_type: 'password',
          client_id,
          client_secret,
          username: 'boss',
          password,
        });
        const me = (await createClient(where, token.access_token).get('users/me')).json['Results'][0];
        assert.deepEqual(
          [me['id'], me['username'], me['internal_user_group']],
          [made['administrator_id'], 'boss', 1],
        );
      });

      it('create reads the password from standard input when the variable is not set', async () => {
        await done('account create typed --admin admin', { input: `${password}\n` });
      });

      it('create refuses a used or reserved name, an unknown zone and a short password', async () => {
        await refused(/acme/, 'account create ACME --admin admin', adminPassword);
        await refused(/metrics/, 'account create metrics --admin admin', adminPassword);
        await refused(
          /Europe\/Nowhere/,
          'account create nowhere --admin admin --timezone Europe/Nowhere',
          adminPassword,
        );
        await refused(/8 characters/, 'account create short --admin admin', { input: 'short' });
        await refused(/empty/, 'account create silent --admin admin');
      });

      it('list shows an account with its creation time and state', async () => {
        const listed = (await done('account list')) as unknown as readonly Record<string, unknown>[];
        const acme = listed.find((one) => one['account'] === 'acme');
        assert.match(String(acme?.['created']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
        assert.equal(acme?.['suspended'], null);
      });

      it('suspend refuses all tokens and logins until resume', async () => {
        const machine = await loginMachine(server.address, credential);
        const person = await loginPerson(server.address, { ...credential, username: 'admin' });
        assert.deepEqual(await done('account suspend acme'), {
          account: 'acme',
          suspended: true,
          changed: true,
        });
        assert.equal(await statusOf(machine), 401);
        assert.equal(await statusOf(person), 401);
        await assert.rejects(loginMachine(server.address, credential), /unauthorized_client/);
        assert.equal((await done('account suspend acme'))['changed'], false);
        assert.deepEqual(await done('account resume acme'), {
          account: 'acme',
          suspended: false,
          changed: true,
        });
        assert.equal((await done('account resume acme'))['changed'], false);
        assert.equal(await statusOf(machine), 200);
        assert.equal(
          await statusOf(await loginPerson(server.address, { ...credential, username: 'admin' })),
          200,
        );
      });

      it('delete requires --yes and removes that account only', async () => {
        await done('account create doomed --admin admin', adminPassword);
        const unasked = await command('account delete doomed');
        assert.equal(unasked.code, 2);
        assert.match(unasked.complaint, /--yes/);
        const ended = await command('account delete doomed --yes');
        assert.deepEqual([ended.code, JSON.parse(ended.complaint).event], [0, 'account_deleted']);
        const deleted = ended.json as Record<string, unknown>;
        assert.deepEqual([deleted['account'], deleted['deleted']], ['doomed', true]);
        assert.ok(Number(deleted['rows']) > 20);
        const machine = await loginMachine(server.address, credential);
        assert.equal(await statusOf(machine), 200);
        const listed = (await done('account list')) as unknown as readonly Record<string, unknown>[];
        assert.ok(!listed.some((one) => one['account'] === 'doomed'));
        await refused(/doomed/, 'account delete doomed --yes');
      });

      it('suspend of an unknown account names the command account list', () =>
        refused(/no account "nobody"; see hourbook account list/, 'account suspend nobody'));
    });

    describe('credentials', () => {
      it('create, list and revoke a credential whose secret is shown once', async () => {
        const made = await done('credentials create acme', { more: ['--name', 'the printer'] });
        const issued = made as unknown as Credential;
        const machine = await loginMachine(server.address, issued);
        assert.equal(await statusOf(machine), 200);
        const listed = await command('credentials list acme');
        assert.ok(!listed.output.includes(issued.client_secret));
        const listedAs = (state: string): boolean =>
          (listed.json as { client_id: string; state: string; name: string }[]).some(
            (one) => one.client_id === issued.client_id && one.state === state && one.name === 'the printer',
          );
        assert.ok(listedAs('active'));
        const revoked = await done(`credentials revoke acme ${issued.client_id}`);
        assert.deepEqual(revoked, { account: 'acme', client_id: issued.client_id, revoked: true });
        assert.equal(await statusOf(machine), 401);
        await assert.rejects(loginMachine(server.address, issued), /invalid_client/);
        await refused(/no living credential/, `credentials revoke acme ${issued.client_id}`);
      });

      it('create --read-only issues tokens that cannot write', async () => {
        const issued = (await done(
          'credentials create acme --name eyes --read-only',
        )) as unknown as Credential;
        const machine = await loginMachine(server.address, issued);
        assert.equal(await statusOf(machine), 200);
        const answer = await machine.post('messages/create', { sender_id: 1, message: 'no' });
        assert.equal(answer.status, 401, answer.text);
      });

      it('create --expires shows the last day and refuses a past or invalid day', async () => {
        const made = await done('credentials create acme --name brief --expires 2999-12-31');
        assert.equal(made['expires'], '2999-12-31');
        for (const day of ['2020-01-01', '2999-02-30']) {
          const { code, complaint } = await command(`credentials create acme --name brief --expires ${day}`);
          assert.equal(code, 2);
          assert.match(complaint, /--expires/);
        }
      });
    });

    describe('user', () => {
      const person = { env: { HOURBOOK_PASSWORD: password } };

      it('create makes a user who can log in', async () => {
        const made = await done('user create acme nora --firstname Nora --lastname Nilsen', person);
        const nora = await loginPerson(server.address, { ...credential, username: 'nora' });
        const me = (await nora.get('users/me')).json['Results'][0];
        assert.deepEqual([me['id'], me['fullname']], [made['user_id'], 'Nora Nilsen']);
      });

      it('create refuses a used username', () =>
        refused(/username/, 'user create acme ADMIN --firstname A --lastname B', person));

      it('passwd ends the old password and all tokens and accepts the new password', async () => {
        await done('user create acme olga --firstname Olga --lastname O', person);
        const stale = await loginPerson(server.address, { ...credential, username: 'olga' });
        await done('user passwd acme olga', { input: 'another horse 2\n' });
        assert.equal(await statusOf(stale), 401);
        await assert.rejects(
          loginPerson(server.address, { ...credential, username: 'olga' }),
          /invalid_grant/,
        );
        const later = await loginPerson(server.address, {
          ...credential,
          username: 'olga',
          password: 'another horse 2',
        });
        assert.equal(await statusOf(later), 200);
      });

      it('unblock allows a login after five failed attempts', async () => {
        await done('user create acme paul --firstname Paul --lastname P', person);
        const attempt = (secret: string): Promise<Client> =>
          loginPerson(server.address, { ...credential, username: 'paul', password: secret });
        for (let failure = 0; failure < 5; failure += 1)
          await assert.rejects(attempt('wrong'), /invalid_grant/);
        await assert.rejects(attempt(password), /invalid_grant/);
        await done('user unblock acme paul');
        assert.equal(await statusOf(await attempt(password)), 200);
      });

      it('names the account or user that does not exist', async () => {
        await refused(/no account "nobody"/i, 'user create nobody x --firstname X --lastname Y', person);
        await refused(/no user "nobody"/i, 'user passwd acme nobody', person);
        await refused(/no user "nobody"/i, 'user unblock acme nobody');
      });
    });

    describe('explain', () => {
      const explained = (request: string, ...flags: readonly string[]): Promise<Ended> =>
        hourbook(['explain', request, '--account', 'acme', '--json', '--database', site.database, ...flags]);

      it('shows request, grant, plan and SQL of a read', async () => {
        const { code, json } = await explained('GET /tasks/read/?name=Work&_order_by=name&_limit=3');
        assert.equal(code, 0);
        const { request, grant, plan, statements } = json as Record<string, unknown>;
        assert.ok(request !== undefined && grant !== undefined && plan !== undefined);
        const [statement] = statements as readonly { sql: string; parameters: readonly unknown[] }[];
        assert.match(
          statement?.sql ?? '',
          /^select .* from "nodes" where .*"account_id" = .* order by .* limit/is,
        );
        // One row more than the page tells whether more follow.
        assert.ok(statement?.parameters.includes(4));
      });

      it('shows the SQL with the row policy of the user in --as', async () => {
        const [all, own] = await Promise.all([
          explained('GET /timeTrackings/read/'),
          explained('GET /timeTrackings/read/', '--as', 'quinn'),
        ]);
        assert.equal(all.code, 0);
        assert.equal(own.code, 1);
        assert.match(own.complaint, /no user "quinn"/);
        await done('user create acme quinn --firstname Q --lastname Q', {
          env: { HOURBOOK_PASSWORD: password },
        });
        const quinn = await explained('GET /timeTrackings/read/', '--as', 'quinn');
        assert.equal(quinn.code, 0);
        assert.match(quinn.output, /user_id/);
        const sqlOf = ({ json }: Ended): string =>
          (json as { statements: { sql: string }[] }).statements[0]?.sql ?? '';
        assert.match(sqlOf(quinn), /where.*"user_id"/is);
        assert.doesNotMatch(sqlOf(all), /where.*"user_id"/is);
      });

      it('ends with 1 and the refusal that the request would get', async () => {
        const { code, complaint } = await explained('GET /tasks/read/?colour=red');
        assert.equal(code, 1);
        assert.match(complaint, /^hourbook: 422 .*colour.*\n$/);
      });

      it('shows no plan of a write and does not run it', async () => {
        const { code, json } = await explained('DELETE /tasks/delete/4');
        assert.equal(code, 0);
        assert.equal((json as { plan: unknown }).plan, null);
        const machine = await loginMachine(server.address, credential);
        assert.equal((await machine.get('tasks/read/4')).json['NumResults'], 1);
      });
    });
  });
}
