// An answer too large for memory. Its rows are written to a file that has no name any more, its envelopes stand around them;
// the client may then take its time, and no snapshot waits for it.
import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ApiError } from '#errors/api-error.ts';
import type { Document, DocumentValue } from '#response/document.ts';
import { encodeXml, encodeXmlItem } from '#response/encode-xml.ts';
import type { Format } from '#response/negotiate-format.ts';
import { encodeJson } from '#response/encode-json.ts';

const chunkBytes = 64 * 1024;
/** A client that takes nothing for so long gets no more. */
const longestWait = 60_000;
/** Answers that clients are still taking: of one account, and of all. */
const mostOpen = { ofAccount: 8, ofAll: 64 };

/** A list of rows: its place in the file, and what stands for it in the document. */
interface Part {
  readonly member: string;
  readonly mark: string;
  readonly from: number;
  to: number;
}

/** An answer in the making. */
export interface LargeAnswer {
  /** Begins another list of rows, and answers what stands for it in the document. */
  readonly begin: (member: 'Results' | 'Deleted') => readonly Document[];
  /** Writes rows of the list that was begun last, and answers how many bytes they take. */
  readonly write: (rows: readonly Document[]) => Promise<number>;
  /** The whole answer, around the rows. */
  readonly finish: (document: Document) => { readonly stream: Readable; readonly length: number };
  /** Forgets it; after `finish` its stream does so by itself. */
  readonly discard: () => Promise<void>;
}

/** Runs work on a large answer, if there is one, which is forgotten when the work fails. */
export async function discardedOnFailure<T>(large: LargeAnswer | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await large?.discard();
    throw error;
  }
}

const openAnswers = new Map<number, number>();

/** Opens one; throws `overloaded` while clients are still taking too many. */
export async function openLargeAnswer(accountId: number, format: Format): Promise<LargeAnswer> {
  const leave = countOpenAnswer(accountId);
  const path = join(tmpdir(), `hourbook-answer-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600).catch((error: unknown) => {
    leave();
    throw error;
  });
  await unlink(path);
  const discard = async (): Promise<void> => {
    leave();
    await file.close().catch(() => {});
  };
  const parts: Part[] = [];
  let size = 0;
  return {
    begin: (member) => {
      const mark = randomUUID();
      parts.push({ member, mark, from: size, to: size });
      return [mark] as unknown as readonly Document[];
    },
    write: async (rows) => {
      const part = parts.at(-1);
      if (part === undefined || rows.length === 0) return 0;
      const bytes = Buffer.from(rowsText(rows, { format, part }));
      await file.write(bytes, 0, bytes.length, size);
      part.to = size += bytes.length;
      return bytes.length;
    },
    finish: (document) => {
      const text = format === 'xml' ? encodeXml(document) : encodeJson(document);
      const pieces = piecesOf(text.toString(), { parts, format });
      const length = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
      return { stream: streamOf(file, pieces, discard), length };
    },
    discard,
  };
}

/** Counts an answer that a client takes, until the answered function is called; throws `overloaded` for too many. */
export function countOpenAnswer(accountId: number): () => void {
  const own = openAnswers.get(accountId) ?? 0;
  const all = [...openAnswers.values()].reduce((sum, count) => sum + count, 0);
  if (own >= mostOpen.ofAccount || all >= mostOpen.ofAll) {
    throw new ApiError('overloaded', 'Too many large answers are still being sent; try again in a moment.');
  }
  openAnswers.set(accountId, own + 1);
  let isIn = true;
  return () => {
    if (!isIn) return;
    isIn = false;
    const left = (openAnswers.get(accountId) ?? 1) - 1;
    if (left === 0) openAnswers.delete(accountId);
    else openAnswers.set(accountId, left);
  };
}

function rowsText(rows: readonly Document[], { format, part }: { format: Format; part: Part }): string {
  if (format === 'xml') return rows.map((row) => encodeXmlItem(part.member, row)).join('');
  const text = rows.map((row) => JSON.stringify(row as DocumentValue)).join(',');
  return part.from === part.to ? text : `,${text}`;
}

type Piece = Buffer | { readonly from: number; readonly to: number };

function lengthOf(piece: Piece): number {
  return Buffer.isBuffer(piece) ? piece.length : piece.to - piece.from;
}

/** The text of the document with the rows where their marks stand. */
function piecesOf(
  text: string,
  { parts, format }: { parts: readonly Part[]; format: Format },
): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { member, mark, from, to } of parts) {
    const shown = format === 'xml' ? encodeXmlItem(member, mark) : JSON.stringify(mark);
    const place = text.indexOf(shown, at);
    if (place < 0) throw new Error('the document does not hold the rows that were written for it');
    pieces.push(Buffer.from(text.slice(at, place)), { from, to });
    at = place + shown.length;
  }
  return [...pieces, Buffer.from(text.slice(at))];
}

function streamOf(file: FileHandle, pieces: readonly Piece[], discard: () => Promise<void>): Readable {
  const slow = setTimeout(() => stream.destroy(), longestWait).unref();
  const chunks = chunksOf(file, pieces, () => slow.refresh());
  const stream = Readable.from(chunks, { objectMode: false, highWaterMark: chunkBytes });
  stream.once('close', () => {
    clearTimeout(slow);
    void discard();
  });
  return stream;
}

async function* chunksOf(
  file: FileHandle,
  pieces: readonly Piece[],
  taken: () => void,
): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) {
      yield piece;
      continue;
    }
    for (let at = piece.from; at < piece.to; at += chunkBytes) {
      const chunk = Buffer.alloc(Math.min(chunkBytes, piece.to - at));
      await file.read(chunk, 0, chunk.length, at);
      taken();
      yield chunk;
    }
  }
}
