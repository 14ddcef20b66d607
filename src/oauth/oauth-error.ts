// A refusal in the OAuth form (RFC 6749 §5.2, RFC 6750 §3): two fields of JSON instead of the service's envelope.
import type { HttpResponse } from '#request/http-message.ts';

/** The error codes that Hourbook answers. */
export type OAuthErrorCode =
  'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unauthorized_client' | 'unsupported_grant_type';

/** What a refusal is made of. */
export interface OAuthErrorOptions {
  readonly status: 400 | 401 | 404 | 405 | 415;
  readonly error: OAuthErrorCode;
  /** One English sentence for the client's developer; becomes `error_description`. */
  readonly description: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What really happened, for the operator's log only. */
  readonly reason?: string;
}

/** Thrown where a token cannot be given or accepted; {@link oauthErrorResponse} makes it an answer. */
export class OAuthError extends Error {
  readonly status: number;
  readonly error: OAuthErrorCode;
  readonly description: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly reason: string;

  constructor({ status, error, description, headers = {}, reason = error }: OAuthErrorOptions) {
    super(description);
    this.name = 'OAuthError';
    this.status = status;
    this.error = error;
    this.description = description;
    this.headers = headers;
    this.reason = reason;
  }
}

/** The answer that tells a client of the refusal. */
export function oauthErrorResponse({ status, error, description, headers }: OAuthError): HttpResponse {
  return oauthResponse({ status, value: { error, error_description: description }, headers });
}

/** JSON that no cache may keep. */
export function oauthResponse({
  status,
  value,
  headers = {},
}: {
  readonly status: number;
  readonly value: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}): HttpResponse {
  const common = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    pragma: 'no-cache',
  };
  return { status, headers: { ...common, ...headers }, body: JSON.stringify(value) };
}
