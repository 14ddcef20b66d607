// Any thrown value → the answer a client gets: its envelope in the asked format, and nothing of the inside.
import { ApiError } from '#errors/api-error.ts';
import { catalogue } from '#errors/catalogue.ts';
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import { parseAddress } from '#request/parse-address.ts';
import { resourceNameOf, WrongMethod } from '#request/parse-request.ts';
import { contentTypes, negotiateFormat } from '#response/negotiate-format.ts';
import { encode } from './answer.ts';
import type { Engine } from './engine.ts';
import { asApiError, errorEnvelope } from './envelope.ts';
import { frameOf } from './frame.ts';

const retryAfterSeconds = '2';

/** What was thrown, and on which request; the zone is the account's when it is known who asked. */
export interface Failure {
  readonly error: unknown;
  readonly request: HttpRequest;
  readonly serverTimeZone?: string;
}

/** Renders an error. Unforeseen ones are observed; an engine that says "not now" answers 503. */
export function errorResponse(
  engine: Engine,
  { error, request, serverTimeZone = 'UTC' }: Failure,
): HttpResponse {
  const known = foreseen(engine, error, request);
  const { status } = catalogue[known.code];
  const format = negotiateFormat(request.headers['accept']);
  const name = resourceName(engine, request);
  const frame = frameOf(engine, {
    serverTimeZone,
    name,
    startedAt: Math.floor(engine.clock() / 1000),
  });
  const headers: Record<string, string> = {
    'content-type': contentTypes[format],
    vary: 'Accept, Authorization',
  };
  if (known instanceof WrongMethod) headers['allow'] = known.allow;
  // RFC 9110 §12.5.3: which encodings of a request body would be accepted.
  if (status === 415) headers['accept-encoding'] = 'identity';
  if (status === 503) headers['retry-after'] = retryAfterSeconds;
  return { status, headers, body: encode(errorEnvelope(frame, known), format) };
}

function foreseen(engine: Engine, error: unknown, request: HttpRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (engine.database.dialect.isStorageFull(error)) {
    return new ApiError(
      'storage_full',
      'The storage of the server is full, so nothing was changed; the operator must make room.',
    );
  }
  if (engine.database.dialect.isUnavailable(error)) {
    return new ApiError('overloaded', 'The database is busy or out of reach; try again in a moment.');
  }
  engine.observe({ kind: 'request_failed', requestId: request.requestId, error });
  return asApiError(error, request.requestId);
}

function resourceName(engine: Engine, request: HttpRequest): string {
  try {
    return resourceNameOf(engine.schema, parseAddress(request.path).resource);
  } catch {
    return '';
  }
}
