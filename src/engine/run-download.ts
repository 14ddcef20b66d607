// The bytes of a row that stands for a file: streamed, under the name and type that the row says, never shown as a page.
import { pipeline, Transform, type Readable } from 'node:stream';
import { authorizeRead } from '#access/authorize.ts';
import { ApiError } from '#errors/api-error.ts';
import { parseForStorage } from '#plan/parse-value.ts';
import type { DownloadRequest } from '#request/api-request.ts';
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import type { Caller } from '#resource/access.ts';
import type { Content } from '#resource/content.ts';
import type { Field, Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import { findRows } from '#sql/store.ts';
import type { Engine } from './engine.ts';
import { mayRead } from './readable-row.ts';
import { planContext } from './request-state.ts';
import { readSettled, type Confirm } from './settle.ts';

/** Who asks, and how. */
export interface Downloading {
  readonly caller: Caller;
  readonly request: HttpRequest;
  readonly confirm: Confirm | undefined;
}

/** Answers the bytes; throws `file_not_found` for a row that the caller may not read, too. */
export async function runDownload(
  engine: Engine,
  { caller, request, confirm }: Downloading,
  parsed: DownloadRequest,
): Promise<HttpResponse> {
  const { resource } = parsed;
  const content = resource.content as Content;
  const { accountId } = caller;
  const row = await readSettled(engine, { caller, resources: [resource], confirm }, async (tx) => {
    const state = await engine.loadState(tx, caller);
    authorizeRead(state.sight, resource);
    const context = planContext(tx, state, engine);
    const value = parseForStorage(resource.fields.get('id') as Field, parsed.id, context);
    const comparisons = [{ column: 'id', is: '=', value }] as const;
    const [found] = await findRows({ tx, accountId }, resource, { comparisons });
    return found !== undefined && mayRead(state.sight, resource, found) ? found : null;
  });
  if (row === null) throw notFound(resource, `has no row with the id ${parsed.id}`);
  const headers = headersOf(row, content);
  const length = row[content.size] as number;
  if (request.method === 'HEAD') return { status: 200, headers, body: '', length };
  const file = await engine.files.store?.open({ accountId, key: row[content.key] as string });
  if (file == null) throw notFound(resource, `has a row ${parsed.id}, but its bytes are not in the storage`);
  if (file.size !== length) {
    file.stream.destroy();
    throw new Error(`the bytes of ${resource.name} ${parsed.id} are ${file.size}, the row says ${length}`);
  }
  return { status: 200, headers, body: '', stream: patient(file.stream), length };
}

function notFound(resource: Resource, what: string): ApiError {
  return new ApiError('file_not_found', `${resource.name} ${what}.`, { field: 'id' });
}

/** Browsers save the file and never show it, whatever it holds. */
function headersOf(row: Row, content: Content): Record<string, string> {
  return {
    'content-type': row[content.mediaType] as string,
    'content-length': String(row[content.size]),
    'content-disposition': dispositionOf(row[content.filename] as string),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cache-control': 'private, no-store',
    vary: 'Authorization',
  };
}

/** The name for old clients in ASCII, and as it is (RFC 6266 section 4, RFC 8187). */
function dispositionOf(name: string): string {
  const ascii = name
    .normalize('NFKD')
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
function patient(bytes: Readable): Readable {
  const counted = new Transform({
    transform(chunk, _encoding, done) {
      slow.refresh();
      done(null, chunk);
    },
  });
  const slow = setTimeout(() => counted.destroy(), longestWait).unref();
  return pipeline(bytes, counted, () => clearTimeout(slow));
}
