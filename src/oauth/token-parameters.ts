// The body of a request to the token endpoint as named texts (RFC 6749 §3.2, §4). Headers are not its business,
// but for the content type.
import type { HttpRequest } from '#request/http-message.ts';
import { ApiError } from '#errors/api-error.ts';
import { compressionOf } from '#request/parse-body.ts';
import { parseMultipart, type FormPair } from '#request/parse-multipart.ts';
import { OAuthError } from './oauth-error.ts';

/** Parameters by name. One sent without a value counts as not sent (RFC 6749 §3.2). */
export type TokenParameters = ReadonlyMap<string, string>;

/** Reads form data, or JSON, which many clients send although the RFC does not know it. */
export function readTokenParameters(request: HttpRequest): TokenParameters {
  const encoding = compressionOf(request);
  if (encoding !== null) throw compressed(encoding);
  const contentType = request.headers['content-type'] ?? '';
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'multipart/form-data') return fromMultipart(request.body ?? Buffer.alloc(0), contentType);
  const text = request.body === null ? '' : decodeUtf8(request.body);
  const untyped = type === '' || type === 'text/plain';
  if (type === 'application/json' || (untyped && text.trimStart().startsWith('{'))) return fromJson(text);
  if (type === 'application/x-www-form-urlencoded' || untyped) return fromPairs(new URLSearchParams(text));
  throw malformed(`The content type "${type}" cannot be read; send application/x-www-form-urlencoded.`);
}

/** The parameter, or a refusal that names it. */
export function requireParameter(parameters: TokenParameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw malformed(`The parameter ${name} is missing.`);
  return value;
}

function fromMultipart(body: Buffer, contentType: string): TokenParameters {
  try {
    return fromPairs(parseMultipart(body, contentType));
  } catch (error) {
    throw error instanceof ApiError ? malformed(error.message) : error;
  }
}

function fromPairs(pairs: Iterable<FormPair>): TokenParameters {
  const parameters = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (parameters.has(name)) throw malformed(`The parameter ${name} is sent more than once.`);
    parameters.set(name, value);
  }
  return withoutEmpty(parameters);
}

function fromJson(text: string): TokenParameters {
  const value = parseObject(text);
  const parameters = Object.entries(value).flatMap(([name, given]): [string, string][] => {
    if (given === null) return [];
    if (typeof given === 'object') throw malformed(`The parameter ${name} must be text.`);
    return [[name, String(given)]];
  });
  return withoutEmpty(new Map(parameters));
}

function parseObject(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed('The body is not valid JSON.');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw malformed('The body must be one JSON object of parameters.');
}

function withoutEmpty(parameters: ReadonlyMap<string, string>): TokenParameters {
  return new Map([...parameters].filter(([, value]) => value !== ''));
}

function decodeUtf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw malformed('The body is not valid UTF-8.');
  }
}

function compressed(encoding: string): OAuthError {
  return new OAuthError({
    status: 415,
    error: 'invalid_request',
    description: `The body has the Content-Encoding "${encoding}"; send it uncompressed.`,
    headers: { 'accept-encoding': 'identity' },
  });
}

function malformed(description: string): OAuthError {
  return new OAuthError({ status: 400, error: 'invalid_request', description });
}
