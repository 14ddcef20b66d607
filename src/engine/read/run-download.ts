// The bytes of a row that stands for a file: streamed, under the name and type that the row says, never shown as a page.
import { authorizeRead } from '#access/authorize.ts';
import { ApiError } from '#errors/api-error.ts';
import { parseForStorage } from '#plan/parse-value.ts';
import type { DownloadRequest } from '#request/api-request.ts';
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import type { Content } from '#resource/content.ts';
import type { Field, Resource } from '#resource/resource.ts';
import { findRows } from '#sql/store.ts';
import { attachmentHeaders, patient } from './attachment.ts';
import type { Engine } from '../engine.ts';
import type { Sender } from './find-caller.ts';
import { readAs } from './read-as.ts';
import { mayRead } from './readable-row.ts';
import { planContext } from '../request-state.ts';

/** Who asks, and how. */
export interface Downloading {
  readonly sender: Sender;
  readonly request: HttpRequest;
}

/** Answers the bytes; throws `file_not_found` for a row that the caller may not read, too. */
export async function runDownload(
  engine: Engine,
  { sender, request }: Downloading,
  parsed: DownloadRequest,
): Promise<HttpResponse> {
  const { resource } = parsed;
  const content = resource.content as Content;
  const { accountId } = sender;
  const row = await readAs(engine, { sender, resources: [resource] }, async ({ tx, caller }) => {
    const state = await engine.loadState(tx, caller);
    authorizeRead(state.accessContext, resource);
    const context = planContext(tx, state, engine);
    const value = parseForStorage(resource.fields.get('id') as Field, parsed.id, context);
    const comparisons = [{ column: 'id', is: '=', value }] as const;
    const [found] = await tx.unit((unit) => findRows({ tx: unit, accountId }, resource, { comparisons }));
    return found !== undefined && mayRead(state.accessContext, resource, found) ? found : null;
  });
  if (row === null) throw notFound(resource, `has no row with the id ${parsed.id}`);
  const length = row[content.size] as number;
  const mediaType = row[content.mediaType] as string;
  const named = attachmentHeaders({ mediaType, filename: row[content.filename] as string });
  const headers = { ...named, 'content-length': String(length) };
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
