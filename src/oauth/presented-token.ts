// What a request shows of who sends it: a bearer token (RFC 6750), or the session cookie under its rules against forged
// requests. It must not know what the database says about either.
import { ApiError } from '#errors/api-error.ts';
import type { HttpRequest } from '#request/http-message.ts';
import { OAuthError } from './oauth-error.ts';
import { accountOfToken, hashSecret } from './opaque-token.ts';
import { sessionToken } from './session-cookie.ts';

/** A token as the database knows it. */
export interface PresentedToken {
  readonly kind: 'access' | 'session';
  readonly accountId: number;
  /** SHA-256. */
  readonly hash: string;
}

/** How a page says that it sends the request itself: `1`, or `background` for what no person caused. */
const pageHeader = 'x-hourbook';
/** Whom a page shows: the user whose session it takes the cookie for. */
const personHeader = 'x-hourbook-person';
/** What a request in the background says: it does not prolong the session. */
const inBackground = 'background';

/**
 * The token of a request to an account; `null`: none was sent. A cookie counts only without an Authorization header. Throws
 * {@link OAuthError} for what cannot be a token, and ApiError `not_same_origin`.
 */
export function presentedToken(request: HttpRequest, account: string): PresentedToken | null {
  const header = request.headers['authorization'] ?? '';
  if (header.trim() !== '') return bearerToken(header);
  const token = sessionToken(request, account);
  const accountId = token === null ? null : accountOfToken(token);
  if (token === null || accountId === null) return null;
  assertSameOrigin(request);
  return { kind: 'session', accountId, hash: hashSecret(token) };
}

/** Throws ApiError `not_same_origin` for what a page of another origin could have a browser send. */
export function assertSameOrigin({ headers }: HttpRequest): void {
  const said = headers[pageHeader];
  if (said !== '1' && said !== inBackground) {
    throw new ApiError(
      'not_same_origin',
      'The header X-Hourbook is missing; a request with the session cookie needs "X-Hourbook: 1".',
    );
  }
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return;
  const found = site === undefined ? 'is missing' : `is "${site}"`;
  throw new ApiError(
    'not_same_origin',
    `The header Sec-Fetch-Site ${found}; it must be "same-origin", which browsers send over HTTPS and to localhost only.`,
  );
}

/** Whether the request comes by cookie from a page, because a person did something. */
export function isByPerson({ headers }: HttpRequest): boolean {
  return headers[pageHeader] === '1' && (headers['authorization'] ?? '').trim() === '';
}

/**
 * Whether a page sends the request for another user than the session's: another user has logged in meanwhile in the same
 * browser, and the cookie is theirs.
 */
export function isOfAnother({ headers }: HttpRequest, userId: number | null): boolean {
  const person = headers[personHeader];
  return person !== undefined && person !== String(userId);
}

/** The request as it stands for one that a page sends without being able to set headers, such as an event stream. */
export function asBackground(request: HttpRequest): HttpRequest {
  return { ...request, headers: { ...request.headers, [pageHeader]: inBackground } };
}

/** The refusal of a bearer token that does not work. */
export function invalidToken(description: string): OAuthError {
  return new OAuthError({
    status: 401,
    error: 'invalid_request',
    description,
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
}

/** The token of a header; `null` when there is none. Any other scheme is refused. */
function bearerToken(header: string): PresentedToken | null {
  const match = /^\s*bearer(?:\s+(.*))?$/i.exec(header);
  if (match === null)
    throw invalidToken('The access token is invalid: the Authorization header must be "Bearer <token>".');
  const token = match[1]?.trim() ?? '';
  if (token === '') return null;
  const accountId = accountOfToken(token);
  if (accountId === null) throw invalidToken('The access token is invalid.');
  return { kind: 'access', accountId, hash: hashSecret(token) };
}
