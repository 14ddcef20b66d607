// What a file is, by its bytes; whether it is taken, and under which name. Refusals say what it is and what would be right.
import { createHash } from 'node:crypto';
import { ApiError } from '#errors/api-error.ts';
import type { StoredContent } from '#resource/content.ts';
import { fileKinds, type FileKind, type FileKindName } from './file-kinds.ts';

/** What files may be. */
export interface FileLimits {
  /** Most bytes of one file. */
  readonly fileLimit: number;
  readonly fileTypes: readonly FileKindName[];
}

/** A file as it was sent. */
export interface SentFile {
  readonly bytes: Buffer;
  /** As the client calls it, perhaps with folders; empty: it does not say. */
  readonly filename: string;
  /** Names of the fields with the bytes and with the name, for refusals. */
  readonly field: string;
  readonly nameField: string;
}

const longestName = 255;

/** Says what a file is; throws `file_too_large` and `invalid_value`. */
export function inspectFile(
  sent: SentFile,
  { fileLimit, fileTypes }: FileLimits,
): Omit<StoredContent, 'key'> {
  const { bytes, field } = sent;
  const size = bytes.length;
  if (size === 0) throw invalid(field, 'is empty; it must hold the bytes of a file');
  if (size > fileLimit) {
    const message = `${field} has ${size} bytes; the server takes at most ${fileLimit}.`;
    throw new ApiError('file_too_large', message, { field });
  }
  const filename = nameIn(sent);
  const extension = extensionOf(filename);
  const possible = Object.entries(fileKinds).filter(([, kind]: [string, FileKind]) => kind.fits(bytes));
  if (possible.length === 0) throw invalid(field, `is of no known kind; it must be ${listed(fileTypes)}`);
  const taken = possible.filter(([name]) => fileTypes.includes(name as FileKindName));
  if (taken.length === 0)
    throw invalid(field, `is ${wordsOf(possible)}; the server takes only ${listed(fileTypes)}`);
  const fitting = taken.find(([, kind]: [string, FileKind]) => kind.extensions.includes(extension));
  if (fitting === undefined) {
    const ends = taken.flatMap(([, kind]: [string, FileKind]) => kind.extensions.map((end) => `.${end}`));
    throw invalid(
      sent.nameField,
      `is ${JSON.stringify(filename)}, and the file is ${wordsOf(taken)}; the name must end in ${orList(ends)}`,
    );
  }
  const { mediaType } = fitting[1];
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { size, sha256, filename, extension, mediaType };
}

/** The name without folders and without what no file system takes. */
function nameIn({ filename, nameField }: SentFile): string {
  const last = filename.split(/[/\\]/).at(-1) ?? '';
  // oxlint-disable-next-line no-control-regex -- they are what must go
  const name = last.replace(/[\u0000-\u001f\u007f\u2028\u2029]/g, '').trim();
  if (name === '' || name === '.' || name === '..') {
    throw invalid(nameField, 'is missing; send the name of the file, such as certificate.pdf');
  }
  if (name.length > longestName || !name.isWellFormed()) {
    throw invalid(nameField, `is too long; it must be well-formed text of at most ${longestName} characters`);
  }
  return name;
}

function extensionOf(name: string): string {
  const point = name.lastIndexOf('.');
  return point <= 0 ? '' : name.slice(point + 1).toLowerCase();
}

function wordsOf(kinds: readonly (readonly [string, FileKind])[]): string {
  return orList(kinds.map(([, { words }]) => words));
}

function listed(names: readonly FileKindName[]): string {
  return names.join(', ');
}

function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function invalid(field: string, what: string): ApiError {
  return new ApiError('invalid_value', `${field} ${what}.`, { field });
}
