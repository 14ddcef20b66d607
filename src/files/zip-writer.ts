// Writes a ZIP archive (APPNOTE.TXT 6.3.10) entry by entry: one entry is held in memory at a time. It must not know what
// entries hold.
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

/** Takes the bytes of the archive in their order. */
export type WriteBytes = (bytes: Buffer) => Promise<void>;

/** An archive that is being written. */
export interface ZipWriter {
  /** Adds a file; its name has `/` between folders. */
  add(name: string, bytes: Buffer): Promise<void>;
  /** Writes the directory: without it the archive is not whole. */
  end(): Promise<void>;
}

const deflate = promisify(deflateRaw);

/** Beyond these an archive would need the format's extension for large ones. */
const mostEntries = 65_535;
const mostBytes = 0xffff_ffff;

const version = 20;
/** Names are UTF-8. */
const flags = 0x0800;
const deflated = 8;
/** 1980-01-01, the first day that the format knows: an archive tells nothing about when it was made. */
const firstDay = 0x0021;

interface Entry {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

/** Begins an archive. */
export function createZip(write: WriteBytes): ZipWriter {
  const entries: Entry[] = [];
  let at = 0;
  const put = async (bytes: Buffer): Promise<void> => {
    if (at + bytes.length > mostBytes) throw new Error('The archive would be larger than 4 GiB.');
    await write(bytes);
    at += bytes.length;
  };
  return {
    async add(name, bytes) {
      if (entries.length >= mostEntries)
        throw new Error(`The archive would hold more than ${mostEntries} files.`);
      const packed = await deflate(bytes);
      const entry = {
        name: Buffer.from(name),
        crc: crc32(bytes),
        packed: packed.length,
        size: bytes.length,
        at,
      };
      await put(Buffer.concat([localHeader(entry), entry.name]));
      await put(packed);
      entries.push(entry);
    },
    async end() {
      const first = at;
      for (const entry of entries) await put(Buffer.concat([directoryHeader(entry), entry.name]));
      await put(endRecord(entries.length, { first, length: at - first }));
    },
  };
}

/** Section 4.3.7. */
function localHeader(entry: Entry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeShared(header, 4, entry);
  return header;
}

/** Section 4.3.12. */
function directoryHeader(entry: Entry): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(version, 4);
  writeShared(header, 6, entry);
  header.writeUInt32LE(entry.at, 42);
  return header;
}

/** The fields that both headers have, in the same order. */
function writeShared(header: Buffer, from: number, { name, crc, packed, size }: Entry): void {
  header.writeUInt16LE(version, from);
  header.writeUInt16LE(flags, from + 2);
  header.writeUInt16LE(deflated, from + 4);
  header.writeUInt16LE(firstDay, from + 8);
  header.writeUInt32LE(crc, from + 10);
  header.writeUInt32LE(packed, from + 14);
  header.writeUInt32LE(size, from + 18);
  header.writeUInt16LE(name.length, from + 22);
}

/** Section 4.3.16. */
function endRecord(
  count: number,
  { first, length }: { readonly first: number; readonly length: number },
): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(length, 12);
  record.writeUInt32LE(first, 16);
  return record;
}
