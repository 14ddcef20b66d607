// The lines of a file, compressed or not, in bounded memory. It must not know what they say.
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

const longestLine = 256 * 2 ** 20;
/** Some hundred rows: what is handled at once. */
const pieceSize = 2 ** 18;

/** Lines with their ends, in groups as they come. Throws an Error for a file that cannot be read or is cut off. */
export async function* readLines(file: string): AsyncGenerator<readonly Buffer[]> {
  let begun = unfinishedLine();
  try {
    for await (const piece of bytesOf(file) as AsyncIterable<Buffer>) {
      const lines: Buffer[] = [];
      let start = 0;
      for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, start)) {
        lines.push(finished(begun, piece.subarray(start, end + 1)));
        begun = unfinishedLine();
        start = end + 1;
      }
      begun.pieces.push(piece.subarray(start));
      begun.length += piece.length - start;
      if (begun.length > longestLine) throw new Error(`${file} is damaged: it has a line without an end.`);
      if (lines.length > 0) yield lines;
    }
  } catch (error) {
    throw readable(error, file);
  }
  if (begun.length > 0) throw new Error(`${file} was cut off: its last line has no end.`);
}

/** A line of which the end has not come: its pieces are joined only then, so that each byte is copied once. */
interface UnfinishedLine {
  readonly pieces: Buffer[];
  length: number;
}

function unfinishedLine(): UnfinishedLine {
  return { pieces: [], length: 0 };
}

function finished({ pieces, length }: UnfinishedLine, last: Buffer): Buffer {
  return length === 0 ? last : Buffer.concat([...pieces, last]);
}

/** Whatever the file is called, its first bytes say whether it is compressed. */
function bytesOf(file: string): Readable {
  const zipped = isGzip(file);
  const plain = createReadStream(file, { highWaterMark: pieceSize });
  if (!zipped) return plain;
  const unzipped = createGunzip({ chunkSize: pieceSize });
  // Whatever ends one of them ends the other; errors reach who reads.
  pipeline(plain, unzipped, () => {});
  return unzipped;
}

function isGzip(file: string): boolean {
  const descriptor = openSync(file, 'r');
  try {
    const first = Buffer.alloc(2);
    return readSync(descriptor, first, 0, 2, 0) === 2 && first[0] === 0x1f && first[1] === 0x8b;
  } finally {
    closeSync(descriptor);
  }
}

function readable(error: unknown, file: string): unknown {
  const code = (error as { code?: unknown }).code;
  if (code === 'EISDIR')
    return new Error(`${file} is a folder, and should be a file that account export wrote.`, {
      cause: error,
    });
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new Error(`There is no file ${file}.`, { cause: error });
  if (code === 'Z_BUF_ERROR')
    return new Error(`${file} was cut off: its compressed data end too early.`, { cause: error });
  if (code === 'Z_DATA_ERROR')
    return new Error(`${file} is damaged: its compressed data do not fit their checksum.`, { cause: error });
  return error;
}
