// The body: form data or JSON, one entity or a batch (specification §4.2, decisions §6).
import { ApiError } from '#errors/api-error.ts';
import type { RawEntity } from './api-request.ts';
import { parseParameters } from './parse-parameters.ts';

/** The entities of a body, in order. */
export interface ParsedBody {
  readonly batch: boolean;
  readonly entities: readonly RawEntity[];
}

/** Most entities of a batch. */
export const batchLimit = 100;

/** Reads a body by its content type; a missing or `text/plain` type is sniffed. An empty body is one empty entity. */
export function parseBody(body: Buffer | null, contentType: string | undefined): ParsedBody {
  const text = decodeUtf8(body);
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (text.trim() === '') return { batch: false, entities: [{}] };
  if (type.endsWith('/json') || type.endsWith('+json')) return fromJson(text);
  if (type === 'application/x-www-form-urlencoded' || type === '' || type === 'text/plain') {
    return /^\s*[[{]/.test(text)
      ? fromJson(text)
      : { batch: false, entities: [Object.fromEntries(parseParameters(text))] };
  }
  throw new ApiError(
    'malformed_body',
    `The content type "${type}" cannot be read; send application/json or application/x-www-form-urlencoded.`,
  );
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
  const value = parseJson(text);
  const items = Array.isArray(value) ? value : numberedItems(value);
  if (items === null) return { batch: false, entities: [asEntity(value)] };
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ApiError('malformed_body', `The body is not valid JSON: ${(error as Error).message}.`);
  }
}

/** Real clients send a batch as an object whose keys are "0", "1", … */
function numberedItems(value: unknown): unknown[] | null {
  if (typeof value !== 'object' || value === null) return null;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key, index) => key === String(index)) ? Object.values(value) : null;
}

function asEntity(value: unknown): RawEntity {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as RawEntity;
  throw new ApiError('malformed_body', 'Each entity must be a JSON object of field names and values.');
}
