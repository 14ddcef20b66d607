// HTTP in, HTTP out: which part answers a request, in which order. It must not know the server library.
import { ApiError } from '#errors/api-error.ts';
import type { RememberedLogin } from '#oauth/authenticate.ts';
import { OAuthError, oauthErrorResponse } from '#oauth/oauth-error.ts';
import { CallerUncertain } from '#engine/read/find-caller.ts';
import type { EngineAnswer } from '#engine/read/keep-answer.ts';
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import { accountOf } from '#request/parse-address.ts';
import { encodeXml } from '#response/encode-xml.ts';
import { contentTypes, negotiateFormat } from '#response/negotiate-format.ts';
import { answerChanges, changesPath, type ListeningCaller, type StreamedResponse } from './changes.ts';
import type { ChangeStreams } from './change-streams.ts';
import type { Caller } from '#resource/access.ts';
import { answerOptions } from './cors.ts';
import type { OperatorRoute } from './operator-routes.ts';
import type { OverloadGuard } from './overload-guard.ts';
import { ownDescription } from './own-description.ts';
import { addressPath, answerAddressPage } from './address-page.ts';
import { answerLoginPage, loginPath } from './login-page.ts';
import { answerPasswordPage, passwordFormLimit, passwordPath } from './password-page.ts';
import { announcedLength, ClientGone } from './read-body.ts';
import { subjectOf } from './request-subject.ts';
import type { ServerParts } from './server-parts.ts';
import type { UnsentAnswers } from './unsent-answers.ts';
import type { Place, WaitingBodies } from './waiting-bodies.ts';

/** Enough for a form of a few fields; the server refuses a larger body without a token. */
const anonymousBodyLimit = 64 * 1024;
const writeActions: ReadonlySet<string> = new Set(['create', 'update', 'delete']);
const sessionPath = /^\/+[^/]+\/+session\/*$/i;
const tokenPath = /^\/+[^/]+\/+auth\/+oauth2\/+(token|revoke)\/*$/i;

/** What the answering needs besides the request. */
export interface AnsweringParts extends Pick<
  ServerParts,
  | 'config'
  | 'schema'
  | 'authenticate'
  | 'loginOf'
  | 'rememberedLogin'
  | 'answerSession'
  | 'renewSession'
  | 'issueToken'
  | 'revokeToken'
  | 'findPasswordLink'
  | 'documentation'
  | 'consoleFiles'
  | 'runRequest'
  | 'renderError'
> {
  readonly guard: OverloadGuard;
  readonly waitingBodies: WaitingBodies;
  readonly unsentAnswers: UnsentAnswers;
  readonly operatorRoutes: ReadonlyMap<string, OperatorRoute>;
  readonly changeStreams: ChangeStreams<ListeningCaller>;
}

/** All of it, or one that goes on. */
export type Answer = EngineAnswer | StreamedResponse;

/** A request whose body has not been read yet. */
export interface UnreadRequest {
  readonly request: HttpRequest;
  readonly hasBody: boolean;
  /** Reads the body up to a limit in bytes; throws `body_too_large`, `body_too_slow` and ClientGone. */
  readonly readBody: (limit: number, place: Place) => Promise<Buffer | null>;
  /** Hears who sent the request, once that is known: for the log. `null`: it was not who it seemed to be. */
  readonly identify: (caller: Caller | null) => void;
}

/** A request whose body is waited for outside the count of what is worked on. */
interface LimitedRequest extends Pick<UnreadRequest, 'request' | 'identify'> {
  readonly readBody: (limit: number) => Promise<Buffer | null>;
}

/** Only logs will see it; the status is the one that proxies use for a client that closed the connection. */
const forNobody: HttpResponse = { status: 499, headers: {}, body: '' };

/** Answers any request. Never throws. */
export async function answerRequest(parts: AnsweringParts, unread: UnreadRequest): Promise<Answer> {
  const { request } = unread;
  try {
    const described = parts.documentation(request.path);
    const route = parts.consoleFiles(request) ?? parts.operatorRoutes.get(request.path) ?? described;
    if (request.method === 'OPTIONS') return answerOptions(request, parts.config.corsOrigins);
    if (!parts.operatorRoutes.has(request.path)) parts.unsentAnswers.refuseMore(request.remoteAddress);
    const isDescribed = described !== null && route === described;
    const own = isDescribed ? await ownDescription(request, () => answerWithinLimits(parts, unread)) : null;
    if (own !== null) return own;
    if (route !== null) return await answerOperator(route, request);
    return await answerWithinLimits(parts, unread);
  } catch (error) {
    if (error instanceof OAuthError) return refusedToken(error, request);
    if (error instanceof ClientGone) return forNobody;
    return parts.renderError(error, request);
  }
}

/** The token endpoint answers in JSON (RFC 6749 §5.2), the interface in the format that the client asks for. */
function refusedToken(error: OAuthError, request: HttpRequest): HttpResponse {
  const response = oauthErrorResponse(error);
  if (tokenPath.test(request.path)) return response;
  const headers = { ...response.headers, vary: 'Accept, Authorization' };
  if (negotiateFormat(request.headers['accept']) === 'json') return { ...response, headers };
  const body = encodeXml({ error: error.error, error_description: error.description });
  return { ...response, headers: { ...headers, 'content-type': contentTypes.xml }, body };
}

async function answerOperator(route: OperatorRoute, request: HttpRequest): Promise<HttpResponse> {
  if (request.method === 'GET' || request.method === 'HEAD') return route(request);
  const body = `The method ${request.method} does not fit this address; use GET.\n`;
  return { status: 405, headers: { allow: 'GET, HEAD', 'content-type': 'text/plain; charset=utf-8' }, body };
}

async function answerWithinLimits(parts: AnsweringParts, unread: UnreadRequest): Promise<Answer> {
  const { guard, waitingBodies } = parts;
  const { request } = unread;
  // Before anything is looked up: a thousand connections without a body would be a thousand lookups.
  if (unread.hasBody) waitingBodies.refuseMore(request.remoteAddress);
  const counted = (refusal: string | null): void => {
    if (refusal !== null) throw new ApiError('overloaded', refusal);
    isCounted = true;
  };
  let isCounted = false;
  counted(guard.enter());
  const readBody = async (limit: number): Promise<Buffer | null> => {
    if (!unread.hasBody) return null;
    guard.leave();
    isCounted = false;
    const body = await waitingBodies.waitFor(request.remoteAddress, (place) => unread.readBody(limit, place));
    counted(guard.comeBack());
    return body;
  };
  try {
    return await answerLimited(parts, { ...unread, readBody });
  } finally {
    if (isCounted) guard.leave();
  }
}

async function answerLimited(parts: AnsweringParts, limited: LimitedRequest): Promise<Answer> {
  const { request } = limited;
  if (passwordPath.test(request.path)) return answerPage(answerPasswordPage, parts, limited);
  if (loginPath.test(request.path)) return answerPage(answerLoginPage, parts, limited);
  if (addressPath.test(request.path)) return answerPage(answerAddressPage, parts, limited);
  // The stream itself is no request that is worked on: it leaves with its headers.
  if (changesPath.test(request.path)) return answerChanges(parts, request);
  const token = tokenPath.exec(request.path);
  if (token !== null) return answerToken(parts, limited, token[1]);
  const answering = sessionPath.test(request.path) ? answerSession : answerApi;
  return withRenewedSession(parts, request, await answering(parts, limited));
}

async function answerPage(
  page: (parts: AnsweringParts, request: HttpRequest) => Promise<HttpResponse>,
  parts: AnsweringParts,
  { request, readBody }: LimitedRequest,
): Promise<HttpResponse> {
  if (request.method !== 'POST') return page(parts, request);
  return page(parts, { ...request, body: await readBody(passwordFormLimit) });
}

async function answerToken(
  parts: AnsweringParts,
  { request, readBody }: LimitedRequest,
  endpoint: string | undefined,
): Promise<HttpResponse> {
  if (request.method !== 'POST') {
    const description = `The method ${request.method} does not fit the token endpoint; use POST.`;
    throw new OAuthError({ status: 405, error: 'invalid_request', description, headers: { allow: 'POST' } });
  }
  const body = await readBody(shortBody(parts));
  const answer = endpoint?.toLowerCase() === 'revoke' ? parts.revokeToken : parts.issueToken;
  return answer({ ...request, body }, accountOf(request.path));
}

async function answerSession(
  parts: AnsweringParts,
  { request, readBody }: LimitedRequest,
): Promise<HttpResponse> {
  const account = accountOf(request.path);
  if (request.method !== 'POST') return parts.answerSession(request, account);
  const body = await readBody(shortBody(parts));
  return parts.answerSession({ ...request, body }, account);
}

/** What the answer says of the cookie itself, as a login does, stands. */
async function withRenewedSession(
  parts: AnsweringParts,
  request: HttpRequest,
  response: EngineAnswer,
): Promise<EngineAnswer> {
  if (request.headers['cookie'] === undefined || response.status === 403) return response;
  const renewed = await parts.renewSession(request, accountOf(request.path));
  return { ...response, headers: { ...renewed, ...response.headers } };
}

/** The caller comes before the body: anonymous callers cannot make the server hold megabytes. */
async function answerApi(parts: AnsweringParts, limited: LimitedRequest): Promise<EngineAnswer> {
  const { request, readBody, identify } = limited;
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  if (isReading) return answerRead(parts, request, identify);
  const login = loginForWrite(parts, request);
  if (login === null) return answerOther(parts, limited);
  identify(login.caller);
  const body = await readBody(shortBody(parts));
  try {
    const { caller } = login;
    return await parts.runRequest({ caller, login, request: body === null ? request : { ...request, body } });
  } catch (error) {
    if (!(error instanceof CallerUncertain)) throw error;
    identify(null);
    return answerOther(parts, { ...limited, readBody: async () => body });
  }
}

/**
 * A login that the transaction of a write looks at itself, which spares one that only does that: of a short request with a token
 * that was good the last time.
 */
function loginForWrite(parts: AnsweringParts, request: HttpRequest): RememberedLogin | null {
  const { action } = subjectOf(request.path, parts.schema);
  if (action === undefined || !writeActions.has(action) || isOpen(parts, request)) return null;
  if (announcedLength(request) > shortBody(parts)) return null;
  const login = parts.rememberedLogin(request, accountOf(request.path));
  return login?.caller.readOnly === true ? null : login;
}

/** In bytes: so much of a body is read before it is known who sends it. */
function shortBody({ config }: Pick<AnsweringParts, 'config'>): number {
  return Math.min(anonymousBodyLimit, config.bodyLimit);
}

async function answerOther(
  parts: AnsweringParts,
  { request, readBody, identify }: LimitedRequest,
): Promise<EngineAnswer> {
  const caller = isOpen(parts, request) ? null : await parts.authenticate(request, accountOf(request.path));
  if (caller !== null) identify(caller);
  if (caller === null && !isOpenAction(parts, request)) return parts.runRequest({ caller, request });
  refuseReader(parts, caller, request);
  const body = await readBody(bodyLimitOf(parts, caller, request));
  return parts.runRequest({ caller, request: body === null ? request : { ...request, body } });
}

/** In bytes. Where files come, one of the largest fits, as Base64 text too, with the fields beside it. */
function bodyLimitOf(
  { schema, config }: AnsweringParts,
  caller: Caller | null,
  { path }: HttpRequest,
): number {
  if (caller === null) return shortBody({ config });
  const { resource, action } = subjectOf(path, schema);
  const takesFiles = action === 'create' && resource !== undefined && schema.find(resource)?.content !== null;
  if (!takesFiles) return config.bodyLimit;
  return Math.max(config.bodyLimit, Math.ceil(config.fileLimit / 3) * 4 + anonymousBodyLimit);
}

/** The engine finds the caller of a read in the snapshot from which the answer comes. */
async function answerRead(
  parts: AnsweringParts,
  request: HttpRequest,
  identify: UnreadRequest['identify'],
): Promise<EngineAnswer> {
  const token = isOpen(parts, request) ? null : parts.loginOf(request, accountOf(request.path));
  if (token === null) return parts.runRequest({ caller: null, request });
  const { accountId, holderIn } = token;
  const holderIdentified: typeof holderIn = async (tx) => {
    const holder = await holderIn(tx);
    if (holder !== null) identify(holder.caller);
    return holder;
  };
  return parts.runRequest({ caller: null, request, token: { accountId, holderIn: holderIdentified } });
}

/** A credential that only reads is refused before its body is looked at. */
function refuseReader({ schema }: AnsweringParts, caller: Caller | null, { path }: HttpRequest): void {
  const { resource, action } = subjectOf(path, schema);
  if (caller?.readOnly !== true || resource === undefined || action === undefined) return;
  const custom = schema.find(resource)?.customActions.get(action);
  const writes = custom === undefined ? writeActions.has(action) : !custom.forReaders;
  if (!writes) return;
  const what = custom === undefined ? `${action} ${resource}` : `use ${action} of ${resource}`;
  throw new ApiError('not_allowed', `You may not ${what}: the credential is for reading only.`);
}

/** Resources that tell anonymous callers how to log in; a token that has expired must not keep anybody from asking. */
function isOpen({ schema }: AnsweringParts, { path }: HttpRequest): boolean {
  const { resource } = subjectOf(path, schema);
  return resource !== undefined && schema.find(resource)?.open === true;
}

/** Actions such as `forgotPassword`: a token is not needed, but one that is sent must work. */
function isOpenAction({ schema }: AnsweringParts, { path }: HttpRequest): boolean {
  const { resource, action } = subjectOf(path, schema);
  if (resource === undefined || action === undefined) return false;
  return schema.find(resource)?.customActions.get(action)?.open === true;
}
