// Files that come with a create: looked at and stored before the transaction begins, because in it everybody would wait.
// Whatever no row means afterwards is removed; should the process die, a job does it.
import { randomUUID } from 'node:crypto';
import { authorizeWrite } from '#access/authorize.ts';
import { ApiError } from '#errors/api-error.ts';
import type { FileStore } from '#files/file-store.ts';
import { inspectFile, type SentFile } from '#files/inspect-file.ts';
import { removeStored } from '#files/remove-stored.ts';
import { invalidValue, isEmpty } from '#plan/parse-value.ts';
import type { RawEntity, WriteRequest } from '#request/api-request.ts';
import { isUploadedFile, type UploadedFile } from '#request/uploaded-file.ts';
import type { Content, StoredContent } from '#resource/content.ts';
import { noteFile, storedBytes } from '#sql/stored-files.ts';
import { checkRights } from './check-rights.ts';
import type { Engine } from '../engine.ts';
import { stateOf, writeRun, type WriteOrigin } from './write-transaction.ts';
import { asUnit } from '#sql/transaction.ts';

/** What came with one entity, or why it was refused. */
export type Upload = StoredContent | ApiError;

/** A request whose files are stored. */
export interface Uploaded {
  /** Its entities hold a word in the place of the bytes. */
  readonly request: WriteRequest;
  readonly contents: ReadonlyMap<RawEntity, Upload>;
  /** Removes bytes that no row means. Never throws. */
  readonly settle: (kept: ReadonlySet<string>) => Promise<void>;
}

/** Stores the files in the entities of a create. A refusal is thrown, except in a batch, where it is the answer of its item. */
export async function storeUploads(
  engine: Engine,
  request: WriteRequest,
  origin: WriteOrigin,
): Promise<Uploaded> {
  const { content } = request.resource;
  const contents = new Map<RawEntity, Upload>();
  if (content === null || request.kind !== 'create') return { request, contents, settle: async () => {} };
  const { store } = engine.files;
  if (store === null) {
    const message = 'This server keeps no files: its operator has to say where, in --file-storage.';
    throw new ApiError('files_unavailable', message);
  }
  const { accountId } = origin.caller;
  const keys: string[] = [];
  const settle = (kept: ReadonlySet<string>): Promise<void> =>
    removeUnmeant(
      engine,
      accountId,
      keys.filter((key) => !kept.has(key)),
    );
  const entities = request.entities.map((entity) => withoutBytes(entity, content));
  try {
    for (const [place, entity] of request.entities.entries()) {
      const stripped = entities[place] as RawEntity;
      const storing = { entity, stripped, content, request, origin, store, keys };
      const stored = await storeUpload(engine, storing).catch(refusalIn(request));
      if (stored !== null) contents.set(stripped, stored);
    }
  } catch (error) {
    await settle(new Set());
    throw error;
  }
  return { request: { ...request, entities }, contents, settle };
}

/** The refusal of an item of a batch is its answer. */
function refusalIn({ batch }: WriteRequest): (error: unknown) => ApiError {
  return (error) => {
    if (batch && error instanceof ApiError) return error;
    throw error;
  };
}

/** Removes bytes unless rows mean them. Never throws: a job does what could not be done. */
export async function removeUnmeant(
  engine: Engine,
  accountId: number,
  keys: readonly string[],
): Promise<void> {
  const { store } = engine.files;
  if (store === null) return;
  await removeStored(engine, { store, accountId, keys }).catch((error: unknown) =>
    engine.observe({ kind: 'background_failed', task: 'remove_files', error }),
  );
}

/** An entity without a file is refused when it is planned. */
function withoutBytes(entity: RawEntity, { field }: Content): RawEntity {
  return isEmpty(entity[field]) ? entity : { ...entity, [field]: 'stored' };
}

interface Storing {
  readonly entity: RawEntity;
  readonly stripped: RawEntity;
  readonly content: Content;
  readonly request: WriteRequest;
  readonly origin: WriteOrigin;
  readonly store: FileStore;
  /** Gets the key before the bytes are written. */
  readonly keys: string[];
}

async function storeUpload(engine: Engine, storing: Storing): Promise<StoredContent | null> {
  const { entity, content, origin, store, keys } = storing;
  if (isEmpty(entity[content.field])) return null;
  await refuseForeign(engine, storing);
  const sent = sentFile(entity, content);
  const key = randomUUID();
  const stored = { key, ...inspectFile(sent, engine.files) };
  const { accountId } = origin.caller;
  const limit = engine.files.accountFilesLimit;
  await engine.database.write(
    accountId,
    asUnit((tx) => {
      const account = { tx, accountId };
      const used = storedBytes(account);
      if (used + stored.size > limit) throw full(stored.size, { used, limit, field: content.field });
      noteFile(account, stored);
    }),
  );
  keys.push(key);
  await store.put({ accountId, key }, sent.bytes);
  return stored;
}

/** Strangers to the row, as far as rights tell, store nothing. */
async function refuseForeign(
  engine: Engine,
  { stripped, request, origin }: Pick<Storing, 'stripped' | 'request' | 'origin'>,
): Promise<void> {
  await engine.database.read(origin.caller.accountId, async (tx) => {
    const state = await stateOf(engine, tx, origin);
    const run = writeRun(engine, { tx, state, origin, secrets: new Map() });
    authorizeWrite(run.accessContext, request.resource, 'create');
    await run.unit(() => checkRights(run, request, stripped));
  });
}

function sentFile(entity: RawEntity, { field, filename: nameField }: Content): SentFile {
  const value = entity[field];
  const uploaded = isUploadedFile(value) ? value : fromBase64(field, value);
  const given = entity[nameField];
  const filename = isEmpty(given) ? uploaded.filename : String(given);
  return { bytes: uploaded.bytes, filename, field, nameField };
}

/** With or without the beginning of a `data:` address (RFC 2397), as browsers make it. */
function fromBase64(field: string, value: unknown): UploadedFile {
  const expected = 'a file of multipart/form-data, or Base64 text (RFC 4648)';
  if (typeof value !== 'string') throw invalidValue(field, value, expected);
  const text = value.replace(/^data:[^,]{0,200};base64,/i, '').replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0)
    throw invalidValue(field, value, expected);
  return { bytes: Buffer.from(text, 'base64'), filename: '' };
}

function full(
  size: number,
  { used, limit, field }: { used: number; limit: number; field: string },
): ApiError {
  const message = `The file has ${size} bytes, and those of the account take ${used} of the ${limit} that they may; delete some first.`;
  return new ApiError('files_full', message, { field, data: { used, limit } });
}
