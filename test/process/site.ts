// A scratch folder with a database in it, and one account in the database, made by the commands that operators use.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { createClient, fetchToken, type Client } from '../support/client.ts';
import type { StorageEngine } from '../support/engines.ts';
import { password } from '../support/installation.ts';
import { hourbook, killAll } from './executable.ts';

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

/** A folder of its own; a database that is a file is in it, and is made by whatever opens it first. */
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

/** Makes the account `acme` with the administrator `admin`, and a credential. */
export async function createAcme({ database }: Pick<Site, 'database'>): Promise<Credential> {
  const made = await hourbook(['account', 'create', 'acme', '--admin', 'admin', '--database', database], {
    env: { HOURBOOK_ADMIN_PASSWORD: password },
  });
  assert.equal(made.code, 0, made.complaint);
  const issued = await hourbook([
    ...'credentials create acme --name tests --json --database'.split(' '),
    database,
  ]);
  assert.equal(issued.code, 0, issued.complaint);
  return issued.json as Credential;
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
