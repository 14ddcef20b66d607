// The body of a request as bytes, whatever its type, up to a limit. It must not know what the bytes mean.
import type { IncomingMessage } from 'node:http';
import { ApiError } from '#errors/api-error.ts';
import type { Place } from './waiting-bodies.ts';

/** The client disconnected before its request was complete, so the server cannot answer it. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** What limits a body. */
export interface BodyLimits {
  /** In bytes. */
  readonly limit: number;
  /** Seconds that may pass without a piece of it. */
  readonly longestPause: number;
  readonly place: Place;
}

type Headers = Pick<IncomingMessage['headers'], 'content-length' | 'transfer-encoding'>;

/** In bytes: 0 without a body, such as of most deletes; Infinity of a body that comes in chunks. */
export function announcedLength({ headers }: { readonly headers: Headers }): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
}

/** Whether the request says that it has a body. */
export function hasBody(message: { readonly headers: Headers }): boolean {
  return announcedLength(message) !== 0;
}

/** Reads all of it; `null` when it is empty. Throws `body_too_large`, `body_too_slow`, `overloaded` when its place is taken, and {@link ClientGone}. */
export async function readBody(message: IncomingMessage, limits: BodyLimits): Promise<Buffer | null> {
  const { limit, longestPause, place } = limits;
  const { 'content-length': length } = message.headers;
  if (Number(length) > limit) return refuse(message, limit);
  if (message.destroyed) throw new ClientGone('the client closed the connection');
  const chunks: Buffer[] = [];
  let size = 0;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const slow = setTimeout(() => reject(tooSlow(longestPause)), longestPause * 1000).unref();
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    slow.refresh();
    if (size > limit) return resolve();
    try {
      place.hold(chunk.length);
      chunks.push(chunk);
    } catch (error) {
      reject(error);
    }
  };
  const onEnd = (): void => resolve();
  const onGone = (): void => reject(new ClientGone('the client closed the connection'));
  const onTaken = (): void => reject(place.taken.reason);
  place.taken.addEventListener('abort', onTaken);
  message.on('data', onData).once('end', onEnd).once('error', onGone).once('close', onGone);
  try {
    await promise;
  } finally {
    clearTimeout(slow);
    place.taken.removeEventListener('abort', onTaken);
    message.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
  }
  if (size > limit) return refuse(message, limit);
  if (size === 0) return null;
  return chunks.length === 1 ? (chunks[0] ?? null) : Buffer.concat(chunks, size);
}

/** The rest is read and thrown away: a client cut off while sending would never see the answer. */
function refuse(message: IncomingMessage, limit: number): never {
  message.on('error', ignore).resume();
  throw new ApiError('body_too_large', `The body is larger than the ${limit} bytes that the server accepts.`);
}

function tooSlow(seconds: number): ApiError {
  return new ApiError(
    'body_too_slow',
    `No piece of the body has come for ${seconds} seconds; send it at once.`,
  );
}

function ignore(): void {}
