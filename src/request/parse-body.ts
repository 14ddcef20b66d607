// The body: form data or JSON, one entity or a batch (specification §4.2).
import { ApiError } from '#errors/api-error.ts';
import type { RawEntity } from './api-request.ts';
import { formEntity } from './form-entity.ts';
import type { HttpRequest } from './http-message.ts';
import { inKeyOrder } from './listed-entities.ts';
import { parseJson } from './parse-json.ts';
import { parseMultipart, parseMultipartFiles } from './parse-multipart.ts';
import { pairsIn } from './parse-parameters.ts';
import { isUploadedFile } from './uploaded-file.ts';

/** The entities of a body, in order. */
export interface ParsedBody {
  readonly batch: boolean;
  readonly entities: readonly RawEntity[];
}

/** Most entities of a batch. */
export const batchLimit = 100;

/** Reads a body by its content type; a missing or `text/plain` type is sniffed. An empty body is one empty entity. */
export function parseBody(
  { body, headers }: Pick<HttpRequest, 'body' | 'headers'>,
  { takesFiles = false }: { readonly takesFiles?: boolean } = {},
): ParsedBody {
  const encoding = compressionOf({ body, headers });
  if (encoding !== null) {
    const message = `The body has the Content-Encoding "${encoding}"; send it uncompressed.`;
    throw new ApiError('unsupported_encoding', message);
  }
  const contentType = headers['content-type'] ?? '';
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'multipart/form-data' && body !== null) {
    const parse = takesFiles ? parseMultipartFiles : parseMultipart;
    return fromForm(formEntity(parse(body, contentType)));
  }
  const text = decodeUtf8(body);
  if (text.trim() === '') return { batch: false, entities: [{}] };
  if (type.endsWith('/json') || type.endsWith('+json')) return fromJson(text);
  if (type === 'application/x-www-form-urlencoded' || type === '' || type === 'text/plain') {
    return /^\s*[[{]/.test(text) ? fromJson(text) : fromForm(formEntity(pairsIn(text)));
  }
  throw new ApiError(
    'malformed_body',
    `The content type "${type}" cannot be read; send application/json or application/x-www-form-urlencoded.`,
  );
}

/** How a body is compressed (RFC 9110 §8.4); `null`: it is not, or there is none. */
export function compressionOf({ body, headers }: Pick<HttpRequest, 'body' | 'headers'>): string | null {
  const encoding = headers['content-encoding']?.trim() ?? '';
  const isPlain = encoding === '' || encoding.toLowerCase() === 'identity';
  return isPlain || body === null ? null : encoding;
}

/** `0[name]=…&1[name]=…` is a batch. */
function fromForm(entity: RawEntity): ParsedBody {
  const items = inKeyOrder(entity);
  return items?.every((item) => typeof item === 'object' && !isUploadedFile(item)) === true
    ? asBatch(items)
    : { batch: false, entities: [entity] };
}

function decodeUtf8(body: Buffer | null): string {
  if (body === null || body.length === 0) return '';
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new ApiError('malformed_body', 'The body is not valid UTF-8.');
  }
}

function fromJson(text: string): ParsedBody {
  const value = jsonOf(text);
  // Real clients send a batch as an object with numbers for keys, which need not begin at 0.
  const items = Array.isArray(value) ? value : inKeyOrder(value);
  return items === null ? { batch: false, entities: [asEntity(value)] } : asBatch(items);
}

function asBatch(items: readonly unknown[]): ParsedBody {
  if (items.length === 0)
    throw new ApiError('empty_batch', 'The batch is empty; send between 1 and 100 entities.');
  if (items.length > batchLimit) {
    throw new ApiError(
      'batch_too_large',
      `The batch holds ${items.length} entities; at most ${batchLimit} are allowed, and nothing was stored.`,
    );
  }
  return { batch: true, entities: items.map(asEntity) };
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError('malformed_body', `The body is not valid JSON: ${(error as Error).message}.`);
  }
}

function asEntity(value: unknown): RawEntity {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as RawEntity;
  throw new ApiError('malformed_body', 'Each entity must be a JSON object of field names and values.');
}
