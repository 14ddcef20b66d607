// An answer that browsers save under its name and never show, whatever it holds.
import { pipeline, Transform, type Readable } from 'node:stream';
import { normalizedText } from '#values/normalized-text.ts';

/** What an attachment is called, and what it holds. */
export interface Attachment {
  /** Any text; it may hold letters outside ASCII. */
  readonly filename: string;
  /** Such as `application/pdf`. */
  readonly mediaType: string;
}

/** The headers of an attachment. */
export function attachmentHeaders({ filename, mediaType }: Attachment): Record<string, string> {
  return {
    'content-type': mediaType,
    'content-disposition': dispositionOf(filename),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cache-control': 'private, no-store',
    vary: 'Authorization',
  };
}

/** The name for old clients in ASCII, and as it is (RFC 6266 section 4, RFC 8187). */
function dispositionOf(name: string): string {
  const ascii = normalizedText(name, 'NFKD')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** A client that takes nothing for so long, in milliseconds, gets no more. */
const longestWait = 60_000;

/** Ends the stream with the client, and the client that takes nothing. */
export function patient(bytes: Readable): Readable {
  const counted = new Transform({
    transform(chunk, _encoding, done) {
      slow.refresh();
      done(null, chunk);
    },
  });
  const slow = setTimeout(() => counted.destroy(), longestWait).unref();
  return pipeline(bytes, counted, () => clearTimeout(slow));
}

/** A stream for bytes that are still being made; it ends the client that takes none of those that are ready. */
export function openPatientStream(): Transform {
  let passed = 0;
  let takenBefore = -1;
  const stream = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      passed += chunk.length;
      done(null, chunk);
    },
  });
  const watch = setInterval(() => {
    const taken = passed - stream.readableLength;
    if (stream.readableLength > 0 && taken === takenBefore) stream.destroy();
    takenBefore = taken;
  }, longestWait).unref();
  stream.once('close', () => clearInterval(watch));
  return stream;
}
