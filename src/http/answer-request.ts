// HTTP in, HTTP out: which part answers a request, in which order. It must not know the server library.
import { ApiError } from '#errors/api-error.ts';
import { OAuthError, oauthErrorResponse } from '#oauth/oauth-error.ts';
import type { EngineAnswer } from '#engine/read/keep-answer.ts';
import {
  AnswerLost,
  type ForwardedAnswer,
  type HttpRequest,
  type HttpResponse,
} from '#request/http-message.ts';
import { accountOf } from '#request/parse-address.ts';
import type { Caller } from '#resource/access.ts';
import { encodeXml } from '#response/encode-xml.ts';
import { contentTypes, negotiateFormat } from '#response/negotiate-format.ts';
import { answerApi, shortBody, type ApiAnswer, type LimitedRequest } from './answer-api.ts';
import { answerChanges, changesPath, type ListeningCaller, type StreamedResponse } from './changes.ts';
import type { ChangeStreams } from './change-streams.ts';
import { answerOptions } from './cors.ts';
import type { OperatorRoute } from './operator-routes.ts';
import type { OverloadGuard } from './overload-guard.ts';
import { ownDescription } from './own-description.ts';
import { addressPath, answerAddressPage } from './address-page.ts';
import { answerLoginPage, loginPath } from './login-page.ts';
import { answerPasswordPage, passwordFormLimit, passwordPath } from './password-page.ts';
import { ClientGone } from './read-body.ts';
import type { ServerParts } from './server-parts.ts';
import type { UnsentAnswers } from './unsent-answers.ts';
import type { Place, WaitingBodies } from './waiting-bodies.ts';

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
  | 'forwardWrite'
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
export interface UnreadRequest extends Pick<LimitedRequest, 'request' | 'identify'> {
  readonly hasBody: boolean;
  /** Reads the body up to a limit in bytes; throws `body_too_large`, `body_too_slow` and ClientGone. */
  readonly readBody: (limit: number, place: Place) => Promise<Buffer | null>;
}

/** Only logs will see it; the status is the one that proxies use for a client that closed the connection. */
const forNobody: HttpResponse = { status: 499, headers: {}, body: '' };

/** Stands for an answer that never comes: the connection is closed without one. Only logs will see it. */
export const lost: HttpResponse = { status: 502, headers: {}, body: '' };

/** Answers any request. Never throws. */
export async function answerRequest(parts: AnsweringParts, unread: UnreadRequest): Promise<Answer> {
  return answeredOr(parts, unread.request, () => answerByPath(parts, unread));
}

/**
 * Answers a request that another process has read, with its body,
 * and counts among those that it works on. Never throws.
 */
export async function answerForwarded(parts: AnsweringParts, request: HttpRequest): Promise<ForwardedAnswer> {
  let caller: Caller | null = null;
  const limited: LimitedRequest = {
    request,
    readBody: async () => request.body,
    identify: (known) => (caller = known),
  };
  const { status, headers, body } = await answeredOr(parts, request, async () => {
    const refusal = parts.guard.busy();
    if (refusal !== null) throw new ApiError('overloaded', refusal);
    return withRenewedSession(parts, request, await answerApi(parts, limited));
  });
  return { response: { status, headers, body }, caller };
}

async function answerByPath(parts: AnsweringParts, unread: UnreadRequest): Promise<Answer> {
  const { request } = unread;
  const described = parts.documentation(request.path);
  const route = parts.consoleFiles(request) ?? parts.operatorRoutes.get(request.path) ?? described;
  if (request.method === 'OPTIONS') return answerOptions(request, parts.config.corsOrigins);
  if (!parts.operatorRoutes.has(request.path)) parts.unsentAnswers.refuseMore(request.remoteAddress);
  const isDescribed = described !== null && route === described;
  const limited = (): Promise<Answer> => withinLimits(parts, unread, answerLimited);
  const own = isDescribed ? await ownDescription(request, limited) : null;
  if (own !== null) return own;
  if (route !== null) return answerOperator(route, request);
  return limited();
}

async function answeredOr<A>(
  parts: AnsweringParts,
  request: HttpRequest,
  answer: () => Promise<A>,
): Promise<A | HttpResponse> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof OAuthError) return refusedToken(error, request);
    if (error instanceof ClientGone) return forNobody;
    if (error instanceof AnswerLost) return lost;
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

async function withinLimits<A>(
  parts: AnsweringParts,
  unread: UnreadRequest,
  answer: (parts: AnsweringParts, limited: LimitedRequest) => Promise<A>,
): Promise<A> {
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
    return await answer(parts, { ...unread, readBody });
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
  response: ApiAnswer,
): Promise<EngineAnswer> {
  if (request.headers['cookie'] === undefined || response.status === 403 || response.isForwarded === true)
    return response;
  const renewed = await parts.renewSession(request, accountOf(request.path));
  return { ...response, headers: { ...renewed, ...response.headers } };
}
