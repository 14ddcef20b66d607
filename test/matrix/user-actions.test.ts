// Each kind of caller performs each action on users exactly as user-action-table.ts says.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createCode } from '#oauth/one-time-codes.ts';
import { createCredential } from '#oauth/credentials.ts';
import { hire } from '../time-tracking/booking.ts';
import { createClient, fetchToken, send, type Answer } from '../support/client.ts';
import { storageEngines } from '../support/engines.ts';
import { password, startInstallation, type Installation } from '../support/installation.ts';
import { mailFlags, startMailServer, type MailServer } from '../support/mail-server.ts';
import { columns, userActions, type Asked, type Column, type UserActionCase } from './user-action-table.ts';
import { asUnit } from '#sql/transaction.ts';

for (const engine of storageEngines) {
  describe(`actions on users (${engine.name})`, () => {
    let server: MailServer;
    let installation: Installation;
    let foreignToken = '';
    let serial = 0;
    let asserted = 0;

    before(async () => {
      server = await startMailServer();
      installation = await startInstallation({ engine, flags: mailFlags(server) });
      foreignToken = (await installation.addAccount('rival')).administrator.token;
    });

    after(async () => {
      await installation.close();
      await server.stop();
    });

    const person = async (more: object = {}): Promise<{ id: number; username: string }> => {
      const username = `person.${(serial += 1)}`;
      const email = { email_address: `${username}@acme.example` };
      return { id: await hire(installation.account.machine, username, { ...email, ...more }), username };
    };

    /** A token of a new user for each cell: some actions end the login. */
    const tokenOf = async (column: Column, about: Asked['about']): Promise<[string | null, number]> => {
      const { account, address } = installation;
      const where = { address, account: account.name };
      const client = { client_id: account.clientId, client_secret: account.clientSecret };
      const machine = async (form: Record<string, string>): Promise<[string, number]> => [
        (await fetchToken(where, { grant_type: 'client_credentials', ...form })).access_token,
        about.id,
      ];
      const user = async ({ id, username }: Asked['about']): Promise<[string, number]> => [
        (await fetchToken(where, { grant_type: 'password', username, password, ...client })).access_token,
        id,
      ];
      switch (column) {
        case 'machine':
          return machine(client);
        case 'reader': {
          const { credential, clientSecret } = await installation.app.engine.database.write(
            account.id,
            (tx) => createCredential(tx, { accountId: account.id, name: 'r', readOnly: true, lastDay: null }),
          );
          return machine({ client_id: credential.clientId, client_secret: clientSecret });
        }
        case 'administrator':
          return user(await person({ internal_user_group: 1 }));
        case 'hrManager':
          return user(await person({ hr_manager: 1 }));
        case 'supervisor': {
          const leader = await person();
          const change = { id: 1, supervisor_id: leader.id };
          await account.machine.put('departments/update', change);
          return user(leader);
        }
        case 'self':
          return user(about);
        case 'other':
          return user(await person());
        case 'foreigner':
          return [foreignToken, about.id];
        case 'nobody':
          return [null, about.id];
      }
    };

    const ask = async (row: UserActionCase, column: Column): Promise<{ answer: Answer; about: number }> => {
      const own = column === 'self' && row.administrator === undefined;
      const about = await person(row.administrator ? { internal_user_group: 1 } : {});
      const [token, id] = await tokenOf(column, own ? about : column === 'self' ? await person() : about);
      const { database } = installation.app.engine;
      const accountId = installation.account.id;
      const code = await database.write(
        accountId,
        asUnit((tx) => createCode(tx, { accountId, userId: about.id, purpose: 'password', lifetime: 60 })),
      );
      const body = row.body({ about, own: id, code: code ?? '', serial: (serial += 1) });
      const url = `${installation.address}/acme/v4/users/${row.action}`;
      const answer = await send(url, { method: 'PUT', body, ...(token === null ? {} : { token }) });
      return { answer, about: about.id };
    };

    for (const [name, row] of Object.entries(userActions)) {
      test(`grants ${name} as user-action-table.ts says`, async () => {
        const letters = row.rights.split(' ');
        for (const [index, column] of columns.entries()) {
          const { answer } = await ask(row, column);
          assertLetter(letters[index], answer, `${name} as ${column}: ${answer.text}`);
          asserted += 1;
        }
      });
    }

    test('asserts every cell of the table', () => {
      assert.equal(asserted, Object.keys(userActions).length * columns.length);
    });

    test('answers 405 to every action with a method other than PUT and POST', async () => {
      const client = createClient(
        { address: installation.address, account: 'acme' },
        installation.account.machine.token,
      );
      for (const { action } of Object.values(userActions)) {
        const answer = await client.delete(`users/${action}`);
        assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'PUT, POST'], action);
      }
    });
  });
}

function assertLetter(letter: string | undefined, { status, json }: Answer, where: string): void {
  const code = status === 200 ? 'done' : (json['ErrorExtended']?.errorCode as string);
  const expected = {
    y: [200, 'done'],
    '!': [401, 'not_allowed'],
    '#': [401, 'other_account'],
    '-': [403, 'authentication_missing'],
    '?': [422, 'unknown_reference'],
    '~': [422, 'invalid_code'],
  }[letter ?? ''];
  assert.deepEqual([status, code], expected, where);
}
