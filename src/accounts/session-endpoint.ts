// POST, GET and DELETE /<account>/session: people log in to the web console, ask who is logged in, and log out.
// Answers are envelopes of the API; the token is in a cookie that no script can read.
import { ApiError } from '#errors/api-error.ts';
import { encodeAnswer } from '#engine/answer.ts';
import type { Engine } from '#engine/engine.ts';
import { successEnvelope } from '#engine/envelope.ts';
import { frameOf } from '#engine/frame.ts';
import { startTiming } from '#engine/timing.ts';
import { sessionClient, suspendedAccount, type Authenticator } from '#oauth/authenticate.ts';
import { findAccount, type FoundAccount } from '#oauth/find-account.ts';
import { logIn, tooManyAttempts, type LoginService } from '#oauth/log-in.ts';
import { OAuthError } from '#oauth/oauth-error.ts';
import { redeemLoginCode } from '#oauth/one-time-codes.ts';
import { assertSameOrigin, isByPerson } from '#oauth/presented-token.ts';
import { clearSessionCookie, sessionToken, setSessionCookie } from '#oauth/session-cookie.ts';
import { beginSession, endSession, renewSession } from '#oauth/sessions.ts';
import { readTokenParameters } from '#oauth/token-parameters.ts';
import { revokeFamily } from '#oauth/tokens.ts';
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import { WrongMethod } from '#request/parse-request.ts';
import type { Caller } from '#resource/access.ts';
import { appendAudit } from '#sql/audit-entries.ts';
import { describeCaller, type DescribedCaller } from './describe-caller.ts';
import { asUnit } from '#sql/transaction.ts';

/** What the endpoint works with. */
export interface SessionParts extends Pick<LoginService, 'passwords' | 'turns'> {
  readonly engine: Engine;
  readonly authenticator: Authenticator;
}

/** The endpoint, and what renews a session beside any other answer. */
export interface SessionEndpoint {
  /** Answers a request to the address. Throws ApiError. */
  readonly answerSession: (request: HttpRequest, account: string) => Promise<HttpResponse>;
  /** Notes that the session of an answered request is used; answers the headers that replace its token. Never throws. */
  readonly renewSession: (request: HttpRequest, account: string) => Promise<Readonly<Record<string, string>>>;
}

/** Makes both. */
export function createSessionEndpoint(parts: SessionParts): SessionEndpoint {
  return {
    answerSession: async (request, account) => {
      const found = await parts.engine.database.read(null, (tx) => findAccount(tx, account));
      if (found === undefined)
        throw new ApiError('unknown_address', `There is no account "${account.toLowerCase()}".`);
      switch (request.method) {
        case 'POST':
          return begin(parts, request, found);
        case 'GET':
        case 'HEAD':
          return show(parts, request, found);
        case 'DELETE':
          return end(parts, request, found);
        default:
          throw new WrongMethod(request.method, 'GET, POST, DELETE');
      }
    },
    renewSession: (request, account) => renew(parts, request, account),
  };
}

async function begin(
  parts: SessionParts,
  request: HttpRequest,
  account: FoundAccount,
): Promise<HttpResponse> {
  assertSameOrigin(request);
  const { engine, passwords, turns } = parts;
  const sent = readLogin(request);
  if ('code' in sent) return beginByLink(parts, { request, account, code: sent.code });
  const { username, password } = sent;
  const { id: accountId, name } = account;
  const former = sessionToken(request, name);
  const { database } = engine;
  const login = {
    accountId,
    suspended: account.suspended ? suspendedAccount(name) : null,
    username,
    password,
    remoteAddress: request.remoteAddress,
  };
  const { token, userId } = await logIn(
    { database, passwords, turns },
    {
      ...login,
      give: async (tx, id) => {
        if (former !== null) await endSession(tx, { accountId, token: former });
        return { token: await beginSession(tx, { accountId, userId: id, actorId: null }), userId: id };
      },
    },
  ).catch((error: unknown) => refuse(parts, { error, request, account: name }));
  engine.observe({ kind: 'login_succeeded', account: name, clientId: sessionClient, grant: 'session' });
  const caller: Caller = {
    kind: 'user',
    accountId,
    accountName: name,
    userId,
    clientId: sessionClient,
    readOnly: false,
  };
  return answer(engine, [await describe(engine, caller)], setSessionCookie(name, token));
}

interface LinkLogin {
  readonly request: HttpRequest;
  readonly account: FoundAccount;
  readonly code: string;
}

/** Logs the administrator who made a login link in as its user. It is no login of that user. */
async function beginByLink(
  { engine }: SessionParts,
  { request, account: { id: accountId, name, suspended }, code }: LinkLogin,
): Promise<HttpResponse> {
  if (suspended) throw suspendedAccount(name);
  const former = sessionToken(request, name);
  const { remoteAddress: address } = request;
  const begun = await engine.database.write(accountId, async (tx) => {
    const found = await tx.unit((unit) => redeemLoginCode(unit, { accountId, code }));
    if (found?.madeBy == null) return null;
    const { userId, madeBy: actorId } = found;
    if (former !== null) await endSession(tx, { accountId, token: former });
    const about = { resource: 'users', rowId: userId, action: 'login_by_link' };
    await tx.unit((unit) =>
      appendAudit({ tx: unit, accountId }, { actor: 'user', userId: actorId, address, ...about }),
    );
    return { token: await beginSession(tx, { accountId, userId, actorId }), userId, actorId };
  });
  if (begun === null)
    throw new ApiError('invalid_code', 'login_token does not work: it is unknown, has expired or was used.', {
      field: 'login_token',
    });
  const { token, ...who } = begun;
  engine.observe({ kind: 'login_succeeded', account: name, clientId: sessionClient, grant: 'login_link' });
  const caller: Caller = {
    kind: 'user',
    accountId,
    accountName: name,
    clientId: sessionClient,
    readOnly: false,
    ...who,
  };
  return answer(engine, [await describe(engine, caller)], setSessionCookie(name, token));
}

async function show(
  parts: SessionParts,
  request: HttpRequest,
  { name }: FoundAccount,
): Promise<HttpResponse> {
  const caller = await parts.authenticator.authenticate(request, name);
  if (caller !== null) return answer(parts.engine, [await describe(parts.engine, caller)], {});
  return answer(parts.engine, [], sessionToken(request, name) === null ? {} : clearSessionCookie(name));
}

async function end(parts: SessionParts, request: HttpRequest, { name }: FoundAccount): Promise<HttpResponse> {
  const caller = await parts.authenticator.authenticate(request, name);
  const { login, accountId } = caller ?? {};
  if (login !== undefined && accountId !== undefined) {
    await parts.engine.database.write(
      accountId,
      asUnit((tx) => revokeFamily(tx, { accountId, family: login })),
    );
  }
  return answer(parts.engine, [], clearSessionCookie(name));
}

/** What fails here is tried again with the next request: the answer beside which it happens is ready. */
async function renew(
  { engine, authenticator }: SessionParts,
  request: HttpRequest,
  account: string,
): Promise<Readonly<Record<string, string>>> {
  const token = isByPerson(request) ? sessionToken(request, account) : null;
  if (token === null || !authenticator.isDue(token)) return {};
  try {
    const found = await engine.database.read(null, (tx) => findAccount(tx, account));
    if (found === undefined) return {};
    const accountId = found.id;
    const next = await engine.database.write(accountId, (tx) => renewSession(tx, { accountId, token }));
    return next === null ? {} : setSessionCookie(found.name, next);
  } catch (error) {
    engine.observe({ kind: 'request_failed', requestId: request.requestId, error });
    return {};
  }
}

/** A name with its password, or the code of a login link. */
type SentLogin = { readonly username: string; readonly password: string } | { readonly code: string };

function readLogin(request: HttpRequest): SentLogin {
  let parameters: ReadonlyMap<string, string>;
  try {
    parameters = readTokenParameters(request);
  } catch (error) {
    if (error instanceof OAuthError) throw new ApiError('malformed_body', error.description);
    throw error;
  }
  const required = (name: string): string => {
    const value = parameters.get(name);
    if (value !== undefined) return value;
    throw new ApiError('missing_parameter', `The required parameter ${name} is missing.`, { field: name });
  };
  const code = parameters.get('login_token');
  if (code !== undefined) return { code };
  return { username: required('username'), password: required('password') };
}

function refuse(
  { engine }: SessionParts,
  { error, request, account }: { error: unknown; request: HttpRequest; account: string },
): never {
  if (!(error instanceof OAuthError)) throw error;
  const { reason, description, headers } = error;
  const { remoteAddress } = request;
  engine.observe({ kind: 'login_failed', account, clientId: sessionClient, reason, remoteAddress });
  if (reason !== tooManyAttempts) throw new ApiError('login_failed', description);
  throw new ApiError('too_many_attempts', description, {
    data: { retry_after: Number(headers['retry-after']) },
  });
}

function describe(engine: Engine, caller: Caller): Promise<DescribedCaller> {
  return engine.database.read(caller.accountId, (tx) => describeCaller(engine, tx, caller));
}

function answer(
  engine: Engine,
  people: readonly DescribedCaller[],
  headers: Readonly<Record<string, string>>,
): HttpResponse {
  const frame = frameOf(engine, {
    serverTimeZone: 'UTC',
    name: 'session',
    startedAt: Math.floor(engine.clock() / 1000),
  });
  const rows = people.map((person) => ({ ...person }));
  const document = successEnvelope(frame, { rows, numResults: rows.length });
  const timing = startTiming(engine.stopwatch);
  const response = encodeAnswer({ document, format: 'json', timing, tag: null });
  return { ...response, headers: { ...response.headers, vary: 'Authorization, Cookie', ...headers } };
}
