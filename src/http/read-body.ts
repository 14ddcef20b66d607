// The body of a request as bytes, whatever its type, up to a limit. It must not know what the bytes mean.
import type { IncomingMessage } from 'node:http';
import { ApiError } from '#errors/api-error.ts';

/** The client went away before its request was complete: nobody is left to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Reads all of it; `null` when there is none. Throws `body_too_large`, and {@link ClientGone}. */
export async function readBody(message: IncomingMessage, limit: number): Promise<Buffer | null> {
  const { 'content-length': length, 'transfer-encoding': encoding } = message.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return null;
  if (Number(length) > limit) return refuse(message, limit);
  if (message.destroyed) throw new ClientGone('the client closed the connection');
  const chunks: Buffer[] = [];
  let size = 0;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    if (size > limit) resolve();
    else chunks.push(chunk);
  };
  const onEnd = (): void => resolve();
  const onGone = (): void => reject(new ClientGone('the client closed the connection'));
  message.on('data', onData).once('end', onEnd).once('error', onGone).once('close', onGone);
  try {
    await promise;
  } finally {
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

function ignore(): void {}
