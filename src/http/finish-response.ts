// The headers that every answer of every component carries: request id, caching, security, cross-origin rules.
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import { corsHeaders } from './cors.ts';

/** For answers that are data and never a page (OWASP REST security); anything may be set otherwise by the answer. */
const always = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** All headers of the answer, lower case. */
export function finishedHeaders(
  request: HttpRequest,
  response: HttpResponse,
  corsOrigins: readonly string[],
): Record<string, string> {
  const headers: Record<string, string> = {
    ...always,
    ...response.headers,
    'x-request-id': request.requestId,
  };
  if (corsOrigins.length === 0) return headers;
  if (!corsOrigins.includes('*')) headers['vary'] = [headers['vary'], 'Origin'].filter(Boolean).join(', ');
  return Object.assign(headers, corsHeaders(request.headers['origin'], corsOrigins));
}
