// The official JavaScript client, as its users load it. It keeps its settings and interceptors in one global axios:
// each client made here gets a copy of the library of its own, so that two can live in one process.
import { createRequire } from 'node:module';
import { after, before } from 'node:test';
import type Library from '@timetac/js-client-library';
import type { StorageEngine } from '../support/engines.ts';
import { password, startInstallation, type Installation } from '../support/installation.ts';

/** The library's entry point for one account. */
export type Api = InstanceType<typeof Library.default>;
/** Which tokens the client holds. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** What the library throws. */
export interface LibraryError {
  readonly message: string;
  readonly code?: number;
  readonly response?: {
    readonly Success: boolean;
    readonly Error?: number;
    readonly ErrorMessage?: string;
    readonly ErrorExtended?: {
      readonly errorCode: string;
      readonly field?: string;
      readonly data?: Readonly<Record<string, unknown>>;
    };
    readonly Results?: readonly { readonly Success: boolean; readonly ErrorMessage?: string }[];
  };
}

/** A client that is logged in, and what it was told of refreshed tokens. */
export interface OfficialClient {
  readonly api: Api;
  readonly refreshed: readonly Tokens[];
}

/** A client of the account `acme`, not logged in. */
export function createOfficialClient({ address, account }: Installation): OfficialClient {
  const refreshed: Tokens[] = [];
  const { default: Client } = loadLibrary();
  const api = new Client({
    host: new URL(address).host,
    https: false,
    account: account.name,
    clientId: account.clientId,
    clientSecret: account.clientSecret,
    onTokenRefreshedCallback: (tokens) => void refreshed.push(tokens),
  });
  return { api, refreshed };
}

/** Logs in as the library's documentation shows it. */
export async function loginWith(installation: Installation, username: string): Promise<OfficialClient> {
  const client = createOfficialClient(installation);
  await client.api.authentication.login({
    grant_type: 'password',
    client_id: installation.account.clientId,
    client_secret: installation.account.clientSecret,
    username,
    password,
  });
  return client;
}

/** An account in Vienna, and the client of its administrator; both are there while the tests of a block run. */
export interface Office {
  readonly installation: Installation;
  readonly api: Api;
}

/** Opens an office before the tests of the present block, and closes it after them. */
export function openOffice(engine: StorageEngine): Office {
  let installation: Installation;
  let api: Api;
  before(async () => {
    installation = await startInstallation({ engine, timezone: 'Europe/Vienna' });
    ({ api } = await loginWith(installation, 'admin'));
  });
  after(() => installation.close());
  return {
    get installation() {
      return installation;
    },
    get api() {
      return api;
    },
  };
}

/** A user as the library creates one; given name and username are the same. */
export function newPerson(username: string, more: Partial<NewUser> = {}): NewUser {
  const person = {
    username,
    firstname: username,
    lastname: 'Test',
    password,
    department_id: 1,
    language_id: 1,
    ...more,
  };
  // The library's type asks for a calendar of public holidays, which not every account has; its code does not.
  return person as NewUser;
}

type NewUser = Parameters<Api['users']['create']>[0];

/** What the promise is refused with; throws when it is not refused. */
export async function refusalOf(promise: Promise<unknown>): Promise<LibraryError> {
  try {
    await promise;
  } catch (error) {
    return error as LibraryError;
  }
  throw new Error('The call succeeded.');
}

function loadLibrary(): typeof Library {
  const require = createRequire(import.meta.url);
  for (const path of Object.keys(require.cache)) {
    if (/\/node_modules\/(?:axios|@timetac)\//.test(path)) delete require.cache[path];
  }
  return require('@timetac/js-client-library') as typeof Library;
}
