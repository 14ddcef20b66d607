// Reads a ZIP archive (APPNOTE.TXT 6.3.10) by its directory, and checks every sum in it.
import assert from 'node:assert/strict';
import { crc32, inflateRawSync } from 'node:zlib';

/** The entries of an archive, by name, in its order. */
export function unzip(archive: Buffer): ReadonlyMap<string, Buffer> {
  const end = archive.length - 22;
  assert.equal(archive.readUInt32LE(end), 0x06054b50, 'the end of the directory');
  const entries = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    assert.equal(archive.readUInt32LE(at), 0x02014b50, 'an entry of the directory');
    const length = archive.readUInt16LE(at + 28);
    const name = archive.subarray(at + 46, at + 46 + length).toString();
    const local = archive.readUInt32LE(at + 42);
    assert.equal(archive.readUInt32LE(local), 0x04034b50, 'the header of an entry');
    const begin = local + 30 + archive.readUInt16LE(local + 26);
    const bytes = inflateRawSync(archive.subarray(begin, begin + archive.readUInt32LE(at + 20)));
    assert.deepEqual(
      [crc32(bytes), bytes.length],
      [archive.readUInt32LE(at + 16), archive.readUInt32LE(at + 24)],
    );
    assert.equal(archive.readUInt16LE(at + 10), archive.readUInt16LE(local + 8));
    entries.set(name, bytes);
    at += 46 + length;
  }
  assert.equal(at, end);
  return entries;
}
