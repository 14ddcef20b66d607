// The part of an installation that logs in: a database with two accounts, users and credentials, and a movable clock.
import type { TestContext } from 'node:test';
import type { ObservedEvent } from '#observe/event.ts';
import { createAuthenticator, type Authenticator } from '#oauth/authenticate.ts';
import { createCredential, type NewCredential } from '#oauth/credentials.ts';
import type { TokenService } from '#oauth/grants/grant.ts';
import { createLoginTurns } from '#oauth/login-turns.ts';
import { createPasswords } from '#oauth/passwords.ts';
import { createRevokeEndpoint } from '#oauth/revoke-endpoint.ts';
import { createTokenEndpoint } from '#oauth/token-endpoint.ts';
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import { insertAccount, reserveAccountId } from '#sql/accounts.ts';
import type { Database, Statement, Tx } from '#sql/database.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { openDatabase } from '#sql/open-database.ts';
import { foldText } from '#values/folded-text.ts';
import { column, handClock, run, type HandClock } from '../sql/scratch.ts';
import { describeOnEveryEngine, type StorageEngine } from '../support/engines.ts';
import { watchedTx } from '../support/watched-tx.ts';

/** The cheapest Argon2id there is: tests ask what happens, not how long it takes. */
export const cheap = createPasswords({ argon2Memory: 8 * 1024, argon2Iterations: 1 });

/** An answer with its JSON read. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: Readonly<Record<string, unknown>>;
}

/** A credential as its owner knows it. */
export interface ClientSecret {
  readonly client_id: string;
  readonly client_secret: string;
}

/** What a test works with. */
export interface LoginService {
  readonly database: Database;
  /** Where an engine that keeps it in one file does so. */
  readonly file: string | null;
  readonly url: string;
  readonly clock: HandClock;
  readonly events: ObservedEvent[];
  readonly service: TokenService;
  /** Id of the account `acme`, in which everything happens unless a test says otherwise. */
  readonly acme: number;
  /** Id of the account `other`. */
  readonly other: number;
  /** Id of the user `anna`, whose password is `correct horse`. */
  readonly anna: number;
  readonly client: ClientSecret;
  readonly authenticate: Authenticator['authenticate'];
  readonly loginOf: Authenticator['loginOf'];
  readonly rememberedLogin: Authenticator['rememberedLogin'];
  /** Posts a form to acme's token endpoint with the client's secret. */
  readonly ask: (
    parameters: Readonly<Record<string, string>>,
    request?: Partial<HttpRequest>,
  ) => Promise<Answer>;
  /** Posts a form, and nothing but it, to any account's token endpoint. */
  readonly post: (account: string, request: Partial<HttpRequest>) => Promise<Answer>;
  readonly revoke: (parameters: Readonly<Record<string, string>>) => Promise<Answer>;
}

/** Sets everything up; closed with the test. */
export type StartLoginService = (t: TestContext, changes?: Partial<TokenService>) => Promise<LoginService>;

/** Declares the tests once for each storage engine; what they start works on it. */
export function describeLogins(title: string, declare: (loginService: StartLoginService) => void): void {
  describeOnEveryEngine(title, (engine) =>
    declare((t, changes) => startLoginService(t, { ...changes, engine })),
  );
}

async function startLoginService(
  t: TestContext,
  { engine, ...changes }: Partial<TokenService> & { readonly engine: StorageEngine },
): Promise<LoginService> {
  const clock = handClock();
  const { url, remove } = await engine.create();
  const database = await openDatabase({ url, clock, observe: () => {} });
  t.after(async () => {
    await database.close();
    await remove();
  });
  await migrate(database, { observe: () => {} });
  const events: ObservedEvent[] = [];
  const service: TokenService = {
    database,
    passwords: cheap,
    turns: createLoginTurns(),
    accessTokenLifetime: 3600,
    refreshTokenLifetime: 30 * 86_400,
    refreshGrace: 10,
    observe: (event) => void events.push(event),
    ...changes,
  };
  const password = await cheap.hash('correct horse');
  const acme = await addAccount(database, 'acme');
  const other = await addAccount(database, 'other');
  const anna = await database.write(acme, (tx) =>
    addUser(tx, { accountId: acme, id: 7, username: 'Anna', password }),
  );
  const client = await addCredential(database, { accountId: acme });
  const giveToken = createTokenEndpoint(service);
  const revokeToken = createRevokeEndpoint(service);
  const post = async (account: string, request: Partial<HttpRequest>): Promise<Answer> =>
    answerOf(await giveToken(requestOf(request), account));
  return {
    database,
    file: /^sqlite:(.*)$/.exec(url)?.[1] ?? null,
    url,
    clock,
    events,
    service,
    acme,
    other,
    anna,
    client,
    post,
    ...createAuthenticator({ database }),
    ask: (parameters, request = {}) => post('acme', { body: form({ ...client, ...parameters }), ...request }),
    revoke: async (parameters) =>
      answerOf(await revokeToken(requestOf({ body: form({ ...client, ...parameters }) }), 'acme')),
  };
}

/** Writes an account with nothing in it; answers its id. */
export async function addAccount(database: Database, name: string): Promise<number> {
  const id = await database.write(null, reserveAccountId);
  await database.write(id, (tx) => insertAccount(tx, { id, name }));
  return id;
}

/** Writes a user row with what logging in looks at. */
export async function addUser(
  tx: Tx,
  user: { accountId: number; id: number; username: string; password: string },
): Promise<number> {
  const { accountId, id, username, password } = user;
  const text = `insert into users (account_id, id, username, username_folded, password, firstname, lastname, fullname)
    values (?, ?, ?, ?, ?, 'First', 'Last', 'First Last')`;
  await run(tx, text, accountId, id, username, foldText(username), password);
  return id;
}

/** Creates a credential and answers what its owner gets. */
export async function addCredential(
  database: Database,
  changes: Partial<NewCredential> & { accountId: number },
): Promise<ClientSecret> {
  const wanted = { name: 'test', readOnly: false, lastDay: null, ...changes };
  const { credential, clientSecret } = await database.write(wanted.accountId, (tx) =>
    createCredential(tx, wanted),
  );
  return { client_id: credential.clientId, client_secret: clientSecret };
}

/** The same database, which notes the SQL of every statement, `read` and `write` included. */
export function watched(database: Database): { readonly database: Database; readonly seen: Statement[] } {
  const seen: Statement[] = [];
  const watching = (kind: 'read' | 'write'): Database['read'] => {
    return (account, work) =>
      database[kind](account, (tx) => {
        seen.push({ sql: kind, parameters: [] });
        return work(watchedTx(tx, seen));
      });
  };
  return {
    database: { ...database, read: watching('read'), write: watching('write') },
    seen,
  };
}

/** One column of a user. */
export async function userColumn(service: LoginService, name: string, id = service.anna): Promise<unknown> {
  const sql = `select ${name} from users where account_id = ? and id = ?`;
  const [value] = await service.database.read(service.acme, (tx) => column(tx, sql, service.acme, id));
  return value;
}

/** Form data as a body. */
export function form(parameters: Readonly<Record<string, string>>): Buffer {
  return Buffer.from(new URLSearchParams(parameters).toString());
}

/** A request of which a test says only what it is about. */
export function requestOf(request: Partial<HttpRequest>): HttpRequest {
  return {
    method: 'POST',
    path: '/acme/auth/oauth2/token',
    query: '',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: null,
    remoteAddress: '192.0.2.1',
    requestId: 'test',
    ...request,
  };
}

/** A request for data with this Authorization header. */
export function withHeader(authorization: string): HttpRequest {
  return requestOf({ method: 'GET', path: '/acme/v4/users/read/', headers: { authorization } });
}

/** A request for data with this token. */
export function withToken(token: unknown): HttpRequest {
  return withHeader(`Bearer ${String(token)}`);
}

function answerOf({ status, headers, body }: HttpResponse): Answer {
  return { status, headers, json: JSON.parse(body.toString()) as Record<string, unknown> };
}

/** The password grant of anna. */
export const annasLogin = { grant_type: 'password', username: 'anna', password: 'correct horse' };

/** The machine's grant. */
export const machineLogin = { grant_type: 'client_credentials' };
