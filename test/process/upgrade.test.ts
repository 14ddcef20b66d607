// A server that is started on the database of the version before brings it to its schema and serves what is in it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient, fetchToken } from '../support/client.ts';
import { sqliteEngine } from '../support/engines.ts';
import { makeOlderDatabase, older } from '../package/older-database.ts';
import { hourbook, serve } from './executable.ts';
import { createSite, type Credential, type Site } from './site.ts';

describe('a database of the version before', () => {
  let site: Site;
  before(async () => {
    site = await createSite(sqliteEngine);
  });
  after(() => site.remove());

  it('is brought to the present schema at the start, and keeps its data', async () => {
    const missing = await makeOlderDatabase(site.database.slice('sqlite:'.length));
    const server = await serve(site.database);
    const { names } = await server.logged('migrations_applied');
    assert.deepEqual(
      names,
      missing.map(({ name }) => name),
    );
    const words = ['credentials', 'create', older.account, '--name', 'x', '--json'];
    const { json } = await hourbook([...words, '--database', site.database]);
    const where = { address: server.address, account: older.account };
    const { client_id, client_secret } = json as Credential;
    const token = await fetchToken(where, { grant_type: 'client_credentials', client_id, client_secret });
    const users = await createClient(where, token.access_token).get('users/read');
    assert.deepEqual(
      users.json['Results'].map(({ username }: { username: string }) => username),
      [older.username],
    );
    assert.equal((await server.end('SIGTERM')).code, 0);
  });
});
