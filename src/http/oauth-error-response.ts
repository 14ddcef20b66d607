// A refusal of the OAuth kind as an answer (RFC 6749 §5.2, RFC 6750 §3): JSON whatever format was asked for.
import type { HttpResponse } from '#request/http-message.ts';

/** What has to be told. */
export interface OAuthRefusal {
  readonly status: number;
  /** The error code of RFC 6749, such as `invalid_grant`. */
  readonly error: string;
  readonly description: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Renders the refusal. */
export function oauthErrorResponse({ status, error, description, headers }: OAuthRefusal): HttpResponse {
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      pragma: 'no-cache',
      ...headers,
    },
    body: JSON.stringify({ error, error_description: description }),
  };
}
