// A request and a response as bytes and text, free of any server library.

import type { Readable } from 'node:stream';
import type { Caller } from '#resource/access.ts';

/** What arrives. Header names are lower case. */
export interface HttpRequest {
  readonly method: string;
  /** The path as sent, percent-encoded, without the query. */
  readonly path: string;
  /** The query string without `?`; empty when there is none. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer | null;
  readonly remoteAddress: string | null;
  /** Also sent back as `X-Request-Id`. */
  readonly requestId: string;
}

/** What leaves. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
  /** In place of a body that is too large for memory; `length` is that of all of it, in bytes. */
  readonly stream?: Readable;
  readonly length?: number;
}

/** An answer that another process has given. */
export interface ForwardedAnswer {
  readonly response: HttpResponse;
  /** Who it found to have asked: for the log. */
  readonly caller: Caller | null;
}

/**
 * Sends a request that writes, with its body, to the process that writes for all; `null`: there is none, or it has not taken it.
 * Rejects with {@link AnswerLost}.
 */
export type ForwardWrite = (request: HttpRequest) => Promise<ForwardedAnswer | null>;

/** No answer comes any more: the process that was to give it has ended, and what it has done is not known. */
export class AnswerLost extends Error {
  override readonly name = 'AnswerLost';
}
