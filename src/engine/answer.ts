// ENCODE: a document → bytes with the headers that describe them.
import type { HttpResponse } from '#request/http-message.ts';
import type { Document } from '#response/document.ts';
import { encodeJson } from '#response/encode-json.ts';
import { encodeXml } from '#response/encode-xml.ts';
import { contentTypes, type Format } from '#response/negotiate-format.ts';
import type { LargeAnswer } from './read/large-answer.ts';
import type { Timing } from './timing.ts';

/** Encodes a success; a `tag` lets the client ask whether anything has changed. */
export function encodeAnswer(part: {
  readonly document: Document;
  readonly format: Format;
  readonly timing: Timing;
  readonly tag: string | null;
  /** Holds the rows of the document, if they are too many for it. */
  readonly large?: LargeAnswer | null;
}): HttpResponse {
  const { document, format, timing, tag, large = null } = part;
  const body = large === null ? encode(document, format) : '';
  timing.mark('encode');
  const headers: Record<string, string> = {
    'content-type': contentTypes[format],
    vary: 'Accept, Authorization',
    'server-timing': timing.header(),
  };
  if (tag !== null) {
    headers['etag'] = tag;
    headers['cache-control'] = 'private, no-cache';
  }
  return { status: 200, headers, body, ...large?.finish(document) };
}

/** The client has this already. */
export function notModified(tag: string): HttpResponse {
  return {
    status: 304,
    headers: { etag: tag, 'cache-control': 'private, no-cache', vary: 'Accept, Authorization' },
    body: '',
  };
}

/** The document's bytes. */
export function encode(document: Document, format: Format): Buffer {
  return format === 'xml' ? encodeXml(document) : encodeJson(document);
}
