// A scratch folder with a database, and the account `acme` in it. On SQLite the database is prepared once and copied.
import { existsSync, rmSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { createAccount } from '#accounts/create-account.ts';
import { openApp } from '#app';
import { readConfig } from '#config';
import { createCredential } from '#oauth/credentials.ts';
import { createClient, fetchToken, type Client } from '../support/client.ts';
import type { StorageEngine } from '../support/engines.ts';
import { password } from '../support/installation.ts';
import { killAll } from './executable.ts';

/** A folder with a database. */
export interface Site {
  readonly folder: string;
  /** Address of the database, as `--database` takes it. */
  readonly database: string;
  /** Ends every process and removes the folder. */
  remove(): Promise<void>;
}

/** What programs log in with. */
export interface Credential {
  readonly client_id: string;
  readonly client_secret: string;
}

/** A folder of its own; a database that is a file is in it, and is made by the command that opens it first. */
export async function createSite(engine: StorageEngine): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'hourbook-process-'));
  const other = engine.name === 'sqlite' ? null : await engine.create();
  return {
    folder,
    database: other?.url ?? `sqlite:${join(folder, 'hourbook.db')}`,
    async remove() {
      killAll();
      await other?.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Where the account `acme` is, and what programs log in to it with. */
export interface AcmeSite extends Pick<Site, 'database'> {
  readonly credential: Credential;
}

/** A site with `acme` for the tests of a block; its members can be used inside tests only. */
export function acmeSite(engine: StorageEngine): AcmeSite {
  let site: Site;
  let credential: Credential;
  before(async () => {
    site = await createSite(engine);
    credential = await createAcme(site);
  });
  after(() => site.remove());
  return {
    get database() {
      return site.database;
    },
    get credential() {
      return credential;
    },
  };
}

/** A SQLite database with `acme`, made once for the test process, and the credential in it. */
let prepared: Promise<{ readonly folder: string; readonly credential: Credential }> | undefined;

/** Makes the account `acme` with the administrator `admin`, and a credential. */
export async function createAcme({ database }: Pick<Site, 'database'>): Promise<Credential> {
  const file = /^sqlite:(.*)$/.exec(database)?.[1];
  if (file === undefined || existsSync(file)) return addAcme(database);
  prepared ??= prepare();
  const { folder, credential } = await prepared;
  for (const name of await readdir(folder))
    await copyFile(join(folder, name), file + name.slice(preparedName.length));
  return credential;
}

const preparedName = 'acme.db';

async function prepare(): Promise<{ readonly folder: string; readonly credential: Credential }> {
  const folder = await mkdtemp(join(tmpdir(), 'hourbook-process-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { folder, credential: await addAcme(`sqlite:${join(folder, preparedName)}`) };
}

/** Does what the commands `account create` and `credentials create` do, which have tests of their own. */
async function addAcme(database: string): Promise<Credential> {
  const flags = { database, 'argon2-memory': '64 KiB', 'argon2-iterations': '1' };
  const app = await openApp(readConfig({ flags, env: {} }));
  try {
    const admin = { username: 'admin', password };
    const account = { name: 'acme', admin, timezone: 'Europe/Vienna', country: 'AT' };
    const { accountId } = await createAccount(app.engine, account);
    const { credential, clientSecret } = await app.engine.database.write(accountId, (tx) =>
      createCredential(tx, { accountId, name: 'tests', readOnly: false, lastDay: null }),
    );
    return { client_id: credential.clientId, client_secret: clientSecret };
  } finally {
    await app.close();
  }
}

/** Logs a program in to `acme`. */
export async function loginMachine(
  address: string,
  { client_id, client_secret }: Credential,
): Promise<Client> {
  const where = { address, account: 'acme' };
  const token = await fetchToken(where, { grant_type: 'client_credentials', client_id, client_secret });
  return createClient(where, token.access_token);
}

/** Logs a person in to `acme`. */
export async function loginPerson(
  address: string,
  { client_id, client_secret, ...who }: Credential & { username: string; password?: string },
): Promise<Client> {
  const where = { address, account: 'acme' };
  const token = await fetchToken(where, {
    grant_type: 'password',
    client_id,
    client_secret,
    password,
    ...who,
  });
  return createClient(where, token.access_token);
}
