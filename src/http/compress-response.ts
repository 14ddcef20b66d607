// Compresses answers for clients that accept it (RFC 9110 §8.4, §12.5.3). Measured in docs/adr/0001-runtime-dependencies.md.
import { pipeline } from 'node:stream';
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';

/** Smaller answers fit into one packet anyway. */
const leastBytes = 1024;
/** Up to here compressing takes less than half a millisecond, which a hand-over to another thread costs too. */
const mostBytesAtOnce = 128 * 1024;
/** Larger answers that the server compresses at once, in threads that hash passwords too. It sends others as they are. */
const mostAtOnce = 3;
let atOnce = 0;
const gzipLevel = 3;
const brotliQuality = 3;

const compressible = /^application\/(?:json|xml)\b/;

/**
 * The answer, compressed if that is worth it and accepted; `Vary` says that it depends on the request. Tags of JSON and XML
 * are weak, so that they hold for every encoding (RFC 9110 §8.8.1).
 */
export async function compressResponse(request: HttpRequest, response: HttpResponse): Promise<HttpResponse> {
  const { status, headers, body } = response;
  const isKind = compressible.test(headers['content-type'] ?? '');
  if (!isKind && status !== 304) return response;
  const vary = [headers['vary'], 'Accept-Encoding'].filter(Boolean).join(', ');
  const varying = { ...response, headers: { ...headers, vary } };
  if (response.stream !== undefined) return compressStream(request, varying);
  if (!isKind || Buffer.byteLength(body) < leastBytes) return varying;
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (encoding === null) return varying;
  const isLarge = body.length > mostBytesAtOnce;
  if (isLarge && atOnce >= mostAtOnce) return varying;
  if (isLarge) atOnce += 1;
  const compressed = await compress(Buffer.from(body), encoding).finally(() => {
    if (isLarge) atOnce -= 1;
  });
  return { status, headers: { ...varying.headers, 'content-encoding': encoding }, body: compressed };
}

/** Of a large answer one piece after another is compressed, on other threads. */
async function compressStream(request: HttpRequest, response: HttpResponse): Promise<HttpResponse> {
  const { stream, length, headers } = response;
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (stream === undefined || encoding === null) {
    return { ...response, headers: { ...headers, 'content-length': String(length) } };
  }
  const zlib = await import('node:zlib');
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  const compressor =
    encoding === 'br' ? zlib.createBrotliCompress({ params }) : zlib.createGzip({ level: gzipLevel });
  // If the client or the answer ends first, the other one ends too.
  const compressed = pipeline(stream, compressor, () => {});
  return { ...response, headers: { ...headers, 'content-encoding': encoding }, stream: compressed };
}

type Encoding = 'br' | 'gzip';

/** What an `Accept-Encoding` header wants most of what is there; `null`: neither. */
export function acceptedEncoding(accepted: string | undefined): Encoding | null {
  if (accepted === undefined) return null;
  const qualities = new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
      const quality = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1);
      return [name, quality >= 0 && quality <= 1 ? quality : 0];
    }),
  );
  const quality = (name: Encoding): number => qualities.get(name) ?? qualities.get('*') ?? 0;
  const best = quality('br') >= quality('gzip') ? 'br' : 'gzip';
  return quality(best) > 0 ? best : null;
}

async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  const zlib = await import('node:zlib');
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
  const params = { [BROTLI_PARAM_QUALITY]: brotliQuality, [BROTLI_PARAM_SIZE_HINT]: body.length };
  if (body.length <= mostBytesAtOnce) {
    return encoding === 'br'
      ? zlib.brotliCompressSync(body, { params })
      : zlib.gzipSync(body, { level: gzipLevel });
  }
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const done = (error: Error | null, result: Buffer): void =>
    error === null ? resolve(result) : reject(error);
  if (encoding === 'br') zlib.brotliCompress(body, { params }, done);
  else zlib.gzip(body, { level: gzipLevel }, done);
  return promise;
}
