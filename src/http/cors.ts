// Cross-origin rules (Fetch standard, CORS protocol): which pages may call the API from a browser.
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';

const allowedMethods = 'GET, HEAD, POST, PUT, DELETE, OPTIONS';
const exposedHeaders = 'X-Request-Id, ETag, Retry-After, Server-Timing, WWW-Authenticate, Allow';
const usualHeaders = 'Authorization, Content-Type, Accept, If-None-Match, Idempotency-Key, X-Request-Id';
const headerNames = /^[A-Za-z0-9-]+(\s*,\s*[A-Za-z0-9-]+)*$/;
const preflightSeconds = '7200';

/** The headers of an answer to a page of `origin`; none when the origin is not allowed. */
export function corsHeaders(
  origin: string | undefined,
  allowed: readonly string[],
): Readonly<Record<string, string>> {
  if (origin === undefined || allowed.length === 0) return {};
  if (allowed.includes('*'))
    return { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposedHeaders };
  if (!allowed.includes(origin)) return {};
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposedHeaders };
}

/** Answers OPTIONS: what may be sent, and to an allowed page how. */
export function answerOptions(request: HttpRequest, allowed: readonly string[]): HttpResponse {
  const shared = corsHeaders(request.headers['origin'], allowed);
  const headers: Record<string, string> = { allow: allowedMethods };
  if ('access-control-allow-origin' in shared) {
    const asked = request.headers['access-control-request-headers'] ?? '';
    headers['access-control-allow-methods'] = allowedMethods;
    headers['access-control-allow-headers'] = headerNames.test(asked) ? asked : usualHeaders;
    headers['access-control-max-age'] = preflightSeconds;
  }
  return { status: 204, headers, body: '' };
}
