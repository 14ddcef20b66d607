// HTTP in, HTTP out: which part answers a request, in which order. It must not know the server library.
import { ApiError } from '#errors/api-error.ts';
import { OAuthError, oauthErrorResponse } from '#oauth/oauth-error.ts';
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import { accountOf } from '#request/parse-address.ts';
import { answerOptions } from './cors.ts';
import type { OperatorRoute } from './operator-routes.ts';
import type { OverloadGuard } from './overload-guard.ts';
import { answerPasswordPage, passwordFormLimit, passwordPath } from './password-page.ts';
import { ClientGone } from './read-body.ts';
import { subjectOf } from './request-subject.ts';
import type { ServerParts } from './server-parts.ts';

/** A form of a few fields; whoever sends more without a token has no business here. */
const strangersBodyLimit = 64 * 1024;
const tokenPath = /^\/+[^/]+\/+auth\/+oauth2\/+(token|revoke)\/*$/i;

/** What the answering needs besides the request. */
export interface AnsweringParts extends Pick<
  ServerParts,
  | 'config'
  | 'schema'
  | 'authenticate'
  | 'recall'
  | 'issueToken'
  | 'revokeToken'
  | 'findPasswordLink'
  | 'documentation'
  | 'runRequest'
  | 'renderError'
> {
  readonly guard: OverloadGuard;
  readonly operatorRoutes: ReadonlyMap<string, OperatorRoute>;
}

/** A request whose body has not been read yet. */
export interface UnreadRequest {
  readonly request: HttpRequest;
  /** Reads the body up to a limit in bytes; throws `body_too_large` and ClientGone. */
  readonly readBody: (limit: number) => Promise<Buffer | null>;
}

/** Only logs will see it; the status is the one that proxies use for a client that closed the connection. */
const forNobody: HttpResponse = { status: 499, headers: {}, body: '' };

/** Answers any request. Never throws. */
export async function answerRequest(parts: AnsweringParts, unread: UnreadRequest): Promise<HttpResponse> {
  const { request } = unread;
  try {
    const route = parts.operatorRoutes.get(request.path) ?? parts.documentation(request.path);
    if (request.method === 'OPTIONS') return answerOptions(request, parts.config.corsOrigins);
    if (route !== null) return await answerOperator(route, request);
    return await answerWithinLimits(parts, unread);
  } catch (error) {
    if (error instanceof OAuthError) return oauthErrorResponse(error);
    if (error instanceof ClientGone) return forNobody;
    return parts.renderError(error, request);
  }
}

async function answerOperator(route: OperatorRoute, request: HttpRequest): Promise<HttpResponse> {
  if (request.method === 'GET' || request.method === 'HEAD') return route(request);
  const body = `The method ${request.method} does not fit this address; use GET.\n`;
  return { status: 405, headers: { allow: 'GET, HEAD', 'content-type': 'text/plain; charset=utf-8' }, body };
}

async function answerWithinLimits(parts: AnsweringParts, unread: UnreadRequest): Promise<HttpResponse> {
  const refusal = parts.guard.enter();
  if (refusal !== null) throw new ApiError('overloaded', refusal);
  try {
    if (passwordPath.test(unread.request.path)) return await answerPassword(parts, unread);
    const token = tokenPath.exec(unread.request.path);
    return await (token === null ? answerApi(parts, unread) : answerToken(parts, unread, token[1]));
  } finally {
    parts.guard.leave();
  }
}

async function answerPassword(
  parts: AnsweringParts,
  { request, readBody }: UnreadRequest,
): Promise<HttpResponse> {
  if (request.method !== 'POST') return answerPasswordPage(parts, request);
  return answerPasswordPage(parts, { ...request, body: await readBody(passwordFormLimit) });
}

async function answerToken(
  parts: AnsweringParts,
  { request, readBody }: UnreadRequest,
  endpoint: string | undefined,
): Promise<HttpResponse> {
  if (request.method !== 'POST') {
    const description = `The method ${request.method} does not fit the token endpoint; use POST.`;
    throw new OAuthError({ status: 405, error: 'invalid_request', description, headers: { allow: 'POST' } });
  }
  const body = await readBody(Math.min(strangersBodyLimit, parts.config.bodyLimit));
  const answer = endpoint?.toLowerCase() === 'revoke' ? parts.revokeToken : parts.issueToken;
  return answer({ ...request, body }, accountOf(request.path));
}

/** The caller comes before the body: strangers cannot make the server hold megabytes. */
async function answerApi(parts: AnsweringParts, { request, readBody }: UnreadRequest): Promise<HttpResponse> {
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  const claimed = isReading ? await answerClaimed(parts, request) : null;
  if (claimed !== null) return claimed;
  const caller = isOpen(parts, request) ? null : await parts.authenticate(request, accountOf(request.path));
  const strange = caller === null && !isOpenAction(parts, request);
  if (strange || isReading) return parts.runRequest({ caller, request });
  const limit =
    caller === null ? Math.min(strangersBodyLimit, parts.config.bodyLimit) : parts.config.bodyLimit;
  const body = await readBody(limit);
  return parts.runRequest({ caller, request: body === null ? request : { ...request, body } });
}

/**
 * The answer to a caller who was seen before, confirmed in the snapshot from which it comes; `null`: it was not, whatever the
 * reason, and nobody may see what came of it.
 */
async function answerClaimed(parts: AnsweringParts, request: HttpRequest): Promise<HttpResponse | null> {
  if (isOpen(parts, request)) return null;
  const claim = parts.recall(request, accountOf(request.path));
  if (claim === null) return null;
  const { caller, confirm } = claim;
  const response = await parts.runRequest({ caller, request, confirm });
  return claim.isConfirmed() ? response : null;
}

/** Resources that tell strangers how to log in; a token that has expired must not keep anybody from asking. */
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
